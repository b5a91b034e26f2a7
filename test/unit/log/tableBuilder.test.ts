import { describe, expect, it } from 'vitest';
import { sourceId } from '../../../src/base/input.ts';
import { formatRfc3339 } from '../../../src/base/time.ts';
import { MemoryBytes } from '../../../src/log/byteStore.ts';
import type { LogTable } from '../../../src/log/record.ts';
import { TableBuilder } from '../../../src/log/tableBuilder.ts';
import { instant, tableOf } from '../../support/log.ts';

const add = `I0621 09:14:02.118043    1511 kubelet.go:2447] "SyncLoop ADD" source="api" pods=["shop/web-0"]`;
const block = `E0621 09:14:03.000001    1511 remote_runtime.go:193] "RunPodSandbox failed" err=<\n\tfirst\n\tsecond\n > pod="shop/web-0"`;
const json = `{"ts":1795253816831.5696,"caller":"kubelet/kubelet.go:2406","msg":"Skipping pod synchronization","err":"x","pod":{"name":"web-0","namespace":"shop"}}`;
const journald = `Jun 21 09:14:04 node-1 kubelet[1511]: E0621 09:14:04.500000    1511 pod_workers.go:191] Error syncing pod`;

/** `line severity time site message | fields` of each record. */
function told(table: LogTable): string[] {
  return Array.from({ length: table.length }, (_, i) => {
    const r = table.record(i);
    const time = r.time === undefined ? '-' : formatRfc3339(r.time);
    const fields = r.fields.map((f) => ` | ${f.key}=${f.value}`).join('');
    return `${r.line} ${r.severity} ${time} ${r.file}:${r.fileLine} ${r.message}${fields}`;
  });
}

describe('a table', () => {
  it('holds klog text, JSON and journald lines of one file', () => {
    const table = tableOf([add, block, json, journald].join('\n') + '\n', { year: 2024 });
    expect(told(table)).toEqual([
      '1 info 2024-06-21T09:14:02.118043Z kubelet.go:2447 SyncLoop ADD | source=api | pods=["shop/web-0"]',
      '2 error 2024-06-21T09:14:03.000001Z remote_runtime.go:193 RunPodSandbox failed | err=first\nsecond | pod=shop/web-0',
      '6 error 2026-11-21T09:36:56.831570Z kubelet.go:2406 Skipping pod synchronization | err=x | pod=shop/web-0',
      '7 error 2024-06-21T09:14:04.500000Z pod_workers.go:191 Error syncing pod',
    ]);
    expect([...table.formats]).toEqual([
      ['klog', 2],
      ['klog-json', 1],
      ['journald-short/klog', 1],
    ]);
    expect(table.lines).toBe(7);
  });

  it('numbers equal messages alike and printf lines by their site', () => {
    const table = tableOf([add, add, journald, journald].join('\n'));
    const messages = Array.from(table.message.subarray(0, 4), (n) => table.messages.at(n));
    expect(messages).toEqual([
      'SyncLoop ADD',
      'SyncLoop ADD',
      'pod_workers.go:191',
      'pod_workers.go:191',
    ]);
    expect(table.messages.find('SyncLoop ADD')).toBe(table.message[0]);
    expect(table.messages.find('never said')).toBe(-1);
  });

  it('ends a record where a pager ends, or a page goes on as deep as it stood', () => {
    const inList = (line: string): string => `    ${line}`;
    const lines = [add, '~', '(END)', inList(journald), inList('.'), '', inList('As we see:')];
    const table = tableOf(lines.join('\n'), { year: 2024 });
    expect([1, 2, 3, 4, 7].map((line) => table.ordinalAtLine(line))).toEqual([0, 1, 2, 3, 4]);
  });

  it.each([
    ['I0518 00:24:39.998386   12869 main.go:128] libmachine: SSH cmd err, output: <nil>: [Unit]'],
    ['\\ I0518 00:24:39.998386   12869 main.go:128] output: <nil>: [Unit]'],
  ])('keeps a unit file in the record that prints it, empty lines and all: %s', (first) => {
    const file =
      'Description=Docker\nAfter=x.service\n\n[Service]\nType=notify\n\n\n# Why.\nExecStart=\n\n[Install]\nWantedBy=multi-user.target\n" | sudo tee x\n\n';
    const table = tableOf(`${first}\n${file}Some words.\n${first}\n`);
    expect(table.length).toBe(3);
    expect(table.ordinalAtLine(14)).toBe(0);
  });

  it('leaves a unit file that stands apart from a record to itself', () => {
    const table = tableOf(`${add}\n\n[Service]\nRestart=always\n`);
    expect(table.ordinalAtLine(3)).toBe(1);
  });

  it('keeps a diff in the record that prints it', () => {
    const first = `- I0518 00:25:03.855795   12869 main.go:128] libmachine: SSH cmd err, output: <nil>: --- /lib/x.service     2021-04-09 22:44:09.000000000 +0000`;
    const diff =
      '+++ /lib/x.service.new      2021-05-18 04:24:39.996463000 +0000\n@@ -1,30 +1,32 @@\n [Unit]\n+A=b\n-C=d\n \n [Service]\n-# the default\n-Restart=always\n-\n+Restart=on-failure\n \n+\n+\n+# This\n';
    const table = tableOf(`${first}\n${diff}${add}\n`);
    expect(table.length).toBe(2);
  });

  it('finds records by offset and by line', () => {
    const table = tableOf([add, block, json].join('\n'));
    expect([1, 2, 3, 5, 6, 7].map((line) => table.ordinalAtLine(line))).toEqual([
      0, 1, 1, 1, 2, -1,
    ]);
    const second = add.length + 1;
    expect([0, second - 1, second, second + 100].map((offset) => table.ordinalAt(offset))).toEqual([
      0, 0, 1, 1,
    ]);
  });

  it('joins the lines of a block that each have their journald prefix', () => {
    const prefix = 'Jun 21 09:14:03 node-1 kubelet[1511]: ';
    const text = [...block.split('\n').map((line) => prefix + line), journald].join('\n');
    expect(told(tableOf(text, { year: 2024 }))[0]).toBe(
      '1 error 2024-06-21T09:14:03.000001Z remote_runtime.go:193 RunPodSandbox failed | err=first\nsecond | pod=shop/web-0',
    );
  });

  it('keeps text that is no log line, as records of format text', () => {
    const table = tableOf(`hello\nthere\n${add}\n`);
    expect(table.length).toBe(3);
    expect(table.record(0).message).toBe('hello');
    expect(table.formats.get('text')).toBe(2);
  });

  it('keeps together what minikube tells of a command that it ran', () => {
    const ran = [
      'I0908 21:10:31.886238   24553 network_create.go:286] output of [docker network inspect]: -- stdout --',
      '[]',
      '',
      '-- /stdout --',
      '** stderr ** ',
      'Error response from daemon: network minikube not found',
      '',
      '** /stderr **',
    ];
    const said = [
      'I0908 21:10:49.864802   24553 kubeadm.go:162] will remove: Process exited with status 2',
      'stdout:',
      '',
      'stderr:',
      'grep: /etc/kubernetes/kubelet.conf: No such file or directory',
    ];
    expect(tableOf([...ran, ...said, ''].join('\n')).length).toBe(2);
  });

  it('is the same however the bytes are cut into chunks', () => {
    const text = [add, block, json, journald, 'cut'].join('\r\n');
    const bytes = new TextEncoder().encode(text);
    const whole = told(tableOf(text, { year: 2024 }));
    for (const size of [1, 2, 7, 64]) {
      const builder = new TableBuilder(sourceId(0), new MemoryBytes(bytes), { year: 2024 });
      for (let i = 0; i < bytes.length; i += size) builder.append(bytes.subarray(i, i + size));
      builder.finish();
      expect(told(builder.table)).toEqual(whole);
      expect(builder.table.bytes).toBe(bytes.length);
    }
  });

  it('never takes what an earlier chunk left behind for the end of a cut line', () => {
    // The bracket of the first line stands where that of the second would.
    const text = `${'x'.repeat(44)}]${'x'.repeat(30)}\nI1121 09:08:30.468350   28299 plugins.go:404`;
    const bytes = new TextEncoder().encode(text);
    const builder = new TableBuilder(sourceId(0), new MemoryBytes(bytes), { year: 2024 });
    for (let i = 0; i < bytes.length; i++) builder.append(bytes.subarray(i, i + 1));
    builder.finish();
    expect(told(builder.table)).toEqual(told(tableOf(text, { year: 2024 })));
  });
});

describe('the year of a klog line', () => {
  const december = 'I1231 23:59:59.000000 1 a.go:1] x\n';
  const january = 'I0101 00:00:01.000000 1 a.go:1] x\n';
  const years = (text: string, options = {}): string[] => {
    const table = tableOf(text, options);
    return Array.from(
      { length: table.length },
      (_, i) => told(table)[i]?.split(' ')[2]?.slice(0, 4) ?? '',
    );
  };

  it('is the one before the file was written', () => {
    expect(years(december, { modified: instant('2024-06-01T00:00:00Z') })).toEqual(['2023']);
    expect(years(january, { modified: instant('2024-06-01T00:00:00Z') })).toEqual(['2024']);
  });

  it('goes on at new year, and back in a log that runs backwards', () => {
    expect(years(december + january, { year: 2023 })).toEqual(['2023', '2024']);
    expect(years(january + december, { year: 2024 })).toEqual(['2024', '2023']);
  });
});
