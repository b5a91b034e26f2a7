import fs from 'node:fs';
import { expect, test } from 'vitest';
import { scenarioTitle } from '../../../src/extension/commands/simulateTexts.ts';
import { parseScenario } from '../../../src/simulate/parse.ts';

test.each(fs.readdirSync('media/scenarios'))('%s is shown by its own title', (file) => {
  const text = fs.readFileSync(`media/scenarios/${file}`, 'utf8');
  const parsed = parseScenario(text);
  expect(`${scenarioTitle(text)}.`).toBe(parsed.ok ? parsed.value.title : parsed.error);
});

test.each([
  ['title: "Quoted: with a colon."\n', 'Quoted: with a colon'],
  ["lasts: 1s\r\ntitle: 'One line'\r\n", 'One line'],
  ['pods: []', undefined],
  ['title:\nlasts: 1s', undefined],
])('the title of %j', (text, title) => {
  expect(scenarioTitle(text)).toBe(title);
});
