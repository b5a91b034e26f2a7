import { describe, expect, it } from 'vitest';
import { compileFilter, completeFilter } from '../../../src/log/filter.ts';
import { findRows } from '../../../src/log/findRows.ts';
import { tableOf } from '../../support/log.ts';

const uid = '5c0e91e5-ca33-4316-ac70-0cfb035016d4';
const table = tableOf(
  [
    `I1121 10:40:00.000001   77 kubelet.go:2515] "SyncLoop ADD" source="api" pods=["kube-system/dns-1"]`,
    `E1121 10:41:00.000001   77 generic.go:256] "GenericPLEG: Unable to retrieve pods" err="rpc error" numErrs=7`,
    `W1121 10:42:00.000001   77 kubelet.go:1999] skipping pod synchronization - [PLEG is not healthy]`,
    `I1121 10:43:00.000001   77 kubelet.go:2546] "SyncLoop (PLEG): event for pod" pod="default/web-1" event={"ID":"${uid}"}`,
    `I1121 10:44:00.000001   78 kubelet.go:1953] SyncLoop (PLEG): "web-1_default(${uid})", event`,
    `{"ts":1795257900000.5,"caller":"kubelet/kubelet.go:2406","msg":"Skipping","err":"x","pod":{"name":"web-1","namespace":"default"}}`,
  ].join('\n'),
  { year: 2026 },
);

/** The 1-based lines that a filter finds, or its error. */
function lines(text: string, aliases?: (value: string) => readonly string[]): number[] | string {
  const filter = compileFilter(text, aliases === undefined ? {} : { aliases });
  if (!filter.ok) return filter.error;
  return [...findRows(table, filter.value)].map(({ row }) => row + 1);
}

describe('a filter', () => {
  it('takes a log for that of the node that it is told, else what its lines name', () => {
    const found = (text: string, node: string | undefined): number => {
      const filter = compileFilter(text, { nodeOf: () => node });
      return filter.ok ? [...findRows(table, filter.value)].length : -1;
    };
    expect(found('node=node-a', 'node-a')).toBe(table.length);
    expect(found('node=node-*', 'node-a')).toBe(table.length);
    expect(found('node=node-b', 'node-a')).toBe(0);
    expect(found('node!=node-a', 'node-a')).toBe(0);
    expect(found('node=node-a', undefined)).toBe(0);
  });

  it.each([
    ['', [1, 2, 3, 4, 5, 6]],
    ['sev>=W', [2, 3, 6]],
    ['sev=e', [2, 6]],
    ['not sev>=W', [1, 4, 5]],
    ['pod=kube-system/*', [1]],
    ['pod=default/web-1', [4, 5, 6]],
    ['pod=default/web-?', [4, 5, 6]],
    ['pod=default/web', []],
    [`uid=${uid}`, [4, 5]],
    ['msg~"^Generic.*pods$"', [2]],
    ['msg:pleg', [2, 3, 4, 5]],
    ['msg="SyncLoop ADD"', [1]],
    ['file=kubelet.go', [1, 3, 4, 5, 6]],
    ['site=generic.go:256', [2]],
    ['pid=78', [5]],
    ['after=10:42', [3, 4, 5, 6]],
    ['before="11-21 10:41:30"', [1, 2]],
    ['after=2026-11-21T10:43:00Z before=10:44:30', [4, 5]],
    ['source=api', [1]],
    ['numErrs>5', [2]],
    ['format=klog-json', [6]],
    ['rpc', [2]],
    ['"not healthy"', [3]],
    ['-pleg', [1, 6]],
    ['(sev=I pod=default/*) or rpc', [2, 4, 5]],
    ['pod=*/* and not (pleg or skipping)', [1]],
  ])('%s', (text, expected) => {
    expect(lines(text)).toEqual(expected);
  });

  it('tests a message of its own for each printf line, though all of a statement share a number', () => {
    const printf = ['one', 'two', 'one']
      .map((word) => `W1121 10:42:00.000001   77 kubelet.go:1999] skipping ${word}`)
      .join('\n');
    const filter = compileFilter('msg:two');
    if (!filter.ok) throw new Error(filter.error);
    expect([...findRows(tableOf(printf, { year: 2026 }), filter.value)]).toEqual([
      { row: 1, isMatch: true },
    ]);
  });

  it('takes all names of a pod from who knows them', () => {
    expect(lines('pod=default/other', () => [uid])).toEqual([4, 5]);
  });

  it.each([
    ['sev>=loud', 'sev wants D, I, W, E or F, not loud.'],
    [
      'after=yesterday',
      'after wants a time like 10:42, 11-21 10:42 or 2026-11-21T10:42:00Z, not yesterday.',
    ],
    ['msg~"("', 'msg~ wants a regular expression; ( is none: Unterminated group.'],
    [
      'msg~"(?=a)b"',
      'msg~ wants a regular expression; (?=a)b looks ahead or behind, which could take for ever.',
    ],
    [`${'('.repeat(5000)}x`, 'A filter nests at most 100 deep.'],
    [`${'not '.repeat(20_000)}x`, 'A filter nests at most 100 deep.'],
    ['a '.repeat(2000), 'A filter has at most 1,000 words.'],
    [`"${'a'.repeat(12_000_000)}"`, 'A filter has at most 1,000,000 characters.'],
    ['(a', 'The ( at character 1 is never closed.'],
    ['a)', 'There is a ) too many at character 2.'],
    ['"open', 'The quote at character 1 is never closed.'],
    ['a not', 'After "not" something to negate is missing.'],
    ['pid=x', 'pid wants a number, not x.'],
  ])('%.60s is refused', (text, problem) => {
    expect(lines(text)).toBe(problem);
  });

  it('gives neighbours as context, each row once', () => {
    const filter = compileFilter('sev=W or pid=78');
    const rows = filter.ok ? [...findRows(table, filter.value, 1)] : [];
    expect(rows.map(({ row, isMatch }) => `${row + 1}${isMatch ? '*' : ''}`)).toEqual([
      '2',
      '3*',
      '4',
      '5*',
      '6',
    ]);
  });
});

describe('completeFilter', () => {
  const told = (text: string): string[] =>
    completeFilter(text, text.length, table).map((entry) => text.slice(0, entry.from) + entry.text);

  it.each([
    ['s', ['sandbox=', 'sev>=', 'site=']],
    ['sev>=W fi', ['sev>=W file=']],
    ['sev>=', ['sev>=D', 'sev>=I', 'sev>=W', 'sev>=E', 'sev>=F']],
    ['file=g', ['file=generic.go']],
    ['msg="SyncLoop A', ['msg="SyncLoop ADD"']],
    ['msg=syncloop', ['msg="SyncLoop ADD"', 'msg="SyncLoop (PLEG): event for pod"']],
    ['file=kubelet.go', []],
  ])('%s', (text, expected) => {
    expect(told(text)).toEqual(expected);
  });
});
