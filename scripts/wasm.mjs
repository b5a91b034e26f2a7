// wasm.mjs: makes src/log/lineScanCode.ts of wasm/lineScan.ts. Run it after a change; a test compares. The compiler is big and seldom
// needed, so that it is no dependency: it is kept beside the other downloads.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { cacheDir, fail, modernNode, root, run } from './lib.mjs';

const VERSION = '0.28.20';
const dir = path.join(cacheDir, 'wasm');
const compiler = path.join(dir, 'node_modules/assemblyscript');
const manifest = path.join(compiler, 'package.json');
const installed = fs.existsSync(manifest) && JSON.parse(fs.readFileSync(manifest, 'utf8')).version;
if (installed !== VERSION) {
  fs.mkdirSync(dir, { recursive: true });
  const args = ['install', '--prefix', dir, '--ignore-scripts', '--no-audit', '--no-fund'];
  if (run('npm', [...args, `assemblyscript@${VERSION}`]) !== 0)
    fail('The compiler could not be installed.');
}

const source = path.join(root, 'wasm/lineScan.ts');
const made = path.join(dir, 'lineScan.wasm');
const options = ['--runtime', 'stub', '--optimizeLevel', '3', '--shrinkLevel', '0', '--noAssert'];
const code = ['--enable', 'simd,bulk-memory', '--initialMemory', '35', '--maximumMemory', '35'];
const asc = path.join(compiler, 'bin/asc.js');
if (run(modernNode(), [asc, source, '-o', made, ...options, ...code]) !== 0)
  fail('wasm/lineScan.ts was not compiled.');

const sum = createHash('sha256').update(fs.readFileSync(source)).digest('hex');
const text = fs.readFileSync(made).toString('base64');
fs.writeFileSync(
  path.join(root, 'src/log/lineScanCode.ts'),
  `// Made of wasm/lineScan.ts by scripts/wasm.mjs; its SHA-256 was
// ${sum}.
export const lineScanCode =
  '${text}';
`,
);
