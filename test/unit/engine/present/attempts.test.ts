// The lines of a finding by attempt: what hands an error on is one try, what only fails in the same moment is another.
import { expect, test } from 'vitest';
import { micros, parseRfc3339 } from '../../../../src/base/time.ts';
import type { FindingAttempt, RelatedFinding } from '../../../../src/protocol/rows.ts';
import { engineHere, engineOn } from '../../../support/engine.ts';

const stuckAt = parseRfc3339('2026-11-21T09:34:52Z') ?? micros(NaN);

async function findingOf(
  capture: string,
  title: RegExp,
  between?: number,
): Promise<RelatedFinding> {
  const engine = await engineOn(capture);
  await engine.call('seek', [
    capture === 'teardown-v2' ? { kind: 'time', time: stuckAt } : { kind: 'end' },
  ]);
  const { rows } = await engine.call('findings', [{ start: 0, count: 1_000 }]);
  const key = rows.find((row) => title.test(`${row.title} ${row.pod ?? 'no pod'}`))?.key ?? '';
  const found = await engine.call('finding', between === undefined ? [key] : [key, { between }]);
  engine.dispose();
  if (found === undefined) throw new Error(`${capture} has no finding ${String(title)}.`);
  return found;
}

const lines = ({ lines: own }: FindingAttempt): readonly string[] => own.map(({ said }) => said);
const numbers = (found: RelatedFinding) => found.attempts.shown.map(({ number }) => number);
const sandbox = '9936f76e4b93f8f70d9597148674052df94aee5f64d0b7b11c993c2418d3960d';
const ending = `failed to destroy network for sandbox "${sandbox}": plugin type="bridge" failed (delete): injected: ipam lease store is unreachable`;

test('the root error, what it blocks, and each try with the lines that hand its error on', async () => {
  const found = await findingOf('teardown-v2', /CNI DEL fails/);
  expect(found.rootError).toBe(ending);
  expect(found.explanation).not.toContain('Root error');
  expect(found.blocks).toEqual(['default/web-1 stays in Terminating']);
  expect(found.attempts.total).toBe(found.row.count);
  expect(numbers(found)).toEqual([1, 2, 3, 4, 5]);
  const [first] = found.attempts.shown;
  expect(first?.ending).toBe(ending);
  expect(first && lines(first)).toEqual([
    'StopPodSandbox from runtime service failed: rpc error: code = Unknown: …',
    `Failed to stop sandbox podSandboxID={"Type":"containerd","ID":"${sandbox}"}`,
    'Unhandled Error: failed to "KillPodSandbox" for "5c0e91e5-ca33-4316-ac70-0cfb035016d4" with KillPodSandboxError: rpc error: code = Unknown: …',
    'Error syncing pod, skipping: failed to "KillPodSandbox" for "5c0e91e5-ca33-4316-ac70-0cfb035016d4" with KillPodSandboxError: rpc error: code = Unknown: …',
  ]);
  // Only some of its lines are told of at v=2, and none of its begin.
  expect(found.attempts.shown.map(({ began }) => began)).toEqual(Array(5).fill(undefined));
});

test('tries of several sandboxes in one moment are told apart', async () => {
  const found = await findingOf('teardown-v2', /^CNI DEL fails.* no pod$/);
  expect(numbers(found)).toEqual([1, 2, 3, 4, 5, 6]);
  for (const { ending: own, lines: told } of found.attempts.shown) {
    const [id = '?'] = /[0-9a-f]{64}/.exec(own ?? '') ?? [];
    expect(told.every(({ text }) => text.includes(id))).toBe(true);
  }
});

test('a try begins where its worker says that it does', async () => {
  const found = await findingOf('cni-del-error-v4', /CNI DEL fails/);
  const tries = found.attempts.shown.filter(({ number }) => number !== undefined);
  const took = tries.map(({ at, began }) => began && Math.round(((at ?? NaN) - began.at) / 1_000));
  expect(took).toEqual([133, 8, 9, undefined, 10]);
  expect(tries.flatMap(({ began }) => began?.known ?? [])).toEqual(Array(4).fill('seen'));
});

test('calls that time out in one moment are not one try', async () => {
  const found = await findingOf('runtime-stopped-v2', /time out \(ListPodSandbox\)/, 200);
  expect(found.attempts.total).toBeGreaterThanOrEqual(found.row.count);
  for (const attempt of found.attempts.shown) {
    const calls = lines(attempt).filter((said) => / service failed/.test(said));
    expect(calls.length).toBeLessThan(2);
  }
  const pleg = found.attempts.shown.map(lines).find((said) => said.join().includes('GenericPLEG'));
  expect(pleg?.length).toBe(2);
});

test('of many tries the first, some between and the last are told', async () => {
  const found = await findingOf('runtime-stopped-v2', /time out \(ListPodSandbox\)/, 3);
  expect(found.attempts.shown).toHaveLength(5);
  expect(numbers(found).at(-1)).toBe(found.row.count);
  const all = await findingOf('runtime-stopped-v2', /time out \(ListPodSandbox\)/, 1_000);
  expect(all.attempts.shown).toHaveLength(found.attempts.total);
  expect(all.attempts.shown.slice(0, 4)).toEqual(found.attempts.shown.slice(0, 4));
});

test('a row is cut in its middle: the end of its error stays', async () => {
  const engine = await engineHere();
  const uid = '5c0e91e5-ca33-4316-ac70-0cfb035016d4';
  const text = [1, 14, 27]
    .map(
      (second) =>
        `E1121 09:00:${String(second).padStart(2, '0')}.000000    1 pod_workers.go:1324] "Error syncing pod, skipping" err="failed to \\"KillPodSandbox\\" for \\"${uid}\\" with KillPodSandboxError: \\"rpc error: code = Unknown desc = failed to destroy network for sandbox \\\\\\"${'9'.repeat(64)}\\\\\\": plugin type=\\\\\\"bridge\\\\\\" failed (delete): ${'a long way, '.repeat(200)}/run/netns/x: no such file or directory \u202e\\"" pod="default/a" podUID="${uid}"\n`,
    )
    .join('');
  const bytes = new TextEncoder().encode(text);
  await engine.call('open', [{ sources: [{ kind: 'bytes', name: 'x.log', bytes }], year: 2026 }]);
  const { rows } = await engine.call('findings', [{ start: 0, count: 10 }]);
  const found = await engine.call('finding', [rows[0]?.key ?? '']);
  engine.dispose();
  const shown = found?.attempts.shown ?? [];
  expect(shown.length).toBeGreaterThan(0);
  for (const { ending: own = '', lines: told } of shown) {
    expect(own).toMatch(/no such file or directory/);
    expect(own.length).toBeLessThan(400);
    expect(told.every(({ said }) => said.length < 300)).toBe(true);
  }
  expect(JSON.stringify(found)).not.toContain('\u202e');
});
