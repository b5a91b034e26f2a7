// First sync and updates of our informer beside client-node's and client-go's, on the real kube-apiserver of the lab, in one
// run. Needs what the lab needs: Linux, root and Go.
import { spawnSync } from 'node:child_process';
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
const say = (text) => {
  console.error(text);
};
const lab = await startOutside(await controlOnly({ kind: 'informer-bench', goPeer }, say), say);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, lab.stop);
whenAbandoned(lab.stop);
process.exit(await lab.done);
