// The runs of the kubelet process on a tape: where each begins, and what kind of kubelet it is.
import { inferred, seen, unknown, type InputId, type Value } from '../../../base/input.ts';
import { MILLISECOND, micros, SECOND, type Micros } from '../../../base/time.ts';
import type { PodWorkersMachine } from '../../version/index.ts';
import type { Fact } from './fact.ts';
import type { Facts, Wording } from './facts.ts';
import type { FactPass, FactTable, Kind } from './factTable.ts';
import type { KubeletRun, SourceTold } from '../history.ts';
import { loudStretches, type Stretch } from './loud.ts';
import type { Inputs } from './inputs.ts';
import { machineOf, minorOf, type ToldByLines, toldByLines } from './minor.ts';

/** A run with what the fold has to know about it. */
export interface Run extends KubeletRun {
  /** Tape position of its first fact. */
  readonly firstPosition: number;
  /** The line of that fact: it shows that the process before it had ended. */
  readonly firstInput: InputId | undefined;
  /** When its last fact was. */
  readonly last: Micros;
  /** False for a run that was already going when the tape begins. */
  readonly started: boolean;
  /** Of its version, as far as anything tells it. */
  readonly minor: number | undefined;
  readonly machine: PodWorkersMachine;
  /**
   * Its runtime takes a sandbox's network down before it stops the sandbox's container (StopPodSandbox of dockershim/docker_sandbox.go), so
   * that the death of that one shows the end of the call. With containerd it dies first; of what isn't told it's not known.
   */
  readonly tearsDownFirst: boolean;
  /** Housekeeping tells of control groups whose pods have no directory any more (to 1.23). */
  readonly tellsLingering: boolean;
  /** The status generator prints "No ready sandbox …" each time too (1.29 on). */
  readonly statusPrints: boolean;
  /** Worker lines of v≥4 are on the tape: nothing of the workers needs to be inferred, but outside of `loud`. */
  readonly workerLines: boolean;
  /** Where those lines are, when the verbosity was changed while it ran. */
  readonly loud: readonly Stretch[] | undefined;
  /** When the sync loop made its tickers, or a moment that is a whole number of their periods from it. */
  readonly loopStart: Micros | undefined;
  /** When the loop skipped its turns: from a skip line to the next sign that it goes on. */
  readonly skips: readonly ToldSpan[];
  /** Passes of housekeeping that took too long: the runtime was slow to answer, or hung. */
  readonly slowPasses: readonly ToldSpan[];
  /** When the API server was not to be reached. */
  readonly apiFailures: readonly Micros[];
  /** When the API's pods came, where a REMOVE before that did nothing. */
  readonly apiListed: Micros | undefined;
  /** When admission had waited for a pod to be killed that made room for another; the sync loop stood still until then. */
  readonly madeRoom: readonly Micros[];
  /** When a relist of PLEG failed, ascending. */
  readonly listFailures: readonly Micros[];
  /** When relists took long, ascending. */
  readonly slowRelists: readonly Span[];
}

export interface Span {
  readonly from: Micros;
  readonly to: Micros;
}

/** A stretch, and the position of the input that told of it. */
export type ToldSpan = Span & { readonly position: number };

/** `inputs` are those that the facts were read from. */
export function findRuns(
  facts: FactTable,
  { wording, from }: Pick<Facts, 'wording' | 'from'>,
  inputs: Inputs,
  like: readonly Run[] = [],
): readonly Run[] {
  const starts = startIndices(facts);
  return starts.map((first, i) => {
    const end = starts[i + 1] ?? facts.length;
    const position = facts.list[first]?.position ?? 0;
    const known = like.findLast(({ firstPosition }) => firstPosition <= position);
    const byLines = (): ToldByLines => known ?? toldByLines(facts, first, end, inputs);
    const run = describe(facts, first, end, i === 0 ? from : undefined, wording, byLines);
    return { ...run, tearsDownFirst: known?.tearsDownFirst ?? isDocker(run, facts, first, end) };
  });
}

/** What the dockershim alone prints. */
const dockershimLines: readonly Kind[] = ['network.teardown', 'network.begun', 'network.netns'];

function isDocker({ runtime }: KubeletRun, facts: FactTable, first: number, end: number): boolean {
  if (runtime.value !== undefined) return /^docker\b/.test(runtime.value);
  return firstOf(dockershimLines, facts, first, end) !== undefined;
}

/** What the sync loop prints only in a turn that it did not skip. */
export const turns: readonly Kind[] = [
  'config',
  'pleg.event',
  'loop.sync',
  'loop.housekeeping',
  'loop.probe',
];

/** Where runs begin, and of which process all facts from `count` on have to be so that no other begins. */
interface Starts {
  readonly starts: readonly number[];
  readonly pid: number;
  count: number;
  /** The fact before those. */
  last: Fact | undefined;
}

/** So many facts at the end may be others when the table is asked again. */
const RECENT = 1_000;

const knownStarts = new WeakMap<FactTable, Starts>();

/**
 * Where a run begins: at a start line of another process, or where the process changes without one. Processes whose lines
 * mix are not after each other: two kubelets in one log count as one run.
 */
function startIndices(facts: FactTable): readonly number[] {
  const known = knownStarts.get(facts);
  if (known !== undefined && goesOn(known, facts)) return known.starts;
  const last = lastOfEach(facts);
  const isStart = facts.flags(startLines);
  const isLoop = facts.flags(['process.loopStarted', ...turns]);
  const starts = [0];
  let pid = 0;
  let newest = 0;
  let looped = false;
  for (let index = 0; index < facts.length; index++) {
    const own = facts.pidAt(index);
    const code = facts.codeAt(index);
    const other = own !== 0 && pid !== 0 && own !== pid;
    const mixed = other && (last.get(pid) ?? 0) > index;
    // What the process said before its loop began may be lost.
    if (index > 0 && !mixed && (other || (isStart[code] === 1 && looped))) {
      starts.push(index);
      looped = false;
    }
    if (own !== 0) newest = own;
    if (own !== 0 && !mixed) pid = own;
    if (isLoop[code] === 1) looped = true;
  }
  const count = facts.length - RECENT;
  const made = { starts, pid, count, last: facts.list[count - 1] };
  // Where processes mix, the next line of one tells something of the lines before it.
  if (count > (starts.at(-1) ?? 0) && pid === newest && goesOn(made, facts))
    knownStarts.set(facts, made);
  return starts;
}

const startLines: readonly Kind[] = ['process.flag', 'process.version', 'process.loopStarted'];

/** Whether no run begins with the facts that came since, some of which may have been taken back. */
function goesOn(known: Starts, facts: FactTable): boolean {
  const { pid, count } = known;
  if (facts.list[count - 1] !== known.last) return false;
  const isAnew = facts.flags(startLines);
  for (let index = count; index < facts.length; index++) {
    const own = facts.pidAt(index);
    if (isAnew[facts.codeAt(index)] === 1 || (own !== 0 && own !== pid)) return false;
  }
  if (facts.length - count > 2 * RECENT) {
    known.count = facts.length - RECENT;
    known.last = facts.list[known.count - 1];
  }
  return true;
}

/** By process the index of its last fact. */
function lastOfEach(facts: FactTable): ReadonlyMap<number, number> {
  const last = new Map<number, number>();
  for (let index = 0; index < facts.length; index++) {
    const pid = facts.pidAt(index);
    if (index + 1 === facts.length || facts.pidAt(index + 1) !== pid) last.set(pid, index);
  }
  return last;
}

function describe(
  facts: FactTable,
  first: number,
  end: number,
  tapeStart: Micros | undefined,
  wording: Wording,
  byLines: () => ToldByLines,
): Omit<Run, 'tearsDownFirst'> {
  const found = facts.pass(noted, first, end);
  const told = found.version === undefined ? byLines() : undefined;
  const minor = minorOf(found.version?.value, wording, told?.minor);
  const start = facts.list[first];
  const pid = start === undefined ? 0 : facts.pidAt(first);
  const isStarted = found.started === true;
  const hasLines = found.workerLines === true;
  const loud = hasLines ? loudStretches(facts, first, end) : undefined;
  const passes = slowPassesIn(facts, first, end);
  return {
    from: (isStarted ? undefined : tapeStart) ?? start?.at ?? tapeStart ?? micros(NaN),
    to: facts.list[end]?.at,
    last: facts.list[end - 1]?.at ?? micros(NaN),
    pid: pid === 0 ? undefined : pid,
    version:
      found.version ?? told?.version ?? unknown('the start of this process is not in the log'),
    ...verbosityOf(found),
    runtime: found.runtime ?? unknown('the start of this process is not in the log'),
    node: found.node ?? unknown('the node is not in the log'),
    startProvedBy: found.proofs,
    firstPosition: start?.position ?? 0,
    firstInput: start?.input,
    started: isStarted,
    minor,
    machine: machineOf(minor, wording),
    tellsLingering: minor !== undefined && minor <= 23,
    statusPrints: minor === undefined ? !wording.bareUids && !wording.printf : minor >= 29,
    workerLines: hasLines,
    loud,
    loopStart: found.loopStart ?? tickIn(facts, first, end),
    skips: skipsIn(facts, first, end),
    slowPasses: passes,
    apiFailures: timesOf('process.apiFailed', facts, first, end),
    apiListed: facts.has('config.unready') ? apiListing(facts, first, end)?.at : undefined,
    sourcesTold: found.sources,
    madeRoom: timesOf('admission.madeRoom', facts, first, end),
    listFailures: timesOf('pleg.failed', facts, first, end),
    slowRelists: tellsSlowRelists({ workerLines: hasLines, loud, minor })
      ? slowRelistsIn(facts, first, end).map((slow) => afterPass(slow, passes))
      : [],
  };
}

/** From a tick of housekeeping to the first directory that it cleans up. */
const CLEANED = 10 * MILLISECOND;

/** A tick of housekeeping, by what it did: for a run whose begin is not on the tape. */
function tickIn(facts: FactTable, first: number, end: number): Micros | undefined {
  const fact =
    firstOf(['loop.housekeeping'], facts, first, end) ??
    firstOf(['volumes.cleaned'], facts, first, end);
  return fact && tickOf(fact);
}

export function tickOf({ at, event }: Fact): Micros {
  const took = event.kind === 'loop.housekeeping' ? (event.took ?? 0) : CLEANED;
  return micros(at - took);
}

export function firstOf(
  kinds: readonly Kind[],
  facts: FactTable,
  first: number,
  end: number,
): Fact | undefined {
  return facts.has(...kinds) ? facts.list[facts.next(facts.flags(kinds), first, end)] : undefined;
}

function timesOf(...of: Parameters<typeof factsOf>): readonly Micros[] {
  return factsOf(...of).map(({ at }) => at);
}

export function factsOf(kind: Kind, facts: FactTable, first: number, end: number): readonly Fact[] {
  const found: Fact[] = [];
  facts.each([kind], (fact) => found.push(fact), first, end);
  return found;
}

/** The line that tells that the API's pods have come. */
export function apiListing(facts: FactTable, first: number, end: number): Fact | undefined {
  return factsOf('config', facts, first, end).find(
    ({ event }) => event.kind === 'config' && event.source === 'api',
  );
}

function skipsIn(facts: FactTable, first: number, end: number): Run['skips'] {
  return facts.has('loop.skip') ? facts.pass(skipped, first, end).skips : [];
}

const skipped: FactPass<{ readonly skips: ToldSpan[]; from: Micros | undefined }> = {
  kinds: ['loop.skip', ...turns],
  begin: () => ({ skips: [], from: undefined }),
  copy: ({ skips, from }) => ({ skips: [...skips], from }),
  take(state, { event, at: to, position }) {
    if (event.kind === 'loop.skip') {
      state.from ??= to;
      return;
    }
    if (state.from !== undefined) state.skips.push({ from: state.from, to, position });
    state.from = undefined;
  },
};

function slowPassesIn(facts: FactTable, first: number, end: number): Run['slowPasses'] {
  const passes: ToldSpan[] = [];
  const look = ({ event, at, position }: Fact): void => {
    if (event.kind === 'loop.housekeeping' && event.took !== undefined)
      passes.push({ from: micros(at - event.took), to: at, position });
  };
  facts.each(['loop.housekeeping'], look, first, end);
  return passes;
}

/** From this minor on a pod that changes gets a relist of its own (PLEGOnDemandRelist): news comes at any time. */
const ON_DEMAND = 36;

export function tellsSlowRelists({
  workerLines,
  loud,
  minor,
}: Pick<Run, 'workerLines' | 'loud' | 'minor'>): boolean {
  return !(workerLines && loud === undefined) && (minor ?? 0) < ON_DEMAND;
}

/** The events of a relist follow each other faster than this, unless the runtime takes its time over each pod. */
const AT_ONCE = 150 * MILLISECOND;
/** Relists are at least this far apart. */
const APART = 950 * MILLISECOND;
/** What is slow twice within this time was slow in between. */
const STILL_SLOW = 10 * SECOND;

/** A container that does not stop by itself is dead, and seen to be, within this time of its grace period's end. */
const SEEN_DEAD = 4 * SECOND;
/** What the runtime gets at least, in seconds. */
const LEAST_GRACE = 2;

/**
 * A relist that takes long tells of one pod after the other; those that don't are a second apart. And it tells late of what was
 * killed.
 */
function slowRelistsIn(facts: FactTable, first: number, end: number): Run['slowRelists'] {
  const slow: Span[] = [];
  for (const { index, from, to } of slowRelistLog(facts, first, end)) slow[index] = { from, to };
  return slow;
}

type SlowRelist = ToldSpan & { readonly index: number };

interface SlowRelists {
  readonly log: SlowRelist[];
  /** When a container that was killed is dead at the latest, until its death is told. */
  readonly killed: Map<string, Micros>;
  news: number;
  failed: number;
}

const slowRelists: FactPass<SlowRelists> = {
  kinds: ['pleg.event', 'pleg.failed', 'container.killing'],
  begin: () => ({
    log: [],
    killed: new Map(),
    news: -Infinity,
    failed: -Infinity,
  }),
  copy: (state) => ({
    ...state,
    log: [...state.log],
    killed: new Map(state.killed),
  }),
  take(state, fact) {
    const { at, event } = fact;
    if (event.kind === 'pleg.failed') {
      state.failed = at;
      return;
    }
    if (event.kind === 'container.killing') {
      const grace = Math.max(LEAST_GRACE, event.grace ?? Infinity);
      state.killed.set(event.id, micros(at + grace * SECOND));
      return;
    }
    const gap = at - state.news;
    state.news = at;
    if (gap >= AT_ONCE && gap <= APART) addSlow(state.log, micros(at - gap), fact);
    if (event.kind !== 'pleg.event' || event.type !== 'ContainerDied') return;
    const dead = state.killed.get(event.id) ?? Infinity;
    state.killed.delete(event.id);
    // Relists that fail are no slow ones.
    if (at - dead > SEEN_DEAD && state.failed < dead) addSlow(state.log, micros(dead), fact);
  },
};

function addSlow(log: SlowRelist[], from: Micros, { at: to, position }: Fact): void {
  const last = log.at(-1);
  if (last === undefined || from - last.to >= STILL_SLOW)
    log.push({ from, to, position, index: (last?.index ?? -1) + 1 });
  else log.push({ ...last, from: micros(Math.min(last.from, from)), to, position });
}

/** One after the other what each stretch, counted from 0, was found to be: the last of them may grow. */
export function slowRelistLog(facts: FactTable, first: number, end: number): readonly SlowRelist[] {
  return facts.pass(slowRelists, first, end).log;
}

/** Relists that are slow soon after a pass of housekeeping that hung were so since then. */
export function afterPass(slow: Span, passes: readonly Span[]): Span {
  const pass = passes.findLast(({ to }) => to <= slow.from);
  return pass !== undefined && slow.from - pass.to < STILL_SLOW ? { ...slow, from: pass.to } : slow;
}

interface Found {
  version?: Value<string>;
  verbosity?: Value<number>;
  /** The least with which its loudest line is printed. */
  loudest?: { readonly level: number; readonly input: InputId };
  /** As a sample tells it: the configured one. */
  configured?: Value<number>;
  runtime?: Value<string>;
  node?: Value<string>;
  loopStart?: Micros;
  started?: boolean;
  workerLines?: boolean;
  readonly proofs: InputId[];
  readonly sources: SourceTold[];
}

/** What shows that the begin of a run is on the tape. */
export const started: readonly Kind[] = ['process.version', 'process.flag', 'process.loopStarted'];

/** What workers print at v≥4. */
export const workerLines: readonly Kind[] = ['worker.begin', 'worker.end', 'worker.first'];

const noted: FactPass<Found> = {
  kinds: [
    ...started,
    ...workerLines,
    'config',
    'process.told',
    'process.runtime',
    'process.node',
    'pod.event',
    'pod.phase',
    'pod.status',
    'pleg.relist',
  ],
  begin: () => ({ proofs: [], sources: [] }),
  copy: (found) => ({ ...found, proofs: [...found.proofs], sources: [...found.sources] }),
  take: note,
};

function note(found: Found, fact: Fact): void {
  const { event, input } = fact;
  switch (event.kind) {
    case 'process.version':
      found.version = seen(event.version, input);
      found.started = true;
      found.proofs.push(input);
      break;
    case 'process.told':
      if (event.version !== undefined) found.version ??= seen(event.version, input);
      if (event.verbosity !== undefined) found.configured = inferred(event.verbosity, input);
      break;
    case 'process.flag':
      found.started = true;
      if (event.flag === 'v') found.verbosity = seen(Number(event.value) || 0, input);
      if (event.flag === 'hostname-override' && event.value !== '')
        found.node = seen(event.value, input);
      break;
    case 'config':
      if (!found.sources.some(({ source }) => source === event.source))
        found.sources.push({ source: event.source, at: fact.at, position: fact.position });
      break;
    case 'process.runtime':
      found.runtime = seen(`${event.runtime} ${event.version}`.trim(), input);
      break;
    case 'process.node':
      found.node ??= seen(event.node, input);
      break;
    case 'process.loopStarted':
      found.loopStart = fact.at;
      found.started = true;
      break;
    case 'worker.begin':
    case 'worker.end':
    case 'worker.first':
      found.workerLines = true;
      hear(found, 4, input);
      break;
    case 'pod.event':
    case 'pod.phase':
    case 'pod.status':
      hear(found, 3, input);
      break;
    case 'pleg.relist':
      hear(found, 5, input);
      break;
    default:
      break;
  }
}

function hear(found: Found, level: number, input: InputId): void {
  if (level > (found.loudest?.level ?? 0)) found.loudest = { level, input };
}

function verbosityOf(found: Found): Pick<KubeletRun, 'verbosity' | 'verbosityIsLeast'> {
  const { verbosity, loudest, configured } = found;
  if (verbosity !== undefined) return { verbosity, verbosityIsLeast: false };
  // It may have been raised since it was configured.
  if (configured !== undefined && (configured.value ?? 0) >= (loudest?.level ?? 0))
    return { verbosity: configured, verbosityIsLeast: false };
  return {
    verbosity:
      loudest === undefined
        ? unknown('--v is not in the log')
        : inferred(loudest.level, loudest.input),
    verbosityIsLeast: true,
  };
}
