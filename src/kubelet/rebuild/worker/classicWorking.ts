// When a worker up to 1.21 is shown to work: what wakes it shows that it begins, and a sync without trouble has no line of its end (syncPod of
// pkg/kubelet/kubelet.go), so that it is known to work from one line of a sync to the next of it alone.
import { countWhile } from '../../../base/bisect.ts';
import { micros, MINUTE, SECOND, type Micros } from '../../../base/time.ts';
import type { InputId } from '../../../base/input.ts';
import type { Fact } from '../facts/fact.ts';
import type { InferContext } from './clues.ts';
import { newsAt, RELIST } from './relists.ts';
import type { WorkerFact, WorkerStep } from './workerFact.ts';

/** A moment at which it works, and the line that shows it. */
interface Sign {
  readonly at: Micros;
  readonly input: InputId | undefined;
  readonly position: number;
}

interface Stretch {
  readonly from: Sign;
  readonly to: Sign;
}

/** A sync that went well is done again after this at the earliest, and no line tells at --v=2 (resyncInterval of pkg/kubelet/kubelet.go). */
const RESYNC = MINUTE;

/** The steps with `working` as far as lines show it. */
export function shownWork(
  steps: readonly WorkerFact[],
  facts: readonly Fact[],
  context: Pick<InferContext, 'run' | 'isSandbox'>,
): readonly WorkerFact[] {
  const [created] = steps;
  if (created === undefined) return steps;
  const isNew = created.step.kind === 'created';
  const log = new SyncLines(context, isNew ? signOf(created) : undefined);
  // What is killed of a pod after its REMOVE, the podKiller kills.
  const remove = facts.find(
    ({ event, at }) => event.kind === 'config' && event.op === 'REMOVE' && at >= created.at,
  );
  const until = remove?.position ?? Infinity;
  const own = ownLines(facts);
  for (const fact of facts)
    if (fact.at >= created.at && fact.position < until) log.take(fact, own.has(fact));
  const stretches = disjoint([...log.close(), ...failures(steps, facts)]);
  const isInside = ({ at }: WorkerFact): boolean =>
    at < (stretches[countWhile(stretches, ({ from }) => from.at <= at) - 1]?.to.at ?? -Infinity);
  const others = steps
    .filter((one) => one.step.kind !== 'working' || !isInside(one))
    .map((one) => (isWorking(one) ? { ...one, step: untold } : one));
  const [first, ...rest] = others;
  return [
    ...(first === undefined ? [] : [first]),
    ...stretches.flatMap(stepsOf),
    ...rest,
    ...startsOf(facts, context, created, isInside),
  ];
}

/** What a sync prints at its begin follows within this time, and so does what the loop does at the death of a container. */
const AT_ONCE = SECOND / 10;

/** The lines that a worker's sync prints; at the death of a container the loop makes a status, too (cleanUpContainersInPod). */
export function ownLines(facts: readonly Fact[]): ReadonlySet<Fact> {
  let died = -Infinity;
  const isOwn = ({ event, at }: Fact): boolean => {
    if (event.kind === 'pleg.event' && event.type === 'ContainerDied') died = at;
    return ofSync.has(event.kind) || (event.kind === 'status.generated' && at - died > AT_ONCE);
  };
  return new Set(facts.filter((fact) => isOwn(fact)));
}

/** The lines of one sync after another: which belong together. */
class SyncLines {
  private readonly stretches: Stretch[] = [];
  /** The last sign, which nothing has come after that may have been the begin of another sync. */
  private last: Sign | undefined;
  /** That one need not be followed by others. */
  private isQuiet = false;
  /** The begin of a sync that makes containers: it goes on until one of them has started, or it fails. */
  private making: Sign | undefined;
  /** The plan of a sync to make a sandbox: it goes on until that is there, or it fails, however long the old one takes to stop. */
  private planned: Sign | undefined;
  /** Its first sync, as long as nothing else may have woken it. */
  private created: Sign | undefined;
  private readonly context: Pick<InferContext, 'run' | 'isSandbox'>;

  constructor(context: Pick<InferContext, 'run' | 'isSandbox'>, created: Sign | undefined) {
    this.context = context;
    this.created = created;
  }

  take(fact: Fact, isOwn: boolean): void {
    const { event } = fact;
    const sign = ofLine(fact);
    if (event.kind === 'pleg.event' && !this.context.isSandbox(event.id)) this.started(sign);
    if (isWake(event)) this.forget();
    else if (isOwn) this.line(sign, event);
    if (event.kind === 'sandbox.created' || event.kind === 'worker.error') this.close(sign);
  }

  /** The plan that is carried out comes to its end, or goes on as far as the log goes. */
  close(to?: Sign): readonly Stretch[] {
    const { planned } = this;
    if (planned !== undefined)
      this.stretches.push({ from: planned, to: to ?? { ...planned, at: micros(Infinity) } });
    this.planned = undefined;
    return this.stretches;
  }

  /** From a line that only a sync prints, or that has the worker made, to the next. */
  private line(sign: Sign, event: Fact['event']): void {
    // The sync that prints it goes on.
    if (event.kind !== 'worker.error')
      this.add((beginning.has(event.kind) ? this.created : undefined) ?? sign, {
        ...sign,
        at: micros(sign.at + 1),
      });
    if (event.kind === 'sandbox.needed') this.making ??= sign;
    if (event.kind === 'pod.actions' && event.actions.createSandbox) this.planned ??= sign;
    // What follows a sync that may have made nothing at once is of it, too: an eviction wakes the worker, and may have no line.
    const { last } = this;
    if (last !== undefined && (!this.isQuiet || sign.at - last.at <= AT_ONCE)) this.add(last, sign);
    this.created = undefined;
    this.last = sign;
    this.isQuiet = event.kind === 'status.generated' || event.kind === 'pod.actions';
    if (event.kind === 'worker.error') this.end();
  }

  /** What comes now may be another sync’s. */
  private forget(): void {
    this.created = undefined;
    this.last = undefined;
  }

  private end(): void {
    this.forget();
    this.making = undefined;
  }

  /** The relist before the one that tells of a container saw nothing of its start. */
  private started(sign: Sign): void {
    const { since } = newsAt(this.context.run, sign.at);
    if (this.making !== undefined) this.add(this.making, { ...sign, at: since });
    this.making = undefined;
  }

  private add(from: Sign, to: Sign): void {
    if (to.at > from.at && to.at - from.at < RESYNC) this.stretches.push({ from, to });
  }
}

const ofSync: ReadonlySet<Fact['event']['kind']> = new Set([
  'sandbox.needed',
  'pod.actions',
  'container.creating',
  'container.killing',
  'container.preStop',
  'worker.error',
]);

/** Of these the first after its creation is of its first sync. */
const beginning: ReadonlySet<Fact['event']['kind']> = new Set([
  'status.generated',
  'sandbox.needed',
  'pod.actions',
]);

/** What has the loop ask for a sync. */
function isWake({ kind }: Fact['event']): boolean {
  return (
    kind === 'pleg.event' || kind === 'loop.probe' || kind === 'loop.sync' || kind === 'config'
  );
}

/** A sync that fails: its begin had been found when its error was read. */
function failures(steps: readonly WorkerFact[], facts: readonly Fact[]): readonly Stretch[] {
  const working = steps.filter(({ step }) => step.kind === 'working');
  const errors = new Map(
    facts.flatMap(({ event, at }, i) => (event.kind === 'worker.error' ? [[at, i] as const] : [])),
  );
  return working.flatMap((one, i) => {
    const next = working[i + 1];
    if (!isWorking(one) || next === undefined || next.at <= one.at) return [];
    const error = errors.get(next.at) ?? -1;
    const fact = facts[error];
    if (fact === undefined || !isOneSync(facts, error, one.at)) return [];
    return [{ from: signOf(one), to: ofLine(fact) }];
  });
}

/** Nothing woke it between, or it made a sandbox: such a sync has no other end before. */
function isOneSync(facts: readonly Fact[], error: number, from: Micros): boolean {
  let isWoken = false;
  for (let i = error - 1; i >= 0; i--) {
    const fact = facts[i];
    if (fact === undefined || fact.at < from) break;
    if (fact.event.kind === 'sandbox.needed') return true;
    isWoken ||= isWake(fact.event);
  }
  return !isWoken;
}

/** In order, each up to the next. */
function disjoint(all: readonly Stretch[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  const order = [...all].sort((a, b) => a.from.at - b.from.at || b.to.at - a.to.at);
  for (const one of order) {
    const last = stretches.at(-1);
    if (last !== undefined && one.to.at <= last.to.at) continue;
    if (last !== undefined && one.from.at < last.to.at)
      stretches[stretches.length - 1] = { ...last, to: { ...last.to, at: one.from.at } };
    stretches.push(one);
  }
  return stretches;
}

/** What started since the last relist but one had a sync for it, which no line told of. */
function startsOf(
  facts: readonly Fact[],
  { run, isSandbox }: Pick<InferContext, 'run' | 'isSandbox'>,
  created: WorkerFact,
  isInside: (one: WorkerFact) => boolean,
): readonly WorkerFact[] {
  return facts.flatMap((fact): WorkerFact[] => {
    const { event, input, position } = fact;
    if (event.kind !== 'pleg.event' || event.type !== 'ContainerStarted') return [];
    if (isSandbox(event.id)) return [];
    const at = micros(newsAt(run, fact.at).since - RELIST);
    const step = {
      at,
      step: untold,
      known: 'inferred',
      provedBy: [input],
      provenAt: position,
    } as const;
    return at <= created.at || isInside(step) ? [] : [step];
  });
}

function ofLine({ at, input, position }: Fact): Sign {
  return { at, input, position };
}

function signOf({ at, provedBy, provenAt }: WorkerFact): Sign {
  return { at, input: provedBy[0], position: provenAt };
}

function isWorking({ step }: WorkerFact): boolean {
  return step.kind === 'working' && step.value === true;
}

const works: WorkerStep = { kind: 'working', value: true };
const untold: WorkerStep = { kind: 'working', value: undefined };

function stepsOf({ from, to }: Stretch): readonly WorkerFact[] {
  const begin = { at: from.at, known: 'inferred', ...proofOf(from) } as const;
  const shown = { at: from.at, known: 'inferred', ...proofOf(from, to) } as const;
  return [
    { ...begin, step: untold },
    { ...shown, step: works },
    ...(to.at === Infinity ? [] : [{ ...shown, at: to.at, step: untold }]),
  ];
}

function proofOf(...signs: readonly Sign[]): Pick<WorkerFact, 'provedBy' | 'provenAt'> {
  return {
    provedBy: signs.flatMap(({ input }) => (input === undefined ? [] : [input])),
    provenAt: Math.max(...signs.map(({ position }) => position)),
  };
}
