// npm run package: builds, and packs artifacts/kubelet-debugger.vsix. Ends badly when something grew too big.
import fs from 'node:fs';
import path from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { binOf, root, runNode } from './lib.mjs';

/** Most bytes that each file may have. The pages share one limit. */
const limits = [
  [/^dist\/extension\.cjs$/, 20_000],
  [/^dist\/whole\.cjs$/, 150_000],
  [/^dist\/webview\/.*\.js$/, 250_000],
  // No engine is in it: that is the web worker’s script.
  [/^dist\/web\/extension\.cjs$/, 300_000],
  [/\.vsix$/, 3_000_000],
];
const vsix = 'artifacts/kubelet-debugger.vsix';

bootstrap();
fs.mkdirSync(path.join(root, 'artifacts'), { recursive: true });
const vsce = [
  'package',
  '--no-dependencies',
  // The patterns of "files" also name what only some builds have.
  '--allow-unused-files-pattern',
  // The project has no public address that README's links to its neighbours could lead to.
  '--allow-missing-repository',
  '--no-rewrite-relative-links',
  ...['--out', vsix],
];
process.exitCode =
  runNode(['esbuild.mjs']) || runNode([binOf('@vscode/vsce'), ...vsce]) || measure();

/** Says how big the package is; 1 when something is over its limit. */
function measure() {
  const files = [vsix, ...filesIn('dist')].map((file) => ({
    file,
    bytes: fs.statSync(path.join(root, file)).size,
  }));
  const tooBig = files.flatMap(({ file, bytes }) => {
    const most = limits.find(([pattern]) => pattern.test(file))?.[1] ?? Infinity;
    return bytes > most ? [`${file} has ${bytes} bytes; its limit is ${most}.`] : [];
  });
  console.log(`${vsix}: ${(files[0].bytes / 1000).toFixed(1)} kB`);
  for (const sentence of tooBig) console.error(sentence);
  return tooBig.length > 0 ? 1 : 0;
}

function filesIn(dir) {
  return fs.readdirSync(path.join(root, dir), { withFileTypes: true }).flatMap((entry) => {
    const file = `${dir}/${entry.name}`;
    return entry.isDirectory() ? filesIn(file) : [file];
  });
}
