import { expect, test } from 'vitest';
import { messages, reasonOf } from '../../../src/extension/messages.ts';
import { ChannelError } from '../../../src/protocol/channel.ts';
import { told } from '../../support/vscode.ts';

test('a bug is a sentence for a person, and its stack goes to the output', () => {
  expect(reasonOf(new Error('The log was closed.'))).toBe('The log was closed.');
  expect(reasonOf(new ChannelError('no log is open', 'nothing-open'))).toBe('no log is open');
  expect(told).toEqual([]);
  const sentence = /^This is a bug in Kubelet Debugger\. See the output .* for details\.$/;
  expect(reasonOf(new TypeError('x is undefined'))).toMatch(sentence);
  expect(reasonOf(new ChannelError('A bug.', 'bug', 'TypeError: y\n    at z'))).toMatch(sentence);
  expect(told).toEqual([
    expect.stringMatching(/^TypeError: x is undefined\n +at /),
    'TypeError: y\n    at z',
  ]);
});

test('text of others in a message is no link, and obeys nothing', () => {
  expect(messages.plainly('[a](command:b)\u001b[2J\u202e')).toBe(
    '[a] (command:b)\\u{1b}[2J\\u{202e}',
  );
});
