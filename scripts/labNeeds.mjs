// Whether the lab's real cluster can run on this machine.
import { spawnSync } from 'node:child_process';
import { modernNode, nodeFlags, root } from './lib.mjs';

/** The sentence that says what is missing, or undefined. */
export function needLab() {
  const { status, stdout } = spawnSync(modernNode(), [...nodeFlags(), 'test/lab/ready.ts'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return status === 0 ? undefined : stdout.trim() || 'the lab could not look at this machine';
}
