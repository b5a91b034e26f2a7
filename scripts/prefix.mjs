// npm run test:prefix: what the mode `then` says at 20 random inputs of each capture and of 1,000 simulated logs with holes is held against a
// rebuild of the inputs up to there, and what it says of findings against a diagnosis of them. SEED=… asks at the same inputs again.
import { bootstrap } from './bootstrap.mjs';
import { binOf, runNode } from './lib.mjs';

bootstrap();
process.exitCode = runNode(
  [binOf('vitest'), 'run', 'test/property/prefix.test.ts', 'test/property/prefixFindings.test.ts'],
  {
    env: { ...process.env, PREFIX: 'all' },
  },
);
