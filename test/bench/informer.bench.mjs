// First sync and updates of our informer beside client-node's and client-go's, on the real kube-apiserver of the lab, in one
// run. Needs what the lab needs: Linux, root and Go.
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { cacheDir, fail, root } from '../../scripts/lib.mjs';

const { startOutside, whenAbandoned } = await import('../lab/outside.ts');
const { controlOnly } = await import('../lab/wish.ts');

const goPeer = path.join(cacheDir, 'bench/client-go-informer');
const built = spawnSync('go', ['build', '-o', goPeer, '.'], {
  cwd: path.join(root, 'test/bench/clientGo'),
  stdio: 'inherit',
});
if (built.status !== 0) fail('The Go program that client-go is measured by cannot be built.');
// Bundled, as what ships is: Node's own reader of TypeScript takes memory on every thread.
const noUndici = path.join(cacheDir, 'bench/no-undici.cjs');
fs.writeFileSync(noUndici, 'module.exports = {};');
for (const [name, alias] of [
  ['informerPeer', { undici: noUndici }],
  ['clientNodePeer', {}],
])
  await build({
    entryPoints: [path.join(root, `test/bench/${name}.ts`)],
    outfile: path.join(cacheDir, `bench/${name}.mjs`),
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    alias,
    logLevel: 'error',
  });
const say = (text) => {
  console.error(text);
};
const lab = await startOutside(
  await controlOnly({ kind: 'informer-bench', peers: path.dirname(goPeer) }, say),
  say,
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, lab.stop);
whenAbandoned(lab.stop);
process.exit(await lab.done);
