// Ends that take long and of which no line says so: the runtime is asked to stop something, and answers late or not at all.
import { formatDuration, formatTimeOfDay, micros, SECOND, type Micros } from '../../base/time.ts';
import type { PodHistory, PodMark, PodPhase } from '../../kubelet/rebuild/history.ts';
import { check, remedy, type Claim, type LookAlike, type Questions, type Rule } from '../rule.ts';

/** µs. A sandbox stops in a second or two, also on a busy node; the kubelet gives up after two minutes. */
const SLOW_SANDBOX = 30 * SECOND;
/** µs beyond the grace period, after which the runtime kills. */
const SLOW_CONTAINER = 30 * SECOND;

interface Stretch {
  readonly from: Micros;
  /** Undefined: it goes on where the log ends, or where nobody knows more. */
  readonly to: Micros | undefined;
  /** It goes on where another process of the kubelet begins. */
  readonly isCut: boolean;
  /** Until when its worker is known to be at it. */
  readonly seenTo: Micros;
}

/**
 * As long as the worker is known to be terminating the pod; undefined when nobody knows. Without an end it counts only where the kubelet would
 * have printed one (v≥4, where the state is seen): a quieter log leaves the ends of many pods out.
 */
function knownStretch(
  { worker }: PodHistory,
  { from, to: told, known }: PodPhase,
  ask: Questions,
): Stretch | undefined {
  const changes = worker.state.changes;
  const at = changes.findLast((change) => change.at <= from);
  if (at?.value.value !== 'terminating') return undefined;
  const { gaps, runs } = ask.history;
  // Another process of the kubelet begins anew.
  const anew = runs.find((run) => run.from > from)?.from;
  const to = known === 'unknown' || told === anew ? undefined : told;
  const cuts = [
    worker.present.changes.find((change) => change.at > from && change.value.value !== true)?.at,
    gaps.find((gap) => gap.to > from)?.from,
    anew,
  ];
  const cut = Math.min(...cuts.map((each) => each ?? Infinity));
  const isEnded = to !== undefined && to <= cut && ask.goesOn(to, 0);
  if (!isEnded && at.value.known !== 'seen') return undefined;
  const next = changes.find((change) => change.at > from)?.at ?? Infinity;
  const end = Math.min(cut, to ?? Infinity, next);
  const seenTo = micros(isEnded ? end : Math.min(end, ask.to));
  return { from, to: isEnded ? to : undefined, isCut: !isEnded && seenTo === anew, seenTo };
}

/** All its containers have ended, and its sandboxes do not stop. */
function sandboxesThatHang(life: PodHistory, ask: Questions): Claim[] {
  const phase = life.phases.find(({ kind }) => kind === 'teardown');
  const stretch = phase && knownStretch(life, phase, ask);
  if (stretch === undefined) return [];
  const { from } = stretch;
  const dead = deathAt(life, from);
  if (dead === undefined || anyRunsOn(life, from)) return [];
  return claimOf(life, stretch, dead.position, from + SLOW_SANDBOX, (length, until) =>
    [
      `All its containers had ended at ${clock(from)}; ${length} later ${until}.`,
      'What comes then is StopPodSandbox, with the CNI plug-in’s DEL and the end of the pause process.',
    ].join(' '),
  );
}

/** Its last container’s, by PLEG or by its kill: the sync that tears down may begin later. */
function deathAt(life: PodHistory, time: Micros): PodMark | undefined {
  const deaths = [...life.marks('pleg.containerDied'), ...life.marks('container.killed')];
  return deaths
    .filter(({ at }) => at <= time)
    .sort((a, b) => a.at - b.at)
    .at(-1);
}

function anyRunsOn({ containers }: PodHistory, from: Micros): boolean {
  return containers.some(({ state }) =>
    ['running', 'killing', 'creating'].includes(
      state.changes.findLast(({ at }) => at <= from)?.value.value ?? '',
    ),
  );
}

/** A container that is not dead well after its grace period. */
function containersThatHang(life: PodHistory, ask: Questions): Claim[] {
  const phase = life.phases.find(({ kind }) => kind === 'kill');
  const stretch = phase && knownStretch(life, phase, ask);
  const kill = life.firstMark('container.killing');
  const grace = life.worker.gracePeriod.changes.findLast(({ at }) => at <= (phase?.from ?? 0));
  const seconds = grace?.value.value;
  if (stretch === undefined || kill === undefined || seconds === undefined) return [];
  const due = stretch.from + seconds * SECOND + SLOW_CONTAINER;
  if (isUntold(life, stretch, due)) return [];
  return claimOf(
    life,
    stretch,
    kill.position,
    due,
    (length, until) =>
      `The kill began at ${clock(stretch.from)} with a grace period of ${seconds} s; ${length} later ${until}. After the grace period the runtime kills: a process that then does not end may be in D state, or its shim missed its end.`,
  );
}

/**
 * PLEG’s events of a pod that is gone from its source leave no line (syncLoopIteration in pkg/kubelet/kubelet.go), and that a kill is done is
 * printed at v=3: below it nobody knows which containers lived on, nor whether the sandbox was what did not stop.
 */
function isUntold(life: PodHistory, { from, to }: Stretch, due: number): boolean {
  const isGone = life.marks('config.remove').some(({ at }) => at <= due);
  const isPrinted =
    life.worker.state.changes.findLast(({ at }) => at <= from)?.value.known === 'seen';
  return isGone && !isPrinted && (to === undefined || deathAt(life, to) === undefined);
}

function claimOf(
  life: PodHistory,
  { from, to, isCut, seenTo }: Stretch,
  position: number,
  due: number,
  words: (length: string, until: string) => string,
): Claim[] {
  if (seenTo < due) return [];
  const open = isCut
    ? 'the kubelet was started again, and no line had shown its end'
    : 'no line shows its end';
  const until = to === undefined ? open : 'it was done';
  const note = words(formatDuration((to ?? seenTo) - from), until);
  return [
    {
      pod: `${life.namespace}/${life.name}`,
      positions: [position],
      verdict: { began: from, lasts: { until: to, shownAt: micros(due) }, trust: 0.85, note },
    },
  ];
}

function clock(time: Micros): string {
  return formatTimeOfDay(time).slice(0, 12);
}

/** What says with a line of its own why the pod does not end. */
const told: readonly LookAlike[] = [
  'stop-sandbox-deadline',
  'kill-container-deadline',
  'cni-del-fails',
  'netns-missing-teardown',
  'netns-busy',
  'cni-unauthorized',
  'cni-agent-unreachable',
  'sandbox-stop-error',
  'container-stop-error',
  'killpod-no-such-container',
  'prestop-hook-hang',
  'late-kill-start',
  'pod-worker-stuck-terminating',
  'pleg-churn-overload',
].map((id) => ({ id, why: 'a line tells what of its end fails' }));

const follows = ['pleg-runtime-hang', 'runtime-list-deadline', 'container-runtime-down'];

export const slowEndRules: readonly Rule[] = [
  {
    id: 'slow-sandbox-stop',
    title: 'The pod’s sandbox is not stopped for more than 30 s after its containers ended',
    severity: 'medium',
    by: 'pod',
    onceIsFault: true,
    signs: [],
    claims: sandboxesThatHang,
    yields: told,
    follows,
    explanation: 'Only the times of its lines show it.',
    checks: [
      check(
        'Does a CNI plug-in hang?',
        'ps -eo pid,etime,cmd | grep "/opt/cni/bin" | grep -v grep',
      ),
      check('What has the runtime of this pod?', 'crictl pods --name {podName|POD}'),
    ],
    remedy: [
      remedy(
        'If a plug-in hangs: find what it waits for: its daemon, its address store, the API server',
      ),
      remedy('If the plug-in or the shim does not come back: kill it', 'An address may leak.'),
    ],
    references: ['containerd/containerd#11984', 'kubernetes/kubernetes#51919'],
  },
  {
    id: 'slow-container-stop',
    title: 'A container is not dead 30 s after its grace period',
    severity: 'medium',
    by: 'pod',
    onceIsFault: true,
    signs: [],
    claims: containersThatHang,
    yields: told,
    follows,
    explanation: 'Only the times of its lines show it.',
    checks: [
      check(
        'State of the container’s process',
        "crictl ps -a --name {container|CONTAINER} -o json | grep -m1 pid; ps -eo pid,stat,wchan:32,cmd | awk '$2 ~ /D/'",
      ),
    ],
    remedy: [
      remedy('Look at the state of its process and its shim'),
      remedy(
        'If the shim missed its end: kill the shim',
        'The container ends without its grace period.',
      ),
      remedy('If the process stays in D state: drain and reboot the node', 'All its pods stop.'),
    ],
    references: ['kubernetes/kubernetes#109929', 'containerd/containerd#6080'],
  },
];
