// The log calls in a kubelet's Go source: read from a checkout of k8s.io/kubernetes, or from its folder in the module cache, whose
// neighbours of the same version are read too.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, posix, relative, sep } from 'node:path';

const folders = [
  'pkg/kubelet',
  'pkg/volume',
  'pkg/util',
  'pkg/probe',
  'cmd/kubelet',
  'pkg/credentialprovider',
];
const neighbours =
  'client-go apimachinery apiserver component-base cri-client mount-utils dynamic-resource-allocation component-helpers cloud-provider kubelet cri-streaming'.split(
    ' ',
  );
const cadvisor = 'github.com/google/cadvisor';

/** The kubelet's folders of a source tree, each with its path in the kubernetes repository. */
export function kubeletFolders(root) {
  const own = folders.map((path) => ({ folder: join(root, path), path }));
  const staged = neighbours.map((name) => `staging/src/k8s.io/${name}`);
  const inTree = staged.map((path) => ({ folder: join(root, path), path }));
  const release = /^kubernetes@v1\.(\d+\.\d+)$/.exec(basename(root))?.[1];
  const beside = neighbours.map((name, i) => ({
    folder: join(dirname(root), `${name}@v0.${release}`),
    path: staged[i],
  }));
  // Versions before 1.15 have none.
  const goMod = join(root, 'go.mod');
  const modules = existsSync(goMod) ? readFileSync(goMod, 'utf8') : '';
  const version = /^\s*github\.com\/google\/cadvisor (v\S+)/m.exec(modules)?.[1];
  const cache = {
    folder: join(dirname(dirname(root)), `${cadvisor}@${version}`),
    path: `vendor/${cadvisor}`,
  };
  return [...own, ...inTree, ...(release === undefined ? [] : beside), cache].filter(
    ({ folder }) => statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true,
  );
}

const call =
  /\b(?:k?log|\w*[lL]ogger|klogV|glog)\.(?:(?:V|WithValues|WithName)\((?:[^()]|\([^()]*\))*\)\.)*((?:Info|Warning|Error|Fatal)(?:f|S|ln|SDepth)?)\(|\b(?:klog|logger)(?:Info|Error)S?\(|\.logErr\(/g;
/** An error that is made on the spot stands before the message. */
const madeError = /^\s*(?:fmt\.Errorf|errors\.New)\((?:[^()]|\([^()]*\))*\),/;
const literal = /"((?:[^"\\\n]|\\.)*)"|`([^`]*)`/;

/** Values that a logger adds to all that it is told. */
function keysGiven(text) {
  return [...text.matchAll(/WithValues\(/g)].flatMap((m) =>
    argumentsOf(text.slice(m.index + m[0].length, m.index + 1000))
      .filter((arg) => /^"\w+"$/.test(arg))
      .map((key) => key.slice(1, -1)),
  );
}

const level = /\.V\((\d+)\)/;

/** The values of a call from its opening bracket on, as they stand. */
function argumentsOf(text) {
  const args = [''];
  let depth = 0;
  for (const [part] of text.matchAll(/"(?:[^"\\\n]|\\.)*"|`[^`]*`|'(?:[^'\\\n]|\\.)*'|[^]/g)) {
    if ('([{'.includes(part)) depth++;
    else if (')]}'.includes(part) && depth-- === 0) break;
    if (part === ',' && depth === 0) args.push('');
    else args[args.length - 1] += part;
  }
  return args.map((arg) => arg.trim()).filter((arg) => arg !== '');
}

/** The keys after the message; undefined where they are not all written out. */
function keysOf(text, message) {
  const args = argumentsOf(text);
  const at = args.findIndex((arg) => /^["`]/.test(arg) && unquote(arg.slice(1, -1)) === message);
  const pairs = args.slice(at + 1);
  if (at < 0 || pairs.some((arg) => arg.endsWith('...'))) return undefined;
  return pairs.filter((_, i) => i % 2 === 0).map((key) => key.replaceAll('"', ''));
}

/**
 * Every log call below a folder: the path of its file in the repository, its first literal, whether that is a format, the lowest `--v` that
 * shows it, and the keys of a structured one.
 */
export function* logCalls({ folder, path }) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !/\.go$/.test(entry.name)) continue;
    if (
      /_test\.go$|windows/.test(entry.name) ||
      /\/(?:testing|testdata|test)(?:\/|$)/.test(entry.parentPath)
    )
      continue;
    const file = join(entry.parentPath, entry.name);
    const own = posix.join(path, relative(folder, file).replaceAll(sep, '/'));
    const text = readFileSync(file, 'utf8');
    const given = keysGiven(text);
    for (const m of text.matchAll(call)) {
      const args = text.slice(m.index + m[0].length, m.index + m[0].length + 300);
      const found = literal.exec(args.replace(madeError, ''));
      const message =
        found === null ? '' : found[1] === undefined ? (found[2] ?? '') : unquote(found[1]);
      const isError = /Error|Warning|Fatal/.test(m[1] ?? m[0]);
      const v = isError ? 0 : Number(level.exec(m[0])?.[1] ?? 0);
      const told = keysOf(text.slice(m.index + m[0].length, m.index + m[0].length + 2000), message);
      const keys = m[0].startsWith('klog') ? told : told?.concat(given);
      yield { path: own, file: entry.name, message, printf: (m[1] ?? '').endsWith('f'), v, keys };
    }
    if (/\bHandleError(?:WithContext|WithLogger)?\(/.test(text))
      yield { path: own, file: entry.name, message: '', printf: false };
  }
}

function unquote(text) {
  try {
    return JSON.parse(`"${text}"`);
  } catch {
    return text;
  }
}
