// What the client has set, by kind: each of its requests replaces one part, the engine always gets all.
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { DebugBreakpoint, DebugBreakpointState, DebugTrigger } from '../protocol/debugApi.ts';
import { exceptionFilters } from './capabilities.ts';
import type { Ask } from './host.ts';
import { goFileOf, type LogSources } from './logSources.ts';
import {
  maybeNumber,
  maybeText,
  number,
  record,
  records,
  Refusal,
  text,
  texts,
  type Args,
} from './messages.ts';

/** One that is wanted: to be armed, or refused at once with a sentence. */
type Wanted = Readonly<{ id: number; shown: (line: number) => number }> &
  ({ readonly breakpoint: DebugBreakpoint } | { readonly refused: string });

export class BreakpointSet {
  private readonly ask: Ask;
  private readonly lineShift: number;
  private readonly sources: LogSources;
  private readonly byPart = new Map<string, readonly Wanted[]>();
  /** As the client was told last. */
  private readonly isVerified = new Map<number, boolean>();
  private nextId = 1;

  /** `lineShift`: what has to be added to a client's line to count from 1. */
  constructor(ask: Ask, sources: LogSources, lineShift: number) {
    this.lineShift = lineShift;
    this.ask = ask;
    this.sources = sources;
  }

  async setLines(args: Args): Promise<readonly DebugProtocol.Breakpoint[]> {
    const source = record(args, 'source');
    const part = `lines ${maybeText(source, 'path') ?? ''} ${maybeNumber(source, 'sourceReference') ?? ''} ${maybeText(source, 'name') ?? ''}`;
    const wanted: Wanted[] = [];
    for (const entry of records(args, 'breakpoints'))
      wanted.push(await this.ofLine(source, number(entry, 'line') + this.lineShift, entry));
    return await this.replace(part, wanted);
  }

  private async ofLine(source: Args, line: number, entry: Args): Promise<Wanted> {
    const file = goFileOf(source);
    if (file !== undefined) return this.wanted({ kind: 'go', file, line }, entry);
    try {
      const own = await this.sources.lineOf(source, line);
      const shift = own.line - line;
      return this.wanted(
        { kind: 'line', source: own.source, line: own.line },
        entry,
        (armed) => armed - shift,
      );
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { id: this.nextId++, shown: (same) => same, refused: error.message };
    }
  }

  setFunctions(args: Args): Promise<readonly DebugProtocol.Breakpoint[]> {
    return this.replace(
      'functions',
      records(args, 'breakpoints').map((entry) =>
        this.wanted({ kind: 'function', name: text(entry, 'name') }, entry),
      ),
    );
  }

  setData(args: Args): Promise<readonly DebugProtocol.Breakpoint[]> {
    return this.replace(
      'data',
      records(args, 'breakpoints').map((entry) =>
        this.wanted({ kind: 'data', expression: text(entry, 'dataId') }, entry),
      ),
    );
  }

  setExceptions(args: Args): Promise<readonly DebugProtocol.Breakpoint[]> {
    const chosen: readonly Args[] = [
      ...texts(args, 'filters').map((filterId) => ({ filterId })),
      ...records(args, 'filterOptions'),
    ];
    return this.replace(
      'exceptions',
      chosen.map((entry) => {
        const id = text(entry, 'filterId');
        const known = exceptionFilters.find(({ filter }) => filter === id);
        return known === undefined
          ? {
              id: this.nextId++,
              shown: (same: number) => same,
              refused: `There is no filter ${id}.`,
            }
          : this.wanted(known.on, { condition: entry['condition'] });
      }),
    );
  }

  private wanted(
    on: DebugTrigger,
    entry: Args,
    shown: (line: number) => number = (same) => same,
  ): Wanted {
    const id = this.nextId++;
    return {
      id,
      shown,
      breakpoint: {
        id,
        on,
        condition: maybeText(entry, 'condition'),
        hitCondition: maybeText(entry, 'hitCondition'),
        logMessage: maybeText(entry, 'logMessage'),
      },
    };
  }

  private async replace(
    part: string,
    wanted: readonly Wanted[],
  ): Promise<readonly DebugProtocol.Breakpoint[]> {
    this.byPart.set(part, wanted);
    const all = [...this.byPart.values()]
      .flat()
      .flatMap((one) => ('breakpoint' in one ? [one.breakpoint] : []));
    const states = new Map(
      (await this.ask('debugBreakpoints', [all])).map((state) => [state.id, state]),
    );
    return wanted.map((one) => this.told(one, states.get(one.id)));
  }

  private told(wanted: Wanted, state: DebugBreakpointState | undefined): DebugProtocol.Breakpoint {
    const shown = shownState(wanted, state, this.lineShift);
    this.isVerified.set(wanted.id, shown.verified);
    return shown;
  }

  /** Those that the client has heard to stand and that don't, or the other way round. */
  changed(states: readonly DebugBreakpointState[]): readonly DebugProtocol.Breakpoint[] {
    const now = new Map(states.map((state) => [state.id, state]));
    return [...this.byPart.values()].flat().flatMap((one) => {
      const state = now.get(one.id);
      const isNews = state !== undefined && state.verified !== this.isVerified.get(one.id);
      return isNews ? [this.told(one, state)] : [];
    });
  }
}

function shownState(
  wanted: Wanted,
  state: DebugBreakpointState | undefined,
  lineShift: number,
): DebugProtocol.Breakpoint {
  if ('refused' in wanted)
    return { id: wanted.id, verified: false, message: wanted.refused, reason: 'failed' };
  if (state === undefined) return { id: wanted.id, verified: false, reason: 'pending' };
  const { on } = wanted.breakpoint;
  const line =
    state.line !== undefined ? wanted.shown(state.line) : on.kind === 'go' ? on.line : undefined;
  return {
    id: wanted.id,
    verified: state.verified,
    ...(state.message === undefined ? {} : { message: state.message }),
    ...(line === undefined ? {} : { line: line - lineShift }),
    ...(state.verified ? {} : { reason: 'failed' }),
  };
}
