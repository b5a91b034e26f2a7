// Which file of the kubernetes repository a log line's `file.go:123` stands for. Base names that stand for several are told apart by
// the minor, by the folder that JSON logs name, and by the message. It knows paths, no file's text: what it can't tell stays several.
import { goFileTexts, ownMessageTexts, sampledMinors } from './goSourceTable.ts';

interface GoFile {
  readonly path: string;
  /** First and last sampled minor that has it. */
  readonly from: number;
  readonly to: number;
}

export interface GoSite {
  /** Base name, `kubelet.go`. */
  readonly file: string;
  /** The folder's own name, as JSON logs have it: `kubelet` of `pkg/kubelet`. */
  readonly folder?: string | undefined;
  readonly message: string;
}

const filesByName = parseFiles(goFileTexts);
const startsByPath = parseStarts(ownMessageTexts);

/** Paths from the repository's root, the kubelet's own first; empty for a file that no sampled kubelet has. */
export function goPathsOf(site: GoSite, minor: number | undefined): readonly string[] {
  const all = filesByName.get(site.file) ?? [];
  const ofMinor = minor === undefined ? all : narrowed(all, (file) => mayHave(file, minor));
  const { folder } = site;
  const inFolder =
    folder === undefined
      ? ofMinor
      : narrowed(ofMinor, ({ path }) => path.endsWith(`/${folder}/${site.file}`));
  const saying = narrowed(inFolder, ({ path }) => says(path, site.message));
  return saying.map(({ path }) => pathBefore(path, minor));
}

/** Folders that moved before the first sampled minor: where they stand since, where they stood, and the first minor of the new place. */
const moves = [
  ['pkg/kubelet/cri/remote/', 'pkg/kubelet/remote/', 19],
  ['pkg/kubelet/dockershim/network/', 'pkg/kubelet/network/', 11],
] as const;

/** Where a file of one of the kubelets since 1.21 stood in the tree of a minor, which may be older. */
export function pathBefore(path: string, minor: number | undefined): string {
  const move = moves.find(([now, , since]) => (minor ?? since) < since && path.startsWith(now));
  return move === undefined ? path : `${move[1]}${path.slice(move[0].length)}`;
}

/** Those that fit; all of them where none does, because the table may lack what another version has. */
function narrowed(files: readonly GoFile[], fits: (file: GoFile) => boolean): readonly GoFile[] {
  const fitting = files.filter(fits);
  return fitting.length === 0 ? files : fitting;
}

/** Whether a minor has a file, or may have it because one of the sampled minors on either side of it has. */
function mayHave({ path, from, to }: GoFile, minor: number): boolean {
  const sampled = sampledOf(path);
  const below = sampled.findLast((each) => each <= minor) ?? sampled[0] ?? minor;
  const above = sampled.find((each) => each >= minor) ?? sampled.at(-1) ?? minor;
  return from <= above && below <= to;
}

function says(path: string, message: string): boolean {
  return startsByPath.get(path)?.some((start) => message.startsWith(start)) === true;
}

function sampledOf(path: string): readonly number[] {
  return sampledMinors[path.slice(0, path.indexOf('/'))] ?? [];
}

function parseFiles(text: string): ReadonlyMap<string, readonly GoFile[]> {
  const map = new Map<string, GoFile[]>();
  for (const line of text.trim().split('\n')) {
    const at = line.indexOf(': ');
    for (const word of line.slice(at + 2).split(' ')) {
      const [name = '', span = '-'] = word.split('@');
      const path = `${line.slice(0, at)}/${name}`;
      const [from = '', to = ''] = span.split('-');
      const file: GoFile = {
        path,
        from: from === '' ? 0 : Number(from),
        to: to === '' ? Infinity : Number(to),
      };
      map.set(name, [...(map.get(name) ?? []), file]);
    }
  }
  for (const files of map.values()) files.sort((a, b) => rank(a.path) - rank(b.path));
  return map;
}

/** The kubelet's own files first, then its libraries, then its neighbours. */
function rank(path: string): number {
  return ['pkg/kubelet/', 'cmd/kubelet/', 'pkg/', 'staging/', 'vendor/'].findIndex((start) =>
    path.startsWith(start),
  );
}

function parseStarts(text: string): ReadonlyMap<string, readonly string[]> {
  const map = new Map<string, string[]>();
  let starts: string[] = [];
  for (const line of text.trim().split('\n')) {
    if (line.startsWith('## ')) map.set(line.slice(3), (starts = []));
    else starts.push(line);
  }
  return map;
}
