// What the adapter says in words of its own.
import { bugIn } from '../base/bug.ts';
import { plural } from '../base/plural.ts';
import { formatDuration } from '../base/time.ts';
import { ChannelError } from '../protocol/channel.ts';
import type { DebugStop } from '../protocol/debugApi.ts';
import type { SessionInfo } from '../protocol/engineApi.ts';
import { Refusal } from './messages.ts';

export const help = [
  'goto TIME           goes to a time: 09:34:10.5 or 2026-11-21T09:34:10Z',
  'why POD             why a pod is stuck: web-1, default/web-1 or an id of it',
  'pod("ns/name")      a pod; .worker.state, .sandboxes[0].state and so on lead into it',
  'pod=ns/* sev>=E     a filter: whether it takes the line at the cursor',
  'loop, pleg, queue, podCache, network, pods, findings, process, line: other variables',
].join('\n');

export function sentenceOf(error: unknown): string {
  if (error instanceof Refusal || error instanceof ChannelError) return error.message;
  return bugIn(error)?.message ?? (error instanceof Error ? error.message : String(error));
}

/** Whether the log that is debugged was closed or replaced. */
export function isGone(error: unknown): boolean {
  return error instanceof ChannelError && /^(not-open|nothing-open|disposed)$/.test(error.code);
}

export function summary(info: SessionInfo): string {
  const version = info.runs.find(({ version: own }) => own.known === 'seen')?.version.text;
  const length =
    info.from === undefined || info.to === undefined
      ? ''
      : ` in ${formatDuration(info.to - info.from)}`;
  const { critical, high, medium, low } = info.findings;
  const problems = info.sources.flatMap(({ problem }) => (problem === undefined ? [] : [problem]));
  return [
    `${version === undefined ? 'A kubelet' : `kubelet ${version}`}: ${plural(info.inputs, 'line')}${length}, ${plural(info.pods, 'pod')}, ${plural(critical + high + medium + low, 'finding')}.`,
    ...problems,
  ].join('\n');
}

const words: Readonly<Record<DebugStop['reason'], string>> = {
  entry: 'At the start of the log',
  step: 'Stepped',
  goto: 'Went there',
  breakpoint: 'Breakpoint',
  'function breakpoint': 'Function breakpoint',
  'data breakpoint': 'Value changed',
  exception: 'Trouble',
  end: 'The end of the log',
  start: 'The start of the log',
  pause: 'Paused',
  playing: 'Playing',
};

export function describedStop({ reason, isLive, cursor }: DebugStop): string {
  if (reason !== 'entry' || (cursor.position <= 0 && !isLive)) return words[reason];
  return isLive ? 'At the newest line' : 'Where it was to begin';
}

/** The protocol knows no ends of a tape. */
export function spokenReason({ reason }: DebugStop): string {
  if (reason === 'end') return 'pause';
  return reason === 'start' ? 'entry' : reason;
}
