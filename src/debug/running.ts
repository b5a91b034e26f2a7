import { BreakpointSet } from './breakpointSet.ts';
import type { DebugHost, OpenedLogs } from './host.ts';
import { entryOf } from './launchArgs.ts';
import { LogSources } from './logSources.ts';
import { eventMessage, flag, maybeText, type Args, type Outgoing } from './messages.ts';
import { Moves } from './moves.ts';
import { Sampler } from './sampler.ts';
import { Shown } from './shown.ts';

/** What there is of a session once logs are open. */
export interface Running {
  readonly opened: OpenedLogs;
  readonly sources: LogSources;
  readonly shown: Shown;
  readonly moves: Moves;
  readonly breakpoints: BreakpointSet;
  /** Of a live node. */
  readonly sampler: Sampler | undefined;
  /** Where the tape is when nobody has moved yet: a run without a stop on entry begins there. */
  readonly usual: 'start' | 'end';
  readonly entry: string | undefined;
  /** Not there at once, but at the first breakpoint or finding from there on, if one comes. */
  readonly stopsOnFinding: boolean;
  /** What a client's lines lack to count from 1. */
  readonly lineShift: number;
}

export interface Parts {
  readonly host: DebugHost;
  readonly opened: OpenedLogs;
  /** Of the launch or attach. */
  readonly args: Args;
  /** Of the initialize request. */
  readonly client: Args;
  readonly usual: 'start' | 'end';
  /** The live node that it is attached to. */
  readonly node: string | undefined;
  readonly send: (message: Outgoing) => void;
}

export function assemble({ host, opened, args, client, usual, node, send }: Parts): Running {
  const { ask } = opened;
  const lineShift = flag(client, 'linesStartAt1', true) ? 0 : 1;
  const isCode = /^(vscode|code-server|code-oss)/i.test(maybeText(client, 'clientID') ?? '');
  const sources = new LogSources({
    host,
    opened,
    goFolder: maybeText(args, 'kubeletSource'),
    goUris: host.place !== undefined,
  });
  const shown = new Shown(ask, sources, lineShift);
  const breakpoints = new BreakpointSet(ask, sources, lineShift);
  const staleStacks = (): void => {
    if (flag(client, 'supportsInvalidatedEvent', false))
      send(eventMessage('invalidated', { areas: ['stacks'] }));
  };
  const sampler = node === undefined ? undefined : new Sampler(ask, node, staleStacks);
  const moves = new Moves({
    ask,
    shown,
    sources,
    send,
    lineShift,
    stopFirst: isCode,
    beforeStop: async (stop) => sampler?.before(stop),
    onStates(states) {
      for (const breakpoint of breakpoints.changed(states))
        send(eventMessage('breakpoint', { reason: 'changed', breakpoint }));
    },
  });
  const entry = entryOf(args, usual);
  const stopsOnFinding = flag(args, 'stopOnFinding', false);
  return {
    ...{ opened, sources, shown, moves, breakpoints, sampler },
    ...{ usual, entry, stopsOnFinding, lineShift },
  };
}
