// A real VS Code served to a browser on this machine: the npm package code-server, its start and its end.
// It listens on loopback only, and only a holder of a random password gets in, in tests too: the machine may have other users.
import { spawn, spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { installPackages } from './bootstrap.mjs';
import { cacheDir, modernNode, root, say } from './lib.mjs';

const startLimitMs = 60_000;
const stopLimitMs = 4_000;

/** Where the packages of test/workbench stand: outside the source, one folder for each state of the lock file. */
function packagesDir() {
  const hash = crypto.createHash('sha256');
  for (const file of [
    'package-lock.json',
    'shims/spdlog/index.cjs',
    'shims/native-watchdog/index.cjs',
  ])
    hash.update(fs.readFileSync(path.join(root, 'test/workbench', file)));
  return path.join(cacheDir, `code-server-${hash.digest('hex').slice(0, 12)}`);
}

/** Installs code-server unless it is in the cache already. */
function installCodeServer() {
  const dir = packagesDir();
  if (fs.existsSync(dir)) return;
  fs.mkdirSync(cacheDir, { recursive: true });
  // Made aside and renamed when complete: an interrupted install leaves nothing that looks ready.
  const making = fs.mkdtempSync(path.join(cacheDir, 'making-'));
  try {
    for (const name of ['package.json', 'package-lock.json', 'shims'])
      fs.cpSync(path.join(root, 'test/workbench', name), path.join(making, name), {
        recursive: true,
      });
    say(`code-server goes to ${dir} (about 360 MB)`);
    installPackages(making, 'code-server');
    // Its own install script would compile what VS Code needs; here that comes from the lock file.
    const link = path.join(making, 'node_modules/code-server/lib/vscode/node_modules');
    fs.rmSync(link, { recursive: true, force: true });
    fs.symlinkSync('../../..', link, 'junction');
    fs.renameSync(making, dir);
  } catch (error) {
    // Another run was quicker: its folder is as good.
    if (!fs.existsSync(dir)) throw error;
  } finally {
    fs.rmSync(making, { recursive: true, force: true });
  }
}

/** The sentence that says why code-server can't run here, else undefined. */
export function needCodeServer() {
  const [major] = process.versions.node.split('.').map(Number);
  const packaged = path.join(root, `node_modules/node-${process.platform}-${process.arch}`);
  if (major === 24 || fs.existsSync(packaged)) return undefined;
  return `code-server runs on Node 24 only; this is ${process.version}, and no Node 24 comes from npm for ${process.platform}-${process.arch}.`;
}

function codeServerNode() {
  const packaged = path.join(
    root,
    `node_modules/node-${process.platform}-${process.arch}/bin/node`,
  );
  return fs.existsSync(packaged) ? packaged : modernNode();
}

/** What a surrounding VS Code, or a person's own code-server, would tell ours by the environment. */
const foreign = /^(VSCODE_|CODE_SERVER_|ELECTRON_|PORT$|PASSWORD$|HASHED_PASSWORD$|NODE_OPTIONS$)/;

function environment(extra) {
  const kept = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  // No gallery: nothing is looked up outside.
  return {
    ...Object.fromEntries(kept),
    EXTENSIONS_GALLERY: '{"serviceUrl":""}',
    VSCODE_PROXY_URI: '',
    ...extra,
  };
}

/** @returns {Promise<boolean>} whether nobody listens on this loopback port */
export function isPortFree(port) {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = net.createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/**
 * Starts code-server, installed first if need be, and waits until it answers.
 * @param {object} options
 * @param {string} options.home folder for everything it writes
 * @param {number} [options.port] a free one if not given
 * @param {Record<string, unknown>} [options.settings] user settings, written before it starts
 * @param {string[]} [options.vsix] packages, or ids of a gallery, installed before it starts
 * @param {string[]} [options.args] more arguments for code-server
 * @param {Record<string, string>} [options.env] more environment for it and for what runs in it
 */
export async function startCodeServer({ home, port, settings, vsix = [], args = [], env = {} }) {
  installCodeServer();
  port ??= await freePort();
  const user = path.join(home, 'user');
  // To a browser this machine is a remote one: settings of the scope `machine` count only among the machine's own.
  for (const scope of ['User', 'Machine']) {
    fs.mkdirSync(path.join(user, scope), { recursive: true, mode: 0o700 });
    if (settings)
      fs.writeFileSync(path.join(user, scope, 'settings.json'), JSON.stringify(settings, null, 2));
  }
  const password = crypto.randomBytes(32).toString('hex');
  const childEnv = environment({
    XDG_DATA_HOME: path.join(home, 'share'),
    // A plain hash is enough for 256 random bits, and unlike argon2 costs nothing on each request.
    HASHED_PASSWORD: crypto.createHash('sha256').update(password).digest('hex'),
    ...env,
  });
  const common = commonOf(home);
  for (const file of vsix)
    installVsix([...common, '--install-extension', file, '--force'], home, childEnv);

  const logFile = path.join(home, 'server.log');
  const log = fs.openSync(logFile, 'a');
  const child = spawn(
    codeServerNode(),
    [entry(), ...common, '--auth', 'password', '--bind-addr', `127.0.0.1:${port}`]
      .concat(['--disable-telemetry', '--disable-update-check', '--disable-proxy'])
      .concat(['--disable-getting-started-override', ...args]),
    { cwd: home, detached: true, stdio: ['ignore', log, log], env: childEnv },
  );
  fs.closeSync(log);
  const stop = stopper(child);
  try {
    await untilUp(child, port, logFile);
    const cookie = await logIn(port, password);
    return { port, home, user, cookie, pid: child.pid, stop, ended: once(child, 'exit') };
  } catch (error) {
    await stop();
    throw error;
  }
}

function installVsix(args, home, env) {
  const output = runCodeServer(args, home, env);
  if (!output.includes('was successfully installed'))
    throw new Error(`The extension could not be installed in code-server:\n${output}`);
}

/**
 * What code-server prints for these arguments, with everything it writes in `home`. Throws when it fails.
 * @param {{ home: string, args: readonly string[], env: Record<string, string> }} options
 */
export function codeServerCli({ home, args, env }) {
  installCodeServer();
  fs.mkdirSync(home, { recursive: true });
  const common = commonOf(home);
  return runCodeServer([...common, ...args], home, environment(env));
}

function runCodeServer(args, home, env) {
  const { status, stdout, stderr } = spawnSync(codeServerNode(), [entry(), ...args], {
    cwd: home,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`code-server ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

function entry() {
  return path.join(packagesDir(), 'node_modules/code-server/out/node/entry.js');
}

/** Where it writes. */
function commonOf(home) {
  const folders = ['--user-data-dir', path.join(home, 'user')];
  folders.push('--extensions-dir', path.join(home, 'extensions'));
  return ['--config', path.join(home, 'config.yaml'), ...folders];
}

function once(child, event) {
  return new Promise((resolve) => child.once(event, resolve));
}

/** Ends code-server and all it started: they are one process group. Also when this process ends in any way it can notice. */
function stopper(child) {
  const kill = (signal) => {
    try {
      process.kill(-child.pid, signal);
    } catch {
      // Nobody is left.
    }
  };
  const atExit = () => kill('SIGKILL');
  process.once('exit', atExit);
  return async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      kill('SIGTERM');
      let timer;
      await Promise.race([gone, new Promise((done) => (timer = setTimeout(done, stopLimitMs)))]);
      clearTimeout(timer);
    }
    kill('SIGKILL');
    process.off('exit', atExit);
  };
}

async function untilUp(child, port, logFile) {
  const began = Date.now();
  for (;;) {
    if (child.exitCode !== null)
      throw new Error(`code-server ended with ${child.exitCode}:\n${tail(logFile)}`);
    const up = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (up) return;
    if (Date.now() - began > startLimitMs)
      throw new Error(`code-server did not answer in a minute:\n${tail(logFile)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function tail(file) {
  return fs.readFileSync(file, 'utf8').split('\n').slice(-20).join('\n');
}

/** The cookie, `name=value`, by which a browser is let in. */
async function logIn(port, password) {
  const response = await fetch(`http://127.0.0.1:${port}/login`, {
    method: 'POST',
    body: new URLSearchParams({ password }),
    redirect: 'manual',
  });
  const cookie = response.headers.get('set-cookie')?.split(';')[0];
  if (!cookie) throw new Error('code-server refused its own password.');
  return cookie;
}
