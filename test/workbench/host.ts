// Runs the suites of ./host inside a real extension host, against the real `vscode` API:
//   node test/workbench/host.ts node|web
// `node` tests dist/extension.cjs in the remote extension host, `web` tests dist/web/extension.cjs in the web worker one.
// A suite file runs in both, but x.node.ts and x.web.ts in that one only.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Plugin, build } from 'esbuild';
import { root, sayCounts } from '../../scripts/lib.mjs';
import { type HostMessage, heard } from './lib/hostReport.ts';
import { type Workbench, openWorkbench } from './lib/workbench.ts';

const extensionId = 'kubelet-debugger.kubelet-debugger';
const limitMs = 180_000;
const host = process.argv[2] === 'web' ? 'web' : 'node';
const bundle = path.join(root, `out/host-${host}.cjs`);

/**
 * Mocha's build for browsers is a plain script, though its package says that all its files are ES modules. So bundled it
 * would take the bundle's own `module` and `exports` for its own, and overwrite them.
 */
const mochaAsScript: Plugin = {
  name: 'mocha-as-script',
  setup(builder) {
    builder.onLoad({ filter: /[\\/]mocha[\\/]mocha\.js$/ }, ({ path: file }) => ({
      contents: `var module, exports, define;\n${fs.readFileSync(file, 'utf8')}`,
    }));
  },
};

await bundleSuites();
const { passed, failed } = await runInHost();
sayCounts(passed, failed);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

/** A folder with a case in it, as the command line saves one, and a goroutine dump. */
function folderWithCase(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kubelet-host-'));
  process.once('exit', () => {
    fs.rmSync(folder, { recursive: true, force: true });
  });
  const log = path.join(root, 'media/samples/teardown-containerd/kubelet.log.gz');
  const out = path.join(folder, 'hang.kubelet-case');
  const options = ['--out', out, '--findings', '--title', 'Hang of web-1'];
  execFileSync(process.execPath, [
    path.join(root, 'dist/cli.cjs'),
    'case',
    'save',
    log,
    ...options,
  ]);
  const dump = fs.readFileSync(
    path.join(root, 'test/fixtures/lab/cni-del-error-v2/goroutines-1.txt.gz'),
  );
  fs.writeFileSync(path.join(folder, 'goroutines.txt'), gunzipSync(dump));
  return folder;
}

async function bundleSuites(): Promise<void> {
  const dir = path.join(root, 'test/workbench');
  const other = host === 'web' ? '.node.ts' : '.web.ts';
  const files = fs.readdirSync(path.join(dir, 'host')).filter((file) => !file.endsWith(other));
  const loaders = files.map((file) => `() => import('./host/${file}')`);
  await build({
    stdin: {
      contents: `import { runSuites } from './lib/${host === 'web' ? 'hostWeb' : 'hostNode'}.ts';
export const run = () => runSuites([${loaders.join(', ')}]);`,
      resolveDir: dir,
    },
    outfile: bundle,
    bundle: true,
    format: 'cjs',
    target: 'es2022',
    sourcemap: 'inline',
    external: ['vscode', ...(host === 'node' ? ['mocha'] : [])],
    platform: host === 'node' ? 'node' : 'browser',
    define: host === 'web' ? { global: 'globalThis' } : {},
    plugins: [mochaAsScript],
    logLevel: 'warning',
  });
}

async function runInHost(): Promise<{ passed: number; failed: number }> {
  let passed = 0;
  let failed = 0;
  let end: (HostMessage & { kind: 'end' }) | undefined;
  const fail = (text: string): void => {
    failed += 1;
    console.log(`FAIL ${text}`);
  };
  const hear = (message: HostMessage): void => {
    if (message.kind === 'end') end = message;
    else if (message.kind === 'failed') fail(`${message.title}\n${message.error}`);
    else {
      passed += 1;
      console.log(`ok   ${message.title} (${message.ms} ms)`);
    }
  };
  const { code, problems, workbench } = await untilExit(hear);
  if (code === undefined)
    fail(
      `no end within ${limitMs / 1000} s; the console:\n${workbench.lines.slice(-40).join('\n')}`,
    );
  else if (!end) fail(`the host ended with ${code} before its suites did`);
  else if (end.passed !== passed || end.failed !== failed)
    fail(
      `the host counted ${end.passed} and ${end.failed}, of which arrived ${passed} and ${failed}`,
    );
  for (const problem of problems) fail(problem);
  await workbench.close();
  return { passed, failed };
}

/** Opens the workbench with the suites and waits until they are through; `code` is undefined when that takes too long. */
async function untilExit(
  hear: (message: HostMessage) => void,
): Promise<{ code: number | undefined; problems: readonly string[]; workbench: Workbench }> {
  const opened: { workbench?: Workbench } = {};
  let problems: readonly string[] | undefined;
  let exit: (code?: number) => void = () => undefined;
  const exited = new Promise<number | undefined>((resolve) => (exit = resolve));
  const workbench = await openWorkbench({
    install: false,
    content: folderWithCase(),
    // A built VS Code heeds the two paths below only with its driver for smoke tests.
    args: ['--vscode-option', 'enable-smoke-test-driver'],
    // This alone decides in which host an extension runs that could run in both.
    settings: host === 'web' ? { 'remote.extensionKind': { [extensionId]: ['web'] } } : {},
    payload: (at) => [
      ['extensionDevelopmentPath', at(root)],
      ['extensionTestsPath', at(bundle)],
    ],
    hooks: {
      codeAutomationLog: (_type: string, args: readonly unknown[]) => {
        const message = heard(String(args[0]));
        if (message) hear(message);
        // Afterwards the window goes down, and cancels with much noise whatever VS Code still had under way.
        if (message?.kind === 'end') problems = opened.workbench?.problems();
      },
      codeAutomationExit: exit,
    },
  });
  opened.workbench = workbench;
  const timer = setTimeout(exit, limitMs);
  const code = await exited;
  clearTimeout(timer);
  return { code, problems: problems ?? workbench.problems(), workbench };
}
