// The witness itself: what must not go wrong unseen while other suites look elsewhere.
import { expect } from 'vitest';
import { workbenchTest } from '../lib/workbenchTest.ts';

const test = workbenchTest({ install: false });

test.for([
  [
    'console error',
    () => {
      console.error('deliberate');
    },
  ],
  [
    'uncaught',
    () => {
      setTimeout(() => {
        throw new Error('deliberate');
      });
    },
  ],
  [
    'CSP violation',
    () => {
      const script = document.createElement('script');
      script.textContent = 'deliberate()';
      document.body.append(script);
    },
  ],
  [
    'request to another machine',
    () => {
      new Image().src = 'https://example.invalid/deliberate.png';
    },
  ],
] as const)('a %s is seen', async ([kind, misdeed], { workbench }) => {
  await workbench.page.evaluate(misdeed);
  let seen: string[] = [];
  await expect
    .poll(() => (seen = [...seen, ...workbench.problems()]), { timeout: 10_000 })
    .toContainEqual(expect.stringContaining(kind));
  // What follows of it, a failed load, may come a little later.
  await workbench.page.waitForTimeout(300);
  workbench.problems();
});
