// npm run test:bundles [-- RUNS]: kubelet's logs of all fixtures, captured and simulated, each put into a random bundle, 300 unless told
// otherwise; what is told of each must be what is told of it alone. BUNDLE_SEED=… makes the same bundles again.
import { bootstrap } from './bootstrap.mjs';
import { binOf, runNode } from './lib.mjs';

bootstrap();
const test = ['test/property/bundles.test.ts', '--testTimeout=1200000'];
process.exitCode = runNode([binOf('vitest'), 'run', ...test], {
  env: { ...process.env, BUNDLE_RUNS: process.argv[2] ?? '300' },
});
