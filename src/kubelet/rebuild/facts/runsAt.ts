// The runs of the kubelet as the inputs up to a position tell them. Their versions are those that the whole tape tells.
import { countWhile } from '../../../base/bisect.ts';
import type { Micros } from '../../../base/time.ts';
import type { Fact } from './fact.ts';
import type { FactTable } from './factTable.ts';
import { loudAgain, stretchesBy, type Again } from './loud.ts';
import {
  afterPass,
  apiListing,
  factsOf,
  firstOf,
  type Run,
  slowRelistLog,
  started,
  tellsSlowRelists,
  tickOf,
  workerLines,
} from './runs.ts';

/** What a run has many of, with the position of the input that told of each. */
interface Notes {
  readonly first: number;
  readonly startedBy: Fact | undefined;
  readonly versions: readonly Fact[];
  readonly workerLine: Fact | undefined;
  readonly loops: readonly Fact[];
  readonly housekeeping: Fact | undefined;
  readonly cleaned: Fact | undefined;
  readonly apiFailures: readonly Fact[];
  readonly apiListing: Fact | undefined;
  readonly madeRoom: readonly Fact[];
  readonly listFailures: readonly Fact[];
  readonly relists: ReturnType<typeof slowRelistLog>;
  readonly again: readonly Again[];
}

export class RunsAt {
  private readonly facts: FactTable;
  private readonly runs: readonly Run[];
  private readonly notes: (Notes | undefined)[] = [];
  private readonly from: Micros;
  private readonly unready: Fact | undefined;

  /** `from`: the time of the first input. */
  constructor(facts: FactTable, runs: readonly Run[], from: Micros) {
    this.facts = facts;
    this.runs = runs;
    this.from = from;
    this.unready = firstOf(['config.unready'], facts, 0, facts.length);
  }

  at(position: number): readonly Run[] {
    const { runs, facts } = this;
    const count = countWhile(runs, ({ firstPosition }) => firstPosition <= position);
    const end = countWhile(facts.list, (fact) => fact.position <= position);
    const done = runs.slice(0, Math.max(0, count - 1));
    const run = runs[done.length];
    return run === undefined ? done : [...done, this.partOf(run, done.length, position, end)];
  }

  private partOf(run: Run, index: number, position: number, end: number): Run {
    const notes = (this.notes[index] ??= this.read(index));
    const isTold = (one: { readonly position: number } | undefined): boolean =>
      one !== undefined && one.position <= position;
    const upTo = <T extends { readonly position: number }>(list: readonly T[]): readonly T[] =>
      list.slice(0, countWhile(list, isTold));
    const timesUpTo = (list: readonly Fact[]): readonly Micros[] => upTo(list).map(({ at }) => at);
    const hasBegun = isTold(notes.startedBy);
    const hasLines = isTold(notes.workerLine);
    const tick = [notes.housekeeping, notes.cleaned].find(isTold);
    const loop = notes.loops[countWhile(notes.loops, isTold) - 1]?.at;
    const loud = hasLines
      ? stretchesBy(upTo(notes.again), this.facts, notes.first, end)
      : undefined;
    const slowPasses = upTo(run.slowPasses);
    const part = { ...run, workerLines: hasLines, loud };
    return {
      ...part,
      from: hasBegun || index > 0 ? (this.facts.list[notes.first]?.at ?? run.from) : this.from,
      to: undefined,
      startProvedBy: upTo(notes.versions).map(({ input }) => input),
      last: this.facts.list[end - 1]?.at ?? run.last,
      started: hasBegun,
      loopStart: loop ?? (tick && tickOf(tick)),
      skips: upTo(run.skips),
      slowPasses,
      apiFailures: timesUpTo(notes.apiFailures),
      apiListed: [this.unready, notes.apiListing].every(isTold) ? notes.apiListing?.at : undefined,
      sourcesTold: upTo(run.sourcesTold),
      madeRoom: timesUpTo(notes.madeRoom),
      listFailures: timesUpTo(notes.listFailures),
      slowRelists: tellsSlowRelists(part) ? relistsIn(upTo(notes.relists), slowPasses) : [],
    };
  }

  private read(index: number): Notes {
    const { facts, runs } = this;
    const startOf = (run: Run | undefined): number =>
      countWhile(facts.list, ({ position }) => position < (run?.firstPosition ?? Infinity));
    const first = index === 0 ? 0 : startOf(runs[index]);
    const end = startOf(runs[index + 1]);
    const workerLine = firstOf(workerLines, facts, first, end);
    return {
      first,
      startedBy: firstOf(started, facts, first, end),
      versions: factsOf('process.version', facts, first, end),
      workerLine,
      loops: factsOf('process.loopStarted', facts, first, end),
      housekeeping: firstOf(['loop.housekeeping'], facts, first, end),
      cleaned: firstOf(['volumes.cleaned'], facts, first, end),
      apiFailures: factsOf('process.apiFailed', facts, first, end),
      apiListing: this.unready && apiListing(facts, first, end),
      madeRoom: factsOf('admission.madeRoom', facts, first, end),
      listFailures: factsOf('pleg.failed', facts, first, end),
      relists: slowRelistLog(facts, first, end),
      again: workerLine === undefined ? [] : loudAgain(facts, first, end),
    };
  }
}

function relistsIn(log: Notes['relists'], passes: Run['slowPasses']): Run['slowRelists'] {
  const slow: Run['slowRelists'][number][] = [];
  for (const { index, from, to } of log) slow[index] = { from, to };
  return slow.map((one) => afterPass(one, passes));
}
