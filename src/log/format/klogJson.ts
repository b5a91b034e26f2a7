// Mirrors k8s.io/component-base/logs/json/json.go (v0.34): `{"ts":ms,"caller":"dir/file.go:1","msg":"…","v":0,…}`.
import { at, digits, indexOfText, isDigit, skipDigits, startsWith } from '../bytes.ts';
import type { LineHead } from '../lineHead.ts';
import { DONE, NO_MATCH, type Format } from './format.ts';
import { closingQuote } from './klog.ts';

/** The members that matter stand first, in a fixed order; only they are looked at here. */
function readKlogJson(bytes: Uint8Array, from: number, to: number, head: LineHead): number {
  if (!startsWith(bytes, from, to, '{"ts":')) return NO_MATCH;
  const whole = skipDigits(bytes, from + 6, to);
  if (whole === from + 6 || whole - from - 6 > 15) return NO_MATCH;
  const message = messageMember(bytes, whole, to);
  if (message < 0) return NO_MATCH;
  const end = closingQuote(bytes, message, to);
  if (end < 0) return NO_MATCH;
  readStamp(bytes, from + 6, whole, head);
  const caller = indexOfText(bytes, '"caller":"', whole, message);
  if (caller >= 0) readCaller(bytes, caller + 9, message, head);
  head.severity = isError(bytes, from, caller >= 0, end, to) ? 4 : 2;
  head.bodyFrom = from;
  head.structured = true;
  head.messageFrom = message + 1;
  head.messageTo = end;
  return DONE;
}

/** The place of the quote that opens the message; only the members before it are passed over. */
function messageMember(bytes: Uint8Array, from: number, to: number): number {
  const place = indexOfText(bytes, '"msg":"', from, Math.min(to, from + 400));
  return place < 0 ? -1 : place + 6;
}

/** Milliseconds with a fraction; published examples in seconds are told by their size. */
function readStamp(bytes: Uint8Array, from: number, whole: number, head: LineHead): void {
  const value = digits(bytes, from, whole - from);
  let fraction = 0;
  let scale = 1;
  if (at(bytes, whole) === 46) {
    for (let i = whole + 1; isDigit(at(bytes, i)) && scale < 1e9; i++) {
      fraction = fraction * 10 + at(bytes, i) - 48;
      scale *= 10;
    }
  }
  const unit = value < 1e11 ? 1e6 : 1e3;
  head.instant = value * unit + Math.round((fraction / scale) * unit);
}

function readCaller(bytes: Uint8Array, quote: number, to: number, head: LineHead): void {
  const end = closingQuote(bytes, quote, to);
  if (end < 0) return;
  let start = quote + 1;
  for (let i = start; i < end; i++) if (at(bytes, i) === 47) start = i + 1;
  head.siteFrom = start;
  head.siteTo = end;
}

/** No member says the severity: since 1.24 errors lack `v`; before, all lines have `v` and the oldest lack the caller. */
function isError(
  bytes: Uint8Array,
  from: number,
  hasCaller: boolean,
  messageEnd: number,
  to: number,
): boolean {
  const v = hasCaller
    ? startsWith(bytes, messageEnd + 1, to, ',"v":')
    : indexOfText(bytes, '"v":', from, to) >= 0;
  if (hasCaller) return !v;
  return !v || indexOfText(bytes, `,"err":"`, messageEnd, to) >= 0;
}

export const klogJson: Format = {
  name: 'klog-json',
  starts: '{',
  read: readKlogJson,
  samples: [
    {
      line: `{"ts":1795253816831.5696,"caller":"kuberuntime/kuberuntime_manager.go:291","msg":"Container runtime initialized","v":0,"version":"1.6"}`,
      format: 'klog-json',
      time: '2026-11-21T09:36:56.831570Z',
      severity: 'info',
      site: 'kuberuntime_manager.go:291',
      message: 'Container runtime initialized',
    },
    {
      line: `{"ts":1753141980841.6128,"logger":"UnhandledError","caller":"kubelet/kubelet.go:2406","msg":"Skipping","err":"[...]","errCauses":[{"error":"..."}]}`,
      format: 'klog-json',
      time: '2025-07-21T23:53:00.841613Z',
      severity: 'error',
    },
    {
      line: `{"ts":1580306777.04728,"v":4,"msg":"Pod status updated","pod":"kube-system/dns","status":"ready"}`,
      format: 'klog-json',
      time: '2020-01-29T14:06:17.047280Z',
      severity: 'info',
      message: 'Pod status updated',
    },
  ],
};
