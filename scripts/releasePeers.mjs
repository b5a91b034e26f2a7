// The client of a gallery that another wrote: ovsx. It stands outside the source.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { cacheDir, say } from './lib.mjs';

const dir = path.join(cacheDir, 'ovsx-1.3.0');
const installLimitMs = 300_000;

export const ovsx = path.join(dir, 'node_modules/ovsx/bin/ovsx');

/** The sentence that says why it can't be had here, else undefined. */
export function needOvsx() {
  if (fs.existsSync(path.join(dir, 'ready'))) return undefined;
  say(`ovsx goes to ${dir} (about 90 MB)`);
  fs.rmSync(dir, { recursive: true, force: true });
  fs.mkdirSync(dir, { recursive: true });
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', 'ovsx@1.3.0'];
  const { status } = spawnSync('npm', [...args, '--prefix', dir], {
    stdio: 'ignore',
    timeout: installLimitMs,
  });
  if (status !== 0) return 'npm could not install ovsx.';
  fs.writeFileSync(path.join(dir, 'ready'), '');
  return undefined;
}
