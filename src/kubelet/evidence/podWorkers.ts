// Evidence of the pod workers (pkg/kubelet/pod_workers.go, and what their sync functions in kubelet.go print).
import type { LogRecord } from '../../log/record.ts';
import type { KubeletEvent, PodRef, TerminationReason, WorkType } from '../event.ts';
import { asNumber, asUid, byFormat, byUid, podOf, type PodRefs } from './reference.ts';
import type { Rule } from './rule.ts';

const uid = '60240547-01a4-4ee2-bfc1-b461cb942bb3';
const job = { uid, namespace: 'default', name: 'job-1' };
const nobody = { uid: undefined, namespace: undefined, name: undefined };
const onlyUid = { uid, namespace: undefined, name: undefined };
const workTypes: readonly WorkType[] = ['sync', 'terminating', 'terminated'];

/** `updateType` of the worker loop: the word, or its number in 1.22 to 1.26. */
function workOf(text: string | undefined): WorkType | undefined {
  const number = asNumber(text);
  return number === undefined ? workTypes.find((one) => one === text) : workTypes[number];
}

/** A rule for messages that say one thing about one pod. */
function plain(
  name: string,
  messages: readonly string[],
  since: number,
  event: (pod: PodRef) => KubeletEvent,
  line: string,
  pod: PodRef = job,
): Rule {
  return {
    id: `podWorkers.${name}`,
    v: name === 'stopped' ? 3 : 4,
    files: ['pod_workers.go', 'kubelet.go', 'kubelet_pods.go'],
    messages,
    since,
    until: undefined,
    read: (record, _, refs) => [event(podOf(record, refs))],
    samples: [{ line, events: [event(pod)] }],
  };
}

const terminationMessages: Readonly<Record<string, TerminationReason>> = {
  'Pod is marked for graceful deletion, begin teardown': 'deleted',
  'Pod is being evicted by the kubelet, begin teardown': 'evicted',
  'Pod is being removed by the kubelet, begin teardown': 'removed',
  'Pod is orphaned and must be torn down': 'orphaned',
  'Pod is orphaned and still running, began terminating': 'orphaned',
  'Pod is in a terminal phase (success/failed), begin teardown': 'terminal',
  'Pod indicated lifecycle completed naturally and should now terminate': 'completed',
};

/** The sync functions, which begin when GetNewerThan has returned; their names were lower case up to 1.26. */
const entering: Readonly<Record<string, WorkType>> = {
  'SyncPod enter': 'sync',
  'syncPod enter': 'sync',
  'SyncTerminatingPod enter': 'terminating',
  'syncTerminatingPod enter': 'terminating',
  'SyncTerminatingRuntimePod enter': 'terminating',
  'SyncTerminatedPod enter': 'terminated',
  'syncTerminatedPod enter': 'terminated',
};

function work(
  kind: 'worker.begin' | 'worker.end',
  record: LogRecord,
  refs: PodRefs,
): readonly KubeletEvent[] {
  const type = workOf(record.field('updateType'));
  return type === undefined ? [] : [{ kind, pod: podOf(record, refs), work: type }];
}

export const podWorkerRules: readonly Rule[] = [
  plain(
    'first',
    ['Pod is being synced for the first time'],
    22,
    (pod) => ({ kind: 'worker.first', pod }),
    `I1121 09:35:50.568576   27310 pod_workers.go:788] "Pod is being synced for the first time" pod="default/job-1" podUID="${uid}" updateType="create"`,
  ),
  {
    id: 'podWorkers.terminating',
    v: 4,
    files: ['pod_workers.go'],
    messages: Object.keys(terminationMessages),
    since: 22,
    until: undefined,
    read: (record) => {
      const reason = terminationMessages[record.message];
      return reason === undefined
        ? []
        : [{ kind: 'worker.terminating', pod: podOf(record), reason }];
    },
    samples: [
      {
        line: `I1121 09:36:20.000000   27310 pod_workers.go:874] "Pod is marked for graceful deletion, begin teardown" pod="default/job-1" podUID="${uid}" updateType="update"`,
        events: [{ kind: 'worker.terminating', pod: job, reason: 'deleted' }],
      },
      {
        line: `I1121 09:35:54.192615   27310 pod_workers.go:1396] "Pod indicated lifecycle completed naturally and should now terminate" podUID="${uid}"`,
        events: [{ kind: 'worker.terminating', pod: onlyUid, reason: 'completed' }],
      },
    ],
  },
  {
    id: 'podWorkers.notified',
    v: 4,
    files: ['pod_workers.go'],
    messages: ['Notifying pod of pending update'],
    since: 27,
    until: undefined,
    read: (record, _, refs) => [
      { kind: 'worker.notified', pod: podOf(record, refs), work: workOf(record.field('workType')) },
    ],
    samples: [
      {
        line: `I1121 09:35:50.568628   27310 pod_workers.go:986] "Notifying pod of pending update" pod="default/job-1" podUID="${uid}" workType="sync"`,
        events: [{ kind: 'worker.notified', pod: job, work: 'sync' }],
      },
    ],
  },
  plain(
    'requeued',
    [
      'Pending update already queued',
      'Requeueing pod due to pending update',
      'Requeuing pod due to pending update',
    ],
    27,
    (pod) => ({ kind: 'worker.requeued', pod }),
    `I1121 09:35:54.192624   27310 pod_workers.go:1536] "Pending update already queued" podUID="${uid}"`,
    onlyUid,
  ),
  plain(
    'orphaned',
    ['Pod is orphaned and still terminating, notified the pod worker'],
    27,
    (pod) => ({ kind: 'worker.orphaned', pod }),
    `I1121 09:36:20.000000   27310 pod_workers.go:1655] "Pod is orphaned and still terminating, notified the pod worker" podUID="${uid}"`,
    onlyUid,
  ),
  {
    id: 'podWorkers.orphanDone',
    v: 4,
    files: ['pod_workers.go'],
    messages: ['Pod terminated all orphaned containers successfully and worker can now stop'],
    since: 22,
    until: undefined,
    // The older form names the pod as well, and keeps the entry until housekeeping.
    read: (record) => [
      {
        kind: 'worker.orphanDone',
        pod: podOf(record),
        forgotten: record.field('pod') === undefined,
      },
    ],
    samples: [
      {
        line: `I1121 09:36:20.000000   27310 pod_workers.go:1450] "Pod terminated all orphaned containers successfully and worker can now stop" podUID="${uid}"`,
        events: [{ kind: 'worker.orphanDone', pod: onlyUid, forgotten: true }],
      },
    ],
  },
  {
    id: 'podWorkers.begin',
    v: 4,
    files: ['pod_workers.go'],
    messages: ['Processing pod event'],
    since: 22,
    until: undefined,
    read: (record, _, refs) => work('worker.begin', record, refs),
    samples: [
      {
        line: `I1121 09:08:34.840687   28299 pod_workers.go:902] "Processing pod event" pod="default/job-1" podUID=${uid} updateType=1`,
        events: [{ kind: 'worker.begin', pod: job, work: 'terminating' }],
      },
    ],
  },
  {
    id: 'podWorkers.enter',
    v: 4,
    files: ['kubelet.go'],
    messages: Object.keys(entering),
    since: 22,
    until: undefined,
    read: (record, _, refs) => {
      const type = entering[record.message];
      return type === undefined
        ? []
        : [{ kind: 'worker.enter', pod: podOf(record, refs), work: type }];
    },
    samples: [
      {
        line: `I1121 09:35:50.044651   27310 kubelet.go:1909] "SyncPod enter" pod="default/job-1" podUID="${uid}"`,
        events: [{ kind: 'worker.enter', pod: job, work: 'sync' }],
      },
      {
        line: `I1121 09:08:35.044651   28299 kubelet.go:1798] "syncTerminatingPod enter" pod="default/job-1" podUID=${uid}`,
        events: [{ kind: 'worker.enter', pod: job, work: 'terminating' }],
      },
    ],
  },
  {
    id: 'podWorkers.end',
    v: 4,
    files: ['pod_workers.go'],
    messages: ['Processing pod event done'],
    since: 22,
    until: undefined,
    read: (record, _, refs) => work('worker.end', record, refs),
    samples: [
      {
        line: `I1121 09:35:54.192632   27310 pod_workers.go:1361] "Processing pod event done" pod="default/job-1" podUID="${uid}" updateType="sync"`,
        events: [{ kind: 'worker.end', pod: job, work: 'sync' }],
      },
    ],
  },
  plain(
    'acknowledged',
    ['Pod worker has observed request to terminate'],
    22,
    (pod) => ({ kind: 'worker.acknowledged', pod }),
    `I1121 09:36:20.000000   27310 pod_workers.go:1378] "Pod worker has observed request to terminate" podUID="${uid}"`,
    onlyUid,
  ),
  {
    id: 'podWorkers.grace',
    v: 4,
    files: ['kubelet.go'],
    messages: [
      'Pod terminating with grace period',
      'Orphaned running pod terminating without grace period',
    ],
    since: 22,
    until: undefined,
    read: (record) => [
      { kind: 'worker.grace', pod: podOf(record), seconds: asNumber(record.field('gracePeriod')) },
    ],
    samples: [
      {
        line: `I1121 09:36:20.000000   27310 kubelet.go:2139] "Pod terminating with grace period" pod="default/job-1" podUID="${uid}" gracePeriod=2`,
        events: [{ kind: 'worker.grace', pod: job, seconds: 2 }],
      },
      {
        line: `I1121 09:35:55.205832   27310 kubelet.go:2141] "Pod terminating with grace period" pod="default/job-1" podUID="${uid}" gracePeriod=null`,
        events: [{ kind: 'worker.grace', pod: job, seconds: undefined }],
      },
    ],
  },
  plain(
    'terminated',
    ['Pod terminated all containers successfully'],
    22,
    (pod) => ({ kind: 'worker.terminated', pod }),
    `I1121 09:35:55.297845   27310 pod_workers.go:1425] "Pod terminated all containers successfully" podUID="${uid}"`,
    onlyUid,
  ),
  plain(
    'finished',
    [
      'Pod is complete and the worker can now stop',
      'Pod never started and the worker can now stop',
      'Pod cannot start ever',
    ],
    22,
    (pod) => ({ kind: 'worker.finished', pod }),
    `I1121 09:35:56.223000   27310 pod_workers.go:1486] "Pod is complete and the worker can now stop" podUID="${uid}"`,
    onlyUid,
  ),
  plain(
    'stopped',
    ['Pod worker has stopped'],
    27,
    (pod) => ({ kind: 'worker.stopped', pod }),
    `I1121 09:35:56.223100   27310 pod_workers.go:971] "Pod worker has stopped" podUID="${uid}"`,
    onlyUid,
  ),
  plain(
    'refused',
    ['Pod is finished processing, no further updates'],
    22,
    (pod) => ({ kind: 'worker.refused', pod, finished: true }),
    `I1121 09:36:20.000000   27310 pod_workers.go:625] "Pod is finished processing, no further updates" pod="default/job-1" podUID="${uid}"`,
  ),
  plain(
    'refusedAnew',
    [
      'Pod is terminating but has been requested to restart with same UID, will be reconciled later',
    ],
    22,
    (pod) => ({ kind: 'worker.refused', pod, finished: false }),
    `I1121 09:36:20.000000   27310 pod_workers.go:618] "Pod is terminating but has been requested to restart with same UID, will be reconciled later" pod="default/job-1" podUID="${uid}"`,
  ),
  plain(
    'forgotten',
    [
      'Pod has been terminated and is no longer known to the kubelet, remove all history',
      'Pod has been terminated but another pod with the same UID was created, remove history to allow restart',
      'Pod is orphaned and has not been started',
    ],
    22,
    (pod) => ({ kind: 'worker.forgotten', pod }),
    `I1121 09:36:51.080000   27310 pod_workers.go:1660] "Pod has been terminated and is no longer known to the kubelet, remove all history" podUID="${uid}"`,
    onlyUid,
  ),
  plain(
    'waitsToStart',
    ['Pod cannot start yet'],
    22,
    (pod) => ({ kind: 'worker.waitsToStart', pod }),
    `I1121 09:36:51.080000   27310 pod_workers.go:1170] "Pod cannot start yet" pod="default/job-1" podUID="${uid}"`,
  ),
  {
    id: 'podWorkers.error',
    v: 0,
    files: ['pod_workers.go'],
    messages: ['Error syncing pod, skipping'],
    since: 21,
    until: undefined,
    read: (record, _, refs) => [
      { kind: 'worker.error', pod: podOf(record, refs), error: record.field('err') ?? '' },
    ],
    samples: [
      {
        line: `E1121 09:32:50.012182   21879 pod_workers.go:1324] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"app\\" with CrashLoopBackOff: \\"back-off 10s restarting failed container=app pod=job-1_default(${uid})\\"" pod="default/job-1" podUID="${uid}"`,
        events: [
          {
            kind: 'worker.error',
            pod: job,
            error: `failed to "StartContainer" for "app" with CrashLoopBackOff: "back-off 10s restarting failed container=app pod=job-1_default(${uid})"`,
          },
        ],
      },
    ],
  },
  {
    id: 'podWorkers.errorText',
    v: 0,
    files: ['pod_workers.go'],
    pattern: /^Error syncing pod (\S+) \("([^"]*)"\), skipping: ([\s\S]*)$/,
    since: 9,
    until: 20,
    read: (_, [, id, pod = '', error = '']) => {
      const named = byFormat(pod);
      return [
        {
          kind: 'worker.error',
          pod: { ...named, uid: named.uid ?? byUid(id).uid },
          error,
        },
      ];
    },
    samples: [
      {
        line: `E0321 09:27:43.000000    1200 pod_workers.go:190] Error syncing pod ${uid} ("job-1_default(${uid})"), skipping: network is not ready: [runtime network not ready: NetworkReady=false]`,
        events: [
          {
            kind: 'worker.error',
            pod: job,
            error: 'network is not ready: [runtime network not ready: NetworkReady=false]',
          },
        ],
      },
    ],
  },
  {
    id: 'podKiller.killing',
    v: 2,
    files: ['kubelet_pods.go'],
    messages: ['Killing unwanted pod'],
    pattern: /^Killing unwanted pod "([^"]*)"$/,
    since: 9,
    until: 21,
    // `runningPod.Name`, without its namespace.
    read: (record, [, text]) => [
      { kind: 'podKiller.killing', pod: { ...nobody, name: text ?? record.field('podName') } },
    ],
    samples: [
      {
        line: `I0321 09:27:43.000000    1200 kubelet_pods.go:1118] Killing unwanted pod "job-1"`,
        events: [{ kind: 'podKiller.killing', pod: { ...nobody, name: 'job-1' } }],
      },
      {
        line: `I1121 09:36:51.080000   27310 kubelet_pods.go:1285] "Killing unwanted pod" podName="job-1"`,
        events: [{ kind: 'podKiller.killing', pod: { ...nobody, name: 'job-1' } }],
      },
    ],
  },
  {
    id: 'podKiller.failed',
    v: 0,
    files: ['kubelet_pods.go'],
    messages: ['Failed killing the pod'],
    pattern: /^Failed killing the pod "([^"]*)": ([\s\S]*)$/,
    since: 9,
    until: 21,
    // `runningPod.Name`, without its namespace; killPodWithSyncResult gives the UID to what it says of sandboxes.
    read: (record, [, text, error = record.field('err') ?? '']) => {
      const uid = asUid(/"KillPodSandbox" for "([^"]+)"/.exec(error)?.[1]);
      const name = text ?? record.field('podName');
      return [{ kind: 'podKiller.failed', pod: { ...byUid(uid), name }, error }];
    },
    samples: [
      {
        line: `E0321 09:27:43.000000    1200 kubelet_pods.go:1121] Failed killing the pod "job-1": failed to "KillPodSandbox" for "${uid}" with KillPodSandboxError: "rpc error: code = DeadlineExceeded desc = context deadline exceeded"`,
        events: [
          {
            kind: 'podKiller.failed',
            pod: { ...onlyUid, name: 'job-1' },
            error: `failed to "KillPodSandbox" for "${uid}" with KillPodSandboxError: "rpc error: code = DeadlineExceeded desc = context deadline exceeded"`,
          },
        ],
      },
      {
        line: `E1121 09:36:51.080000   27310 kubelet_pods.go:1288] "Failed killing the pod" err="failed to \\"KillPodSandbox\\" for \\"${uid}\\" with KillPodSandboxError: \\"no\\"" podName="job-1"`,
        events: [
          {
            kind: 'podKiller.failed',
            pod: { ...onlyUid, name: 'job-1' },
            error: `failed to "KillPodSandbox" for "${uid}" with KillPodSandboxError: "no"`,
          },
        ],
      },
    ],
  },
  {
    id: 'podWorkers.orphanKill',
    v: 2,
    files: ['kubelet_pods.go'],
    messages: [
      'Clean up containers for orphaned pod we had not seen before',
      'Clean up orphaned pod containers',
    ],
    since: 22,
    until: undefined,
    read: (record) => [{ kind: 'worker.terminating', pod: podOf(record), reason: 'orphaned' }],
    samples: [
      {
        line: `I1121 09:36:51.080000   27310 kubelet_pods.go:1310] "Clean up containers for orphaned pod we had not seen before" podUID="${uid}" killPodOptions={"CompletedCh":null,"Evict":false}`,
        events: [{ kind: 'worker.terminating', pod: onlyUid, reason: 'orphaned' }],
      },
    ],
  },
];
