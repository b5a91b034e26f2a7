// npm run -s trace -- KIND SCRIPT.jsonl: prints what our code makes of a script of the differential oracle.
import path from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { root, runNode } from './lib.mjs';

bootstrap();
const main = path.join(root, 'test/oracle/trace/main.ts');
// The script's path is meant from where the person stands, not from here.
process.exitCode = runNode(
  ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', main, ...process.argv.slice(2)],
  { cwd: process.env.INIT_CWD ?? process.cwd() },
);
