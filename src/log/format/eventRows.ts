// Rows of events and of a node’s conditions, as `kubectl describe` and `kubectl get events` print them: an API server keeps them, and the times of events are ages.
import { at, decode, isDigit, isLetter, SPACE, TAB } from '../bytes.ts';
import { DONE, NO_MATCH, type Format } from './format.ts';
import { severityNamed } from './words.ts';

/** `<unknown>` */
const LESS = 60;
const AGE = String.raw`(?:<(?:unknown|invalid)>|(?:\d{1,5}[smhdy]){1,3})(?: \(x\d+ over (?:\d{1,5}[smhdy]){1,3}\))?`;
const GAP = String.raw`(?: {2,}|\t\s*)`;
/** What stands before the type. From 1.15 on: a namespace, an age. Before: two ages, a count, then who told it, or the event’s name and its object’s kind, and the field. */
const BEFORE = String.raw`\s*(?:[\w-]{1,63}\s+)?(?:(?:${AGE}\s+){1,2}(?:\d{1,9}\s+)?(?:\{[^}]{1,120}\}\s+)?(?:[\w.-]{1,253}\s+[A-Z]\w+\s+)?(?:spec\.\S+\s+)?)?`;
/** A row whose blanks were made one: only an age parts the reason from who told it. */
const flat = String.raw`[A-Z]\w{2,60} ${AGE} [a-z][\w.-]*(?:, \S+)? `;
/** Behind type and reason a description has the age and who told it; a list has the object, or who told it. */
const row = new RegExp(
  String.raw`^${BEFORE}(Normal|Warning)(?: ${flat}|(?: {2,}|\t\s*| (?=[A-Z]\w+ {2,}))[A-Z]\w{2,60}${GAP}(?:${AGE}${GAP}[a-z][\w.-]*(?:, \S+)?${GAP}|[a-z]+/\S+\s+|\{[^}]{1,120}\}\s+|[a-z][\w.-]*, \S+\s+)?)(?=\S)`,
);
/** The longest that stands before a message. */
const MOST = 700;

const counted = / \(x(\d{1,9}) over |^\s*(?:(?:\d{1,5}[smhdy]){1,3}\s+){2}(\d{1,9})\s/;

/** How often what a row tells has happened. */
export function timesOfEvent(text: string): number {
  const found = counted.exec(text.slice(0, MOST));
  return Number(found?.[1] ?? found?.[2] ?? 1);
}

export const eventRow: Format = {
  name: 'event-row',
  read(bytes, from, to, head) {
    const first = at(bytes, from);
    const isBlank = first === SPACE || first === TAB;
    if (!isBlank && !isLetter(first) && !isDigit(first) && first !== LESS) return NO_MATCH;
    const text = decode(bytes, from, Math.min(to, from + MOST));
    const found = text.includes('Warning') || text.includes('Normal') ? row.exec(text) : null;
    if (found === null) return NO_MATCH;
    head.severity = severityNamed(found[1] === 'Normal' ? 'info' : 'warning');
    // What stands before a message is of bytes that are characters.
    head.bodyFrom = from + found[0].length;
    return DONE;
  },
  samples: [
    {
      line: '  Warning  Failed     27m (x6 over 29m)  kubelet            Error: ImagePullBackOff',
      format: 'event-row',
      severity: 'warning',
      program: 'unknown',
      message: 'Error: ImagePullBackOff',
    },
    {
      line: 'Warning Failed 2m7s (x4132 over 14h) kubelet Error: ImagePullBackOff',
      format: 'event-row',
      severity: 'warning',
      message: 'Error: ImagePullBackOff',
    },
    {
      line: '  Normal  Scheduled  30m  default-scheduler  Successfully assigned default/a to b',
      format: 'event-row',
      severity: 'info',
      message: 'Successfully assigned default/a to b',
    },
    {
      line: '7m26s  Warning  FailedMount  pod/web-1  MountVolume.SetUp failed for volume "v" : x',
      format: 'event-row',
      severity: 'warning',
      message: 'MountVolume.SetUp failed for volume "v" : x',
    },
    {
      line: 'default  7m26s  Warning  FailedMount  pod/web-1  MountVolume.SetUp failed for volume "v" : x',
      format: 'event-row',
      severity: 'warning',
      message: 'MountVolume.SetUp failed for volume "v" : x',
    },
    {
      line: '  3m  3m  1  {kubelet node1}  spec.containers{a}  Warning  Failed  Failed to pull image "a"',
      format: 'event-row',
      severity: 'warning',
      message: 'Failed to pull image "a"',
    },
    {
      line: '3m  3m  1  web-1.15b1  Pod  spec.containers{a}  Warning  Failed  kubelet, node1  Error: x',
      format: 'event-row',
      severity: 'warning',
      message: 'Error: x',
    },
  ],
};

const DATE = String.raw`(?:[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} [+-]\d{4}|<unknown>)`;
/** Name, status, one time or two; what follows is the reason and the message. */
const ofCondition = new RegExp(
  String.raw`^\s*([A-Z]\w{2,60})\s+(True|False|Unknown)\s+(?:${DATE}\s+){1,2}(?=[A-Z]\w+\s+\S)`,
);

/** A node is well that is ready, and of which nothing else is true (kubectl's pkg/describe/describe.go prints a row for each condition). */
export const conditionRow: Format = {
  name: 'condition-row',
  read(bytes, from, to, head) {
    const first = at(bytes, from);
    if (first !== SPACE && first !== TAB && !isLetter(first)) return NO_MATCH;
    const text = decode(bytes, from, Math.min(to, from + MOST));
    const found = ofCondition.exec(text);
    if (found === null) return NO_MATCH;
    const isWell = found[2] === (found[1] === 'Ready' ? 'True' : 'False');
    head.severity = severityNamed(isWell ? 'info' : 'warning');
    head.bodyFrom = from + found[0].length;
    return DONE;
  },
  samples: [
    {
      line: '  Ready  Unknown  Wed, 19 Jun 2019 09:49:54 -0400  Wed, 19 Jun 2019 09:50:38 -0400  NodeStatusUnknown  Kubelet stopped posting node status.',
      format: 'condition-row',
      severity: 'warning',
      program: 'unknown',
      message: 'NodeStatusUnknown  Kubelet stopped posting node status.',
    },
    {
      line: '  DiskPressure  False  Wed, 19 Jun 2019 09:49:54 -0400  Wed, 19 Jun 2019 09:50:38 -0400  KubeletHasNoDiskPressure  kubelet has no disk pressure',
      format: 'condition-row',
      severity: 'info',
      message: 'KubeletHasNoDiskPressure  kubelet has no disk pressure',
    },
  ],
};
