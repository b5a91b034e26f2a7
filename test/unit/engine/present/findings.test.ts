// Rows of findings on a log that means harm.
import { expect, test } from 'vitest';
import { engineHere, engineOn } from '../../../support/engine.ts';

test('what a finding quotes of a log is only ever text', async () => {
  const evil = '\u202e\u0000\u001b[31m<img src=x>';
  const engine = await engineHere();
  const uid = '5c0e91e5-ca33-4316-ac70-0cfb035016d4';
  const lines = [1, 14, 27].map(
    (second) =>
      `E1121 09:00:${String(second).padStart(2, '0')}.000000    1 pod_workers.go:1324] "Error syncing pod, skipping" err="failed to \\"KillPodSandbox\\" for \\"${uid}\\" with KillPodSandboxError: \\"rpc error: code = Unknown desc = failed to destroy network for sandbox \\\\\\"${'9'.repeat(64)}\\\\\\": plugin type=\\\\\\"bridge\\\\\\" failed (delete): ${evil}\\"" pod="default/a" podUID="${uid}"`,
  );
  const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);
  await engine.call('open', [{ sources: [{ kind: 'bytes', name: 'x.log', bytes }], year: 2026 }]);
  const { rows } = await engine.call('findings', [{ start: 0, count: 10 }]);
  engine.dispose();
  const told = rows
    .flatMap((row) => [row.label, row.title, row.explanation, ...row.evidence.map((e) => e.text)])
    .join('\n');
  expect(told).toContain('<img src=x>');
  expect(['\u202e', '\u0000', '\u001b'].filter((mark) => told.includes(mark))).toEqual([]);
});

test('findings by what they are: all are counted, and come part by part', async () => {
  const engine = await engineOn('churn-v4');
  await engine.call('seek', [{ kind: 'end' }]);
  const { rows, total } = await engine.call('findings', [{ start: 0, count: 10_000 }]);
  const kinds = await engine.call('findingKinds', [{}]);
  expect(kinds.reduce((sum, kind) => sum + kind.total, 0)).toBe(total);
  expect(kinds.length).toBeGreaterThan(1);
  for (const { id, title, first, pods } of kinds) {
    const own = rows.filter((row) => row.id === id);
    const page = await engine.call('findings', [{ start: 0, count: 10_000, kind: id }]);
    expect(page.rows).toEqual(own);
    expect(page.total).toBe(own.length);
    expect(new Set(own.flatMap(({ podKey, pod }) => podKey ?? pod ?? [])).size).toBe(pods);
    const words = title.split(' ');
    const fits = own.filter((row) =>
      row.title.split(' ').every((word, i) => words[i] === '…' || words[i] === word),
    );
    expect(fits.length).toBeGreaterThan(0);
    const related = await engine.call('finding', [first]);
    expect(related?.row).toEqual(rows.find(({ key }) => key === first));
    expect(related?.cause?.key).toBe(related?.row.causedBy);
  }
  const [kind] = kinds;
  const filtered = await engine.call('findingKinds', [{ text: 'nothing-of-the-kind' }]);
  expect(filtered).toEqual([]);
  const some = { start: 0, count: 1, kind: kind?.id ?? '', text: 'nothing-of-the-kind' };
  expect((await engine.call('findings', [some])).total).toBe(0);
  expect(await engine.call('finding', ['no such key'])).toBeUndefined();
  engine.dispose();
});
