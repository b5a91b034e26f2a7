// npm run test:views: asks all trees and pages of 20 logs at 200 random cursors each, in both modes, and compares each number that two of
// them show. SEED=… asks at the same cursors again.
import { bootstrap } from './bootstrap.mjs';
import { binOf, runNode } from './lib.mjs';

bootstrap();
process.exitCode = runNode([binOf('vitest'), 'run', 'test/property/views.test.ts'], {
  env: { ...process.env, VIEWS: 'all' },
});
