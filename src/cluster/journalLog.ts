// Mirrors what pkg/kubelet/kubelet_server_journal.go (v1.34) gives: the journal of the unit kubelet in journalctl's short-precise
// form, in UTC, from a whole second on. Each question therefore brings some lines a second time, which are left out.
import {
  MINUTE,
  SECOND,
  daysFromCivil,
  DAY,
  formatRfc3339,
  HOUR,
  micros,
  type Micros,
} from '../base/time.ts';
import { pause, Trouble } from './logPoll.ts';
import type { LogPart, NodeLogOptions } from './logPart.ts';
import type { NodeProxy } from './nodeProxy.ts';
import { realClock } from './realClock.ts';

/** Lines of this long before the last one are asked for again: clocks are set back a little, and threads overtake each other. */
const slack = 2 * SECOND;
/** One question brings no more than this, so that an answer stays small; the kubelet gives up after half a minute. */
const stride = 10 * MINUTE;

export async function* followJournal(
  proxy: NodeProxy,
  { signal, interval = 2_000, span = 3_600 }: NodeLogOptions,
): AsyncGenerator<LogPart> {
  const trouble = new Trouble(proxy.node);
  const seen = new SeenLines();
  // By the node's clock, which may be another than ours.
  const newest = await newestStamp(proxy, signal);
  let from = micros(newest - span * SECOND);
  while (!signal.aborted) {
    const until = micros(from + stride);
    const isPast = until < newest;
    const asked = Date.now();
    const query = `logs/?query=kubelet&sinceTime=${second(from)}${isPast ? `&untilTime=${second(until)}` : ''}`;
    const answer = await proxy.get(query, signal);
    if (!answer.ok) {
      yield* trouble.failed(answer.error);
      await pause(trouble.wait, signal);
      continue;
    }
    yield* trouble.worked();
    const fresh = seen.fresh(answer.value.body.toString('latin1'), realClock.now());
    if (fresh.lostTrack)
      yield {
        kind: 'notice',
        gap: 'disconnected',
        text: `The journal of ${proxy.node} no longer has the lines that were read last: lines may be missing.`,
      };
    if (fresh.text !== '') yield { kind: 'data', bytes: Buffer.from(fresh.text, 'latin1') };
    from = micros(Math.max(from, isPast ? until - slack : 0, (seen.last ?? 0) - slack));
    seen.forgetBefore(from);
    // The question costs the node more than the answer costs us.
    if (!isPast)
      await pause(Math.max(interval, Math.min(10_000, 4 * (Date.now() - asked))), signal);
  }
}

async function newestStamp(proxy: NodeProxy, signal: AbortSignal): Promise<Micros> {
  const answer = await proxy.get('logs/?query=kubelet&tailLines=1', signal);
  const text = answer.ok ? answer.value.body.toString('latin1') : '';
  return stampOf(text, realClock.now()) ?? realClock.now();
}

function second(time: Micros): string {
  return `${formatRfc3339(time).slice(0, 19)}Z`;
}

/** The lines of the last seconds, with how often each was read. */
class SeenLines {
  private lines = new Map<string, { count: number; readonly at: Micros }>();
  /** The newest stamp. */
  last: Micros | undefined;

  fresh(text: string, now: Micros): { readonly text: string; readonly lostTrack: boolean } {
    const left = new Map([...this.lines].map(([line, { count }]) => [line, count]));
    const comparing = left.size > 0;
    let met = 0;
    let at = this.last ?? micros(0);
    const kept: string[] = [];
    for (const line of text.match(/[^\n]+\n?/g) ?? []) {
      // "-- No entries --", "-- Boot … --": journalctl's own words.
      if (line.startsWith('-- ')) continue;
      const times = left.get(line) ?? 0;
      if (times > 0) {
        left.set(line, times - 1);
        met++;
        continue;
      }
      at = stampOf(line, now) ?? at;
      if (this.last === undefined || at > this.last) this.last = at;
      const known = this.lines.get(line);
      this.lines.set(line, { count: (known?.count ?? 0) + 1, at });
      kept.push(line.endsWith('\n') ? line : `${line}\n`);
    }
    return { text: kept.join(''), lostTrack: comparing && met === 0 && kept.length > 0 };
  }

  /** Those that no later question brings again. */
  forgetBefore(time: Micros): void {
    const whole = Math.floor(time / SECOND) * SECOND;
    for (const [line, { at }] of this.lines) if (at < whole) this.lines.delete(line);
  }
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `Nov 21 13:42:24.346912 …`; the year is that in which it is not in the future. */
function stampOf(line: string, now: Micros): Micros | undefined {
  const m = /^([A-Z][a-z]{2}) {1,2}(\d{1,2}) (\d\d):(\d\d):(\d\d)\.(\d{6}) /.exec(line);
  const month = months.indexOf(m?.[1] ?? '') + 1;
  if (m === null || month === 0) return undefined;
  const [, , day, hour, minute, seconds, fraction] = m;
  const inDay =
    Number(hour) * HOUR + Number(minute) * MINUTE + Number(seconds) * SECOND + Number(fraction);
  const year = new Date(now / 1000).getUTCFullYear();
  const inYear = (y: number): number => daysFromCivil(y, month, Number(day)) * DAY + inDay;
  return micros(inYear(year) > now + DAY ? inYear(year - 1) : inYear(year));
}
