// Fixed plans of calls for the second set of questions: no model chooses them, the words of a question choose among the plans of its kind. Written
// from the questions alone, before any of their expectations was read.
import type { AssistRow } from '../../src/protocol/assistApi.ts';
import { find, lines, stateWord, type Ask } from './plans.ts';

export interface About {
  readonly pod?: string;
  readonly container?: string;
  readonly at?: string;
  readonly from?: string;
  readonly to?: string;
}

export interface Span {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

type Value = string | number | boolean | readonly string[] | Span | undefined;

export interface Told {
  readonly value: Value;
  /** The same in other words. */
  readonly also?: readonly string[];
  readonly lines: readonly string[];
}

export interface Asked {
  readonly question: string;
  readonly about: About;
}

type Plan = (ask: Ask, asked: Asked) => Promise<Told>;

export type Kind =
  | 'worker-state'
  | 'terminating-hold'
  | 'relist'
  | 'container-event'
  | 'restart-count'
  | 'sandbox-cni'
  | 'duration'
  | 'order'
  | 'pods-at'
  | 'fault'
  | 'healthy';

export const plans2: Readonly<Record<Kind, Plan>> = {
  'worker-state': async (ask, { question, about: { pod, at } }) => {
    if (question.includes('newest UID')) {
      const begin = /UID \(([0-9a-f]{8})/.exec(question)?.[1] ?? '';
      const uid = (await firstSynced(ask, pod)).find((one) => one.startsWith(begin));
      const { rows } = await ask('state_at', { pod: uid ?? pod, at, maxBytes: 9_000 });
      const started = rows.findLast(({ what }) => what === 'started') ?? find(rows, 'worker');
      return told(started, started?.what === 'started' && started.value === 'true');
    }
    const uid = /UID ([0-9a-f][0-9a-f-]{31,35})\)/.exec(question)?.[1];
    const { rows } = await ask('state_at', { pod: uid ?? pod, at });
    const known = rows.filter(({ what, value }) => what === 'worker' && value !== undefined);
    const row = known.find(({ value = '' }) => !/^(?:absent|gone)/.test(value)) ?? known.at(-1);
    const word = stateWord(row);
    const same = new Map([
      ['absent', 'none'],
      ['finished', 'terminated'],
    ]);
    return told(row, same.get(word ?? '') ?? word);
  },

  'terminating-hold': async (ask, { question, about }) => {
    const { pod, at } = about;
    if (question.startsWith('Which pods')) {
      const { rows } = await ask('pods', { state: 'terminating', at, maxBytes: 12_000 });
      const those = rows.filter(({ what }) => what === 'state');
      return { value: podsOf(those), lines: lines(those) };
    }
    if (/Since when|first begin/.test(question)) {
      const { begun } = await story(ask, pod);
      return told(begun, begun?.from);
    }
    if (question.includes('innermost')) return await innermost(ask, pod, /cni|sandbox/, at);
    if (question.includes('plug-in, by name')) {
      const { rows } = await ask('network', { pod, at, failed: true });
      const named = rows.find(({ text }) => /plug-in \S+,/.test(text));
      return told(named, /plug-in (\S+),/.exec(named?.text ?? '')?.[1]);
    }
    if (question.includes('Which of its containers')) {
      const { rows } = await ask('state_at', { pod, at });
      const left = rows.find(
        ({ what = '', value = '' }) =>
          what.startsWith('container ') && /running|killing/.test(value),
      );
      return told(left, left?.what?.split(' ')[1]);
    }
    const { rows } = await ask('why_pod', { pod, at });
    const waits = rows.filter(({ what }) => what === 'waits for');
    if (question.includes('UID')) {
      const older = waits.find(({ text }) => text.includes('(UID '));
      return told(older, /\(UID ([^)]+)\)/.exec(older?.text ?? '')?.[1]);
    }
    const [first] = waits;
    return { ...told(first, callOf(first?.text ?? '')), also: [first?.text ?? ''] };
  },

  relist: async (ask, { question, about }) => {
    const { at, from = '', to = '' } = about;
    if (question.includes("Which pod's status")) {
      const events = await happened(ask, { kind: 'pleg', from, to: later(to, 0.2) });
      const named = events.filter(({ what = '' }) => what.startsWith('pleg.'));
      return { value: podsOf(named), lines: lines(named) };
    }
    const { rows } = await ask('pleg', at === undefined ? {} : { at });
    const relists = rows.filter(({ what, to: end }) => what === 'relist' && end !== undefined);
    const stalls = rows.filter(({ what }) => what === 'not healthy');
    if (question.includes("Which pods' inspection")) {
      const failed = (await failedLists(ask, from)).find(
        ({ time }) => from <= time && time <= later(to, 1),
      );
      // The list itself did not return: no pod was looked at.
      if (failed !== undefined) return { value: [], lines: failed.lines };
      const slow = rows.filter(
        ({ what, ...row }) => what === 'timed out' && overlaps(row, { from, to }),
      );
      return { value: podsOf(slow), lines: lines(slow) };
    }
    if (question.includes('how many seconds')) {
      const then = relists.find((row) => overlaps(row, { from: at, to: at }));
      if (then !== undefined) return told(then, seconds(then.from, then.to));
      const failed = await failedLists(ask, at ?? '');
      const end = failed.find(({ time }) => time > (at ?? ''));
      const before = failed.findLast(({ time }) => time <= (at ?? ''));
      // A relist begins a second after the one before.
      const last = before?.time ?? find(rows, 'last good relist')?.from;
      const length = seconds(last, end?.time);
      return {
        value: length === undefined ? undefined : length - 1,
        lines: [...(before?.lines ?? []), ...(end?.lines ?? [])],
      };
    }
    if (question.includes('first not to return')) {
      const hung = relists.filter((row) => (seconds(row.from, row.to) ?? 0) > 60);
      const [first] = hung.toSorted(byBegin);
      if (first !== undefined) return told(first, first.from);
      const then = await ask('pleg', { at: stalls[0]?.from });
      const good = find(then.rows, 'last good relist');
      return told(good, good?.from === undefined ? undefined : later(good.from, 1));
    }
    if (question.includes('again for the first time')) {
      const end = stalls.at(-1);
      return told(end, end?.to);
    }
    if (question.startsWith('How many PLEG relists')) {
      const stall = stalls.find((row) => (row.to ?? '9') >= to);
      return told(stall, stall === undefined ? undefined : 0);
    }
    const long = [...relists.filter((row) => (seconds(row.from, row.to) ?? 0) > 3), ...stalls];
    return { value: long.length > 0, lines: lines(long) };
  },

  'container-event': async (ask, { question, about }) => {
    const { pod, container = '', to } = about;
    const at = to === undefined ? {} : { at: to };
    const { rows } = await ask('containers', { pod, name: container, ...at, maxBytes: 6_000 });
    const begun = rows.filter(isContainer).toSorted(byFirst);
    if (question.startsWith('With which exit code')) {
      const ended = begun.findLast(({ value }) => value !== undefined);
      return told(ended, ended === undefined ? undefined : Number(ended.value));
    }
    if (question.startsWith('Did container')) {
      const started = begun.find(({ first = '9' }) => first <= (to ?? '9'));
      return told(started, started !== undefined);
    }
    if (question.includes('first exit')) {
      const id = / ([0-9a-f]{8,}):/.exec(begun[0]?.text ?? '')?.[1] ?? container;
      const ends = async (kind: string): Promise<readonly AssistRow[]> =>
        (await happened(ask, { pod, kind, maxBytes: 5_000 })).filter(
          ({ text }) => text.includes(`container ${container} `) || text.includes(id),
        );
      const [finished] = await ends('pleg.finished');
      const end = finished ?? (await ends('pleg.containerDied'))[0] ?? begun[0];
      return told(end, end?.from);
    }
    const nth = begun[question.includes('third time') ? 2 : 0];
    return told(nth, nth?.first);
  },

  'restart-count': async (ask, { question, about }) => {
    if (question.includes('kubelet processes')) {
      const runs = (await ask('summary', {})).rows.filter(({ what }) => what === 'kubelet run');
      return { value: runs.length, lines: lines(runs) };
    }
    const { pod, container, at } = about;
    const answer = await ask('containers', { pod, name: container, at, maxBytes: 14_000 });
    const begun = answer.rows.filter(isContainer);
    return { value: Math.max(0, begun.length - 1), lines: lines(begun) };
  },

  'sandbox-cni': async (ask, { question, about: { pod } }) => {
    const only = pod === undefined ? {} : { pod };
    if (question.includes('innermost')) return await innermost(ask, pod, /cni|sandbox|network/);
    if (question.includes('teardown')) {
      const { rows } = await ask('network', { failed: true, command: 'DEL', maxBytes: 14_000 });
      const failed = rows.filter((row) => row.pod?.includes('/') === true);
      return { value: podsOf(failed), lines: lines(failed) };
    }
    if (question.startsWith('How many times')) {
      const { rows } = await ask('findings', { ...only, severity: 'low' });
      const failed = rows.filter(({ what = '' }) => /^(?:cni-(?!del)|sandbox-create)/.test(what));
      const counts = failed.map(({ text }) => Number(/, (\d+) times?\b/.exec(text)?.[1] ?? 0));
      return { value: counts.reduce((sum, count) => sum + count, 0), lines: lines(failed) };
    }
    const rows = await happened(ask, { ...only, kind: 'sandbox.failed', maxBytes: 4_000 });
    const byPod = find(rows, 'events by pod');
    if (question.startsWith('When'))
      return told(byPod, question.includes('last time') ? byPod?.last : byPod?.first);
    return told(byPod, byPod?.value?.split(', ') ?? []);
  },

  duration: async (ask, { question, about: { pod } }) => {
    if (question.includes('first failed pull')) {
      const failed = await happened(ask, { pod, kind: 'image.pullFailed', maxBytes: 4_000 });
      const pull = find(failed, 'image.pullFailed');
      const { rows } = await ask('containers', { pod, maxBytes: 4_000 });
      const [first] = rows.filter(isContainer).toSorted(byFirst);
      return both(pull, first, seconds(pull?.from, first?.first));
    }
    if (question.includes('first pull')) {
      const pulls = await happened(ask, { pod, kind: 'image', maxBytes: 6_000 });
      const failed = find(pulls, 'image.pullFailed');
      const begun = find(pulls, 'image.pulling');
      if (begun !== undefined) return both(begun, failed, seconds(begun.from, failed?.from));
      const { rows } = await ask('latencies', { pod, step: 'pull' });
      const step = find(rows, 'pull');
      return told(step, seconds(step?.from, failed?.from ?? step?.to));
    }
    const { begun, done } = await story(ask, pod);
    return both(begun, done, seconds(begun?.from, done?.from));
  },

  order: async (ask, { question, about }) => {
    if (question.includes('static pod')) return await newBeforeOld(ask, about.pod);
    if (question.includes('API server')) {
      const { done } = await story(ask, about.pod);
      const { rows } = await ask('findings', { severity: 'low' });
      const gone = rows.find(({ what = '' }) => what.startsWith('api-'));
      const back = gone?.to ?? gone?.last ?? '';
      return both(done, gone, done?.from !== undefined && done.from < back);
    }
    const two = [...new Set(question.match(/\b[a-z0-9-]+\/[a-z0-9-]+/g))];
    if (question.includes('evicted first')) {
      const rows = await happened(ask, { kind: 'pod.evicted' });
      const first = rows.find(({ what, pod = '' }) => what === 'pod.evicted' && two.includes(pod));
      if (first !== undefined) return told(first, first.pod);
    }
    const end = /stopped completely|out of terminating/.test(question) ? 'done' : 'begun';
    const stories = [];
    for (const pod of two) stories.push({ pod, row: (await story(ask, pod))[end] });
    const [first] = stories.toSorted((a, b) => byBegin(a.row ?? {}, b.row ?? {}));
    return told(first?.row, first?.row === undefined ? undefined : first.pod);
  },

  'pods-at': async (ask, { question, about: { pod, at } }) => {
    if (question.startsWith('Under which UIDs')) {
      const uids = await firstSynced(ask, pod);
      const { rows } = await ask('state_at', { pod, at, maxBytes: 12_000 });
      // The lives of a name stand in their order, as do the lines.
      const lives = rows.filter(({ what }) => what === 'worker');
      const there = lives.map(({ value = 'unknown' }) => !/^(?:absent|gone)/.test(value));
      return {
        value: uids.filter((_, index) => there[index] === true),
        lines: lines(lives),
      };
    }
    const { rows } = await ask('pods', { at, maxBytes: 6_000 });
    const there = find(rows, 'pods there');
    return told(there, [...new Set(there?.value?.split(', ').filter((name) => name !== ''))]);
  },

  fault: async (ask, { question, about: { pod } }) => {
    if (question.includes('no kubelet running')) {
      const runs = (await ask('summary', {})).rows.filter(({ what }) => what === 'kubelet run');
      return { value: { from: runs[0]?.to, to: runs[1]?.from }, lines: lines(runs) };
    }
    if (question.includes('innermost')) return await innermost(ask, pod, /^image/);
    if (question.includes('condition')) return await conditionOf(ask, pod);
    const only = pod === undefined ? {} : { pod };
    const severity = question.includes('network namespace') ? 'info' : 'low';
    const { rows } = await ask('findings', { ...only, severity, maxBytes: 10_000 });
    const of = (ids: RegExp): AssistRow | undefined => rows.find(({ what = '' }) => ids.test(what));
    if (question.includes('API server')) {
      const gone = of(/^api-/);
      return told(gone, { from: gone?.from, to: gone?.to ?? gone?.last });
    }
    if (question.includes('ADD or DEL')) {
      const failing = of(/^cni-(?:add|del)/);
      return told(failing, /^cni-(add|del)/.exec(failing?.what ?? '')?.[1]?.toUpperCase());
    }
    if (question.includes('ConfigMap')) {
      const missing = of(/^volume/);
      return told(missing, /configmap "([^"]+)" not found/i.exec(missing?.text ?? '')?.[1]);
    }
    if (question.includes('network namespace')) {
      const dead = rows.filter(({ what = '' }) => what.startsWith('netns'));
      return { value: podsOf(dead), lines: lines(dead) };
    }
    if (question.includes('Which resource')) {
      const full = of(/^eviction/);
      return {
        ...told(full, /\(([a-z-]+)\)/.exec(full?.text ?? '')?.[1]),
        also: [titleOf(full), full?.what?.replace('eviction-', '') ?? ''],
      };
    }
    if (question.includes('component')) {
      const hung = of(/runtime|pleg/) ?? rows[0];
      const isRuntime = /runtime/i.test(titleOf(hung)) || hung?.what?.includes('runtime') === true;
      return {
        ...told(hung, isRuntime ? 'container runtime' : titleOf(hung)),
        also: [titleOf(hung)],
      };
    }
    return told(undefined, undefined);
  },

  healthy: async (ask, { about: { pod, from = '', to = '' } }) => {
    if (pod === undefined) {
      const { rows } = await ask('pleg', { at: to });
      const health = find(rows, 'PLEG');
      const ill = rows.filter(
        ({ what, ...row }) => what === 'not healthy' && overlaps(row, { from, to }),
      );
      return told(ill[0] ?? health, ill.length === 0 && health?.value === 'healthy');
    }
    const found = await ask('findings', { pod, severity: 'low', maxBytes: 5_000 });
    const faults = found.rows.filter(({ what }) => what !== undefined);
    const { rows } = await ask('containers', { pod, maxBytes: 6_000 });
    const again = rows.filter(({ what }) => what === 'restarts');
    const bad = [...faults, ...again];
    return { value: bad.length === 0, lines: lines(bad.length === 0 ? rows : bad) };
  },
};

/** The UIDs under which pod workers of a name began, in their order. */
async function firstSynced(ask: Ask, pod = ''): Promise<readonly string[]> {
  const { rows } = await ask('grep', { filter: `pod=${pod} "synced for the first time"` });
  const found = rows.flatMap(({ text }) => /podUID"?[=:]"([^"]+)"/.exec(text)?.[1] ?? []);
  return [...new Set(found)];
}

interface Line {
  readonly time: string;
  readonly lines: readonly string[];
}

/** When the runtime's list of pods failed a relist, of the day of a time. */
async function failedLists(ask: Ask, day: string): Promise<readonly Line[]> {
  const { rows } = await ask('grep', { filter: '"Unable to retrieve pods"' });
  return rows.flatMap(({ text, lines: ids }) => {
    const clock = / [IWE]\d{4} (\d\d:\d\d:\d\d\.\d+) /.exec(text)?.[1];
    const millis = /"ts":([\d.]+)/.exec(text)?.[1];
    const time = clock === undefined ? undefined : `${day.slice(0, 11)}${clock}Z`;
    if (time !== undefined) return { time, lines: ids };
    return millis === undefined ? [] : { time: new Date(Number(millis)).toISOString(), lines: ids };
  });
}

/** The node's condition for which a pod was refused: its refusal names it, or else what the node lacks. */
async function conditionOf(ask: Ask, pod: string | undefined): Promise<Told> {
  const denied = await happened(ask, { pod, kind: 'admission' });
  const named = denied.find(({ text }) => /[A-Z]\w+Pressure/.test(text));
  if (named !== undefined) return told(named, /[A-Z]\w+Pressure/.exec(named.text)?.[0]);
  const { rows } = await ask('findings', { severity: 'low' });
  const lacks = rows.find(({ what = '' }) => what.startsWith('eviction-'));
  const conditions = new Map([
    ['eviction-disk', 'DiskPressure'],
    ['eviction-memory', 'MemoryPressure'],
    ['eviction-pid', 'PIDPressure'],
  ]);
  return told(lacks, conditions.get(lacks?.what ?? ''));
}

/** When its termination began first, and when all of it was stopped at last. */
async function story(
  ask: Ask,
  pod: string | undefined,
): Promise<{ readonly begun: AssistRow | undefined; readonly done: AssistRow | undefined }> {
  const { rows } = await ask('pod_story', { pod, maxBytes: 5_000 });
  const states = rows.filter(({ what }) => what === 'worker state');
  return {
    begun: states.find(({ value }) => value === 'terminating'),
    done:
      states.findLast(({ value }) => value === 'terminated') ??
      rows.find(({ what, value }) => what === 'worker is there' && value === 'false'),
  };
}

/** The innermost text of the error of what is wrong, without what the CNI library puts before it. */
async function innermost(
  ask: Ask,
  pod: string | undefined,
  ids: RegExp,
  at?: string,
): Promise<Told> {
  const only = { ...(pod === undefined ? {} : { pod }), ...(at === undefined ? {} : { at }) };
  const { rows } = await ask('findings', { ...only, severity: 'low' });
  const faults = rows.filter(({ what = '' }) => ids.test(what));
  const fault =
    faults.find(({ text }) => text.includes('Root error: ') && !/back-?off/i.test(text)) ??
    faults[0];
  const text = /Root error: (.*)$/s.exec(fault?.text ?? '')?.[1];
  return told(fault, text?.replace(/^.*failed \((?:add|delete|check)\): /s, ''));
}

/** Whether the younger of two of a name started before the older had ended. */
async function newBeforeOld(ask: Ask, pod: string | undefined): Promise<Told> {
  const { rows } = await ask('containers', { pod, maxBytes: 5_000 });
  const begun = rows.filter(isContainer).toSorted(byFirst);
  const [old, young] = [begun[0], begun.at(-1)];
  const ended = find(await happened(ask, { pod, kind: 'pleg.finished' }), 'pleg.finished');
  const end = ended?.from ?? old?.from ?? '';
  return both(old, young, begun.length > 1 && (young?.first ?? '9') < end);
}

/** Events, none where there are none of the kind. */
async function happened(
  ask: Ask,
  asked: Readonly<Record<string, unknown>>,
): Promise<readonly AssistRow[]> {
  try {
    return (await ask('events', asked)).rows;
  } catch {
    return [];
  }
}

/** By what it waits for, the call to the container runtime that its worker is in. */
function callOf(waits: string): string | undefined {
  if (/CNI DEL|sandbox(?:es)? to stop/.test(waits)) return 'StopPodSandbox';
  if (/containers? .*to (?:end|stop)|containers to/.test(waits)) return 'StopContainer';
  if (/CNI ADD|sandbox/.test(waits)) return 'RunPodSandbox';
  return /image/.test(waits) ? 'PullImage' : undefined;
}

function told(row: AssistRow | undefined, value: Value): Told {
  return { value, lines: row?.lines ?? [] };
}

function both(a: AssistRow | undefined, b: AssistRow | undefined, value: Value): Told {
  return { value, lines: lines([a, b].flatMap((row) => row ?? [])) };
}

function titleOf(row: AssistRow | undefined): string {
  return /^\w+ [\w-]+: ([^,.]+)/.exec(row?.text ?? '')?.[1] ?? '';
}

function isContainer({ what = '' }: AssistRow): boolean {
  return /^container\b/.test(what);
}

function podsOf(rows: readonly AssistRow[]): readonly string[] {
  return [...new Set(rows.flatMap(({ pod }) => pod ?? []))];
}

function byBegin(a: Pick<AssistRow, 'from'>, b: Pick<AssistRow, 'from'>): number {
  return (a.from ?? '9').localeCompare(b.from ?? '9');
}

function byFirst(a: AssistRow, b: AssistRow): number {
  return (a.first ?? '9').localeCompare(b.first ?? '9');
}

function overlaps(a: Partial<Span>, b: Span): boolean {
  return (a.from ?? '') <= (b.to ?? '9') && (b.from ?? '') <= (a.to ?? '9');
}

function seconds(from: string | undefined, to: string | undefined): number | undefined {
  return from === undefined || to === undefined
    ? undefined
    : (Date.parse(to) - Date.parse(from)) / 1_000;
}

function later(time: string, by: number): string {
  return new Date(Date.parse(time) + by * 1_000).toISOString();
}
