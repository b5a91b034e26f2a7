// Packs and scenarios nested without end, or full of mistakes: a sentence, by our bound and not by what a stack or the memory holds.
import { expect, it, vi } from 'vitest';
import { tooDeepAt } from '../../../src/log/yamlDepth.ts';
import { readPack } from '../../../src/diagnosis/pack/readPack.ts';
import { parseScenario } from '../../../src/simulate/parse.ts';

const levels = 20_000;
const deep: Readonly<Record<string, string>> = {
  'lists in brackets': '['.repeat(levels) + ']'.repeat(levels),
  'maps in brackets': '{a: '.repeat(levels) + '}'.repeat(levels),
  'lists by dashes': '- '.repeat(levels),
  'keys by question marks': '? '.repeat(levels),
  'lists of maps': '[{a: '.repeat(levels),
  // A level takes a line with as many spaces: 600 of them are 180 kB.
  'maps by lines': Array.from({ length: 600 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
};

it.each(Object.keys(deep))('%s', (name) => {
  const text = deep[name] ?? '';
  expect(readPack(text)).toMatchObject({ error: [{ text: 'it is nested too deep to be read' }] });
  expect(parseScenario(text)).toMatchObject({
    error: 'This is no scenario: it is nested too deep to be read',
  });
  // Where the bound is, whatever the stack holds.
  expect(tooDeepAt(text)).toBeLessThan(100_000);
});

it('what stands in a text is no level', () => {
  const text = `a: |\n${' '.repeat(600)}x\nb: "${'['.repeat(500)}"\nc: x${'['.repeat(500)}\nd: ${'-'.repeat(700)}\n`;
  expect(tooDeepAt(text)).toBeUndefined();
});

it('a map as a key is no matter for the terminal: the reader’s own warnings stay away', () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  const text = '{ {name: run}: 1 }\n';
  expect(parseScenario(text).ok).toBe(false);
  expect(readPack(text).ok).toBe(false);
  expect(warn).not.toHaveBeenCalled();
});

// The reader of YAML keeps each mistake, and shows its line: of 6 MB that took gigabytes.
it.each([']', '{}', '"', '[]', 'a: [', ','])('%s again and again', (part) => {
  const text = part.repeat(6_000_000 / part.length);
  expect(readPack(text)).toMatchObject({
    error: [{ text: 'the pack: it is longer than 256 KiB' }],
  });
  expect(parseScenario(text)).toEqual({
    ok: false,
    error: 'This is no scenario: it is longer than 256 KiB',
  });
});

it('of many mistakes a hundred are told', () => {
  const text = '{}'.repeat(1_000);
  const read = readPack(text);
  expect(read.ok ? [] : read.error).toHaveLength(100);
  expect(read.ok ? {} : read.error[0]).toMatchObject({ line: 1, column: 3 });
  const scenario = parseScenario(text);
  expect(scenario.ok ? '' : scenario.error).toMatch(/^This is no YAML: .* at line 1, column 3$/);
});
