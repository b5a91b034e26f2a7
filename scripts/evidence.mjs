// npm run evidence: how much of a log is understood, and what a kubelet's Go source prints that no rule knows.
//   npm run evidence -- LOG…                 share of lines understood, the commonest that are not
//   npm run evidence -- --source DIR…        DIR: a checkout of k8s.io/kubernetes (or its folder in the module cache, whose
//                                            neighbours are read too): messages that are new, rules that it no longer
//                                            prints, and messages of rules with other keys or at another level
//   npm run evidence -- --source DIR… --write   adds the new ones to the lists of lines known to move nothing
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { kubeletFolders, logCalls } from './goCalls.mjs';

const { rules, read } = await import('../src/kubelet/evidence/rules.ts');
const known = await import('../src/kubelet/evidence/known.ts');
const { readLog } = await import('../src/log/readLog.ts');
const lists = new URL('../src/kubelet/evidence/knownLines.ts', import.meta.url);

/** Files whose every message is weighed by itself; of all others one line says as little as the next. */
const weighed = new Set(
  (
    'kubelet.go kubelet_pods.go kubelet_volumes.go kubelet_network.go pod_workers.go pod_container_deletor.go ' +
    'kuberuntime_manager.go kuberuntime_container.go kuberuntime_sandbox.go kuberuntime_gc.go generic.go evented.go ' +
    'status_manager.go eviction_manager.go config.go mirror_client.go docker_sandbox.go docker_service.go cni.go plugins.go ' +
    'remote_runtime.go prober.go worker.go nodeshutdown_manager.go nodeshutdown_manager_linux.go allocation_manager.go ' +
    'reconciler.go reconciler_common.go operation_generator.go nestedpendingoperations.go util.go log.go'
  ).split(' '),
);
async function fromLogs(files) {
  const { Tape } = await import('../src/replay/tape.ts');
  const { rebuild } = await import('../src/kubelet/rebuild/rebuild.ts');
  for (const file of files) {
    const bytes = readFileSync(file);
    const text = file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
    const tape = new Tape([{ table: readLog(0, text), name: file, clockOffset: 0 }]);
    const { lines, unmatched, commonUnmatched } = rebuild(tape).understood;
    const share = lines === 0 ? 0 : (100 * unmatched) / lines;
    console.log(`${file}: ${lines} records, ${unmatched} not understood (${share.toFixed(1)} %)`);
    for (const { message, count } of commonUnmatched) console.log(`  ${count}  ${message}`);
  }
}

function fromSource(roots, write) {
  const calls = new Map();
  const all = roots.flatMap(kubeletFolders).flatMap((folder) => [...logCalls(folder)]);
  for (const call of all) calls.set(`${call.file}\n${call.message}`, call);
  const minor = Math.min(
    ...roots.map((root) => Number(/v1\.(\d+)/.exec(basename(root))?.[1] ?? Infinity)),
  );
  const lacking = [...calls.values()].filter(
    (call) => weighed.has(call.file) && !isUnderstood(call),
  );
  const fresh = lacking.filter(hasWords);
  for (const { file, message } of fresh) console.log(`new      ${file}: ${message}`);
  const printed = new Set([...calls.values()].map((call) => call.message));
  const ofKubelets = rules.filter(
    (rule) => rule.messages !== undefined && !rule.id.startsWith('sample.'),
  );
  const open = ofKubelets.filter(
    ({ since, until }) => since <= minor && (until === undefined || until >= minor),
  );
  const isPrinted = (message) => printed.has(message);
  for (const { id, messages } of open.filter((rule) => !rule.messages.some(isPrinted)))
    console.log(`missing  ${id}: ${messages.join(' | ')}`);
  for (const line of open.flatMap((rule) => [...changes(rule, all)])) console.log(line);
  const other = open.flatMap(({ messages }) =>
    messages.some(isPrinted) ? messages.filter((message) => !isPrinted(message)) : [],
  );
  console.log(
    `${calls.size} messages, ${fresh.length} of them new to the rules and lists; ${lacking.length - fresh.length} calls print a text that is made ` +
      `elsewhere; ${other.length} wordings of the rules belong to other versions`,
  );
  if (write) writeLists(calls, fresh);
}

/** What the source prints of a rule's messages in another way than its samples and its level say. */
function* changes(rule, all) {
  const own = all.filter(
    ({ file, message, printf }) =>
      !printf && rule.files.includes(file) && rule.messages.includes(message),
  );
  if (own.length === 0) return;
  const levels = [...new Set(own.map(({ v }) => v))].sort((a, b) => a - b);
  if (!levels.includes(rule.v))
    yield `level    ${rule.id}: printed at ${levels.join(', ')}, not at ${rule.v}`;
  const printed = rule.samples.flatMap(({ line }) => {
    const record = readLog(0, Buffer.from(line), { year: 2026 }).record(0);
    return record.structured ? [record] : [];
  });
  for (const message of rule.messages) {
    const keys = own.filter((call) => call.message === message).map((call) => call.keys);
    const samples = printed.filter((record) => record.message === message);
    if (keys.length === 0 || samples.length === 0 || keys.includes(undefined)) continue;
    const lacking = samples.map(({ fields }) =>
      fields
        .map(({ key }) => key)
        .filter((key) => key !== 'err' && !keys.some((one) => one.includes(key))),
    );
    if (lacking.every(({ length }) => length > 0))
      yield `keys     ${rule.id}: ${message}: ${[...new Set(lacking.flat())].join(', ')} not among ${[...new Set(keys.flat())].join(', ')}`;
  }
}

/** Words of its own, by which its lines could be told. */
function hasWords({ message }) {
  return message.split('%')[0].trim().length >= 6;
}

/** A line as the call would print it, without its values. */
function isUnderstood({ file, message, printf }) {
  const structured = !printf;
  const record = {
    file,
    message,
    structured,
    fields: [],
    field: () => undefined,
    text: message,
    severity: 'info',
  };
  return (
    known.isKnownHarmless(record) ||
    rules.some((rule) => rule.messages?.includes(message)) ||
    read(record) !== undefined
  );
}

function writeLists(calls, fresh) {
  const quiet = new Set(known.quietFiles);
  for (const { file } of calls.values()) if (!weighed.has(file)) quiet.add(file);
  const messages = new Map(known.knownMessages);
  for (const { file, message } of fresh) {
    const head = message.split('%')[0].trim();
    if (head.length < 6) continue;
    messages.set(file, [...new Set([...(messages.get(file) ?? []), head])].sort());
  }
  const quoted = (text) =>
    text.replace(/\\/g, '\\\\').replace(/`/g, '\\`').replace(/\$\{/g, '\\${');
  const body = [...messages]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, list]) => `## ${file}\n${list.join('\n')}`)
    .join('\n');
  writeFileSync(
    lists,
    `// Written by \`npm run evidence -- --source DIR --write\`: files of the kubelet's neighbours, and messages of the kubelet's own files, up\n` +
      `// to their first value, that say nothing about workers, PLEG, sandboxes or networks.\n\n` +
      `export const quietFileNames = \`\n${wrap([...quiet].sort())}\n\`;\n\n` +
      `/** \`## file.go\`, then its messages, one on each line. */\nexport const knownMessageTexts = \`\n${quoted(body)}\n\`;\n`,
  );
}

function wrap(words) {
  const lines = [''];
  for (const word of words) {
    if (lines.at(-1).length + word.length > 110) lines.push('');
    lines[lines.length - 1] += `${lines.at(-1) === '' ? '' : ' '}${word}`;
  }
  return lines.join('\n');
}

const args = process.argv.slice(2);
const paths = args.filter((arg) => !arg.startsWith('--'));
if (paths.length === 0) {
  console.error('evidence: give one or more logs, or --source and a folder of Kubernetes source');
  process.exitCode = 2;
} else if (args.includes('--source')) fromSource(paths, args.includes('--write'));
else await fromLogs(paths);
