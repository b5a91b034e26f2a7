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
    '{0} overdue': 'malfruas {0}',
    'container {0} to end': 'la fino de {0}',
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
  ['terminating, idle, idle', 'termina, ocia, ocia'],
  ['idle, '.repeat(5), 'idle, '.repeat(5)],
  ['container app to end, 1 min 2 s, 3.5 s overdue', 'la fino de app, 1 min 2 s, malfruas 3.5 s'],
  ['container idle to end', 'la fino de ocia'],
  ['container a.* to end, more', 'container a.* to end, more'],
  ['idle, web-1', 'idle, web-1'],
  ['12 apples', '12 apples'],
  ['constructor', 'constructor'],
])('%s', (text, shown) => {
  expect(inWords(text)).toBe(shown);
});
