import { expect, it } from 'vitest';
import { splitCommand } from '../../../src/extension/commands/splitCommand.ts';

it.each([
  ['ssh node-a journalctl -fu kubelet', ['ssh', 'node-a', 'journalctl', '-fu', 'kubelet']],
  ['  cat   "a b".log ', ['cat', 'a b.log']],
  [`sh -c 'echo "x"; cat'`, ['sh', '-c', 'echo "x"; cat']],
  ['a\\ b "" \'c\\d\'', ['a b', '', 'c\\d']],
  ['$(id) `id` ; rm', ['$(id)', '`id`', ';', 'rm']],
])('takes %s apart as a shell would, and runs nothing in it', (text, argv) => {
  expect(splitCommand(text)).toEqual({ ok: true, value: argv });
});

it.each([
  ['', undefined],
  ['cat "a', '"'],
])('refuses %j', (text, open) => {
  expect(splitCommand(text)).toEqual({ ok: false, error: { open } });
});
