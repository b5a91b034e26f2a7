// Pods that do not go away: containers, hooks and workers.
import { mostOf } from '../../base/extremes.ts';
import { formatDuration, MINUTE, SECOND } from '../../base/time.ts';
import type { NetworkPart, PlegEvent, PodHistory } from '../../kubelet/rebuild/history.ts';
import { triesBy } from '../../kubelet/rebuild/pod/tries.ts';
import {
  check,
  type Claim,
  type Line,
  remedy,
  type Questions,
  type Rule,
  type Suspicion,
  type Verdict,
} from '../rule.ts';
import { aside, fault, groupBy, harmless, span, times } from '../verdict.ts';
import { runtimeRestarts } from './risks.ts';

const deadline = '(?:DeadlineExceeded|deadline exceeded)';

/** The same container again and again; several that are each asked for once are just removed. */
function judgeMissingContainer({ hits }: Suspicion): Verdict {
  const lists = [...groupBy(hits, ({ line }) => line.objects.ids.join(' ')).values()];
  const lasts = lists.some((list) => times(list) >= 4 && span(list) >= 20 * SECOND);
  return lasts ? fault : harmless('notfound-after-remove');
}

function judgeStuckWorker({ hits, pod }: Suspicion, ask: Questions): Verdict {
  const last = hits.at(-1)?.line.at ?? 0;
  const hooks = ask.saidOf('preStop', pod);
  if (hooks.some(({ at }) => at <= last && last - at < MINUTE)) return undefined;
  // Each pod of a name, and each worker that one UID had, ends by itself.
  const lives = pod === undefined ? [] : ask.livesOf(pod);
  const ends = lives.flatMap(({ worker }) => endsOf(worker));
  const graces = lives.flatMap(({ worker }) => graceOf(worker));
  const late = hits.filter(
    ({ line: { at } }) => !graces.some(({ from, to }) => from <= at && at <= to),
  );
  const workers = groupBy(late, ({ line: { objects, at } }) => {
    const { uid = '' } = objects;
    return `${uid} ${ends.filter((end) => end < at).length}`;
  });
  const lasts = [...workers.values()].some((own) => times(own) >= 3 && span(own) >= 20 * SECOND);
  return lasts ? fault : undefined;
}

/** The first call began when the last container had ended, where the history knows that by more than the call’s failure. */
function judgeStopDeadline({ rule, hits, pod }: Suspicion, ask: Questions): Verdict {
  const first = hits.find(({ sign }) => sign.role === undefined)?.line;
  if (first === undefined) return undefined;
  const lives = pod === undefined ? [] : ask.livesOf(pod);
  const phase = lives
    .flatMap(({ phases }) => phases)
    .find(
      ({ kind, from, to }) =>
        kind === 'teardown' && from < first.at && first.at <= (to ?? Infinity),
    );
  const verdict = phase === undefined ? fault : { began: phase.from };
  const plugin = pluginIn(lives, first);
  if (plugin === undefined) return verdict;
  const called = `The CNI plug-in ${plugin.type ?? plugin.name} had been called for it and had not answered.`;
  const { title, checks, remedy: steps } = rule;
  const explanation = [notStopped, called];
  return { ...verdict, told: { title, explanation, checks, remedy: steps } };
}

const notStopped = 'The runtime did not stop the sandbox within the time of the call.';

/** What the dockershim said that it calls for the sandbox of a line (--v=4), and that had not ended. */
function pluginIn(
  lives: readonly PodHistory[],
  { at: time, position, objects }: Line,
): NetworkPart | undefined {
  const tries = lives
    .flatMap(({ network }) => network)
    .filter(({ command, sandboxId = '' }) => command === 'DEL' && objects.ids.includes(sandboxId))
    .flatMap((one) => triesBy(one, { time, position, hindsight: 'then' }));
  const last = tries.find(({ running }) => running)?.networks.at(-1);
  return last?.ok.value === undefined ? last : undefined;
}

function endsOf({ finished }: PodHistory['worker']): readonly number[] {
  return finished.changes.filter(({ value }) => value.value === true).map(({ at }) => at);
}

/** What the kubelet waits for on purpose: from the request on. */
function graceOf({ terminationRequested, gracePeriod }: PodHistory['worker']): readonly {
  readonly from: number;
  readonly to: number;
}[] {
  const asked = terminationRequested.firstTo(true);
  const seconds = Math.max(0, mostOf(gracePeriod.changes.map(({ value }) => value.value ?? 0)));
  return asked === undefined ? [] : [{ from: asked.at, to: asked.at + seconds * SECOND }];
}

function isStatic({ configSource }: PodHistory): boolean {
  return configSource.value === 'file' || configSource.value === 'http';
}

/**
 * From DELETE to the first kill. A preStop hook runs before that line too, so the wait alone proves nothing: the kubelet must have said
 * meanwhile that containers still run.
 */
function killedLate(life: PodHistory, ask: Questions): Claim[] {
  const deleted = life.firstMark('config.delete');
  const killing = life.firstMark('container.killing');
  const wait = (killing?.at ?? 0) - (deleted?.at ?? 0);
  if (deleted === undefined || killing === undefined) return [];
  if (wait < 30 * SECOND || wait > 60 * MINUTE) return [];
  // What is deleted of a static pod is its mirror.
  if (isStatic(life) || endedSoon(life)) return [];
  const pod = `${life.namespace}/${life.name}`;
  const saidMeanwhile = (what: string): boolean =>
    ask.saidOf(what, pod).some(({ at }) => at > deleted.at && at < killing.at);
  const waited = saidMeanwhile('pod-worker-stuck-terminating') && !saidMeanwhile('preStop');
  const note = `${formatDuration(wait)} went by between the deletion and the first kill.`;
  return [
    {
      pod,
      positions: [deleted.position, killing.position],
      verdict: waited ? { note } : { ...aside, note },
    },
  ];
}

/** By its worker, which may know better than the lines. */
function endedSoon({ worker }: PodHistory): boolean {
  const asked = worker.terminationRequested.firstTo(true);
  const ended = worker.state.firstTo('terminated');
  return asked !== undefined && ended !== undefined && ended.at - asked.at < 30 * SECOND;
}

function isContainerDeath({ type, isSandbox }: PlegEvent): boolean {
  return type === 'ContainerDied' && isSandbox !== true;
}

/** A container that dies longer after its pod's REMOVE than PLEG takes to notice. */
function diedAfterRemove(life: PodHistory, ask: Questions): Claim[] {
  if (life.configSource.value !== 'api') return [];
  const removed = life.lastMark('config.remove');
  if (removed === undefined) return [];
  const isLate = ({ at }: { readonly at: number }): boolean => at - removed.at > 4 * SECOND;
  const last = life.lastMark('pleg.containerDied');
  if (last === undefined || !isLate(last)) return [];
  const died = ask
    .plegEventsOf(life.key)
    .find(
      (event) =>
        isContainerDeath(event) &&
        isLate(event) &&
        life.containers.some(({ containerId }) => containerId === event.id),
    );
  if (died === undefined) return [];
  return [
    {
      pod: `${life.namespace}/${life.name}`,
      positions: [removed.position, died.position],
      verdict: {
        note: `A container died ${formatDuration(died.at - removed.at)} after the pod was gone.`,
      },
    },
  ];
}

export const terminationRules: readonly Rule[] = [
  {
    id: 'kill-container-deadline',
    title: 'Container {container|} is not stopped in time',
    severity: 'high',
    by: 'pod',
    onceIsFault: true,
    signs: [
      { text: new RegExp(`StopContainer\\b.*from runtime service failed.*${deadline}`) },
      { text: new RegExp(`StopContainer for \\S+ failed\\b.*${deadline}`) },
      {
        text: new RegExp(
          `(?:Container termination failed with gracePeriod|Kill container failed|[Kk]illContainer .*failed).*${deadline}`,
        ),
      },
      { text: new RegExp(`KillContainerError.*${deadline}`) },
    ],
    follows: ['container-runtime-down', 'runtime-list-deadline', 'pleg-runtime-hang'],
    explanation: [
      'The runtime did not stop the container within its grace period and the time of the call.',
      { says: 'Why, these lines do not tell.', shown: { without: /D state|zombie|shim|dial / } },
    ],
    checks: [
      check(
        'State of the container’s process',
        'crictl inspect {anyId|CONTAINER} | grep -m1 \'"pid"\'; ps -o pid,stat,wchan:32,cmd -p PID',
      ),
      check('Its shim', 'ps -eo pid,stat,cmd | grep "[c]ontainerd-shim.*{anyId|}"'),
    ],
    remedy: [
      remedy('Look at the state of its process and its shim'),
      remedy(
        'If the shim missed its end: kill the shim',
        'The container ends without its grace period.',
      ),
      remedy('If it waits for a dead mount: bring its server back'),
    ],
    references: [
      'containerd/containerd#6080',
      'containerd/containerd#10755',
      'cri-o/cri-o#9754',
      'kubernetes/kubernetes#109929',
    ],
  },
  {
    id: 'stop-sandbox-deadline',
    title: 'Stopping the pod’s sandbox times out',
    severity: 'high',
    by: 'sandbox',
    onceIsFault: true,
    reads: ['kubelet', 'containerd', 'crio'],
    signs: [
      {
        text: new RegExp(
          `StopPodSandbox\\b.*from runtime service failed.*${deadline}|StopPodSandbox for \\S+ failed\\b.*${deadline}`,
        ),
        not: /failed to destroy network|failed \(delete\)|teardown pod/,
      },
      {
        text: new RegExp(
          `(?:Failed to stop sandbox .*before removing|KillPodSandboxError).*${deadline}`,
        ),
        not: /failed to destroy network|failed \(delete\)|teardown pod/,
      },
      { text: new RegExp(`PodSandboxStatus of sandbox.*${deadline}`), role: 'context' },
    ],
    judge: judgeStopDeadline,
    yields: [
      { id: 'pleg-churn-overload', why: 'it happens to many sandboxes at once' },
      { id: 'cni-del-fails', why: 'a CNI plug-in’s own error is told' },
    ],
    follows: ['kill-container-deadline', 'container-runtime-down', 'runtime-list-deadline'],
    explanation: [
      notStopped,
      { says: 'Why, these lines do not tell.', shown: { without: /plugin|cni|CNI|dial / } },
    ],
    checks: [
      check(
        'Does a CNI plug-in hang?',
        'ps -eo pid,etime,cmd | grep "/opt/cni/bin" | grep -v grep',
      ),
      check(
        'The runtime’s log for this sandbox',
        'journalctl -u containerd -u crio | grep {anyId|SANDBOX}',
      ),
    ],
    remedy: [
      remedy('Look what hangs: a CNI plug-in, the shim, a container of it'),
      remedy('If it goes on: restart the runtime', runtimeRestarts),
    ],
    references: [
      'containerd/containerd#11984',
      'kubernetes/kubernetes#51919',
      'google/gvisor#9834',
    ],
  },
  {
    id: 'killpod-no-such-container',
    title: 'The kubelet asks again and again for a container that the runtime does not have',
    severity: 'medium',
    by: 'pod',
    signs: [
      {
        text: /[Nn]o such container: ?"?(?<id>[0-9a-f]{12,64})/,
        heads: ['Failed killing the pod'],
      },
      {
        text: /(?:ContainerStatus|StopContainer)\b.*from runtime service failed.*code = NotFound|(?:Container termination failed|Kill container failed|KillContainerError|killContainer for pod failed).*code = NotFound/,
      },
    ],
    judge: judgeMissingContainer,
    explanation: [],
    checks: [check('Is it really gone?', 'crictl inspect {id|ID} || docker inspect {id|ID}')],
    remedy: [
      remedy('Look whether it is really gone'),
      remedy('If it is: restart the kubelet', 'Pods go on.'),
      remedy('Upgrade to 1.22 or later', undefined, { minor: [0, 22] }),
    ],
    references: [
      'kubernetes/kubernetes#106734',
      'kubernetes/kubernetes#75065',
      'kubernetes/kubernetes#72325',
    ],
  },
  {
    id: 'leftover-sandboxes',
    title: 'A pod that has gone from its source is still in the runtime',
    severity: 'low',
    by: 'pod',
    signs: [
      {
        text: /Pod is orphaned and must be torn down/,
        heads: ['Pod is orphaned and must be torn down'],
      },
    ],
    // What went from its source while no kubelet ran is an orphan of the next one.
    judge: ({ hits }, ask) =>
      hits.every(({ line }) => (ask.sinceStart(line) ?? Infinity) < MINUTE) ? aside : fault,
    explanation: [],
    checks: [check('Sandboxes without a pod', 'crictl pods --state NotReady')],
    remedy: [
      remedy('If its pod is gone and nothing of it runs: crictl rmp the sandbox'),
      remedy('Upgrade to 1.24 or later', undefined, { minor: [0, 24] }),
    ],
    references: [
      'kubernetes/kubernetes#107730',
      'kubernetes/kubernetes#110181',
      'kubernetes/kubernetes#115252',
    ],
  },
  {
    id: 'pod-worker-stuck-terminating',
    title: 'The pod’s worker does not finish its termination',
    severity: 'high',
    by: 'pod',
    onceIsFault: true,
    signs: [
      {
        text: /Pod .*is terminated, but some (?:containers|pod containers) (?:are still running|have not been cleaned up)/,
        heads: ['Pod is terminated, but some', 'Pod "'],
      },
      {
        text: /(?:Pod terminating with grace period|syncTerminatingPod enter|SyncTerminatingPod enter)/,
        heads: [
          'Pod terminating with grace period',
          'syncTerminatingPod enter',
          'SyncTerminatingPod enter',
        ],
      },
    ],
    judge: judgeStuckWorker,
    yields: [
      { id: 'kill-container-deadline', why: 'the runtime does not stop a container in time' },
      { id: 'stop-sandbox-deadline', why: 'the runtime does not stop the sandbox in time' },
      { id: 'cni-del-fails', why: 'the network cannot be torn down' },
      { id: 'netns-missing-teardown', why: 'the network namespace is not found' },
      { id: 'unmount-busy', why: 'a volume cannot be unmounted' },
      {
        id: 'killpod-no-such-container',
        why: 'the kubelet asks for a container that the runtime does not have',
      },
      { id: 'late-kill-start', why: 'the kill came late' },
      { id: 'prestop-hook-hang', why: 'its preStop hook overruns the grace period' },
    ],
    explanation: ['The worker was told to stop the pod, and no line shows that it has finished.'],
    checks: [
      check(
        'What does the runtime have of this pod?',
        'crictl pods --name {podName|POD}; crictl ps -a --pod {anyId|SANDBOX}',
      ),
    ],
    remedy: [
      remedy('Look what of the pod still runs, and what its worker waits for'),
      remedy('If nothing of it runs: restart the kubelet', 'Pods go on.'),
    ],
    references: [
      'kubernetes/kubernetes#76382',
      'kubernetes/kubernetes#106734',
      'kubernetes/kubernetes#116954',
    ],
  },
  {
    id: 'late-kill-start',
    title: 'The kill began long after the deletion',
    severity: 'medium',
    by: 'pod',
    onceIsFault: true,
    signs: [],
    claims: killedLate,
    follows: ['pleg-runtime-hang', 'runtime-list-deadline', 'container-runtime-down'],
    explanation: ['Only the times of its lines show it.'],
    checks: [
      check(
        'Were relists slow then?',
        'curl -sk https://localhost:10250/metrics | grep kubelet_pleg_relist_duration',
      ),
    ],
    remedy: [
      remedy(
        'Look what the worker did meanwhile: a back-off of an earlier sync, or a wait for the PLEG cache',
      ),
    ],
    references: ['kubernetes/kubernetes#102025', 'kubernetes/kubernetes#21367'],
  },
  {
    id: 'pod-removed-before-containers-dead',
    title: 'The pod was removed while its containers still ran',
    severity: 'high',
    by: 'pod',
    onceIsFault: true,
    signs: [],
    claims: diedAfterRemove,
    explanation: ['A successor may have run at the same time, on the same volumes.'],
    checks: [
      check(
        'Who deleted it?',
        'kubectl get events -A | grep {podName|POD}; audit log: delete with gracePeriodSeconds 0',
      ),
    ],
    remedy: [
      remedy('If it was deleted by force: do not do so while its node is alive'),
      remedy('Upgrade to 1.25 or later', undefined, { minor: [0, 25] }),
    ],
    references: ['kubernetes/kubernetes#88613', 'kubernetes/kubernetes#135907'],
  },
  {
    id: 'prestop-hook-hang',
    title: 'The preStop hook of {container|a container} overruns the grace period',
    severity: 'medium',
    by: 'container',
    onceIsFault: true,
    signs: [
      {
        text: /[Pp]re[Ss]top hook.*(?:not completed in grace period|did not complete in \d+ seconds)/,
        heads: ['PreStop hook not completed in grace period', 'preStop hook for container'],
      },
      {
        text: /[Pp]re[Ss]top hook.*failed/,
        not: /container (?:is )?not running|not found/,
        heads: ['PreStop hook failed'],
      },
    ],
    // A hook that fails by itself, often because its container ended first, holds nothing up.
    judge: ({ hits }) =>
      hits.some(({ line }) => /not complete|did not complete|deadline|timed out/.test(line.body))
        ? fault
        : aside,
    branches: [
      {
        shown: { without: /not complete|did not complete|deadline|timed out/ },
        told: { title: 'The preStop hook of {container|a container} fails', explanation: [] },
      },
    ],
    explanation: ['A container whose hook is not done in the grace period is killed then.'],
    checks: [
      check(
        'What does the hook do?',
        "kubectl -n {namespace|NAMESPACE} get pod {podName|POD} -o jsonpath='{.spec.containers[*].lifecycle.preStop}'",
      ),
    ],
    remedy: [
      remedy('Give the hook a limit of its own, below the grace period'),
      remedy('Raise terminationGracePeriodSeconds', 'Deletions take longer.'),
    ],
    references: ['kubernetes/kubernetes#115817', 'kubernetes/kubernetes#116753'],
  },
];
