import { describe, expect, it } from 'vitest';
import { formatRfc3339 } from '../../../src/base/time.ts';
import type { LogRecord } from '../../../src/log/record.ts';
import { tableOf } from '../../support/log.ts';

function records(text: string): LogRecord[] {
  const table = tableOf(text, { year: 2021 });
  return Array.from({ length: table.length }, (_, row) => table.record(row));
}

function wrapped(line: string, width: number): string {
  return line.match(new RegExp(`.{1,${String(width)}}`, 'gsu'))?.join('\n') ?? '';
}

const structured = `E0304 18:05:30.100000     771 kubelet.go:2431] "Error getting node, which is told in a message that is longer than a terminal" err="node \\"node-1\\" not found in the cache of the kubelet" pod="shop/web-0"`;
const next = `I0304 18:05:31.000000     771 kubelet.go:1] "next" pod="a/b"`;

describe('a line that was broken at a width', () => {
  it.each([80, 100, 120])('is one again: klog at %i', (width) => {
    const table = tableOf(`${wrapped(structured, width)}\n${next}\n`, { year: 2021 });
    expect(table.length).toBe(2);
    const record = table.record(0);
    expect(record.message).toMatch(/^Error getting node.* than a terminal$/);
    expect(record.field('err')).toBe('node "node-1" not found in the cache of the kubelet');
    expect(record.field('pod')).toBe('shop/web-0');
    expect(record.text).toBe(wrapped(structured, width));
    expect(table.messages.at(table.message[0] ?? 0)).toBe(record.message);
    expect(table.rowsNaming('shop/web-0')).toEqual(Uint32Array.of(0));
  });

  it('is one again though its head was broken, under a long name of a host', () => {
    const host = 'tess-node-kltc4-tess19.stratus.example.com';
    const line = `Mar 04 18:05:30 ${host} kubelet[1526549]: ${structured}`;
    const [record, after] = records(`${wrapped(line, 80)}\n${next}\n`);
    expect(record?.message).toMatch(/^Error getting node/);
    expect(record?.severity).toBe('error');
    expect(record?.time === undefined ? '' : formatRfc3339(record.time)).toBe(
      '2021-03-04T18:05:30.100000Z',
    );
    expect(after?.message).toBe('next');
  });

  it("is one again: the kubelet's JSON", () => {
    const json = `{"ts":1753141980841.6128,"caller":"kubelet/kubelet.go:2406","msg":"Skipping pod synchronization","err":"[PLEG is not healthy: pleg was last seen active 3m5s ago]"}`;
    for (const line of [json, `10.5.0.2: ${json}`]) {
      const [record, after] = records(`${wrapped(line, 80)}\n${next}\n`);
      expect(record?.message).toBe('Skipping pod synchronization');
      expect(record?.field('err')).toMatch(/3m5s ago\]$/);
      expect(after?.message).toBe('next');
    }
  });

  // https://github.com/JuPillet/IOT k3s-agent.log
  it('is one again: logrus at 100', () => {
    const line = `time="2024-07-19T10:31:06Z" level=warning msg="Cluster CA certificate is not trusted by the host CA bundle, but the token does not include a CA hash. Use the full token from the server's node-token file to enable Cluster CA validation."`;
    const [record] = records(`${wrapped(line, 100)}\n${next}\n`);
    expect(record?.message).toMatch(/ host CA bundle, .* node-token file to enable/);
  });

  it('is one again at any width where a quote is left open, or where a mark stands at the break', () => {
    const [open] = records(`${structured.slice(0, 171)}\n${structured.slice(171)}\n${next}`);
    expect(open?.field('pod')).toBe('shop/web-0');
    const printf = 'I0304 18:05:30.100000     771 a.go:1] some words of the printf era';
    const [marked] = records(`${printf}⏎\n that go on\n${next}`);
    expect(marked?.message).toBe('some words of the printf era that go on');
  });

  it('is not what follows a line that is whole, or cut by a pager', () => {
    const printf =
      'I0304 18:05:30.100000     771 a.go:1] some words of the printf era and more of them';
    expect(records(`${printf}\nsecond line\n${next}`)[0]?.message).toMatch(/\nsecond line$/);
    const cut = `${structured.slice(0, 90)}>`;
    expect(records(`${cut}\nlines 1-23\n`)[0]?.message).not.toMatch(/lines 1-23/);
    const dump = `E0304 18:05:30.100000     771 a.go:1] "panic" err="x"\ngoroutine 1 [running]:\nmain.f()`;
    expect(records(dump)[0]?.field('err')).toBe('x');
  });
});
