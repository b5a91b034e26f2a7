// Bundles everything that ships. Entries are the files that exist; a new page or host needs no line here.
//   node esbuild.mjs [--dev] [--watch] [--out DIR]      --out: there instead of dist/; --dev: source maps, not minified; --watch: the same, and again on each change
import { context } from 'esbuild';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { noticesOf, noticesText } from './scripts/notices.mjs';

const root = path.dirname(fileURLToPath(import.meta.url));
const watch = process.argv.includes('--watch');
const out = process.argv.includes('--out')
  ? process.argv[process.argv.indexOf('--out') + 1]
  : 'dist';
const inOut = (file) => path.resolve(root, file.replace(/^dist\b/, out));
const dev = watch || process.argv.includes('--dev');

// VS Code 1.101 hosts run Node 22; the command line also runs on Node 20.
// A bundle that is needed later is required: imported, it would be read twice, first for the names that it exports.
const node = {
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  supported: { 'dynamic-import': false },
};
const browser = { platform: 'browser', target: 'es2022' };
const host = { plugins: [{ name: 'vscode-once', setup: takeVscodeOnce }] };
const nodeHost = {
  ...node,
  plugins: [...host.plugins, { name: 'seldom-used-apart', setup: leaveSeldomUsedApart }],
};

const fixed = [
  { from: 'src/extension/extension.ts', to: 'dist/extension.cjs', ...nodeHost },
  { from: 'src/extension/host/node.ts', to: 'dist/whole.cjs', ...nodeHost },
  { from: 'src/extension/editor/goSourceRoom.ts', to: 'dist/goSourceRoom.cjs', ...nodeHost },
  { from: 'src/extension/commands/goCommands.ts', to: 'dist/goCommands.cjs', ...nodeHost },
  { from: 'src/extension/host/goSources.ts', to: 'dist/goSources.cjs', ...nodeHost },
  { from: 'src/debug/adapter.ts', to: 'dist/debug.cjs', ...node },
  { from: 'src/extension/commands/storeCommands.ts', to: 'dist/openStore.cjs', ...nodeHost },
  { from: 'src/extension/commands/caseCommands.ts', to: 'dist/saveCase.cjs', ...nodeHost },
  { from: 'src/extension/commands/compareCommand.ts', to: 'dist/askCompare.cjs', ...nodeHost },
  { from: 'src/extension/commands/stateCommands.ts', to: 'dist/askState.cjs', ...nodeHost },
  { from: 'src/extension/commands/goroutineCommand.ts', to: 'dist/openDump.cjs', ...nodeHost },
  { from: 'src/extension/commands/manifestCommands.ts', to: 'dist/manifests.cjs', ...nodeHost },
  { from: 'src/extension/panels/relay.ts', to: 'dist/relay.cjs', ...nodeHost },
  { from: 'src/extension/commands/filterBox.ts', to: 'dist/filterBox.cjs', ...nodeHost },
  { from: 'src/extension/commands/assistant.ts', to: 'dist/assistant.cjs', ...nodeHost },
  {
    from: 'src/extension/web.ts',
    to: 'dist/web/extension.cjs',
    ...browser,
    ...host,
    format: 'cjs',
  },
  {
    from: 'src/engine/host/node/worker.ts',
    to: 'dist/worker.cjs',
    ...node,
    plugins: [{ name: 'engine-once', setup: leaveCommandsApart }],
  },
  { from: 'src/engine/host/node/indexWorker.ts', to: 'dist/indexer.cjs', ...node },
  { from: 'src/engine/host/web/worker.ts', to: 'dist/web/worker.js', ...browser, format: 'iife' },
  {
    from: 'src/engine/host/web/indexWorker.ts',
    to: 'dist/web/indexer.js',
    ...browser,
    format: 'iife',
  },
  {
    from: 'src/cluster/main.ts',
    to: 'dist/cluster.cjs',
    ...node,
    plugins: [leaveOut('undici')],
  },
  { from: 'src/store/main.ts', to: 'dist/store.cjs', ...node },
  {
    from: 'src/mcp/main.ts',
    to: 'dist/mcp.cjs',
    ...node,
    plugins: [leaveOut('ajv', 'ajv-formats', 'zod/v3', 'zod-to-json-schema')],
  },
  { from: 'src/debug/main.ts', to: 'dist/dap.cjs', ...node },
  {
    from: 'src/cli/main.ts',
    to: 'dist/cli.cjs',
    ...node,
    banner: { js: '#!/usr/bin/env node' },
    plugins: [
      { name: 'executable', setup: makeExecutable },
      { name: 'commands-apart', setup: leaveCommandsApart },
    ],
  },
  { from: 'src/cli/commands.ts', to: 'dist/commands.cjs', ...node },
];
const pages = fs
  .readdirSync(path.join(root, 'webview'))
  .filter((page) => fs.existsSync(path.join(root, 'webview', page, 'main.ts')));
const bundles = fixed.filter(({ from }) => fs.existsSync(path.join(root, from)));

/** The rooms of clusters, log stores and assistants are seldom needed: `import('…/cluster/main.ts')` becomes a file of its own, read when first used. */
const clusterApart = {
  name: 'cluster-apart',
  setup(build) {
    build.onResolve({ filter: /\/(cluster|store|mcp)\/main\.ts$/ }, ({ kind, path: file }) =>
      kind === 'dynamic-import'
        ? { path: `./${path.basename(path.dirname(file))}.cjs`, external: true }
        : undefined,
    );
  },
};

/**
 * Most windows open no log; of those that do most debug nothing, show no page, ask no log store, filter no view, have no assistant. What does is a file of its own, read
 * when first needed. A browser has one file for all.
 */
function leaveSeldomUsedApart(build) {
  const files = {
    'host/node': 'whole',
    'host/goSources': 'goSources',
    'editor/goSourceRoom': 'goSourceRoom',
    'commands/goCommands': 'goCommands',
    'debug/adapter': 'debug',
    'commands/storeCommands': 'openStore',
    'commands/caseCommands': 'saveCase',
    'commands/compareCommand': 'askCompare',
    'commands/stateCommands': 'askState',
    'commands/goroutineCommand': 'openDump',
    'commands/manifestCommands': 'manifests',
    'panels/relay': 'relay',
    'commands/filterBox': 'filterBox',
    'commands/assistant': 'assistant',
  };
  build.onResolve({ filter: /\.ts$/ }, ({ kind, path: file, resolveDir }) => {
    if (kind !== 'dynamic-import') return undefined;
    const [, name] = /([^/]+\/[^/]+)\.ts$/.exec(path.resolve(resolveDir, file)) ?? [];
    return files[name] && { path: `./${files[name]}.cjs`, external: true };
  });
}

/** One bundle has the engine for its thread and for all commands but the server for assistants, which starts without it. */
function leaveCommandsApart(build) {
  build.onResolve({ filter: /\/(?:commands|serveThread)\.ts$/ }, () => ({
    path: './commands.cjs',
    external: true,
  }));
}

/**
 * A file that imports all of `vscode` would copy its some four hundred names, each file anew, and the extension would start twice as
 * slowly for it. So the files share one module that has what any of them names.
 */
function takeVscodeOnce(build) {
  const dir = path.join(root, 'src/extension');
  const texts = fs
    .readdirSync(dir, { recursive: true })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => fs.readFileSync(path.join(dir, file), 'utf8'));
  const named = texts.flatMap((text) => [
    ...[...text.matchAll(/\bvscode\.(\w+)/g)].map(([, name]) => name),
    ...[...text.matchAll(/\{([^{}]*)\} (?:=|from) '?vscode'?;/g)].flatMap(([, names]) =>
      names.match(/\w+/g),
    ),
  ]);
  const lines = [...new Set(named)].map((name) => `export const ${name} = api.${name};`);
  build.onResolve({ filter: /^vscode$/ }, ({ namespace }) =>
    namespace === 'vscode-once'
      ? { path: 'vscode', external: true }
      : { path: 'vscode', namespace: 'vscode-once' },
  );
  build.onLoad({ filter: /.*/, namespace: 'vscode-once' }, () => ({
    contents: ["const api = require('vscode');", ...lines].join('\n'),
  }));
}

/**
 * What libraries name and nobody here needs. Of client-node only what reads kubeconfigs is used; its HTTP client is half of its size, and does not load on
 * Node 20. The SDK of MCP would validate what a client answers that was asked, which this server does not; its own schemas are of zod 4.
 */
function leaveOut(...modules) {
  return {
    name: 'left-out',
    setup(build) {
      const filter = new RegExp(`^(?:${modules.join('|')})$`);
      build.onResolve({ filter }, ({ path: name }) => ({ path: name, namespace: 'left-out' }));
      build.onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({
        contents: 'module.exports = {};',
      }));
    },
  };
}

function makeExecutable(build) {
  build.onEnd(({ errors }) => {
    if (errors.length === 0) fs.chmodSync(inOut('dist/cli.cjs'), 0o755);
  });
}

/** All pages at once: what several of them use, lit and the controls above all, is in files that they share. */
const pageBundle = {
  entryPoints: Object.fromEntries(pages.map((page) => [page, `webview/${page}/main.ts`])),
  outdir: inOut('dist/webview'),
  splitting: true,
  chunkNames: 'shared-[hash]',
  ...browser,
  format: 'esm',
};

function options({ from, to, plugins = [], ...rest }) {
  return {
    ...(from === undefined ? {} : { entryPoints: [from], outfile: inOut(to) }),
    ...rest,
    absWorkingDir: root,
    bundle: true,
    minify: !dev,
    sourcemap: dev ? 'linked' : false,
    // Lit's development build warns on the console.
    conditions: dev ? ['development'] : ['production'],
    loader: { '.svg': 'dataurl', '.ttf': 'file', '.woff2': 'file' },
    legalComments: 'none',
    charset: 'utf8',
    metafile: true,
    logLevel: watch ? 'info' : 'warning',
    plugins: [clusterApart, ...plugins],
  };
}

if (!watch) fs.rmSync(inOut('dist'), { recursive: true, force: true });
const contexts = await Promise.all(
  [...bundles, pageBundle].map((bundle) => context(options(bundle))),
);
if (watch) {
  await Promise.all(contexts.map((each) => each.watch()));
} else {
  try {
    const results = await Promise.all(contexts.map((each) => each.rebuild()));
    report(results.map(({ metafile }) => metafile));
  } catch (error) {
    // Of its own mistakes esbuild has told.
    if (error.errors === undefined) console.error(error.message);
    process.exitCode = 1;
  }
  await Promise.all(contexts.map((each) => each.dispose()));
}

/** Sizes on the screen; what each bundle is made of in artifacts/metafile.json (esbuild.github.io/analyze reads it). */
function report(metafiles) {
  const merged = {
    inputs: Object.assign({}, ...metafiles.map(({ inputs }) => inputs)),
    outputs: Object.assign({}, ...metafiles.map(({ outputs }) => outputs)),
  };
  const folder = out === 'dist' ? path.join(root, 'artifacts') : inOut('dist');
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'metafile.json'), JSON.stringify(merged));
  fs.writeFileSync(inOut('dist/ThirdPartyNotices.txt'), noticesText(noticesOf(root, merged)));
  for (const [file, { bytes }] of Object.entries(merged.outputs))
    if (!file.endsWith('.map'))
      console.log(`${file.padEnd(28)} ${(bytes / 1000).toFixed(1).padStart(8)} kB`);
}
