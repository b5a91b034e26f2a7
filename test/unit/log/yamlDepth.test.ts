// Packs and scenarios nested without end: a sentence, by our bound and not by what a stack holds.
import { expect, it, vi } from 'vitest';
import { tooDeepAt } from '../../../src/log/yamlDepth.ts';
import { readPack } from '../../../src/diagnosis/pack/readPack.ts';
import { parseScenario } from '../../../src/simulate/parse.ts';

const levels = 100_000;
const deep: Readonly<Record<string, string>> = {
  'lists in brackets': '['.repeat(levels) + ']'.repeat(levels),
  'maps in brackets': '{a: '.repeat(levels) + '}'.repeat(levels),
  'lists by dashes': '- '.repeat(levels),
  'keys by question marks': '? '.repeat(levels),
  'lists of maps': '[{a: '.repeat(levels),
  // A level takes a line with as many spaces: 2,000 of them are 2 MB.
  'maps by lines': Array.from({ length: 2_000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
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
