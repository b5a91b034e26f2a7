// What the scripts share. Node's own modules only: these run before anything is installed.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Downloads and builds that outlive a checkout go here, outside the source. */
export const cacheDir =
  process.env.KUBELET_DEBUGGER_CACHE ??
  path.join(process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache'), 'kubelet-debugger');

const started = Date.now();

/** Says one line about what a script is doing, with the seconds since it began. */
export function say(text) {
  console.log(`[${((Date.now() - started) / 1000).toFixed(1).padStart(6)} s] ${text}`);
}

/**
 * Calls back once when this process shall end: by a signal, or because npm is gone. For a signal to npm alone ends npm and the
 * shell between, and tells nobody below.
 */
export function onceAskedToStop(stop) {
  const parent = process.ppid;
  let asked = false;
  const ask = () => {
    if (!asked) stop();
    asked = true;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, ask);
  if (process.env.npm_lifecycle_event)
    setInterval(() => process.ppid !== parent && ask(), 500).unref();
}

/** How a part of `npm test` ends, and `npm test` itself: the last line of its output. */
export function sayCounts(passed, failed) {
  console.log(`${passed} passed, ${failed} failed`);
}

/** Ends with one clear sentence. */
export function fail(text) {
  console.error(text);
  process.exit(1);
}

export function onPath(name) {
  const dirs = (process.env.PATH ?? '').split(path.delimiter);
  return dirs.map((dir) => path.join(dir, name)).find((file) => fs.existsSync(file));
}

/**
 * A Node of at least 22.12, which vitest and client-node need: the running one if it is new enough,
 * else the binary that comes as an optional npm package.
 */
export function modernNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 12)) return process.execPath;
  const packaged = path.join(
    root,
    `node_modules/node-${process.platform}-${process.arch}/bin/node`,
  );
  if (fs.existsSync(packaged)) return packaged;
  return fail(
    `This needs Node 22.12 or newer; this is ${process.version}, and no newer one comes from npm for ${process.platform}-${process.arch}. Please install Node 22.`,
  );
}

/** The file that an installed package's command starts. */
export function binOf(name) {
  const dir = path.join(root, 'node_modules', name);
  const { bin } = JSON.parse(fs.readFileSync(path.join(dir, 'package.json'), 'utf8'));
  const file =
    typeof bin === 'string' ? bin : (bin[name.split('/').pop()] ?? Object.values(bin)[0]);
  return path.join(dir, file);
}

/** Runs a command to its end with its output shown; its exit code. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', cwd: root, ...options });
  if (error) console.error(`${command}: ${error.message}`);
  return status ?? 1;
}

/** Runs a script or a package's command with a modern Node. */
export function runNode(args, options = {}) {
  return run(modernNode(), [...nodeFlags(), ...args], options);
}

/** What Node 22 needs to run our TypeScript files as they are. */
export function nodeFlags() {
  const old = modernNode() === process.execPath && process.versions.node.startsWith('22.');
  return old ? ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'] : [];
}
