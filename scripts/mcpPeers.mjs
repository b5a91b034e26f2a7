// Clients of the Model Context Protocol that others wrote: the Inspector, the conformance suite, the Python SDK. They stand outside the source.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { cacheDir, onPath, say } from './lib.mjs';

const npmPackages = [
  '@modelcontextprotocol/inspector@2.12.0',
  '@modelcontextprotocol/conformance@0.1.16',
];
const pythonPackage = 'mcp>=1.12,<3';
const installLimitMs = 300_000;

export const peersDir = path.join(cacheDir, 'mcp-peers-1');
export const inspector = path.join(peersDir, 'node_modules/.bin/mcp-inspector');
export const conformance = path.join(peersDir, 'node_modules/.bin/conformance');
export const python = path.join(peersDir, 'venv/bin/python3');

/** The sentence that says why they can't be had here, else undefined. */
export function needMcpPeers() {
  if (fs.existsSync(path.join(peersDir, 'ready'))) return undefined;
  const py = onPath('python3');
  if (!py) return 'there is no Python 3 on the PATH.';
  say(`clients of the Model Context Protocol go to ${peersDir} (about 200 MB)`);
  fs.rmSync(peersDir, { recursive: true, force: true });
  fs.mkdirSync(peersDir, { recursive: true });
  const run = (command, ...args) =>
    spawnSync(command, args, { cwd: peersDir, stdio: 'ignore', timeout: installLimitMs }).status ===
    0;
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts'];
  if (!run('npm', 'install', ...quiet, '--prefix', peersDir, ...npmPackages))
    return 'npm could not install the Inspector and the conformance suite.';
  if (!run(py, '-m', 'venv', 'venv') || !run(python, '-m', 'pip', 'install', '-q', pythonPackage))
    return 'pip could not install the Python SDK.';
  fs.writeFileSync(path.join(peersDir, 'ready'), '');
  return undefined;
}
