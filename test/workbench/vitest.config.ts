import { defineConfig } from 'vitest/config';

/** The UI suites: one file after the other, each in a workbench of its own. */
export default defineConfig({
  test: {
    name: 'ui',
    include: ['test/workbench/ui/*.ts'],
    environment: 'node',
    fileParallelism: false,
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
