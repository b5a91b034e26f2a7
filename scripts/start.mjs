// npm start: from a fresh clone to the extension in a running VS Code, with the bundled samples open.
//   npm start -- --browser     code-server in a browser, though the desktop `code` is on PATH
//   npm start -- --port N      its port on 127.0.0.1; default 18095
//   npm start -- --no-open     only print the address
//   npm start -- --home DIR    where it keeps its settings and state; default in the cache
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bootstrap } from './bootstrap.mjs';
import { isPortFree, needCodeServer, startCodeServer } from './codeServer.mjs';
import { openGate } from './gate.mjs';
import { cacheDir, fail, onPath, onceAskedToStop, root, run, runNode, say } from './lib.mjs';
import { openInBrowser } from './openInBrowser.mjs';
import { trustIsAsked } from './trustIsAsked.mjs';

const options = readOptions();
const samples = [path.join(root, 'media/samples'), root].find((dir) => fs.existsSync(dir));
const code = onPath(process.platform === 'win32' ? 'code.cmd' : 'code');
if (code && !options.browser) desktop();
else await browser();

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        browser: { type: 'boolean', default: false },
        port: { type: 'string', default: '18095' },
        'no-open': { type: 'boolean', default: false },
        home: { type: 'string', default: defaultHome() },
      },
    });
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 1 || port > 65535)
      return fail(`--port wants a number from 1 to 65535, not "${values.port}".`);
    return { ...values, port, home: path.resolve(values.home) };
  } catch (error) {
    return fail(error.message);
  }
}

/** One for each checkout: two of them may run at the same time, on two ports. */
function defaultHome() {
  const checkout = crypto.createHash('sha256').update(root).digest('hex').slice(0, 8);
  return path.join(cacheDir, `start-${checkout}`);
}

function desktop() {
  bootstrap();
  if (runNode(['esbuild.mjs']) !== 0) fail('The extension could not be built; see above.');
  say(`opening ${code}`);
  const status = run(code, [`--extensionDevelopmentPath=${root}`, samples], {
    shell: process.platform === 'win32',
  });
  if (status !== 0)
    fail(
      `${code} ended with ${status}. "npm start -- --browser" does without the desktop VS Code.`,
    );
}

async function browser() {
  const { port, home } = options;
  if (!(await isPortFree(port)))
    fail(`Port ${port} of 127.0.0.1 is taken. "npm start -- --port ${port + 1}" takes another.`);
  bootstrap();
  const lacking = needCodeServer();
  if (lacking) fail(lacking);
  if (runNode(['scripts/package.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] }) !== 0)
    fail('The extension could not be built; "npm run package" says why.');

  let server;
  let stopping = false;
  onceAskedToStop(() => {
    stopping = true;
    say('stopping');
    // Whatever is up already ends with this process; once all is up, it may end in peace.
    void Promise.resolve(server?.stop()).finally(() => process.exit(0));
  });
  fs.mkdirSync(home, { recursive: true, mode: 0o700 });
  const kept = path.join(home, 'user/User/settings.json');
  for (const scope of ['User', 'Machine'])
    trustIsAsked(path.join(home, 'user', scope, 'settings.json'));
  say('starting code-server');
  try {
    server = await startCodeServer({
      home,
      port,
      vsix: [path.join(root, 'artifacts/kubelet-debugger.vsix')],
      settings: fs.existsSync(kept) ? undefined : settings(),
    });
  } catch (error) {
    fail(error.message);
  }
  void server.ended.then((status) => {
    if (!stopping) fail(`code-server ended with ${status}; see ${home}/server.log.`);
  });
  const target = new URL(`http://127.0.0.1:${port}/`);
  target.searchParams.set('folder', samples);
  const address = await openGate(target.href, server.cookie);
  say('VS Code is ready. Its address, for you alone; Ctrl-C ends it:');
  console.log(`\n    ${address}\n`);
  if (!options['no-open'] && !openInBrowser(address, home))
    say('No browser is here to open it in: please open the address in one.');
}

/** What a first look needs; afterwards they are the person's own. */
function settings() {
  return {
    'chat.disableAIFeatures': true,
    'extensions.autoCheckUpdates': false,
    'git.openRepositoryInParentFolders': 'never',
    'telemetry.telemetryLevel': 'off',
    // Its own data folder is no business of the programs in its terminals.
    'terminal.integrated.env.linux': { XDG_DATA_HOME: process.env.XDG_DATA_HOME ?? null },
    'update.mode': 'none',
    'workbench.secondarySideBar.defaultVisibility': 'hidden',
    'workbench.startupEditor': 'none',
  };
}
