// npm run pictures: the pictures of the walkthrough and of README, from the real workbench, light and dark.
import { bootstrap } from './bootstrap.mjs';
import { fail, runNode } from './lib.mjs';
import { needs } from './parts.mjs';

bootstrap();
const lacking = needs.workbench();
if (lacking) fail(lacking);
process.exitCode =
  runNode(['scripts/package.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] }) ||
  runNode(['test/workbench/pictures.ts', ...process.argv.slice(2)]);
