// Installs what a fresh clone lacks: the npm packages of a folder, by its lock file, without running any install script.
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fail, onPath, root, run, say } from './lib.mjs';

/** npm packages of `dir`, installed when its lock file changed since the last time. */
export function installPackages(dir, name) {
  const lock = fs.readFileSync(path.join(dir, 'package-lock.json'));
  const stamp = path.join(dir, 'node_modules/.installed');
  const wanted = crypto.createHash('sha256').update(lock).digest('hex');
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted) return;
  say(`installing the npm packages of ${name}`);
  const npm = onPath(process.platform === 'win32' ? 'npm.cmd' : 'npm') ?? 'npm';
  const code = run(npm, ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: dir,
  });
  if (code !== 0)
    fail(
      `npm could not install the packages of ${name} (exit ${code}); its words are above. Is the network there?`,
    );
  fs.writeFileSync(stamp, wanted);
}

/** What every script needs: the project's own packages. */
export function bootstrap() {
  installPackages(root, 'the project');
}
