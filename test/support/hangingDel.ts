// A real kubelet whose CNI DEL hangs: its log, and its goroutines when it had hung for over a minute.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

const folder = path.resolve(import.meta.dirname, '../fixtures/lab/cni-del-hang-v2');

function unpacked(name: string): string {
  return zlib.gunzipSync(fs.readFileSync(path.join(folder, name))).toString();
}

export const hangingDelLog: readonly string[] = unpacked('kubelet.log.gz').trimEnd().split('\n');
export const hangingDelGoroutines = unpacked('goroutines-2.txt.gz');

/** The line that was written first after the goroutines were. */
export const afterTheGoroutines = hangingDelLog.findIndex((line) => line.startsWith('E1121 11:13'));

/** Lines of klog as if one of them, by default the last, had been written so many seconds ago. */
export function asOfNow(
  lines: readonly string[],
  seconds: number,
  which = lines.length - 1,
): readonly string[] {
  const last = timeOf(lines[which] ?? '');
  const shift = Date.now() - seconds * 1000 - last;
  return lines.map((line) =>
    line.replace(/^([IWEF])\d{4} \d\d:\d\d:\d\d/, (_, severity: string) => {
      const [, month, day, clock] =
        /^\d{4}-(\d\d)-(\d\d)T([\d:]{8})/.exec(new Date(timeOf(line) + shift).toISOString()) ?? [];
      return `${severity}${month ?? ''}${day ?? ''} ${clock ?? ''}`;
    }),
  );
}

function timeOf(line: string): number {
  const [, month, day, clock] = /^[IWEF](\d\d)(\d\d) (\d\d:\d\d:\d\d)/.exec(line) ?? [];
  return Date.parse(`2026-${month ?? '01'}-${day ?? '01'}T${clock ?? '00:00:00'}Z`);
}
