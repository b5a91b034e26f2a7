import { describe, expect, it } from 'vitest';
import { formatRfc3339, micros } from '../../../src/base/time.ts';
import type { Sample } from '../../../src/log/format/format.ts';
import { formats } from '../../../src/log/formats.ts';
import { tableOf } from '../../support/log.ts';

/** What a line's record says, as far as the sample tells what to expect. */
function told(sample: Sample): Partial<Sample> {
  const table = tableOf(sample.line, { year: 2024 });
  const record = table.record(0);
  const site = table.sites.at(table.site[0] ?? 0);
  const all: Record<string, unknown> = {
    line: record.text,
    format: table.formatOf(0),
    time: record.time === undefined ? undefined : formatRfc3339(record.time),
    severity: record.severity,
    program: record.program,
    pid: record.pid,
    site,
    message: record.message,
  };
  return Object.fromEntries(Object.keys(sample).map((key) => [key, all[key]]));
}

describe('each format reads its samples', () => {
  for (const format of formats) {
    for (const sample of format.samples) {
      it(`${format.name}: ${sample.line.slice(0, 60)}`, () => {
        expect(told(sample)).toEqual(sample);
        expect(sample.format.split('/')).toContain(format.name);
      });
    }
  }

  it('and has some', () => {
    const without = formats.filter((format) => format.samples.length === 0);
    expect(without.map((format) => format.name)).toEqual([]);
  });
});

const klog = (text: string): string => `I0215 20:28:32.100000     248 a.go:1] ${text}`;

describe('records of several lines', () => {
  it('are entries of journalctl -o export, binary fields with line breaks too', () => {
    const value = `${klog('"m" k="v"')}\n\nmore`;
    const binary = `MESSAGE\n${String.fromCharCode(value.length)}\0\0\0\0\0\0\0${value}\n`;
    const entry = (text: string): string =>
      `__CURSOR=s=1\n__REALTIME_TIMESTAMP=1708028912100050\n_PID=248\n${text}SYSLOG_IDENTIFIER=kubelet\n\n`;
    const table = tableOf(entry(binary) + entry(`MESSAGE=${klog('plain')}\n`));
    expect([...table.formats]).toEqual([['journald-export/klog', 2]]);
    expect(table.record(0).field('k')).toBe('v');
    expect(table.record(1).message).toBe('plain');
    expect(table.record(1).line).toBe(10);
  });

  it('are entries of journalctl -o json-pretty', () => {
    const entry = JSON.stringify(
      { MESSAGE: klog('hello'), __REALTIME_TIMESTAMP: '1708028912100050', _PID: '248' },
      undefined,
      '\t',
    );
    const table = tableOf(`${entry}\n${entry}\n`);
    expect([...table.formats]).toEqual([['journald-json/klog', 2]]);
    expect(table.record(1).message).toBe('hello');
  });

  it('are parts of a line that a container runtime split', () => {
    const stamp = '2024-02-15T20:28:32.1Z stderr';
    const table = tableOf(
      `${stamp} P ${klog('"m" k="ab')}\n${stamp} F cd"\n${stamp} F ${klog('x')}\n`,
    );
    expect(table.length).toBe(2);
    expect(table.record(0).field('k')).toBe('abcd');
    const json = `{"ts":1795253816831.5,"caller":"a/b.go:1","msg":"m","v":0,"k":"abcd"}`;
    const split = tableOf(`${stamp} P ${json.slice(0, 60)}\n${stamp} F ${json.slice(60)}\n`);
    expect(split.record(0).field('k')).toBe('abcd');
    const part = (log: string): string =>
      JSON.stringify({ log, stream: 'stderr', time: '2024-02-15T20:28:32.1Z' });
    const docker = tableOf([part(klog('"m" k="ab')), part('cd"\n'), part(klog('x\n'))].join('\n'));
    expect(docker.record(0).field('k')).toBe('abcd');
    expect(docker.record(1).message).toBe('x');
  });

  it('are goroutine dumps, kept with their line', () => {
    const dump =
      'goroutine 356 [running]:\nmain.f(0x1)\n\t/a/b.go:766 +0xa7\n\ncreated by main.g\n';
    const table = tableOf(`${klog('boom')}\n${dump}${klog('next')}\n`);
    expect(table.length).toBe(2);
    expect(table.record(0).message).toBe(`boom\n${dump.trimEnd()}`);
    expect(table.record(1).line).toBe(7);
  });

  it('are stacks below a structured line, which are no part of its values', () => {
    const table = tableOf(`${klog('"m" pods=["a/b"]')}\ngoroutine 1 [running]:\nmain.f()\n`);
    expect(table.length).toBe(1);
    expect(table.record(0).field('pods')).toBe('["a/b"]');
  });

  it('are the stamp, node and line of a cloud console', () => {
    const table = tableOf(`2022-06-20 13:11:03.123 PDT\nnode-name\n${klog('x')}\n`);
    expect([...table.formats.keys()]).toEqual(['stamp-line', 'klog']);
    expect(table.record(1).line).toBe(3);
    expect(formatRfc3339(micros(table.time[1] ?? 0))).toMatch(/^2022/);
  });

  it('are lines that a terminal broke', () => {
    const long = `Feb 15 20:28:32 h kubelet[248]: ${klog('"m" err="a long text that a termi')}`;
    const table = tableOf(`${long}\nnal broke" k=1\n`);
    expect(table.length).toBe(1);
    expect(table.record(0).field('err')).toBe('a long text that a terminal broke');
  });

  it('are not lines of another process', () => {
    const line = (pid: number, text: string): string => `Feb 15 20:28:32 h x[${pid}]: ${text}`;
    const table = tableOf([line(1, klog('a')), line(2, 'b'), line(1, 'c')].join('\n'));
    expect(table.length).toBe(3);
  });

  it('are not lines of another container, and are those of an object that a log driver parted', () => {
    const composed = tableOf(
      `web-1 | [Fri Jul 16 17:47:02.823456 2021] [core:error] a\ndb-1  | 2021-07-16T17:47:03Z b\n`,
    );
    expect(composed.length).toBe(2);
    const object = `{"level":"error","ts":1623180677.0551498,"msg":"m","stacktrace":"${'a'.repeat(90)}`;
    const parted = tableOf(`${object}\nbbbb\\n\\tcccc"}\n${klog('x')}\n`);
    expect(parted.length).toBe(2);
    expect(formatRfc3339(micros(parted.time[0] ?? 0))).toBe('2021-06-08T19:31:17.055150Z');
  });

  it('are none that a console stamped later', () => {
    const at = (clock: string, text: string): string => `2024-05-22T12:43:${clock}Z ${text}`;
    const lines = [
      at('46.9626462', klog('a')),
      at('46.9626500', 'goroutine 1 [running]:'),
      at('47.5626500', 'Running step'),
      at('47.5626600', klog('b')),
    ];
    const table = tableOf(`${lines.join('\n')}\n`);
    expect(table.length).toBe(3);
    expect(table.record(1).text).toContain('Running step');
  });

  it('are what journalctl sets below a text, though nothing is known of that', () => {
    const head = 'Jan 26 10:12:45 moe systemd-coredump[658]: ';
    const deep = ' '.repeat(head.length);
    const lines = [`${head}dumped core.`, deep, `${deep}#0 main`, `${head}next`];
    const table = tableOf(`${lines.join('\n')}\n`);
    expect(table.length).toBe(2);
    expect(table.record(1).line).toBe(4);
  });

  it('keep a quoted log line inside a block', () => {
    const table = tableOf(`${klog('"m" out=<')}\n\t${klog('inner')}\n > k=1\n`);
    expect(table.length).toBe(1);
    expect(table.record(0).field('out')).toBe(klog('inner'));
    expect(table.record(0).field('k')).toBe('1');
  });

  it('are none of a wrapper that ends with its line', () => {
    const table = tableOf(`[2023-12-04T10:22:33.123456250Z][kubelet][\n] ${klog('x')}\n`);
    expect(table.messages.at(table.message[0] ?? 0)).toBe('[');
  });
});
