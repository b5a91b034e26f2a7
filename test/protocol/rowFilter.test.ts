// Rows of views by the filter language: a row is kept for what it stands for, not only for its own words.
import { expect, test } from 'vitest';
import { micros } from '../../src/base/time.ts';
import { engineOn } from '../support/engine.ts';

const all = { start: 0, count: 500 };

/** While the teardown of web-1 fails. */
async function engineAtFault() {
  const engine = await engineOn('teardown-v2');
  const time = micros(Date.parse('2026-11-21T09:34:52Z') * 1000);
  await engine.call('seek', [{ kind: 'time', time }]);
  return engine;
}

test('pods by name, by any identity, by how bad they are, by time, and by what their lines say', async () => {
  const engine = await engineAtFault();
  const pods = async (text: string): Promise<string> => {
    const { rows, total } = await engine.call('pods', [{ ...all, text }]);
    expect(total).toBe(rows.length);
    return rows.map(({ name }) => name).join(' ');
  };
  const every = await pods('');
  expect(await pods('WEB-1')).toBe('web-1');
  expect(await pods('pod=default/web-*')).toBe('web-1 web-2');
  expect(await pods('pod=web-?')).toBe('web-1 web-2');
  expect(await pods('pod=default')).toBe('');
  expect(await pods('!pod=default/web-1 pod=default/*')).toBe('web-2');
  expect(await pods('pod!=default/web-1 pod=default/*')).toBe('web-2');
  const [stuck] = (await engine.call('pods', [{ ...all, text: 'web-1' }])).rows;
  expect(await pods(`uid=${stuck?.uid.text ?? ''}`)).toBe('web-1');
  expect(await pods(`uid=${stuck?.uid.text.slice(0, 8) ?? ''}`)).toBe('web-1');
  const [call] = (await engine.call('network', [all])).rows;
  expect(await pods(`sandbox=${call?.sandboxId?.slice(0, 12) ?? 'none'}`)).toBe('web-1');
  expect(await pods('sev>=E')).toBe('web-1');
  expect(await pods('sev>=E or pod=default/web-2')).toBe('web-1 web-2');
  expect(await pods('msg~"Failed to (stop|kill) sandbox|StopPodSandbox" pod=default/*')).toBe(
    'web-1',
  );
  expect(await pods('msg:"no line says this"')).toBe('');
  expect(await pods('not msg:"no line says this"')).toBe(every);
  expect(await pods('before=2026-11-21T00:00:00Z')).toBe('');
  expect(await pods('after=2026-01-01T00:00:00Z')).toBe(every);
});

test('findings: those that match are named, all come, as a cause is shown with what it causes', async () => {
  const engine = await engineOn('teardown-v2');
  const plain = await engine.call('findings', [all]);
  expect(plain.matching).toBeUndefined();
  const loud = await engine.call('findings', [{ ...all, text: 'sev>=E pod=default/web-1' }]);
  expect(loud.rows).toHaveLength(plain.rows.length);
  const expected = plain.rows.filter(
    ({ severity, pod }) => /high|critical/.test(severity) && pod === 'default/web-1',
  );
  expect(expected.length).toBeGreaterThan(0);
  expect(loud.matching).toEqual(expected.map(({ key }) => key));
  const lines = await engine.call('findings', [{ ...all, text: 'file=kuberuntime_manager.go' }]);
  expect(lines.matching?.length).toBeGreaterThan(0);
  expect(lines.matching?.length).toBeLessThan(plain.rows.length);
});

test('network calls and PLEG rows, in the trees and on the pages', async () => {
  const engine = await engineAtFault();
  const query = { ...all, text: 'pod=default/web-1 sev>=E' };
  const { rows, total } = await engine.call('network', [query]);
  expect(rows.map(({ pod }) => pod)).toEqual(['default/web-1']);
  expect(total).toBe(1);
  const page = await engine.call('networkPage', [query]);
  expect(page.rows.map(({ key }) => key)).toEqual(rows.map(({ key }) => key));
  const sandbox = rows[0]?.sandboxId?.slice(0, 12) ?? '';
  expect((await engine.call('network', [{ ...all, text: `sandbox=${sandbox}` }])).total).toBe(1);

  const every = await engine.call('pleg', [all]);
  const web = await engine.call('pleg', [{ ...all, text: 'pod=default/web-2' }]);
  expect(web.rows).toEqual(every.rows.filter(({ pod }) => pod === 'default/web-2'));
  expect(web.total).toBe(web.rows.length);
  const [first] = web.rows.toReversed();
  const until = new Date((first?.at ?? 0) / 1000 + 999).toISOString();
  const early = await engine.call('plegPage', [
    { start: 0, count: 40, text: `pod=default/web-2 before=${until}` },
  ]);
  expect(early.rows.map(({ at }) => at)).toEqual([first?.at]);
});

test('sources, runs and gaps; lanes of pods', async () => {
  const engine = await engineOn('teardown-v2');
  const info = await engine.call('session', []);
  expect(await engine.call('sourcesLike', [''])).toEqual({
    sources: info.sources.map((_, i) => i),
    runs: info.runs.map((_, i) => i),
    gaps: info.gaps.map((_, i) => i),
  });
  const [run] = info.runs;
  const likes = await engine.call('sourcesLike', [`node="${run?.node.text ?? ''}"`]);
  expect(likes.sources).toEqual([0]);
  expect((await engine.call('sourcesLike', ['node=nowhere'])).sources).toEqual([]);
  const { lanes } = await engine.call('lanes', [{ start: 0, count: 500 }]);
  const ids = await engine.call('lanesLike', ['pod=default/*']);
  expect(ids.map((id) => lanes[id]?.name)).toEqual(['default/web-1', 'default/web-2']);
});

test('a wrong filter says where it is wrong, and what is typed is completed, also without a log', async () => {
  const engine = await engineOn('teardown-v2');
  const check = (text: string) => engine.call('checkFilter', [text, text.length]);
  expect((await check('sev>=X')).problem).toMatch(/^sev wants/);
  expect((await check('(pod=a')).problem).toBe('The ( at character 1 is never closed.');
  expect((await check('before=soon')).problem).toMatch(/^before wants a time/);
  expect((await check('msg~"("')).problem).toMatch(/regular expression/);
  expect((await check('pod=web')).completions.map(({ text }) => text)).toEqual([
    'default/web-1',
    'default/web-2',
  ]);
  await expect(engine.call('pods', [{ ...all, text: 'sev>=X' }])).rejects.toThrow(/^sev wants/);
  await engine.call('close', []);
  expect((await check('no')).completions.map(({ text }) => text)).toEqual(['node=']);
  expect((await check('sev>=E')).problem).toBeUndefined();
});

test('what lines say is found again when the cursor moved, and in a log that has grown', async () => {
  const engine = await engineOn('teardown-v2');
  const { from = micros(0) } = await engine.call('session', []);
  const query = { ...all, text: 'text:"web-1" pod=default/*' };
  const { total } = await engine.call('pods', [query]);
  await engine.call('seek', [{ kind: 'time', time: micros(from + 1) }]);
  await engine.call('seek', [{ kind: 'end' }]);
  expect((await engine.call('pods', [query])).total).toBe(total);
});
