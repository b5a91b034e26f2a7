// A time as far as its line shows it: klog has neither year nor zone, and what a clock takes for them is not said where the line has none.
import { formatRfc3339, type Micros } from '../../base/time.ts';
import type { Place } from './place.ts';

const zone = /^[\d:]{8}(?:[.,]\d+)? ?(?:[+-]\d\d:?\d\d|Z|UTC|GMT|[A-Z]{2,3}T)\b/;

/** In the form of a line; undefined where no line of the log has a time. */
export function shownTime(time: Micros, line: Place | undefined): string | undefined {
  if (!(time > 0)) return undefined;
  const whole = formatRfc3339(time);
  const { text = '', time: own } = line ?? {};
  const said = own === undefined ? '' : formatRfc3339(own);
  // What is read as another time of day than the line has is converted: from a known zone, or from seconds since 1970.
  const at = said === '' ? -1 : text.indexOf(said.slice(11, 19));
  if (at < 0) return whole;
  const local = zone.test(text.slice(at)) ? whole : whole.slice(0, -1);
  return text.includes(said.slice(0, 4)) ? local : local.slice(5).replace('T', ' ');
}
