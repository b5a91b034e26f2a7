// Each try to set up or tear down a sandbox's network that left a line, gathered into operations: DEL by sandbox; ADD by pod, for a
// runtime that cleans up after a failed ADD makes a new sandbox each time. Lines about one try (the plug-in's, the CRI
// client's) are one attempt; successes are silent below v=4. From v=4 on the dockershim tells when it calls the plug-in of each of the two
// networks, the loopback's (of a DEL from 1.16 on) and then the pod's, and how that ended (`addToNetwork` and `deleteFromNetwork` of cni.go,
// 1.14 to 1.23).
import { inferred, seen, unknown, type InputId, type Value } from '../../../base/input.ts';
import { micros, SECOND, type Micros } from '../../../base/time.ts';
import type { KubeletEvent, PodRef } from '../../event.ts';
import { CALL, type Fact, isHang } from '../facts/fact.ts';
import type { FactTable, Kind } from '../facts/factTable.ts';
import type { Run } from '../facts/runs.ts';
import { gcHangs } from './gcTries.ts';
import { type AttemptDraft, type Draft, finish, type TerminatedAt } from './networkDraft.ts';
import { before, endPart, isCall, isLoopback, isTold, type Named, partOf } from './networkParts.ts';
import type { NetworkAttempt, NetworkOperation, NetworkPart } from '../history.ts';
import type { IdIndex } from '../identity/ids.ts';
import { type Life, lifeKey } from '../identity/life.ts';
import type { Lives } from '../identity/lives.ts';
import { lifeOfSandbox } from '../identity/sandboxLives.ts';
import type { LogEnd } from '../logEnd.ts';

/** Lines about one try come within this time of each other. */
const ONE_TRY = 2 * SECOND;
/** The next try of a pod takes a second at least: it waits for a relist. */
const AT_ONCE = SECOND / 5;

type Told<K extends KubeletEvent['kind']> = Extract<KubeletEvent, { kind: K }>;

export interface RebuiltOperation {
  /** Of its first line: operations stand in that order. */
  readonly position: number;
  readonly life: Life | undefined;
  readonly operation: NetworkOperation;
}

export function rebuildNetwork(
  facts: FactTable,
  lives: Lives,
  ids: IdIndex,
  terminatedAt: TerminatedAt,
  runs: readonly Run[],
  to: LogEnd,
): readonly RebuiltOperation[] {
  const gatherer = new Gatherer(lives, ids, runs);
  const isTry = facts.flags(ofTries);
  const isEither = facts.flags([...ofTries, ...ofOpen]);
  // Events tell of operations that go on, and these are few.
  for (let index = facts.next(isTry, 0); index >= 0;) {
    const fact = facts.list[index];
    if (fact !== undefined) gatherer.take(fact);
    index = facts.next(gatherer.hasOpen ? isEither : isTry, index + 1);
  }
  gatherer.endWithRuns();
  const hangs = gcHangs(gatherer.drafts);
  return gatherer.drafts
    .filter(({ attempts }) => attempts.some(isCall))
    .map((draft) => {
      const { position, life } = draft;
      return { position, life, operation: finish(draft, terminatedAt, hangs, to) };
    });
}

/** Without one of these there is no operation. */
const ofTries: readonly Kind[] = [
  'network.failed',
  'network.begun',
  'network.done',
  'network.netns',
  'runtime.failed',
  'sandbox.failed',
  'sandbox.stopFailed',
];

/** What tells something of an operation that goes on. */
const ofOpen: readonly Kind[] = [
  'sandbox.created',
  'pleg.event',
  'pleg.transition',
  'worker.error',
  'podKiller.failed',
];

/** Whether a line tells of an operation, also when nobody knows whose it is. */
export function isOfTry(event: KubeletEvent): boolean {
  return ofTries.includes(event.kind) && (event.kind !== 'runtime.failed' || isHungStop(event));
}

function isHungStop({ call, error }: Extract<KubeletEvent, { kind: 'runtime.failed' }>): boolean {
  return call === 'StopPodSandbox' && isHang(error);
}

class Gatherer {
  readonly drafts: Draft[] = [];
  private readonly open = new Map<string, Draft>();
  private readonly lives: Lives;
  private readonly ids: IdIndex;
  private readonly runs: readonly Run[];

  constructor(lives: Lives, ids: IdIndex, runs: readonly Run[]) {
    this.lives = lives;
    this.ids = ids;
    this.runs = runs;
  }

  get hasOpen(): boolean {
    return this.open.size > 0;
  }

  take(fact: Fact): void {
    const { event } = fact;
    switch (event.kind) {
      case 'network.failed':
        this.failed(event, fact);
        break;
      case 'network.done':
        this.done(event, fact);
        break;
      case 'network.begun':
        this.begun(event, fact);
        break;
      case 'network.netns':
        this.draft('DEL', event.sandboxId, undefined, fact)?.attempts.push(
          attempt(
            fact,
            event.sandboxId,
            undefined,
            'unknown',
            unknown('how it ended is not in the log', fact.input),
          ),
        );
        break;
      case 'runtime.failed':
        if (isHungStop(event)) this.hung('DEL', event, fact);
        break;
      case 'sandbox.failed':
        if (isHang(event.error)) this.hung('ADD', event, fact);
        break;
      case 'sandbox.stopFailed':
        this.gaveUp(event, fact);
        break;
      case 'worker.error':
        this.named(event, 'sync', fact);
        break;
      case 'podKiller.failed':
        this.named(event, 'podKiller', fact);
        break;
      case 'sandbox.created':
        this.endAdd(event.id, fact);
        break;
      case 'pleg.event':
        if (event.type === 'ContainerStarted') this.started(event.id, fact);
        break;
      case 'pleg.transition':
        if (event.to === 'non-existent') this.removed(event.id, fact);
        break;
      default:
        break;
    }
  }

  /** The plug-in of one network is called: with that a try begins, or goes on after another network. */
  private begun(event: Told<'network.begun'>, fact: Fact): void {
    const draft = this.draftOf(event, fact);
    if (draft === undefined) return;
    const { calling, sandboxId } = draft;
    const part = partOf(event, fact.at, fact);
    const goesOn =
      event.sandboxId === sandboxId && calling?.networks.every(({ name }) => name !== part.name);
    draft.sandboxId = event.sandboxId ?? sandboxId;
    if (goesOn === true && calling !== undefined) {
      turn(draft, fact, { networks: [...before(calling.networks, event, fact), part] });
      return;
    }
    turn(draft, fact, { ok: unknown('how it ended is not in the log'), running: false });
    call(draft, fact, seen(fact.at, fact.input), [part]);
  }

  private failed(event: Told<'network.failed'>, fact: Fact): void {
    // `TearDownPod` goes on with the pod network whatever became of the loopback.
    const isHarmless = event.command === 'DEL' && isLoopback(event);
    const draft = isHarmless ? this.openDraft(event) : this.draftOf(event, fact);
    if (draft === undefined) return;
    const { command, error } = event;
    const ok = seen(false, fact.input);
    const { calling } = draft;
    const isRunning =
      calling !== undefined && (event.sandboxId ?? draft.sandboxId) === draft.sandboxId;
    const networks = isRunning ? endPart(calling.networks, event, fact, ok) : [];
    if (isHarmless) {
      if (isRunning) turn(draft, fact, { networks });
      return;
    }
    draft.plugin ??= event.plugin;
    const last = draft.attempts.at(-1);
    const isOfLast = last !== undefined && isOfSandbox(draft, event.sandboxId, last, fact);
    draft.sandboxId = event.sandboxId ?? draft.sandboxId;
    if (isRunning) draft.failing = turn(draft, fact, { networks, ok, error, running: false });
    else if (isOfLast && isSameTry(draft, last, error, fact)) {
      last.provedBy = last.provedBy.concat(fact.input);
      last.ok = ok;
      last.sandboxId ??= event.sandboxId;
      if (error.length > (last.error?.length ?? 0)) last.error = error;
      draft.failing = draft.attempts.length - 1;
    } else {
      const made = attempt(fact, event.sandboxId, error, byOf(command), ok);
      draft.failing = draft.attempts.push(made) - 1;
    }
  }

  /**
   * A call that ran into its deadline. What it waited for is most likely the plug-in, which is not seen, or which is seen to run on: a deadline
   * of its own ends that (`CNITimeoutSec` of dockershim/network/network.go), and other calls for the pod wait for it (`podLock` of plugins.go).
   */
  private hung(
    command: 'ADD' | 'DEL',
    {
      error,
      id,
      pod,
    }: { readonly error: string; readonly id?: string | undefined; readonly pod?: PodRef },
    fact: Fact,
  ): void {
    const life = pod === undefined ? undefined : this.lives.find(pod, fact.position);
    const draft = this.draft(command, id, life, fact);
    if (draft === undefined) return;
    const ok = inferred(false, fact.input);
    const last = draft.attempts.at(-1);
    const begun = micros(fact.at - (command === 'ADD' ? 2 * CALL : CALL));
    if (draft.calling !== undefined)
      draft.failing = mayBeOf(draft, begun) ? turn(draft, fact, { ok, error }) : undefined;
    else if (last !== undefined && isSameTry(draft, last, error, fact)) {
      last.provedBy = last.provedBy.concat(fact.input);
      draft.failing = draft.attempts.length - 1;
    } else {
      const made = attempt(fact, id, error, byOf(command), ok);
      draft.failing = draft.attempts.push({ ...made, begun: inferred(begun, fact.input) }) - 1;
    }
  }

  private done(event: Told<'network.done'>, fact: Fact): void {
    // Other runtimes tell at any verbosity that a network is down: of those only the end of what failed counts.
    const isOne = event.network !== undefined;
    const draft = isOne ? this.draftOf(event, fact) : this.openDraft(event);
    if (draft === undefined) return;
    const ok = seen(true, fact.input);
    draft.sandboxId = event.sandboxId ?? draft.sandboxId;
    if (draft.calling === undefined && isOne)
      call(draft, fact, unknown('no line tells when it began'), []);
    if (draft.calling === undefined)
      draft.attempts.push(attempt(fact, event.sandboxId, undefined, 'unknown', ok));
    const networks = endPart(draft.calling?.networks ?? [], event, fact, ok);
    if (isLoopback(event)) {
      turn(draft, fact, { networks });
      return;
    }
    turn(draft, fact, { networks, ok, error: undefined, running: false });
    draft.end = fact;
    this.open.delete(keyOf(event.command, event.sandboxId, draft.life));
  }

  /** What a process called ended with it: how, nobody has told. */
  endWithRuns(): void {
    for (const draft of this.open.values()) this.endWithRun(draft, Infinity);
  }

  private endWithRun(draft: Draft, position: number): void {
    const from = draft.calling?.position ?? Infinity;
    if (from >= position) return;
    const run = this.runs.find(({ firstPosition }) => firstPosition > from);
    if (run === undefined || run.firstPosition > position) return;
    const cut = { at: run.from, position: run.firstPosition, input: run.firstInput };
    turn(draft, cut, { ok: unknown('the kubelet ended before it did'), running: false });
  }

  /** Its caller has got the error. */
  private gaveUp(event: Told<'sandbox.stopFailed'>, fact: Fact): void {
    const { id, by, error = '' } = event;
    const draft = this.open.get(keyOf('DEL', id, this.ids.get(id)?.life));
    // The line of the CRI client before it is lost.
    if (draft !== undefined && draft.failing === undefined && by === 'gc' && isHang(error))
      this.hung('DEL', { id, error }, fact);
    const place = draft?.failing;
    const one = draft?.attempts[place ?? -1];
    if (draft === undefined || place === undefined || one === undefined) return;
    draft.failing = undefined;
    if (fact.at - one.at > ONE_TRY) return;
    draft.given = place;
    const run = this.runs.findLast(({ firstPosition }) => firstPosition <= fact.position);
    // From 1.22 on a worker alone kills a pod.
    const isTold = by === 'gc' || (run !== undefined && run.machine !== 'classic');
    if (!isTold) draft.unnamed.push(place);
    const caller = by === 'gc' ? 'gc' : isTold ? 'sync' : 'unknown';
    turn(draft, fact, { at: one.at, by: caller }, one);
  }

  /** `killPod` has returned to its caller, who says so at once; of two that failed side by side nobody knows which is whose. */
  private named(
    { pod, error }: Told<'worker.error' | 'podKiller.failed'>,
    by: 'sync' | 'podKiller',
    fact: Fact,
  ): void {
    if (!error.includes('KillPodSandbox')) return;
    const life = this.lives.find(pod, fact.position);
    for (const draft of this.open.values()) {
      if (draft.unnamed.length === 0 || draft.life === undefined || draft.life !== life) continue;
      const [one, ...more] = draft.unnamed
        .splice(0)
        .flatMap((place) => draft.attempts[place] ?? [])
        .filter(({ at }) => fact.at - at <= ONE_TRY);
      if (one !== undefined && more.length === 0) turn(draft, fact, { at: one.at, by }, one);
    }
  }

  /**
   * A sandbox that runs has a network, but with the dockershim, whose RunPodSandbox starts the pause container before (docker_sandbox.go); a
   * container of the pod starts after that.
   */
  private started(id: string, fact: Fact): void {
    const known = this.ids.get(id);
    if (known?.isSandbox === undefined || known.life === undefined) return;
    if (known.isSandbox) this.replaced(known.life, id, fact);
    const draft = this.open.get(keyOf('ADD', id, known.life));
    if (draft?.attempts.some(isTold) !== known.isSandbox) this.endAdd(id, fact);
  }

  /** RunPodSandbox returns once the sandbox has its network. */
  private endAdd(id: string, fact: Fact): void {
    const known = this.ids.get(id);
    const key = keyOf('ADD', id, known?.life);
    const draft = this.open.get(key);
    if (draft === undefined) return;
    draft.end = fact;
    // One whose set-up failed is not the one that runs.
    if (known?.isSandbox === true) draft.sandboxId = id;
    else if (draft.calling === undefined) draft.sandboxId = known?.sandboxId;
    this.open.delete(key);
  }

  /** SyncPod makes no sandbox of a pod before all its others are stopped. */
  private replaced(life: Life, id: string, fact: Fact): void {
    for (const [key, draft] of this.open) {
      const isOld = draft.command === 'DEL' && draft.sandboxId !== undefined;
      if (!isOld || draft.sandboxId === id || draft.life !== life) continue;
      draft.end = fact;
      this.open.delete(key);
    }
  }

  private removed(id: string, fact: Fact): void {
    const draft = this.open.get(keyOf('DEL', id, undefined));
    if (draft !== undefined) draft.removed ??= fact;
  }

  private openDraft({ command, sandboxId }: Named): Draft | undefined {
    const life = this.ids.get(sandboxId)?.life;
    return this.open.get(keyOf(command, sandboxId, life));
  }

  private draftOf(event: Named, fact: Fact): Draft | undefined {
    const named = this.lives.find(event.pod, fact.position);
    const life = lifeOfSandbox(named, event.sandboxId, this.ids);
    const draft = this.draft(event.command, event.sandboxId, life, fact);
    if (draft === undefined) return undefined;
    draft.podName ??= nameOf(event.pod);
    if (!isLoopback(event)) draft.plugin ??= event.plugin;
    return draft;
  }

  private draft(
    command: 'ADD' | 'DEL',
    sandboxId: string | undefined,
    named: Life | undefined,
    { position }: Fact,
  ): Draft | undefined {
    // A name may have gone to another pod since.
    const life = this.ids.get(sandboxId)?.life ?? named;
    if (life === undefined && sandboxId === undefined) return undefined;
    const key = keyOf(command, sandboxId, life);
    const known = this.open.get(key);
    if (known !== undefined) {
      this.endWithRun(known, position);
      return known;
    }
    const draft: Draft = {
      position,
      command,
      sandboxId,
      life,
      podName: undefined,
      plugin: undefined,
      attempts: [],
      calling: undefined,
      failing: undefined,
      given: undefined,
      unnamed: [],
      end: undefined,
      removed: undefined,
    };
    this.drafts.push(draft);
    this.open.set(key, draft);
    return draft;
  }
}

function keyOf(command: string, sandboxId: string | undefined, life: Life | undefined): string {
  const owner = life === undefined ? undefined : lifeKey(life);
  return command === 'ADD' ? `ADD ${owner ?? sandboxId ?? ''}` : `DEL ${sandboxId ?? owner ?? ''}`;
}

/** A set-up is always a worker's; of a teardown other lines tell. */
function byOf(command: Draft['command']): NetworkAttempt['by'] {
  return command === 'ADD' ? 'sync' : 'unknown';
}

/**
 * Whether the plug-in that runs may have been called for what began at a moment: what began while another one ran, or this one, waited for
 * its turn, nobody tells until when (`podLock` of plugins.go).
 */
function mayBeOf({ command, calling, attempts }: Draft, begun: Micros): boolean {
  if (command === 'ADD' || calling === undefined || calling.begun.value === undefined) return true;
  const before = attempts[attempts.indexOf(calling) - 1];
  const from = before?.at ?? -Infinity;
  return calling.ok.value === undefined && from <= begun && begun <= calling.begun.value + ONE_TRY;
}

function attempt(
  fact: Fact,
  sandboxId: string | undefined,
  error: string | undefined,
  by: NetworkAttempt['by'],
  ok: Value<boolean>,
): AttemptDraft {
  const { at, position, input } = fact;
  const begun = unknown<Micros>('no line tells when it began');
  const rest = { begun, running: false, networks: [], before: undefined };
  return { at, position, sandboxId, ok, error, by, provedBy: [input], ...rest };
}

/** A try runs; a line before, that its namespace was not found, is of the same. */
function call(
  draft: Draft,
  fact: Fact,
  begun: Value<Micros>,
  networks: readonly NetworkPart[],
): void {
  const ok = unknown<boolean>('it had not ended', fact.input);
  const last = draft.attempts.at(-1);
  const isSame = last?.ok.known === 'unknown' && !isTold(last) && fact.at - last.at <= ONE_TRY;
  const provedBy = isSame ? [...last.provedBy, fact.input] : [fact.input];
  if (isSame) draft.attempts.pop();
  const before = isSame && draft.attempts.some(isCall) ? last : undefined;
  const rest = { begun, networks, running: true, provedBy, before };
  const made = attempt(fact, draft.sandboxId, undefined, byOf(draft.command), ok);
  draft.calling = { ...made, ...rest };
  draft.attempts.push(draft.calling);
}

/** A try, by default the one that runs, as one more line tells of it; its place among them. */
function turn(
  draft: Draft,
  { at, position, input }: Pick<Fact, 'at' | 'position'> & { readonly input: InputId | undefined },
  change: Partial<AttemptDraft>,
  one = draft.calling,
): number | undefined {
  if (one === undefined) return undefined;
  const isNew = one.position !== position;
  const before = isNew ? one : one.before;
  const provedBy = isNew && input !== undefined ? [...one.provedBy, input] : one.provedBy;
  const now = { ...one, at, position, before, provedBy, ...change };
  const place = draft.attempts.indexOf(one);
  draft.attempts[place] = now;
  if (draft.calling === one) draft.calling = now.running ? now : undefined;
  return place;
}

function nameOf({ namespace, name }: PodRef): string | undefined {
  return namespace === undefined || name === undefined ? undefined : `${namespace}/${name}`;
}

/** A sandbox gets its network once: what names another one is the next try, and later what names none. */
function isOfSandbox(
  { command, sandboxId }: Draft,
  named: string | undefined,
  last: AttemptDraft,
  { at }: Fact,
): boolean {
  if (command === 'DEL') return true;
  if (named === undefined) return isTold(last) || at - last.at < AT_ONCE;
  return sandboxId === undefined || sandboxId === named;
}

/** The CRI client repeats what the plug-in's own line said just before; who had asked for it comes last, and then the try is over. */
function isSameTry(
  { command, attempts, given }: Draft,
  last: AttemptDraft,
  error: string,
  fact: Fact,
): boolean {
  if (fact.at - last.at > ONE_TRY || given === attempts.length - 1 || last.ok.value === true)
    return false;
  if (last.error === undefined) return true;
  // Without lines of the plug-ins they are two, and the next is another try’s.
  if (command === 'ADD' && last.provedBy.length > 1 && !isTold(last)) return false;
  return error.includes(last.error) || last.error.includes(error);
}
