// The Go statement that a line of a log names: its file's path in the kubernetes repository, and the version to look it up in.
import { goPathsOf } from '../../kubelet/evidence/goSources.ts';
import type { KubeletRun } from '../../kubelet/rebuild/history.ts';
import { parseKubeletVersion } from '../../kubelet/version/index.ts';
import type { LogRecord } from '../../log/record.ts';
import type { GoSourceRow } from '../../protocol/rows.ts';
import { isGoPath } from '../../protocol/uris.ts';

interface Named {
  readonly file: string;
  readonly line: number;
  /** Folders before the file, as far as the log has them. */
  readonly folders: string;
}

const place = /([\w@.+~-]+(?:\/[\w@.+~-]+)*\/)?([\w.-]+\.go):(\d+)/;

/**
 * `shown`: the place as it stands in the log where it is not the record's own, a frame of a stack trace for instance. Undefined when
 * neither names a Go file of Kubernetes.
 */
export function goSourceOf(
  record: LogRecord,
  run: KubeletRun | undefined,
  shown?: string,
): GoSourceRow | undefined {
  const named = shown === undefined ? ownPlace(record) : placeIn(shown);
  if (named === undefined) return undefined;
  const { file, line, folders } = named;
  const isOwn = file === record.file && line === record.fileLine;
  const version = run?.version.value;
  const minor = version === undefined ? undefined : parseKubeletVersion(version)?.minor;
  const traced = tracedPath(folders, file);
  const folder = /([^/]+)\/$/.exec(folders)?.[1];
  const message = isOwn ? record.message : '';
  const paths = (
    traced === undefined ? goPathsOf({ file, folder, message }, minor) : [traced]
  ).filter(isGoPath);
  if (paths.length === 0) return undefined;
  const told = { file, line, message: message.slice(0, 200), paths, version };
  return run?.version.known === 'inferred' ? { ...told, isVersionInferred: true } : told;
}

/** The run of the kubelet that a record belongs to, by its time. */
export function runOf(record: LogRecord, runs: readonly KubeletRun[]): KubeletRun | undefined {
  const { time } = record;
  return (time === undefined ? undefined : runs.findLast((run) => run.from <= time)) ?? runs[0];
}

function ownPlace({ file, fileLine, text }: LogRecord): Named | undefined {
  if (file === '' || fileLine === 0) return undefined;
  const caller = /"caller":\s*"([^"]{1,300})"/.exec(text)?.[1];
  const told = caller === undefined ? undefined : placeIn(caller);
  return { file, line: fileLine, folders: told?.file === file ? told.folders : '' };
}

function placeIn(text: string): Named | undefined {
  const m = place.exec(text.slice(-500));
  return m === null ? undefined : { folders: m[1] ?? '', file: m[2] ?? '', line: Number(m[3]) };
}

/** The path that a stack trace of a kubelet tells whole: of the repository itself, or of one of its staging modules. */
function tracedPath(folders: string, file: string): string | undefined {
  const staged = /(?:^|\/)k8s\.io\/([\w-]+)(?:@[^/]+)?\/(.*)$/.exec(folders);
  if (staged === null) return undefined;
  const [, module = '', rest = ''] = staged;
  if (module === 'klog' || module === 'utils') return `vendor/k8s.io/${module}/${rest}${file}`;
  return module === 'kubernetes'
    ? repositoryPath(rest, file)
    : `staging/src/k8s.io/${module}/${rest}${file}`;
}

/** Below `k8s.io/kubernetes/`, where builds before 1.26 have their modules in `vendor/`. */
function repositoryPath(rest: string, file: string): string {
  const vendored = /^(?:_output\/.*?\/)?vendor\/k8s\.io\/(.*)$/.exec(rest)?.[1];
  return vendored === undefined ? `${rest}${file}` : `staging/src/k8s.io/${vendored}${file}`;
}
