// The captures that the lab made for others are whole, and tell what they are said to tell.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { checkCapture } from '../../lab/checkCapture.ts';
import { scenarioNames } from '../../lab/scenarioFile.ts';

const root = path.join(import.meta.dirname, '../../fixtures/lab');
const captures = readdirSync(root).sort();

const scenarioOf = (name: string) => name.replace(/^k\d+-/, '').replace(/-v\d+(-json)?$/, '');

it('there are three of each scenario', () => {
  const scenarios = captures.map(scenarioOf);
  for (const name of scenarioNames()) expect(scenarios.filter((s) => s === name)).toHaveLength(3);
});

it.each(captures)('%s is whole', (name) => {
  const dir = path.join(root, name);
  checkCapture(dir, scenarioOf(name));
  const facts = JSON.parse(readFileSync(path.join(dir, 'capture.json'), 'utf8')) as object;
  expect(facts).toMatchObject({ scenario: scenarioOf(name) });
});
