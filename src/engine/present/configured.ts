// What the sources of the configuration have: each pod from its ADD to its REMOVE, whatever its worker does (merge in
// pkg/kubelet/config/config.go). An edited static pod is another pod: the old one leaves its source at once, and its worker ends it later.
// Mirror pods, the pictures of static pods in the API, come by the API’s source under the static pods’ names.
import type { InputId } from '../../base/input.ts';
import type { Micros } from '../../base/time.ts';
import type {
  History,
  PodEvent,
  PodHistory,
  PodMirrorMark,
} from '../../kubelet/rebuild/history.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import { knownBy } from './incident.ts';

/** Pods that a source has at a moment, without mirror pods. */
export function configuredAt(history: History, moment: Moment): PodHistory[] {
  return history
    .podsBy(moment)
    .filter((pod) => pod.firstSeen <= moment.time && isConfigured(history, moment, pod));
}

function isConfigured(history: History, moment: Moment, pod: PodHistory): boolean {
  const told = marksOf(pod).findLast((mark) => isBy(mark, moment));
  const input = told?.input ?? pod.configSource.provedBy[0] ?? pod.uid.provedBy[0];
  const { run, gaps } = processOf(history, moment, input);
  const last = told !== undefined && told.at >= (run?.from ?? told.at) ? told : undefined;
  if (last?.kind === 'config.remove') return false;
  const since = last?.at ?? run?.from ?? moment.time;
  const isWhole = !gaps.some(({ from, to }) => to > since && from <= moment.time);
  if (isWhole && last !== undefined) return true;
  // A kubelet whose start is there has been told of each pod since, from v=2 on by a line.
  const verbosity = run?.verbosity.value ?? (told === undefined ? 0 : 2);
  const isPrinted = run !== undefined && run.startProvedBy.length > 0 && verbosity >= 2;
  return !(isWhole && isPrinted) && pod.worker.present.at(moment).value === true;
}

/** The names of mirror pods that the API’s source has at a moment. */
export function mirrorsAt(history: History, moment: Moment): ReadonlySet<string> {
  const named = history.pods.filter(
    ({ namespace, name, mirror }) =>
      mirror.length > 0 && mirrorAt(history, moment, namespace, name) !== undefined,
  );
  // Several lives of a static pod have one mirror pod.
  return new Set(named.map(({ namespace, name }) => `${namespace}/${name}`));
}

/** The last line by a moment that the API’s source had the mirror pod of that name; undefined: none, or it was taken away since. */
export function mirrorAt(
  history: History,
  moment: Moment,
  namespace: string,
  name: string,
): PodMirrorMark | undefined {
  const last = mirrorMarks(history, namespace, name).findLast((mark) => isBy(mark, moment));
  if (last === undefined || last.kind === 'config.remove') return undefined;
  const { run } = processOf(history, moment, last.input);
  return last.at >= (run?.from ?? last.at) ? last : undefined;
}

/** Whether an event of a static pod is news of its mirror pod. */
export function isOfMirror({ mirror }: PodHistory, { position }: { position: number }): boolean {
  return mirror.some((mark) => mark.position === position);
}

/** What is told of the mirror pods of a name, in order. */
export function mirrorMarks(
  history: Pick<History, 'podsNamed'>,
  namespace: string,
  name: string,
): readonly PodMirrorMark[] {
  return history
    .podsNamed(namespace, name)
    .flatMap(({ mirror }) => mirror)
    .sort((a, b) => a.position - b.position);
}

const made = new WeakMap<PodHistory, readonly PodMirrorMark[]>();

/** When its own source told of a pod’s coming and going, in order. */
function marksOf(pod: PodHistory): readonly PodMirrorMark[] {
  const known = made.get(pod);
  if (known !== undefined) return known;
  const marks = ['config.add', 'config.remove']
    .flatMap((kind) =>
      pod.marks(kind).map(({ at, position, input }) => ({ at, position, input, kind })),
    )
    .sort((a, b) => a.position - b.position);
  made.set(pod, marks);
  return marks;
}

function isBy({ at, position }: { at: Micros; position: number }, moment: Moment): boolean {
  return at <= moment.time && knownBy(moment, position);
}

/** Whether a line tells of each pod that a source has: its first list and all after it, of a process whose start is there (Merge sends an empty list, too). */
export function isWholeOf(history: History, moment: Moment, source: string): boolean {
  return (history.nodes ?? [{ history }]).every(({ history: { runs, gaps } }) => {
    const run = runs.findLast(({ from }) => from <= moment.time);
    const told = run?.sourcesTold.find((each) => each.source === source && isBy(each, moment));
    if (told === undefined || run?.startProvedBy.length === 0) return false;
    return !gaps.some(({ from, to }) => to > told.at && from <= moment.time);
  });
}

/** The same of all sources: those that a kubelet has as a rule, and those that it had before. */
export function isWholeConfig(history: History, moment: Moment): boolean {
  const told = history.runs
    .flatMap(({ sourcesTold }) => sourcesTold)
    .filter((one) => isBy(one, moment));
  const sources = new Set(['api', 'file', ...told.map(({ source }) => source)]);
  return [...sources].every((source) => isWholeOf(history, moment, source));
}

/** Whether the process that runs at a moment printed an input’s line, and not one before it. */
export function isOfProcess(
  history: History,
  moment: Moment,
  { at, input }: Pick<PodEvent, 'at' | 'input'>,
): boolean {
  return at >= (processOf(history, moment, input).run?.from ?? at);
}

/** The process of the kubelet that wrote an input, at a moment: another one begins without pods. */
function processOf(history: History, moment: Moment, input: InputId | undefined) {
  const node = history.nodes?.find(({ sources }) => sources.some((each) => each === input?.source));
  const { runs, gaps } = node?.history ?? history;
  return { run: runs.findLast(({ from }) => from <= moment.time), gaps };
}
