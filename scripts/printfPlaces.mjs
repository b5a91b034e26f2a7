// npm run printf-places -- DIR…: writes where in their source the kubelets of 1.20 and before print the formats of src/simulate/printf.ts.
// DIR: checkouts of k8s.io/kubernetes or its folders in the module cache (`kubernetes@v1.9.4`), one for each minor from 1.9 to 1.20.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { kubeletFolders } from './goCalls.mjs';

const target = new URL('../src/kubelet/version/printfPlaces.ts', import.meta.url);
const { printfFormats } = await import('../src/simulate/printf.ts');

/** Of several calls with one text the one in this function, in a file of this name or of this level. */
const chosen = {
  '%v': 'kubelet.go',
  'Watching apiserver': 'kubelet.go',
  'Failed to read pods from URL: %v': 'http.go',
  'Started kubelet': 'RunKubelet',
  'Version: %+v': 'server.go',
  'Failed to stop sandbox %q': 'kuberuntime_manager.go',
  'Hairpin mode set to %q': 'kubelet.go',
  'Operation for': 'nestedpendingoperations.go',
  'init container start failed: %v: %s': 'E0',
  'container start failed: %v: %s': 'E0',
  '%v start failed: %v: %s': 'E0',
  '%v %+v start failed in pod %v: %v: %s': 'E0',
  'CreatePodSandbox for pod %q failed: %v': 'E0',
  'CNI failed to retrieve network namespace path: %v': 'TearDownPod',
};
/** What stands in the source where a text is put together elsewhere. */
const literals = {
  '%v': 'utilruntime.HandleError(err)',
  'error killing pod: %v': 'fmt.Errorf("error killing pod: %v"',
  'operationExecutor.MountVolume started': '"operationExecutor.MountVolume started"',
  'operationExecutor.UnmountVolume started': '"operationExecutor.UnmountVolume started"',
  'MountVolume.SetUp succeeded': '"MountVolume.SetUp succeeded"',
  'UnmountVolume.TearDown succeeded': '"UnmountVolume.TearDown succeeded',
  'Operation for': 'GenerateNoRetriesPermittedMsg(',
};
/** Levels that a variable has: that of the first time. */
const levels = { 'MountVolume.SetUp succeeded': 1 };
const call =
  /\b(?:k?log|glog)\.(?:V\((?<v>\w+)\)\.)?(?<kind>Info|Warning|Error|Fatal)(?:f|ln)?\(|HandleError\(/g;

/** The call that prints a literal: the one that it stands in, else the next one after it. */
function callOf(text, at) {
  const before = text.slice(Math.max(0, at - 220), at);
  const own = [...before.matchAll(call)].at(-1);
  if (own !== undefined) {
    const between = before.slice(own.index + own[0].length);
    if (/^\s*(?:"%v",\s*)?(?:[\w.[\]]+[.(]\s*)*$/.test(between))
      return callAt(own, at - before.length);
  }
  const after = text.slice(at, at + 700);
  const next = [...after.matchAll(call)][0];
  return next === undefined ? undefined : callAt(next, at);
}

function callAt(m, from) {
  return { ...m.groups, handled: m[0].startsWith('Handle'), at: from + m.index };
}

function found(sources, format) {
  const literal = literals[format] ?? JSON.stringify(format);
  const all = [];
  for (const { name, text } of sources)
    for (let at = text.indexOf(literal); at >= 0; at = text.indexOf(literal, at + 1)) {
      const printed = callOf(text, at);
      if (printed === undefined) continue;
      const upTo = text.slice(0, printed.at);
      const line = upTo.split('\n').length;
      const func = [...upTo.matchAll(/^func (?:\([^)]*\) )?(\w+)/gm)].at(-1)?.[1] ?? '';
      const severity = printed.handled ? 'E' : printed.kind[0];
      const told = severity === 'I' ? Number(printed.v ?? 0) : 0;
      const v = Number.isNaN(told) ? (levels[format] ?? 4) : told;
      all.push({ file: name, line, func, level: `${severity}${v}` });
    }
  const wanted = chosen[format];
  return wanted === undefined
    ? all[0]
    : all.find(({ file, func, level }) => file === wanted || func === wanted || level === wanted);
}

const formats = printfFormats();
const roots = process.argv.slice(2);
const minors = new Map();
for (const root of roots) {
  const minor = Number(/v1\.(\d+)/.exec(basename(root))?.[1]);
  const sources = [];
  for (const { folder, path } of kubeletFolders(root)) {
    if (/cadvisor|staging/.test(path)) continue;
    for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
      if (
        !entry.isFile() ||
        !/(?<!_test)\.go$/.test(entry.name) ||
        /windows|unsupported/.test(entry.name)
      )
        continue;
      if (/\/(?:testing|testdata|test|rkt)(?:\/|$)/.test(entry.parentPath)) continue;
      sources.push({
        name: entry.name,
        text: readFileSync(join(entry.parentPath, entry.name), 'utf8'),
      });
    }
  }
  minors.set(minor, new Map(formats.map((format) => [format, found(sources, format)])));
}

const lines = [];
const missing = [];
const order = [...minors.keys()].sort((a, b) => a - b);
for (const format of formats) {
  const heads = new Map();
  for (const minor of order) {
    const place = minors.get(minor).get(format);
    if (place === undefined) continue;
    const head = `${place.file} ${place.func} ${place.level}`;
    heads.set(head, [...(heads.get(head) ?? []), `${minor}:${place.line}`]);
  }
  if (heads.size === 0) missing.push(format);
  for (const [head, spans] of heads) lines.push(`${head} ${spans.join(' ')}\t${format}`);
}
lines.sort();
const quoted = lines
  .join('\n')
  .replace(/\\/g, '\\\\')
  .replace(/`/g, '\\`')
  .replace(/\$\{/g, '\\${');
const text = readFileSync(target, 'utf8');
const begin = text.indexOf('export const places = `');
writeFileSync(target, `${text.slice(0, begin)}export const places = \`\n${quoted}\n\`;\n`);
console.log(
  `${formats.length} formats, ${lines.length} places; in no version: ${missing.join(' | ')}`,
);
