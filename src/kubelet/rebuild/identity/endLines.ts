// Status lines that call a pod by its name alone, when several of that name live: one is forced off the API and another made while it
// still ends. From 1.29 on the steps of an end print "No ready sandbox …" (GeneratePodReadyToStartContainersCondition in
// pkg/kubelet/status/generate.go); such a line is of the one that ends, not of the new one.
import { MILLISECOND } from '../../../base/time.ts';
import type { Fact } from '../facts/fact.ts';
import type { FactTable } from '../facts/factTable.ts';
import type { Life } from './life.ts';
import type { Lives } from './lives.ts';
import type { Owners } from './owners.ts';
import type { Run } from '../facts/runs.ts';

/** SyncTerminatingPod and SyncTerminatedPod print one line each at their end. */
const LINES_OF_END = 2;
/** A relist that sees the end, the status line that it causes, and the status manager's word come within this time. */
const TOGETHER = 10 * MILLISECOND;

/** By the index of a fact the life that it is of, where that may not be the newest of its name. */
export function endLines(
  facts: FactTable,
  lives: Lives,
  owners: Owners,
  runs: readonly Run[],
): ReadonlyMap<number, Life> {
  const isReplaced = (life: Life): boolean => life.removed !== undefined && isContested(life);
  if (!lives.list.some(isReplaced) || !runs.some(({ statusPrints }) => statusPrints)) return none;
  const found = new EndLines(lives, owners);
  facts.each(
    ['config', 'pleg.event', 'pleg.finished', 'worker.error', 'sandbox.needed', 'pod.recreated'],
    (fact, index) => {
      found.take(fact, index);
    },
  );
  return found.owners;
}

const none: ReadonlyMap<number, Life> = new Map();

class EndLines {
  readonly owners = new Map<number, Life>();
  private readonly lives: Lives;
  private readonly meanings: Owners;
  /** What the API has begun to delete. */
  private readonly dying = new Set<Life>();
  /** How many lines a life has had since something of it started or failed: it may have ended before it was deleted. */
  private readonly lines = new Map<Life, number>();
  /** What was last seen to be dead, and when. */
  private dead: { readonly life: Life; readonly at: number } | undefined;
  private last:
    | { readonly index: number; readonly at: number; readonly of: Life; readonly hadNone: boolean }
    | undefined;

  constructor(lives: Lives, meanings: Owners) {
    this.lives = lives;
    this.meanings = meanings;
  }

  take(fact: Fact, index: number): void {
    const { event, position, at } = fact;
    if (event.kind === 'config') {
      if (event.op !== 'DELETE' && event.op !== 'REMOVE') return;
      for (const ref of event.pods) {
        const life = this.lives.isMirror(ref, event.source)
          ? undefined
          : this.lives.find(ref, position);
        if (life !== undefined && isContested(life)) this.dying.add(life);
      }
      return;
    }
    const life = this.meanings.of(index);
    if (life === undefined || !isContested(life)) return;
    if (event.kind === 'sandbox.needed') {
      if (event.need === 'notReady') this.print(life, fact, index);
      // A new pod has none either: only the status manager's word tells it from one that ends without ever having had one.
      else if (event.need === 'none') this.last = { index, at, of: life, hadNone: true };
    } else if (event.kind === 'pod.recreated') {
      const old = event.oldUid === undefined ? undefined : this.lives.byId(event.oldUid);
      if (old !== undefined) this.correct(old, at);
    } else if (event.kind === 'worker.error') {
      // What fails is tried again, and prints again.
      this.lines.set(life, 0);
    } else if (event.kind === 'pleg.event' && event.type === 'ContainerStarted')
      this.lines.set(life, 0);
    else this.dead = { life, at };
  }

  private print(newest: Life, { at, position }: Fact, index: number): void {
    const ending = newest.namesakes.filter(
      (one) =>
        this.dying.has(one) &&
        (this.lines.get(one) ?? 0) < LINES_OF_END &&
        (one.firstStart ?? Infinity) <= position,
    );
    const dead =
      this.dead !== undefined && at - this.dead.at < TOGETHER ? this.dead.life : undefined;
    const isOther =
      dead !== undefined && dead.namesakes === newest.namesakes && !ending.includes(dead);
    const first = ending.find((one) => (this.lines.get(one) ?? 0) === 0) ?? ending[0];
    const life = dead !== undefined && ending.includes(dead) ? dead : first;
    this.last = { index, at, of: newest, hadNone: false };
    if (life !== undefined && !isOther) this.owners.set(index, life);
    this.count(isOther ? newest : (life ?? newest), 1);
  }

  /** The status manager tells the UID of the pod whose status was just made. */
  private correct(old: Life, at: number): void {
    const { last } = this;
    if (last === undefined || at - last.at > TOGETHER) return;
    if (last.hadNone && old.firstStart !== undefined) return;
    const before = this.owners.get(last.index);
    if (before === old || last.of.namesakes !== old.namesakes || !this.dying.has(old)) return;
    this.count(before ?? last.of, -1);
    this.count(old, 1);
    this.owners.set(last.index, old);
  }

  private count(life: Life, lines: number): void {
    this.lines.set(life, (this.lines.get(life) ?? 0) + lines);
  }
}

/** Whether another pod came to have its name, so that a line may mean either. */
function isContested({ namesakes }: Life): boolean {
  return namesakes.length > 1;
}
