// @vitest-environment happy-dom
// What the engine says in few words, in a language of made-up ones.
import { beforeAll, expect, test } from 'vitest';

let inWords: (text: string) => string;

beforeAll(async () => {
  const data = document.createElement('script');
  data.id = 'kd-texts';
  data.type = 'application/json';
  data.textContent = JSON.stringify({
    terminating: 'termina',
    idle: 'ocia',
    '{0} pods': '{0} podoj',
    constructor: 'x',
  });
  document.head.append(data);
  ({ inWords } = await import('../../webview/shared/said.ts'));
});

test.each([
  ['terminating', 'termina'],
  ['terminating, idle', 'termina, ocia'],
  ['12 pods', '12 podoj'],
  ['healthy', 'healthy'],
  ['terminating, idle, idle', 'terminating, idle, idle'],
  ['idle, web-1', 'idle, web-1'],
  ['12 apples', '12 apples'],
  ['constructor', 'constructor'],
])('%s', (text, shown) => {
  expect(inWords(text)).toBe(shown);
});
