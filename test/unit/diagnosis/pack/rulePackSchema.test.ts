import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { readPack } from '../../../../src/diagnosis/pack/readPack.ts';
import schema from '../../../../media/rulePack.schema.json' with { type: 'json' };

/** A pack that uses every key there is. */
const everything = {
  rules: [
    {
      id: 'array-gone',
      title: 'The array is gone',
      severity: 'high',
      by: 'node',
      signs: [{ text: 'array', not: 'back', heads: ['Mount'], role: 'cause' }],
      atLeast: 2,
      lasting: '5s',
      yields: [{ id: 'pid-exhaustion', why: 'no process can be made' }],
      follows: ['system-oom'],
      explanation: 'The driver lost its array.',
      checks: [{ text: 'Is it there?', command: 'lsblk' }],
      remedy: [{ text: 'Plug it in', risk: 'none' }],
      references: ['https://example.org/1'],
      samples: [{ log: 'x', finds: false, pod: 'a/b' }],
    },
  ],
  mute: [{ id: 'dns-limits', pod: 'a/b', why: 'known' }],
};

function keys(value: object): string[] {
  return Object.keys(value).toSorted();
}

test('the schema for editors and the reader know the same keys', () => {
  expect(readPack(stringify(everything)).ok).toBe(true);
  const { rule, sign, sample, mute } = schema.definitions;
  const [one] = everything.rules;
  expect(keys(schema.properties)).toEqual(keys(everything));
  expect(keys(rule.properties)).toEqual(keys(one ?? {}));
  expect(keys(sign.properties)).toEqual(keys(one?.signs[0] ?? {}));
  expect(keys(sample.properties)).toEqual(keys(one?.samples[0] ?? {}));
  expect(keys(mute.properties)).toEqual(keys(everything.mute[0] ?? {}));
});

test('what the schema requires, the reader does too', () => {
  for (const key of schema.definitions.rule.required) {
    const [one] = everything.rules;
    const without = Object.fromEntries(Object.entries(one ?? {}).filter(([name]) => name !== key));
    expect(readPack(stringify({ rules: [without] })).ok).toBe(false);
  }
});
