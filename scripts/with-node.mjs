// with-node.mjs TOOL ARG… runs an npm package's command, or a script, with a Node that is new enough for it.
import fs from 'node:fs';
import path from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { binOf, root, runNode } from './lib.mjs';

const [tool = '', ...args] = process.argv.slice(2);
bootstrap();
const script = path.join(root, tool);
process.exitCode = runNode([
  fs.existsSync(script) && fs.statSync(script).isFile() ? script : binOf(tool),
  ...args,
]);
