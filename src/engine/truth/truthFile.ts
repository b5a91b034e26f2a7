// Truth files: what a kubelet of the lab (test/lab) wrote down of its own memory while it ran, a line of JSON for each change. They lie
// in the folder of its log, one of each kind for each run of the process.

export const truthKinds = [
  'truth',
  'podsyncstatus',
  'podworkers',
  'workqueue',
  'podcache',
  'pleg',
] as const;
export type TruthKind = (typeof truthKinds)[number];

export interface TruthFile {
  readonly kind: TruthKind;
  /** Counts the processes of this kubelet, from 1. */
  readonly run: number;
  /** In which its log lies; empty where the name has none. */
  readonly folder: string;
}

/** What a file is by its name; undefined for any other file. */
export function truthFileOf(name: string): TruthFile | undefined {
  const folder = folderOf(name);
  const [, word, run] =
    /^([a-z]+)-(\d{1,4})\.jsonl(?:\.gz)?$/.exec(
      name.slice(folder === '' ? 0 : folder.length + 1),
    ) ?? [];
  const kind = truthKinds.find((each) => each === word);
  return kind === undefined ? undefined : { kind, run: Number(run), folder };
}

/** `capture` of `capture/kubelet.log`. */
export function folderOf(name: string): string {
  return name.slice(0, Math.max(0, Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\'))));
}
