// Whether an answer is right, part by part: by the words of the truth, and as near in time as the question says.

/** One part of an answer, and the lines that prove it. */
export interface Answered {
  readonly value: string;
  /** Other words for the same. */
  readonly also?: readonly string[];
  readonly lines: readonly string[];
}

export interface Params {
  readonly pod?: string;
  readonly uid?: string;
  readonly time?: string;
  readonly operation?: 'ADD' | 'DEL' | null;
  readonly container?: string;
}

type Truth = Readonly<Record<string, unknown>>;

export interface Question {
  readonly id: string;
  readonly capture: string;
  readonly logs: readonly string[];
  readonly kind: keyof typeof wantedOf;
  readonly question: string;
  readonly params: Params;
  readonly answer: Truth;
  /** Seconds. */
  readonly tolerance: number;
}

export type Said = Readonly<Record<string, Answered>>;
/** Whether what was said is right. */
type Test = (said: string, also: readonly string[]) => boolean;
type Wanted = Readonly<Record<string, Test>>;

/** Words by which what holds a pod, or what was broken, is known. */
const words: Readonly<Record<string, RegExp>> = {
  // In the answers StopPodSandbox that has not returned is “its sandboxes to stop”.
  'cni-del': /CNI DEL|StopPodSandbox|its sandbox(?:es)? to stop/,
  'CNI DEL': /CNI DEL|StopPodSandbox|cni-del/,
  'cni-add': /CNI ADD/,
  'CNI ADD': /CNI ADD|cni-add/,
  volume: /volume|ConfigMap/i,
  'volume mount (ConfigMap)': /volume|ConfigMap/i,
  image: /image|pull/i,
  'image pull': /image|pull/i,
  runtime: /runtime/i,
  'container runtime (all CRI calls)': /runtime|pleg/i,
  'static-pod-name': /static|same name|older|before it/i,
  'container-stop':
    /containers? .*\b(?:end|stop|kill)|containers’ end|grace period|(?:end|stop) of .*container/i,
  apiserver: /API server|status/i,
  'API server': /api[- ]server|api-/i,
  'eviction (disk pressure)': /evict|disk|pressure/i,
  nothing: /nothing|not stuck|is not held|no reason/i,
};

const is =
  (truth: unknown): Test =>
  (said) =>
    said === String(truth);
const among =
  (...names: readonly unknown[]): Test =>
  (said) =>
    names.some((name) => said === String(name));
const sameSet =
  (truth: unknown): Test =>
  (said) =>
    said === (Array.isArray(truth) ? truth : []).map(String).toSorted().join(', ');
const says =
  (truth: unknown): Test =>
  (said, also) => {
    const sought = words[String(truth)];
    return sought === undefined || [said, ...also].some((text) => sought.test(text));
  };

function near(tolerance: number, ...times: readonly unknown[]): Test {
  const wanted = times.flatMap((time) => (typeof time === 'string' ? [Date.parse(time)] : []));
  return (said) =>
    wanted.length === 0
      ? said === 'never'
      : wanted.some((time) => Math.abs(Date.parse(said) - time) <= tolerance * 1_000 + 1);
}

function between(span: unknown, truth: unknown, tolerance: number): Test {
  const [from = NaN, to = NaN] = (Array.isArray(span) ? span : []).map((time) =>
    Date.parse(String(time)),
  );
  if (Number.isNaN(from)) return near(tolerance, truth);
  return (said) =>
    Date.parse(said) >= from - tolerance * 1_000 && Date.parse(said) <= to + tolerance * 1_000;
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const wantedOf = {
  'worker-state-at': ({ answer }: Question): Wanted => ({ state: is(answer['state']) }),
  'was-terminating-at': ({ answer }: Question): Wanted => ({
    terminating: is(answer['terminating'] === true ? 'yes' : 'no'),
  }),
  'pods-with-worker-at': ({ answer }: Question): Wanted => ({
    count: is(answer['count']),
    pods: sameSet(answer['pods']),
  }),
  'working-at': ({ answer }: Question): Wanted => ({ pods: sameSet(answer['pods']) }),
  'worker-began': ({ answer, tolerance }: Question): Wanted => ({
    began: near(tolerance, answer['began']),
  }),
  'worker-ended': ({ answer, tolerance }: Question): Wanted => ({
    finished: near(tolerance, answer['finished']),
    forgotten: near(tolerance, answer['forgotten']),
  }),
  'terminating-since': ({ answer, tolerance }: Question): Wanted => ({
    since: near(tolerance, answer['since']),
  }),
  'holds-up': ({ answer, tolerance }: Question): Wanted => ({
    waitsFor: says(answer['waitsFor']),
    ...(answer['since'] === null
      ? {}
      : { since: near(tolerance, answer['since'], ...list(answer['alsoRight'])) }),
  }),
  'cni-failed': ({ answer, tolerance }: Question): Wanted => ({
    pods: sameSet(answer['pods']),
    ...(answer['pod'] === null
      ? {}
      : {
          first: among(answer['pod'], ...list(answer['alsoRight'])),
          time: near(tolerance, answer['time']),
        }),
  }),
  'container-exit': ({ answer }: Question): Wanted => ({
    exitCode: is(answer['exitCode']),
    exits: is(answer['exits']),
  }),
  'pleg-unhealthy': ({ answer, tolerance }: Question): Wanted => ({
    unhealthy: is(answer['unhealthy'] === true ? 'yes' : 'no'),
    ...('from' in answer
      ? { from: near(tolerance, answer['from']), to: near(tolerance, answer['to']) }
      : {}),
    ...('lastRelist' in answer ? { lastRelist: near(tolerance, answer['lastRelist']) } : {}),
  }),
  'kubelet-runs': ({ answer, tolerance }: Question): Wanted =>
    'running' in answer
      ? { running: is(answer['running'] === true ? 'yes' : 'no') }
      : {
          runs: is(answer['runs']),
          version: is(answer['version']),
          started: (said) => {
            const times = said.split(', ');
            const truth = list(answer['started']);
            return (
              times.length === truth.length &&
              truth.every((time, i) => near(tolerance, time)(times[i] ?? '', []))
            );
          },
        },
  fault: ({ answer, tolerance }: Question): Wanted => ({
    operation: says(answer['operation']),
    object: (said) =>
      list(answer['object'])
        .map((name) => /^[\w-]+\/[\w-]+/.exec(String(name))?.[0])
        .every((name) => name === undefined || said.split(', ').includes(name)),
    from: between(answer['fromBetween'], answer['from'], tolerance),
    to: between(answer['toBetween'], answer['to'], tolerance),
  }),
} as const;

/** What is wrong with an answer, or undefined. Each part that is asked for is to be there, right, and with lines that prove it. */
export function judge(question: Question, said: Said): string | undefined {
  for (const [part, test] of Object.entries<Test>(wantedOf[question.kind](question))) {
    const given = said[part];
    if (given === undefined)
      return `no ${part}${said['error'] === undefined ? '' : `: ${said['error'].value}`}`;
    if (!test(given.value, given.also ?? [])) return `wrong ${part}`;
    if (given.lines.length === 0 && !negative.test(given.value)) return `no line proves ${part}`;
  }
  return undefined;
}

/** What is not there leaves no line. */
const negative = /^(?:|0|no|never|none|absent)$/;

/**
 * Whether lines hold the words of the answer at all, which is kinder than to ask whether somebody finds it in them: each time to the second,
 * each pod, number or word. What is not there, how many there are, and what went on at a time they cannot hold.
 */
export function judgeGrep({ kind, answer }: Question, text: string): boolean {
  const has = (value: unknown): boolean => {
    if (typeof value === 'string' && !Number.isNaN(Date.parse(value)))
      return text.includes(value.slice(11, 19));
    return typeof value === 'string' && text.includes(value);
  };
  switch (kind) {
    case 'worker-began':
      return has(answer['began']);
    case 'worker-ended':
      return [answer['finished'], answer['forgotten']].every(has);
    case 'terminating-since':
      return has(answer['since']);
    case 'holds-up':
      return has(answer['since']) && says(answer['waitsFor'])(text, []);
    case 'cni-failed':
      return [answer['time'], ...list(answer['pods'])].every(has);
    case 'container-exit':
      return new RegExp(`exit ?code["=: ]+${String(answer['exitCode'])}\\b`, 'i').test(text);
    case 'pleg-unhealthy':
      return answer['unhealthy'] === true && text.includes('PLEG is not healthy');
    case 'kubelet-runs':
      return has(answer['version']) && list(answer['started']).length === text.split('\n').length;
    case 'fault':
      return has(answer['from']) && says(answer['operation'])(text, []);
    case 'worker-state-at':
    case 'was-terminating-at':
    case 'pods-with-worker-at':
    case 'working-at':
      return false;
  }
}
