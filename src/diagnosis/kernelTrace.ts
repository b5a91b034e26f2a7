// What stands below a report of the kernel: the work that was done, and the functions that it was in.
import type { Line, Questions } from './rule.ts';

/** Lines from a report to the end of its trace. */
const longest = 60;
/** Other lines between two of one trace. */
const mostBetween = 6;
const mostFrames = 4;
const frame = /([A-Za-z_][\w.]*)\+0x/;
/** How it waits, and how the report itself is made. */
const ofWaiting =
  /^(?:_*schedule\w*|io_schedule\w*|dump_stack\w*|show_\w+|_*wait_for_common|wait_for_completion\w*)$/;

/** As a sentence; undefined: no trace follows. */
export function traceBelow(report: Line, ask: Questions): string | undefined {
  if (report.writer !== 'kernel') return undefined;
  const frames: string[] = [];
  let work = '';
  let last = report.position;
  for (const { position, body } of ask.said('frame')) {
    if (position <= last) continue;
    if (position > last + mostBetween || position > report.position + longest) break;
    last = position;
    const [, named] = frame.exec(body) ?? [];
    if (named === undefined) work ||= body.trim().slice(0, 100);
    else if (!ofWaiting.test(named) && frames.length < mostFrames) frames.push(named);
  }
  const said = [
    work === '' ? '' : `Below it stands: “${work}”.`,
    frames.length === 0 ? '' : `Functions in the trace below it: ${frames.join(', ')}.`,
  ].filter((part) => part !== '');
  return said.length === 0 ? undefined : said.join(' ');
}
