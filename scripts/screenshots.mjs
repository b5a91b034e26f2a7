// npm run screenshots [-- NAME…]: pictures of every view in four themes, in artifacts/screenshots.
import { bootstrap } from './bootstrap.mjs';
import { fail, runNode } from './lib.mjs';
import { needs } from './parts.mjs';

bootstrap();
const lacking = needs.workbench();
if (lacking) fail(lacking);
process.exitCode =
  runNode(['scripts/package.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] }) ||
  runNode(['test/workbench/screenshots.ts', ...process.argv.slice(2)]);
