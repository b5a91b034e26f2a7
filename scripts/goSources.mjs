// npm run go-sources -- DIR…: writes the table by which a log line's `file.go:123` becomes a path of the kubernetes repository.
// DIR: checkouts of k8s.io/kubernetes or its folders in the module cache (`kubernetes@v1.34.2`), one for each minor.
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { kubeletFolders, logCalls } from './goCalls.mjs';

const table = new URL('../src/kubelet/evidence/goSourceTable.ts', import.meta.url);
/** Letters of a message that are enough to tell two files of one name apart. */
const START = 24;

/** Programs of their own, and parts of the API server that no kubelet runs. */
const foreign =
  /\/main\.go$|\/clientexample\/|\/apiserver\/(?:plugin|pkg\/(?:admission|cel|registry|storage|storageversion|reconcilers|endpoints\/handlers|util\/(?:apihelpers|flowcontrol|peerproxy)))\//;

/** Path → its minors and how its messages begin. */
const files = new Map();
/** First folder of a path → minors of which it was at hand: a module cache has not always the neighbours too. */
const sampled = { cmd: new Set(), pkg: new Set(), staging: new Set(), vendor: new Set() };
const sorted = (minors) => [...minors].sort((a, b) => a - b);

function readTree(root) {
  const minor = Number(/v1\.(\d+)/.exec(basename(root))?.[1]);
  if (Number.isNaN(minor)) throw new Error(`${root}: the folder's name must tell its version.`);
  for (const folder of kubeletFolders(root)) {
    sampled[folder.path.split('/', 1)[0]].add(minor);
    for (const { path, message } of logCalls(folder)) {
      if (foreign.test(path)) continue;
      const file = files.get(path) ?? { minors: new Set(), starts: new Set() };
      files.set(path, file);
      file.minors.add(minor);
      const start = message.split('%')[0].split('\n')[0].slice(0, START).trimEnd();
      if (start.length > 5) file.starts.add(start);
    }
  }
}

function directoryLines() {
  const directories = new Map();
  for (const [path, { minors }] of [...files].sort()) {
    const at = path.lastIndexOf('/');
    const [seen, all] = [sorted(minors), sorted(sampled[path.split('/', 1)[0]])];
    const from = seen[0] === all[0] ? '' : seen[0];
    const to = seen.at(-1) === all.at(-1) ? '' : seen.at(-1);
    const span = from === '' && to === '' ? '' : `@${from}-${to}`;
    const names = directories.get(path.slice(0, at)) ?? [];
    directories.set(path.slice(0, at), [...names, path.slice(at + 1) + span]);
  }
  return [...directories].map(([directory, names]) => `${directory}: ${names.join(' ')}`);
}

/** For names that stand for several files: the messages that only one of these prints. */
function messageLines() {
  const byName = new Map();
  for (const path of [...files.keys()].sort())
    byName.set(basename(path), [...(byName.get(basename(path)) ?? []), path]);
  const lines = [];
  for (const paths of [...byName.values()].filter(({ length }) => length > 1))
    for (const path of paths) {
      const others = paths
        .filter((other) => other !== path)
        .map((other) => files.get(other).starts);
      const own = [...files.get(path).starts].filter(
        (start) => !others.some((starts) => [...starts].some((s) => overlap(s, start))),
      );
      if (own.length > 0) lines.push(`## ${path}`, ...own.sort());
    }
  return lines;
}

function overlap(a, b) {
  return a.startsWith(b) || b.startsWith(a);
}

const roots = process.argv.slice(2);
if (roots.length === 0) {
  console.error('go-sources: give folders of Kubernetes source, one for each minor');
  process.exitCode = 2;
} else {
  for (const root of roots) readTree(root);
  const minors = Object.entries(sampled).map(
    ([top, of]) => `  ${top}: [${sorted(of).join(', ')}],\n`,
  );
  const quoted = (lines) =>
    lines.join('\n').replace(/\\/g, '\\\\').replace(/`/g, '\\`').replace(/\$\{/g, '\\${');
  const text =
    `// Written by \`npm run go-sources -- DIR…\`: which files of the kubernetes repository log in a kubelet's process, and what only one\n` +
    `// of several files of the same name says.\n\n` +
    `/** By the first folder of a path: the minors that were read, rising. */\nexport const sampledMinors: Readonly<Record<string, readonly number[]>> = {\n${minors.join('')}};\n\n` +
    `/** \`directory: file.go file.go@21-30\`: the first and last sampled minor that has it, left out where it is the first or last of all. */\n` +
    `export const goFileTexts = \`\n${quoted(directoryLines())}\n\`;\n\n` +
    `/** \`## path\`, then how its own messages begin, one on each line. */\nexport const ownMessageTexts = \`\n${quoted(messageLines())}\n\`;\n`;
  writeFileSync(table, text);
  console.log(`${files.size} files, ${text.length} bytes`);
}
