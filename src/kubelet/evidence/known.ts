// Lines that are known to move nothing of what is rebuilt: start-up notes, neighbours' chatter, steps that other lines say better.
// Knowing them keeps the share of lines "not understood" honest. A rule always comes first.
import type { LogRecord, Program } from '../../log/record.ts';
import { knownMessageTexts, quietFileNames } from './knownLines.ts';

const criFiles: ReadonlySet<string> = new Set(['log.go', 'remote_runtime.go', 'remote_image.go']);

/** Long enough to part a file's messages, short enough for all of them. */
const START = 6;

export const quietFiles: ReadonlySet<string> = new Set(quietFileNames.trim().split(/\s+/));

/** By file: messages, or how they begin. */
export const knownMessages: ReadonlyMap<string, readonly string[]> = parse(knownMessageTexts);

const starts: ReadonlyMap<string, Map<string, readonly string[]>> = new Map(
  [...knownMessages].map(([file, list]) => [file, byStart(list)]),
);

/** The same failure, said again by the error handler, by the worker's own line, by the CRI client and by gRPC: the rules read one of them. */
const echoes =
  /^Unhandled Error$|^(?:init )?container &Container\{|^\[?failed to "\w+" for |^\[core\] |^error killing pod: | from (?:runtime|image) service failed/;
const criNotes =
  /^(?:Validat|Connecting to|Falling back to CRI|Using CRI|\[Remote(?:Runtime|Image))|^(?:verify )?\w+ failed$/;
/** Lines of 1.9 to 1.20 that begin with what they are about. */
const older = new RegExp(
  [
    /^[Pp]od "[^"]*" (?:\([^)]*\) )?(?:is terminated, |does not exist on |has been deleted, no need |is pending |has completed exec|found, but vol)/,
    /^Pod "[^"]*": HostPort is already allocated|^Pod\[\d+\] |^Pod \S+ \S+, exiting probe worker$/,
    /^\w+ probe for .* (?:succeeded|errored|is nil)|^Killing container (?:"[^"]*"|\{[^}]*\}), but |^SyncLoop \((?:RESTORE|container unhealthy)/,
    /^Failed to delete pod "[^"]*", err: |^Watching apiserver$/,
    // pkg/kubelet/kubelet.go, klog.Error(err); grpc's clientconn.go, which logs under the name of whoever called it.
    /^node "[^"]*" not found$|^parsed scheme: |^scheme "[^"]*" not registered|^ccResolverWrapper: |^ClientConn switching balancer /,
    /^(?:init |ephemeral )?container start failed: | event didn't contain pod CIDR$/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** A notice that comes before logging is set up, and so has no header. */
const deprecated = /^Flag --[\w-]+ has been deprecated/;

/** Whether no line of this file moves anything. */
export function isQuiet(file: string): boolean {
  return quietFiles.has(file);
}

const others: ReadonlySet<Program> = new Set(['containerd', 'crio', 'dockerd', 'kernel', 'other']);

/** Lines of another program beside the kubelet's: what the rules don't read of them is no business of the rebuild. */
function isForeign({ program, file, text }: LogRecord): boolean {
  return others.has(program) || (file === '' && text.startsWith('time='));
}

export function isKnownHarmless(record: LogRecord): boolean {
  const { file, message } = record;
  if (isQuiet(file) || isForeign(record)) return true;
  const near = starts.get(file)?.get(message.slice(0, START));
  if (near?.some((text) => message.startsWith(text)) === true) return true;
  if (!record.structured && older.test(message)) return true;
  if (echoes.test(message) || (criFiles.has(file) && criNotes.test(message))) return true;
  return file === '' && deprecated.test(message);
}

function byStart(list: readonly string[]): Map<string, string[]> {
  const map = new Map<string, string[]>();
  for (const text of list) {
    const key = text.slice(0, START);
    const near = map.get(key);
    if (near === undefined) map.set(key, [text]);
    else near.push(text);
  }
  return map;
}

function parse(text: string): ReadonlyMap<string, readonly string[]> {
  const map = new Map<string, string[]>();
  let list: string[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) map.set(line.slice(3), (list = []));
    else if (line !== '') list.push(line);
  }
  return map;
}
