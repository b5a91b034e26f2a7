import { defineConfig } from 'vitest/config';

/** Every kind of test that needs plain Node alone; found by glob. The others have runners of their own. */
export default defineConfig({
  test: {
    projects: ['unit', 'property', 'golden', 'protocol', 'debug', 'scripts', 'webview'].map(
      (name) => ({
        test: { name, include: [`test/${name}/**/*.test.ts`], environment: 'node' },
      }),
    ),
    testTimeout: 60_000,
    reporters: ['default'],
  },
});
