// A cluster of 5,000 pods on 200 nodes in the Sources view: the real kube-apiserver of the lab, no kubelets. Needs what the lab needs:
// Linux, root and Go.
import { build } from 'esbuild';
import fs from 'node:fs';
import path from 'node:path';
import { cacheDir, fail, root, runNode } from '../../scripts/lib.mjs';

const { startOutside, whenAbandoned } = await import('../lab/outside.ts');
const { controlOnly } = await import('../lab/wish.ts');

if (runNode([path.join(root, 'esbuild.mjs')]) !== 0) fail('The bundles cannot be built.');
const peers = path.join(cacheDir, 'bench');
fs.mkdirSync(peers, { recursive: true });
await build({
  entryPoints: [path.join(root, 'test/bench/livePeer.ts')],
  outfile: path.join(peers, 'livePeer.mjs'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  alias: { vscode: path.join(root, 'test/support/vscode.ts') },
  logLevel: 'error',
});
const say = (text) => {
  console.error(text);
};
const task = {
  kind: 'live-bench',
  peer: path.join(peers, 'livePeer.mjs'),
  dist: path.join(root, 'dist'),
};
const lab = await startOutside(await controlOnly(task, say), say);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, lab.stop);
whenAbandoned(lab.stop);
process.exit(await lab.done);
