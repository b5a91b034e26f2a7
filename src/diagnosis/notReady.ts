// Beside a fault of the runtime: when the node was NotReady, as far as the kubelet's own lines tell.
import { mostOf } from '../base/extremes.ts';
import { formatDuration, formatTimeOfDay, MINUTE, type Micros } from '../base/time.ts';
import type { Questions, Suspicion, Verdict } from './rule.ts';

interface Span {
  readonly from: Micros;
  /** Undefined: no line tells that it became ready again. */
  readonly to: Micros | undefined;
}

type Judge = (suspicion: Suspicion, ask: Questions) => Verdict;

/** The same verdict, and what became of the node meanwhile. */
export function besideNotReady(judge: Judge): Judge {
  return (suspicion, ask) => {
    const verdict = judge(suspicion, ask);
    if (verdict === undefined || verdict.severity === 'info') return verdict;
    const text = notReadyText(spansNear(suspicion, ask));
    return text === undefined ? verdict : { ...verdict, note: joined(verdict.note, text) };
  };
}

function joined(...sentences: readonly (string | undefined)[]): string {
  return sentences.filter((sentence) => sentence !== undefined).join(' ');
}

/** Those that touch the fault, or lie within five minutes of it. */
function spansNear({ hits }: Suspicion, ask: Questions): readonly Span[] {
  const first = (hits[0]?.line.at ?? 0) - 5 * MINUTE;
  const last = (hits.at(-1)?.line.at ?? 0) + 5 * MINUTE;
  const ready = ask.said('nodeReady');
  const spans: Span[] = [];
  for (const { at: from, hasTime } of ask.said('nodeNotReady')) {
    if (!hasTime) continue;
    const before = spans.at(-1);
    if (before !== undefined && (before.to === undefined || from < before.to)) continue;
    spans.push({ from, to: ready.find(({ at }) => at > from)?.at });
  }
  return spans.filter(({ from, to }) => from <= last && (to ?? Infinity) >= first);
}

function notReadyText(spans: readonly Span[]): string | undefined {
  const [span] = spans;
  if (span === undefined) return undefined;
  const at = formatTimeOfDay(span.from).slice(0, 8);
  if (spans.length === 1)
    return span.to === undefined
      ? `The node is NotReady from ${at} on.`
      : `The node was NotReady from ${at} for ${formatDuration(span.to - span.from)}.`;
  const longest = mostOf(spans.map(({ from, to }) => (to ?? from) - from));
  return `The node was NotReady ${spans.length} times from ${at} on, the longest for ${formatDuration(longest)}.`;
}
