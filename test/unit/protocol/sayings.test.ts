import fs from 'node:fs';
import { expect, test } from 'vitest';
import { inTrees, speaker } from '../../../src/protocol/sayings.ts';

test('each text of the trees with a value in it has its Chinese, with the same value', () => {
  const chinese = JSON.parse(fs.readFileSync('l10n/bundle.l10n.zh-cn.json', 'utf8')) as Readonly<
    Record<string, string>
  >;
  for (const text of inTrees) expect(chinese[text], text).toContain('{0}');
});

test('a text of the log is none of ours, whatever stands in it', () => {
  const say = speaker((text) => (text === '{0} died' ? '{0} mortis' : undefined), ['{0} died']);
  expect(say('2 died')).toBe('2 mortis');
  expect(say('2,000 died')).toBe('2,000 mortis');
  expect(say('1 left, 2 died')).toBe('1 left, 2 died');
  expect(say('$& died')).toBe('$& mortis');
  expect(say('{0}')).toBe('{0}');
  expect(say(`(${'a'.repeat(5000)}`)).toHaveLength(5001);
});
