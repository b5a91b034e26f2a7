// What of a log can be folded, and where its names and ids stand.
import { expect, test } from 'vitest';
import { foldsOf } from '../../../src/extension/editor/folding.ts';
import { identitiesIn } from '../../../src/extension/editor/identities.ts';
import { readLogLine } from '../../../src/extension/editor/logLines.ts';

const head = (severity: string, second: number, site: string): string =>
  `${severity}1121 09:34:${String(second).padStart(2, '0')}.541298   26449 ${site}]`;
const stop = (second: number): string =>
  `${head('E', second, 'log.go:32')} "StopPodSandbox from runtime service failed" err="rpc error ${second}"`;
const skip = (second: number): string =>
  `${head('E', second, 'pod_workers.go:1324')} "Error syncing pod, skipping" pod="default/web-${second}"`;
const add = `${head('I', 1, 'kubelet.go:2515')} "SyncLoop ADD" source="api" pods=["default/web-1"]`;

function folds(...lines: readonly string[]): readonly string[] {
  return foldsOf(lines.length, (line) => lines[line] ?? '').map(
    ({ start, end, repeats }) => `${start}-${end}${repeats ? ' repeats' : ''}`,
  );
}

test('lines that come again fold, whatever their values; two are too few', () => {
  expect(folds(add, stop(1), stop(2), stop(3), add)).toEqual(['1-3 repeats']);
  expect(folds(add, stop(1), stop(2), add)).toEqual([]);
});

test('what comes in turns folds as a whole, up to the last whole turn', () => {
  const turns = [1, 2, 3, 4].flatMap((second) => [stop(second), skip(second)]);
  expect(folds(add, ...turns, stop(5), add)).toEqual(['1-8 repeats']);
});

test('a stack folds below its line, and a file’s last empty line is none of it', () => {
  expect(folds(add, 'goroutine 1 [running]:', '\tmain.main()', add, '')).toEqual(['0-2']);
  expect(folds('no log at all', 'nor here')).toEqual(['0-1']);
  expect(folds()).toEqual([]);
});

test('lines are known through what journald, a runtime or JSON put around them', () => {
  const plain = readLogLine(stop(1));
  expect(plain?.messageEnd).toBe(stop(1).indexOf(' err='));
  for (const before of [
    'Nov 21 09:34:04 node-a kubelet[26449]: ',
    '2026-11-21T09:34:04Z stderr F ',
  ])
    expect(readLogLine(before + stop(1))?.key).toBe(plain?.key);
  const json = '{"ts":1.5,"caller":"kubelet/kubelet.go:2515","msg":"SyncLoop ADD","v":2}';
  expect(readLogLine(json)?.key).toBe('kubelet/kubelet.go:2515 "SyncLoop ADD"');
  expect(readLogLine('Nov 21 09:34:04 node-a systemd[1]: Started kubelet')).toEqual({
    key: undefined,
    messageEnd: 0,
  });
  expect(readLogLine('\tmain.main()')).toBeUndefined();
});

test('a megabyte in one line, or of lines, takes no time worth telling', () => {
  const began = performance.now();
  folds(`${head('I', 1, 'kubelet.go:1')} "${'\\"x'.repeat(300_000)}`, 'y'.repeat(1_000_000));
  const turns = Array.from({ length: 20_000 }, (_, n) => (n % 9 === 0 ? add : stop(n % 60)));
  folds(...turns);
  expect(performance.now() - began).toBeLessThan(2_000);
});

test('names and ids of a line, where they stand', () => {
  const uid = '5c0e91e5-ca33-4316-ac70-0cfb035016d4';
  const line = `${add.replace('"]', '","kube-system/dns.x"]')} podUID="${uid}" path="/var/lib/kubelet"`;
  const words = identitiesIn(line);
  expect(words.map(({ text, kind }) => `${kind} ${text}`)).toEqual([
    'pod default/web-1',
    'pod kube-system/dns.x',
    `id ${uid}`,
  ]);
  for (const { text, start } of words) expect(line.slice(start, start + text.length)).toBe(text);
});
