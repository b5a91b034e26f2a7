// Opens a secret address in the person's browser, without showing it to other users of the machine.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { onPath } from './lib.mjs';

/**
 * The command line of a process is public, so a browser gets a file that only its owner can read, and which leads on.
 * @param {string} address
 * @param {string} dir a folder of the person
 * @returns {boolean} whether there was a program to open it with
 */
export function openInBrowser(address, dir) {
  const command = opener();
  if (!command) return false;
  const file = path.join(dir, 'open.html');
  fs.rmSync(file, { force: true });
  fs.writeFileSync(file, `<meta http-equiv="refresh" content="0;url=${address}">\n`, {
    mode: 0o600,
  });
  const [program, ...args] = command;
  const child = spawn(program, [...args, pathToFileURL(file).href], {
    detached: true,
    stdio: 'ignore',
  });
  child.on('error', () => undefined);
  child.unref();
  return true;
}

function opener() {
  if (process.platform === 'darwin') return ['open'];
  if (process.platform === 'win32') return ['cmd', '/c', 'start', ''];
  const screen = process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY;
  const program = onPath('xdg-open');
  return screen && program ? [program] : undefined;
}
