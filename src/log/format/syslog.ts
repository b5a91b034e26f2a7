// Syslog with its priority: RFC 3164 `<30>Feb 15 20:28:32 host kubelet[1]: ` and RFC 5424 `<30>1 STAMP host kubelet 248 - - `.
import { at, digits, skipDigits, SPACE } from '../bytes.ts';
import type { LineHead } from '../lineHead.ts';
import { readIso } from '../stamps.ts';
import { NO_MATCH, type Format } from './format.ts';
import { journaldShort } from './journald.ts';
import { stripSyslogWords } from './stamped.ts';

/** The first byte behind `<PRI>`, or -1. klog writes to standard error, so the priority says nothing of the line. */
function afterPriority(bytes: Uint8Array, from: number, to: number): number {
  const end = skipDigits(bytes, from + 1, Math.min(to, from + 4));
  return end > from + 1 && at(bytes, end) === 62 ? end + 1 : -1;
}

function read5424(bytes: Uint8Array, from: number, to: number, head: LineHead): number {
  const start = afterPriority(bytes, from, to);
  if (start < 0 || digits(bytes, start, 1) < 1 || at(bytes, start + 1) !== SPACE) return NO_MATCH;
  const end = readIso(bytes, start + 2, to, head);
  return end < 0 ? NO_MATCH : stripSyslogWords(bytes, end, to, head);
}

function read3164(bytes: Uint8Array, from: number, to: number, head: LineHead): number {
  const start = afterPriority(bytes, from, to);
  return start < 0 ? NO_MATCH : journaldShort.read(bytes, start, to, head);
}

export const syslog5424: Format = {
  name: 'syslog-5424',
  starts: '<',
  read: read5424,
  samples: [
    {
      line: `<30>1 2024-02-15T20:28:32.1Z host kubelet 248 - - I0215 20:28:32.100000 248 a.go:1] hi`,
      format: 'syslog-5424/klog',
      time: '2024-02-15T20:28:32.100000Z',
      pid: 248,
    },
    {
      line: `<30>1 2024-02-15T20:28:32.1+02:00 host containerd 9 m [a@1 k="v"] free words`,
      format: 'syslog-5424',
      time: '2024-02-15T18:28:32.100000Z',
      program: 'containerd',
      message: 'free words',
    },
  ],
};

export const syslog: Format = {
  name: 'syslog',
  starts: '<',
  read: read3164,
  samples: [
    {
      line: `<30>Feb  5 20:28:32 host kubelet[248]: I0205 20:28:32.100000 248 a.go:1] hi`,
      format: 'syslog/klog',
      time: '2024-02-05T20:28:32.100000Z',
    },
  ],
};
