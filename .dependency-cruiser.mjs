// Who may import whom: an allow-list. What is not named here is an error (ARCHITECTURE.md, "Rooms").
const room = (name) => `^src/${name}/`;
const allow = (from, to) => ({ from: { path: from }, to: { path: to } });
const node =
  '^(node:|fs|path|os|url|zlib|stream|worker_threads|child_process|events|util|crypto|net|http|https|buffer|readline|tls|module)';
const npm = (...names) => names.map((n) => `(^|/)node_modules/${n}/`).join('|');

export const rooms = {
  base: [],
  protocol: ['base'],
  log: ['base'],
  informer: ['base'],
  kubelet: ['base', 'log', 'informer'],
  replay: ['base', 'log', 'informer', 'kubelet'],
  simulate: ['base', 'log', 'informer', 'kubelet'],
  diagnosis: ['base', 'log', 'kubelet', 'replay'],
  cluster: ['base', 'informer'],
  store: ['base', 'protocol', 'cluster', 'informer'],
  engine: [
    'base',
    'protocol',
    'log',
    'informer',
    'kubelet',
    'replay',
    'diagnosis',
    'cluster',
    'store',
    'simulate',
  ],
  debug: ['base', 'protocol'],
  extension: ['base', 'protocol', 'debug'],
  mcp: ['base', 'protocol', 'engine'],
  cli: ['base', 'protocol', 'engine', 'debug', 'simulate', 'mcp'],
};
const packages = {
  log: npm('fflate', 'fzstd', 'xz-decompress', 'xxhash-wasm', 're2js', 'yaml'),
  cluster: `${node}|${npm('@kubernetes/client-node')}`,
  store: `${node}|${npm('hpagent')}`,
  simulate: npm('yaml', 'valibot'),
  engine: npm('valibot', 'yaml'),
  diagnosis: `${npm('yaml', 'valibot')}|^sarif$|/@types/sarif/`,
  debug: npm('@vscode/debugadapter', '@vscode/debugprotocol'),
  extension: `^vscode$|(^|/)node_modules/@types/vscode/|${npm('valibot')}`,
  mcp: `${node}|${npm('@modelcontextprotocol/sdk', '@valibot/to-json-schema', 'valibot')}`,
  cli: `${node}|${npm('cac', 'picocolors', 'yaml')}`,
};

/** Within the rebuild each folder knows those before it; all know what it yields. */
const rebuild = ['facts', 'identity', 'worker', 'pod', 'node'];
const rebuildAbove = rebuild.map((folder, i) => ({
  name: `rebuild-${folder}`,
  severity: 'error',
  from: { path: `^src/kubelet/rebuild/${folder}/` },
  to: {
    path: '^src/kubelet/rebuild/',
    pathNot: `^src/kubelet/rebuild/((${rebuild.slice(0, i + 1).join('|')})/|(history|logEnd|track)\\.ts$)`,
  },
}));

/** Needed exceptions, each with its reason. */
const debt = [];

export default {
  allowed: [
    ...Object.entries(rooms).map(([from, to]) =>
      allow(room(from), `^src/(${[from, ...to].join('|')})/`),
    ),
    ...Object.entries(packages).map(([from, to]) => allow(room(from), to)),
    // Only the host folders of the engine know what a thread or a file is.
    allow('^src/engine/host/node/', node),
    // Rooms in front of the engine know its client and the thread it is started on, nothing else of it.
    allow('^src/(debug|extension)/', '^src/engine/(client|host/(node|web)/start)\\.ts$'),
    allow('^src/debug/(main|stream)\\.ts$', node),
    allow('^src/extension/host/(node|isInside|goDownload|unpackSource|sourceStore)\\.ts$', node),
    // An archive of Go source is read as one of logs is.
    allow('^src/extension/host/unpackSource\\.ts$', '^src/log/archive/'),
    allow(
      '^webview/shared/',
      `^webview/shared/|^src/(base|protocol)/|${npm('lit', '@lit/[^/]+', 'lit-html', 'lit-element', '@vscode/l10n', '@vscode/webview-ui-toolkit', 'uplot')}`,
    ),
    allow(
      '^webview/([^/]+)/',
      `^webview/$1/|^webview/shared/|^src/(base|protocol)/|${npm('lit', 'lit-html', 'lit-element', '@lit/[^/]+', 'uplot')}`,
    ),
    allow('^src/cli/version\\.ts$', '^package\\.json$'),
    allow('^test/', '.*'),
    ...debt,
  ],
  allowedSeverity: 'error',
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...rebuildAbove,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(scripts/|esbuild\\.mjs$|test/workbench/(node_modules|shims))' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'default', 'types'],
    },
  },
};
