// Rows of findings on a log that means harm.
import { expect, test } from 'vitest';
import { engineHere } from '../../../support/engine.ts';

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
