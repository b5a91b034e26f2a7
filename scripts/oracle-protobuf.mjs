// oracle-protobuf.mjs [--objects N] [--seed S]: judges src/cluster/protobuf by the Go types of Kubernetes. Random pods, nodes and
// statuses, written in protobuf by Go, must be read as the JSON that Go makes of them, each twice. --table writes anew which fields there
// are; --sample FILE keeps some objects for the unit test.
import crypto from 'node:crypto';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bootstrap } from './bootstrap.mjs';
import { cacheDir, fail, root, runNode } from './lib.mjs';

const { values: options } = parseArgs({
  options: {
    objects: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(crypto.randomInt(1, 2 ** 31)) },
    table: { type: 'boolean', default: false },
    sample: { type: 'string' },
  },
});

const program = path.join(cacheDir, 'oracle-protobuf');
const source = path.join(root, 'test/oracle/protobuf');
bootstrap();
if (spawnSync('go', ['build', '-o', program, '.'], { cwd: source, stdio: 'inherit' }).status !== 0)
  fail('The Go program that knows protobuf cannot be built; it needs Go 1.26 or newer.');

function ask(...args) {
  const answer = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 30 });
  if (answer.status !== 0) fail(answer.stderr);
  return answer.stdout;
}

if (options.table) {
  const text =
    '// Written by `node scripts/oracle-protobuf.mjs --table` from the Go types of k8s.io/api v0.37: what of an object is written where.\n\n' +
    '/**\n * `Message: number name type, …`: `[]` for a list and `{}` for a map by text; `?` where JSON leaves out the zero value, `!` where it\n' +
    ' * says null for what is not there, the name `^` where the fields of the message stand among those around it.\n */\n' +
    `export const messageTexts = \`\n${ask('table')}\`;\n`;
  fs.writeFileSync(path.join(root, 'src/cluster/protobuf/messages.ts'), text);
} else if (options.sample === undefined) {
  const file = path.join(cacheDir, 'oracle-protobuf.jsonl');
  fs.writeFileSync(file, ask('objects', options.seed, options.objects));
  console.log(`seed ${options.seed}`);
  process.exitCode = runNode([
    '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
    path.join(source, 'compare.ts'),
    file,
  ]);
} else fs.writeFileSync(options.sample, ask('objects', options.seed, options.objects));
