import { describe, expect, test } from 'vitest';
import { checkPack, mute } from '../../../../src/diagnosis/pack/checkPack.ts';
import {
  readPack,
  type PackProblem,
  type RulePack,
} from '../../../../src/diagnosis/pack/readPack.ts';
import { diagnoseText } from '../../../support/cases.ts';

const good = `rules:
  - id: disk-array-gone
    title: The array {array|} is gone
    severity: high
    by: pod
    signs:
      - text: 'array (?<array>\\w+) is gone'
    atLeast: 2
    lasting: 5s
    explanation: The driver lost its array.
    samples:
      - finds: true
        pod: apps/web-1
        log: |
          E0314 08:15:27.000000 1 x.go:1] "Mount failed" err="array a7 is gone" pod="apps/web-1"
          E0314 08:15:37.000000 1 x.go:1] "Mount failed" err="array a7 is gone" pod="apps/web-1"
      - finds: false
        log: |
          E0314 08:15:27.000000 1 x.go:1] "Mount failed" err="array a7 is gone" pod="apps/web-1"
mute:
  - id: dns-limits
    why: known
`;

const bomb = [
  'a: &a0 [x,x,x,x,x,x,x,x,x]',
  ...[1, 2, 3, 4, 5].map((n) => `${'abcdef'[n] ?? ''}: &a${n} [${`*a${n - 1},`.repeat(9)}]`),
  'rules: [*a5]',
].join('\n');

function packOf(text: string): RulePack {
  const read = readPack(text);
  return read.ok ? read.value : expect.fail(JSON.stringify(read.error));
}

function problemsOf(text: string): readonly PackProblem[] {
  const read = readPack(text);
  return read.ok ? [] : read.error;
}

test('a pack is right on its own samples', () => {
  expect(checkPack(packOf(good)).map(({ problem }) => problem)).toEqual([undefined, undefined]);
});

test('a sample that is not found is told', () => {
  const [first] = checkPack(packOf(good.replace('atLeast: 2', 'atLeast: 3')));
  expect(first?.problem).toBe('disk-array-gone is not found');
});

test('a sample of another pod is told', () => {
  const [first] = checkPack(packOf(good.replace('pod: apps/web-1', 'pod: apps/web-2')));
  expect(first?.problem).toBe('disk-array-gone is found, but not for pod apps/web-2');
});

describe('mistakes have a line and a column', () => {
  test.each([
    ['no YAML', 'rules: [', /./, 1],
    ['an unknown severity', good.replace('severity: high', 'severity: awful'), /severity/, 4],
    [
      'a bad pattern',
      good.replace('(?<array>', '(?<array'),
      /signs\.0\.text: wants a regular expression, and this is none: /,
      7,
    ],
    ['a bad length of time', good.replace('5s', 'soon'), /lasting: must be a length of time/, 9],
    ['an unknown key', good.replace('atLeast', 'atMost'), /atMost/, 8],
    ['a bad id', good.replace('disk-array-gone', 'Disk_Gone'), /kebab-case/, 2],
    ['one that looks ahead', good.replace(/- text: .*/, '- text: (?=a)b'), /looks ahead/, 7],
    ['one that refers back', good.replace(/- text: .*/, '- text: (a)\\1'), /refers back/, 7],
    ['two documents', `${good}---\nmute: []\n`, /one document/, 23],
    ['a log line in plain YAML', 'rules:\n  - log: E0314 a.go:1] b: c\n', /in quotes/, 2],
    ['a list', '- a\n', /the keys rules or mute/, 1],
    ['aliases without end', bomb, /alias/, 1],
    ['a missing title', good.replace(/ {4}title.*\n/, ''), /title/, 2],
  ])('%s', (_, text, what, line) => {
    const [problem] = problemsOf(text);
    expect(problem?.text).toMatch(what);
    expect(problem?.line).toBe(line);
    expect(problem?.column).toBeGreaterThan(0);
  });
});

test('an empty pack is a pack', () => {
  expect(packOf('')).toMatchObject({ rules: [], samples: [], mutes: [] });
});

test('a muted finding keeps its reason', () => {
  const { findings } = diagnoseText(
    'E0314 08:15:27.000000 1 dns.go:1] "Nameserver limits exceeded"',
  );
  const { shown, muted } = mute(findings, packOf(good).mutes);
  expect(shown).toEqual([]);
  expect(muted.map(({ why }) => why)).toEqual(['known']);
});
