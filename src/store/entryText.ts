// Stored lines as the text of a log. Lines that carry no time of their own, as collectors that cut it off leave them, get the store's
// stamp in the form in which container runtimes write it.
import { formatRfc3339, micros } from '../base/time.ts';
import type { Entry } from './storeView.ts';

const sampled = 50;
/** klog; JSON, which has its time within; RFC 3339 and what begins so; syslog and journalctl; `time="…"`. */
const stamped =
  /^(?:[IWEF]\d{4} \d\d:\d\d:\d\d|\s*\{|\[?\d{4}-\d\d-\d\d[T ]|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|(?:time|ts)=|\* )/;

/** Makes text of a node's entries, in the form that its first ones ask for. */
export class EntryText {
  private prefixed: boolean | undefined;

  bytes(entries: readonly Entry[]): Uint8Array {
    this.prefixed ??= isBare(entries);
    const { prefixed } = this;
    const lines = entries.flatMap(({ stamp, line }) => {
      const text = line.replace(/\r?\n$/, '');
      if (text === '') return [];
      return prefixed
        ? text.split('\n').map((each) => `${stampText(stamp)} stderr F ${each}`)
        : [text];
    });
    return new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''));
  }
}

function isBare(entries: readonly Entry[]): boolean | undefined {
  if (entries.length === 0) return undefined;
  const sample = entries.slice(0, sampled);
  return !sample.some(({ line }) => stamped.test(line));
}

function stampText(stamp: bigint): string {
  const text = formatRfc3339(micros(Number(stamp / 1000n)));
  return `${text.slice(0, -1)}${String(stamp % 1000n).padStart(3, '0')}Z`;
}
