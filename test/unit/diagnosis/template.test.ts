import { expect, test } from 'vitest';
import { fillTemplate } from '../../../src/diagnosis/template.ts';
import { rules } from '../../../src/diagnosis/rules/index.ts';

const facts: Readonly<Record<string, string>> = { image: 'a/b:1', size: '17', odd: '{image|x} ()' };

test.each([
  ['Image {image|} cannot be pulled', 'Image a/b:1 cannot be pulled'],
  ['Image {none|} cannot be pulled', 'Image cannot be pulled'],
  ['Too large ({size|} of {none|} bytes) for it', 'Too large for it'],
  ['Too large ({size} of {none|many} bytes)', 'Too large (17 of many bytes)'],
  ['Killed by its {none|liveness} probe', 'Killed by its liveness probe'],
  ['{none|} begins', ' begins'],
  ['It says {odd}', 'It says {image|x} ()'],
  ['Without slots (as it is)', 'Without slots (as it is)'],
])('%s', (template, expected) => {
  expect(fillTemplate(template, (name) => facts[name])).toBe(expected);
});

test('no title shows an empty slot when nothing is known', () => {
  for (const { title } of rules)
    expect(fillTemplate(title, () => undefined)).not.toMatch(/\{|\}| {2}|\(\s*\)|^\s|\s$| [.,:]/);
});
