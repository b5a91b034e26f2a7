import { defineConfig } from 'vitest/config';

/** What a real Go fetches from its module proxy, in a workbench. */
export default defineConfig({
  test: {
    name: 'go-source',
    include: ['test/workbench/goSource/*.ts'],
    environment: 'node',
    fileParallelism: false,
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
});
