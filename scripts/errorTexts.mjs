// npm run error-texts -- DIR…: writes the table of how errors begin and who says them (`src/diagnosis/error/errorTexts.ts`).
// DIR: Go modules in the module cache (`containerd/v2@v2.1.4`), k8s.io/kubernetes and its neighbours, CNI, runc, cAdvisor; several
// versions of each may be given. The system's own texts are read from the Go that is installed.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fail } from './lib.mjs';

const table = new URL('../src/diagnosis/error/errorTexts.ts', import.meta.url);
/** Letters that are enough to tell who says it. */
const MOST = 22;
const FEWEST = 12;
/** Letters of a line of the table. */
const WIDE = 240;
/** Says nothing of who says it, whoever alone does so in what was read. */
const anybodys = /^not (?:yet )?implemented\b/;

/** Who says what stands in a folder: the first that fits. `$1` is what the bracket holds. */
const speakers = [
  [/^kubernetes@.*\/pkg\/volume\/csi\//, 'kubelet (CSI)'],
  [/^kubernetes@.*\/pkg\/(?:kubelet|volume|util|probe|credentialprovider|cmd)\//, 'kubelet'],
  [
    /^kubernetes@.*\/plugin\/pkg\/(?:auth|admission\/(?:noderestriction|serviceaccount))/,
    'API server',
  ],
  [/^apimachinery@.*\/api\/errors\//, 'API server'],
  [/^(?:client-go|cri-client|mount-utils|cri-api)@/, 'kubelet'],
  [/^cadvisor@/, 'cAdvisor'],
  [/^containerd.*\/(?:core\/)?remotes\//, 'containerd (registry)'],
  [
    /^containerd.*\/(?:cri|core|snapshots|diff|content|images|runtime|mount|archive)\//,
    'containerd',
  ],
  [/^go-cni@/, 'containerd'],
  [/^cri-o@/, 'CRI-O'],
  [/^runc@/, 'runc'],
  [/^cni@/, 'libcni'],
  [/^plugins@.*\/plugins\/(?:main|ipam|meta)\/([\w-]+)\//, 'CNI plug-in $1'],
  [/^plugins@/, 'CNI plug-in'],
];
const tests = /_test\.go$|\.pb\.go$|\/(?:test\w*|integration|contrib|hack|e2e\w*|fake|cmd)\//;
const made =
  /\b(?:fmt\.Errorf|errors\.(?:New|Errorf)|(?:errors\.Wrapf?|types\.NewError|(?:status|grpc)\.Errorf?)\([^,"`\n]+,|NewError\([^,"`\n]+,|errors\.Wrapf?)\(?\s*"((?:[^"\\\n]|\\.)*)"/g;

function speakerOf(path) {
  for (const [pattern, name] of speakers) {
    const found = pattern.exec(path);
    if (found !== null) return name.replace('$1', found[1] ?? '');
  }
  return undefined;
}

/** What is said before the first value, or before what it wraps. */
function startOf(text) {
  const start = text
    .replaceAll('\\"', '"')
    .split(/[%\\]/)[0]
    .split(': ')[0]
    .slice(0, MOST)
    .replace(/[\s"'`([:=]+$/, '');
  const tells = start.length >= FEWEST && start.includes(' ') && !/[|`]/.test(start);
  return tells && !anybodys.test(start) ? start : undefined;
}

/** Start → speakers. */
const starts = new Map();

function readTree(root) {
  const name = /@v\d/.test(basename(root))
    ? basename(root).startsWith('v')
      ? `${basename(dirname(root))}@${basename(root)}`
      : basename(root)
    : fail(`${root}: the folder's name must tell its version.`);
  for (const entry of readdirSync(root, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name);
    const path = `${name}/${relative(root, file).replaceAll(sep, '/')}`;
    if (!entry.isFile() || !entry.name.endsWith('.go') || tests.test(path)) continue;
    const speaker = speakerOf(path);
    if (speaker === undefined) continue;
    for (const [, text] of readFileSync(file, 'utf8').matchAll(made)) {
      const start = startOf(text);
      if (start !== undefined) starts.set(start, (starts.get(start) ?? new Set()).add(speaker));
    }
  }
}

/** Those that one speaker alone says, a line each; a longer one that begins as another of the same speaker tells no more. */
function speakerLines() {
  const bySpeaker = new Map();
  for (const [start, speakers] of [...starts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (speakers.size > 1) continue;
    const [speaker] = speakers;
    const own = bySpeaker.get(speaker) ?? [];
    if (own.length === 0 || !start.startsWith(own.at(-1))) own.push(start);
    bySpeaker.set(speaker, own);
  }
  return [...bySpeaker].sort().map(([speaker, own]) => [speaker, own]);
}

function systemTexts() {
  const root = execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim();
  const text = readFileSync(join(root, 'src', 'syscall', 'zerrors_linux_amd64.go'), 'utf8');
  const listed = text.slice(text.indexOf('var errors = '), text.indexOf('// Signal table'));
  return [...listed.matchAll(/^\s*\d+:\s*"([^"]+)"/gm)].map(([, words]) => words).sort();
}

/** Several of them a line, a bar between two. */
function packed(texts) {
  const lines = [];
  for (const text of texts) {
    const last = lines.at(-1);
    if (last === undefined || last.length + text.length >= WIDE) lines.push(text);
    else lines[lines.length - 1] = `${last}|${text}`;
  }
  return lines.join('\n');
}

const quoted = (word) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const roots = process.argv.slice(2);
if (roots.length === 0) fail('npm run error-texts -- DIR…: say which Go modules are read');
for (const root of roots) readTree(root.replace(/\/$/, ''));
const lines = speakerLines();
writeFileSync(
  table,
  `// Written by \`npm run error-texts -- DIR…\` from the Go sources of those who say them: how errors begin, before their first value.

/** Speaker → how what only it says begins; a bar or a line's end stands between two. */
export const errorStarts: Readonly<Record<string, string>> = {
${lines.map(([speaker, own]) => `  ${quoted(speaker)}: \`\n${packed(own)}\n\`,`).join('\n')}
};

/** What an operating system says (errno), in Go's words for Linux; between two as above. */
export const systemTexts = \`
${packed(systemTexts())}
\`;
`,
);
for (const [speaker, own] of lines) console.log(`${speaker}: ${own.length}`);
