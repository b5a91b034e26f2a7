import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** Every kind of test that needs plain Node alone; found by glob. The others have runners of their own. */
export default defineConfig({
  test: {
    projects: ['unit', 'property', 'golden', 'protocol', 'debug', 'scripts', 'webview'].map(
      (name) => ({
        resolve: { alias: { vscode: path.resolve(import.meta.dirname, 'test/support/vscode.ts') } },
        test: { name, include: [`test/${name}/**/*.test.ts`], environment: 'node' },
      }),
    ),
    testTimeout: 60_000,
    reporters: ['default'],
  },
});
