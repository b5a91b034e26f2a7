import { expect, test } from 'vitest';
import { readCapture } from '../../../support/captures.ts';
import { engineHere } from '../../../support/engine.ts';

test('a time outside of the log is said to be outside', async () => {
  const engine = await engineHere();
  const { log: bytes } = readCapture('teardown-v2');
  await engine.call('open', [
    { sources: [{ kind: 'bytes', name: 'node.log', bytes }], year: 2026 },
  ]);
  const told = async (to: string) => (await engine.call('debugGoto', [to, 'goto'])).text;
  expect(await told('09:34:10')).not.toContain('·');
  expect(await told('10:00')).toMatch(/ · the log ends here, before that time$/);
  expect(await told('09:00')).toMatch(/ · the log begins here, after that time$/);
});
