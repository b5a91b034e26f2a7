import { expect, test } from 'vitest';
import { engineOn } from '../../support/engine.ts';

const pack = `rules:
  - id: our-plugin-again
    title: Our IPAM store is away
    severity: critical
    by: node
    signs:
      - text: ipam lease store is unreachable
    explanation: The store of our addresses does not answer.
    remedy:
      - text: Restart it
mute:
  - id: cni-del-fails
    why: our own rule says it better
`;

async function found(engine: Awaited<ReturnType<typeof engineOn>>): Promise<string[]> {
  const { rows } = await engine.call('findings', [{ start: 0, count: 100 }]);
  return rows.filter(({ severity }) => severity !== 'info').map(({ id }) => id);
}

test('a pack’s rules and mutes count at once, and no more when it is taken away', async () => {
  const engine = await engineOn('teardown-v2');
  const before = await found(engine);
  expect(before).toContain('cni-del-fails');
  expect(await engine.call('setRules', [[{ name: 'p.yaml', text: pack }], []])).toEqual([]);
  expect(await found(engine)).toEqual(['our-plugin-again']);
  await engine.call('setRules', [[], []]);
  expect(await found(engine)).toEqual(before);
});

test('what a person mutes is gone for that pod alone', async () => {
  const engine = await engineOn('teardown-v2');
  const before = await found(engine);
  const mute = { id: 'cni-del-fails', pod: 'default/web-1', why: 'known' };
  await engine.call('setRules', [[], [mute]]);
  expect((await found(engine)).length).toBe(before.length - 1);
});

test('a wrong pack is left out, and told with its place', async () => {
  const engine = await engineOn('teardown-v2');
  const text = 'rules:\n  - id: NotKebab\n';
  const problems = await engine.call('setRules', [[{ name: 'bad.yaml', text }], []]);
  expect(problems[0]).toMatchObject({ pack: 'bad.yaml', line: 2 });
  const taken = pack.replace('our-plugin-again', 'crashloop-backoff');
  expect(await engine.call('setRules', [[{ name: 'twice.yaml', text: taken }], []])).toEqual([
    { pack: 'twice.yaml', line: 2, column: 9, text: 'there is a rule crashloop-backoff already' },
  ]);
  const misspelt = pack.replace('id: cni-del-fails', 'id: cni-del-fail');
  expect(
    await engine.call('setRules', [[{ name: 'mute.yaml', text: misspelt }], []]),
  ).toMatchObject([{ pack: 'mute.yaml', text: 'there is no rule cni-del-fail' }]);
  expect(await found(engine)).toContain('cni-del-fails');
});
