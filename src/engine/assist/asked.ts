// What each tool for assistants is called, what it is for, and what it is asked with.
import * as v from 'valibot';
import { latencyKinds } from '../../protocol/latencyApi.ts';

const text = (description: string) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(4_000), v.description(description));
const flag = (description: string) => v.optional(v.pipe(v.boolean(), v.description(description)));
const whole = (least: number, most: number, description: string) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most), v.description(description));

const aPod = text('A pod as namespace/name, or its UID.');
const pod = { pod: aPod };
const ofPod = { pod: v.optional(text('Only this pod: namespace/name, or its UID.')) };
const aTime = (description: string) =>
  text(`${description} RFC 3339, or a time of day like 09:34:10.5 of the log's last day.`);
const at = { at: v.optional(aTime('As of this time; the end of the log when left out.')) };
const page = {
  cursor: v.optional(text('`next` of an answer: the rows that follow it.')),
  maxBytes: v.optional(whole(1_000, 200_000, 'Of the whole answer. Default 8000.')),
};
const part = (description: string) =>
  v.optional(
    v.pipe(
      v.strictObject({
        source: v.optional(whole(0, 100_000, 'One of the logs that are open, counted from 0.')),
        from: v.optional(aTime('From.')),
        to: v.optional(aTime('Until.')),
      }),
      v.description(description),
    ),
  );

/** Of tools that what is open answers. */
export const questions = {
  summary: {
    title: 'What the open logs hold',
    description:
      'Sources, time range, runs of the kubelet with version and verbosity, counts of pods and findings, and blind spots of the logs that are open. Start here.',
    input: v.strictObject(page),
  },
  findings: {
    title: 'What is wrong',
    description:
      'Diagnosed faults, the most severe first: since when, how often, why, what causes what. Severity info: harmless look-alikes, or what this log alone does not tell.',
    input: v.strictObject({
      ...ofPod,
      id: v.optional(text('Only findings of this id, with what to check and to do.')),
      severity: v.optional(
        v.pipe(
          v.picklist(['critical', 'high', 'medium', 'low', 'info']),
          v.description('Only findings at least as severe.'),
        ),
      ),
      at: v.optional(aTime('Only what stood at this time.')),
      ...page,
    }),
  },
  why_pod: {
    title: 'Why a pod is stuck or was killed',
    description:
      'What holds a pod and since when, and why it was killed, as of a time: short sentences, each with the lines that prove it.',
    input: v.strictObject({ ...pod, ...at, ...page }),
  },
  pods: {
    title: 'Pods and their workers',
    description:
      'How many pods the kubelet held at a time, those whose worker was at work, and one row a pod; those that need a person first.',
    input: v.strictObject({
      state: v.optional(
        v.pipe(
          v.picklist(['working', 'sync', 'terminating', 'terminated', 'finished', 'gone']),
          v.description('Only pods in this state; working: whose worker is at work.'),
        ),
      ),
      ...at,
      ...page,
    }),
  },
  pod_story: {
    title: 'The story of a pod',
    description:
      'One pod as of a time: its phases, its worker (when it began, its state, its end), containers with exit codes, network calls, and every event.',
    input: v.strictObject({ ...pod, ...at, ...page }),
  },
  state_at: {
    title: 'State at a time',
    description:
      'What the kubelet held at a time: sync loop and PLEG, and of a pod (or of each pod, briefly) its worker, sandboxes, containers and what it waits for.',
    input: v.strictObject({ ...ofPod, ...at, ...page }),
  },
  diff_states: {
    title: 'What changed between two times',
    description: 'Each value that was another at one time than at another.',
    input: v.strictObject({
      from: aTime('The earlier time.'),
      to: aTime('The later time.'),
      ...ofPod,
      ...page,
    }),
  },
  overdue: {
    title: 'What is late',
    description: 'What the model expects of pods and no line has shown in time, the latest first.',
    input: v.strictObject({ ...at, ...page }),
  },
  queues: {
    title: 'Queues of the kubelet',
    description:
      'The sync loop, and for each pod worker that is at work, or has an update waiting, what it does and what waits.',
    input: v.strictObject({ ...ofPod, ...at, ...page }),
  },
  containers: {
    title: 'Containers',
    description: 'Containers of all pods or of one: state, exit code, image.',
    input: v.strictObject({
      ...ofPod,
      name: v.optional(text('Only containers of this name.')),
      exitCode: v.optional(whole(-1, 100_000, 'Only those that exited with it.')),
      ...at,
      ...page,
    }),
  },
  network: {
    title: 'Network calls',
    description: 'CNI ADD and DEL of pods: those that fail first, with the last error.',
    input: v.strictObject({
      ...ofPod,
      command: v.optional(v.picklist(['ADD', 'DEL'])),
      failed: flag('Only calls that failed at least once.'),
      ...at,
      ...page,
    }),
  },
  pleg: {
    title: 'PLEG and its relists',
    description:
      'Whether PLEG was healthy and when it was not, relists that were slow, the pods whose calls to the runtime timed out meanwhile, and where nothing tells.',
    input: v.strictObject({ ...at, ...page }),
  },
  events: {
    title: 'What happened',
    description:
      'Events of pods in their order (added, deleted, evicted, probe failed, container died, …), of all pods or one, with how many there are of each kind and each pod.',
    input: v.strictObject({
      ...ofPod,
      kind: v.optional(
        text(
          'Only events of this kind, such as `pod.evicted`, or of its first word, such as `probe`; the answer without it names the kinds.',
        ),
      ),
      text: v.optional(text('Only events whose text has this in it.')),
      from: v.optional(aTime('From.')),
      to: v.optional(aTime('Until.')),
      ...page,
    }),
  },
  latencies: {
    title: 'How long steps took',
    description:
      'How long each step took each pod, the slowest first: queue, sandbox, network, pull, start, ready, terminating, teardown, and from first line to first container (startup).',
    input: v.strictObject({
      ...ofPod,
      step: v.optional(v.pipe(v.picklist(latencyKinds), v.description('Only this step.'))),
      ...at,
      ...page,
    }),
  },
  timeline_window: {
    title: 'A window of the timeline',
    description: 'Spans and marks of all lanes, or of one pod, between two times, in order.',
    input: v.strictObject({
      from: aTime('From.'),
      to: aTime('Until.'),
      ...ofPod,
      ...page,
    }),
  },
  grep: {
    title: 'Find lines',
    description:
      'Lines that a filter finds, like `pod=kube-system/* sev>=E msg~"PLEG"`: terms pod, node, uid, sev, msg, file, or plain words. A pod stands also for its UIDs, sandboxes and containers.',
    input: v.strictObject({ filter: text('The filter.'), ...page }),
  },
  explain_line: {
    title: 'Explain a line',
    description:
      'A line whole: whose it is, whether it is normal, what it proves, which findings rest on it, and the statement of the kubelet that wrote it.',
    input: v.strictObject({
      line: text('The id of a line, `source:offset`, as every answer gives it; or `file:17`.'),
      ...page,
    }),
  },
  read_lines: {
    title: 'Read lines',
    description:
      'Lines of a log as they stand, from one on: what is around a line that proves something.',
    input: v.strictObject({
      line: text('The id of a line, `source:offset`; or `file:17`.'),
      before: v.optional(whole(0, 200, 'So many lines before it, too.')),
      ...page,
    }),
  },
  whose: {
    title: 'Owner of an ID',
    description:
      'What an id or a path found in a text stands for: UID, sandbox, container, image, volume, path of a cgroup or of a network namespace.',
    input: v.strictObject({ id: text('The id.'), ...page }),
  },
  compare: {
    title: 'Compare two parts',
    description:
      'What is new, gone, or changed in its rate: before and after a time, between two windows, or between two of the open logs.',
    input: v.strictObject({
      at: v.optional(aTime('Before this time, and after it.')),
      before: part('What was before.'),
      after: part('What was after.'),
      ...page,
    }),
  },
  goroutines: {
    title: 'Goroutines of a dump',
    description:
      'What the goroutines of a dump of a kubelet are for and wait for, longest wait first; an open log tells whose workers may be among them.',
    input: v.strictObject({
      path: v.optional(text('The file of a dump, to be opened first: pprof or SIGQUIT.')),
      all: flag('Also those that wait by nature.'),
      filter: v.optional(text('Only goroutines that this filter leaves.')),
      ...page,
    }),
  },
} as const;

export type Questions = typeof questions;
export type QuestionName = keyof Questions;
export type AskedOf<K extends QuestionName> = v.InferOutput<Questions[K]['input']>;

/** Of tools that open something, which is the affair of who has the files. */
export const openers = {
  open_logs: {
    title: 'Open logs',
    description:
      'Opens logs of a kubelet in place of what is open (files, folders, archives, cases; log stores and nodes of clusters where allowed), and says what they hold. Everything else is asked of what is open.',
    input: v.strictObject({
      paths: v.pipe(
        v.array(
          text(
            'A file or a folder, the address of a log store, or cluster://CONTEXT/NODE for the kubelet of a node.',
          ),
        ),
        v.minLength(1),
        v.maxLength(100),
        v.description('Files and folders; log stores and nodes where they may be read.'),
      ),
      nodes: v.optional(
        v.pipe(
          v.array(text('A node.')),
          v.minLength(1),
          v.maxLength(100),
          v.description('Of a log store: only these nodes.'),
        ),
      ),
      since: v.optional(
        text('Of a log store: from this time on, RFC 3339, or so long ago (2h). Default 1h.'),
      ),
      until: v.optional(text('Of a log store: up to this time, RFC 3339. Default now.')),
      year: v.optional(whole(1970, 2200, 'Of the first line, for logs that carry none.')),
      utcOffset: v.optional(
        whole(-840, 840, 'Minutes east of UTC of the node, for logs without a zone.'),
      ),
      allowLarge: flag('Reads archives that unpack to more than 200 times their size, too.'),
      ...page,
    }),
  },
  simulate: {
    title: 'Simulate a kubelet',
    description:
      'Opens the log of a simulated kubelet in place of what is open. Without a scenario it names those that there are.',
    input: v.strictObject({
      scenario: v.optional(text('The name of a scenario that comes with this program.')),
      seed: v.optional(whole(0, 2 ** 31, 'Chance: the same number gives the same log.')),
      kubelet: v.optional(whole(10, 99, 'The minor of 1.x.')),
      verbosity: v.optional(whole(0, 10, 'What --v would be.')),
      ...page,
    }),
  },
} as const;

/** What every tool answers. */
export const answered = v.strictObject({
  notice: v.string(),
  rows: v.array(
    v.strictObject({
      text: v.string(),
      known: v.picklist(['seen', 'inferred', 'unknown']),
      lines: v.array(v.string()),
      pod: v.optional(v.string()),
      what: v.optional(v.string()),
      value: v.optional(v.string()),
      from: v.optional(v.string()),
      to: v.optional(v.string()),
      first: v.optional(v.string()),
      last: v.optional(v.string()),
    }),
  ),
  quotes: v.array(v.strictObject({ id: v.string(), place: v.string(), text: v.string() })),
  total: v.optional(v.number()),
  next: v.optional(v.string()),
});

/** What was asked, or a sentence that says what is wrong with it. */
export function readAsked<T extends v.GenericSchema>(
  schema: T,
  asked: unknown,
):
  | { readonly ok: true; readonly value: v.InferOutput<T> }
  | { readonly ok: false; readonly error: string } {
  const read = v.safeParse(schema, asked ?? {});
  if (read.success) return { ok: true, value: read.output };
  const [issue] = read.issues;
  const place = v.getDotPath(issue) ?? '';
  return { ok: false, error: `${place === '' ? 'The arguments' : place}: ${issue.message}` };
}
