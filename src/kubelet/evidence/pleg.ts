// Evidence of PLEG (pkg/kubelet/pleg/generic.go): what a relist saw. The events that the sync loop took are in syncLoop.ts.
import { LineTemplate } from '../../log/lineTemplate.ts';
import type { PlegState } from '../event.ts';
import { asNumber, byUid, podOf } from './reference.ts';
import type { Rule } from './rule.ts';

const uid = '60240547-01a4-4ee2-bfc1-b461cb942bb3';
const id = '479f99d9e759c7de4456eaf05d6bd0e7b1248a25f805b2e351d1ae3b149a1489';
const crash = { uid: undefined, namespace: 'default', name: 'crash-2' };
const onlyUid = { uid, namespace: undefined, name: undefined };
const states: readonly PlegState[] = ['running', 'exited', 'unknown', 'non-existent'];

function asState(text: string | undefined): PlegState {
  return states.find((state) => state === text) ?? 'unknown';
}

const finishedLine = new LineTemplate(' podID="', '" containerID="', '" exitCode=', '');

export const plegRules: readonly Rule[] = [
  {
    id: 'pleg.finished',
    v: 2,
    files: ['generic.go'],
    messages: ['Generic (PLEG): container finished'],
    since: 22,
    until: undefined,
    read: (record, _, refs) => {
      const [pod, container = '', code] = record.values(finishedLine) ?? [
        record.field('podID'),
        record.field('containerID'),
        record.field('exitCode'),
      ];
      const exitCode = asNumber(code);
      if (exitCode === undefined) return [];
      return [
        {
          kind: 'pleg.finished',
          pod: refs.key(undefined, pod),
          id: container,
          exitCode,
        },
      ];
    },
    samples: [
      {
        line: `I1121 09:35:54.192441   27310 generic.go:356] "Generic (PLEG): container finished" podID="${uid}" containerID="${id}" exitCode=137`,
        events: [{ kind: 'pleg.finished', pod: onlyUid, id, exitCode: 137 }],
      },
    ],
  },
  {
    id: 'pleg.transition',
    v: 4,
    files: ['generic.go'],
    messages: ['GenericPLEG'],
    since: 21,
    until: undefined,
    read: (record, _, refs) => [
      {
        kind: 'pleg.transition',
        pod: podOf(record, refs),
        id: record.field('containerID') ?? '',
        from: asState(record.field('oldState')),
        to: asState(record.field('newState')),
      },
    ],
    samples: [
      {
        line: `I1121 09:35:54.190134   27310 generic.go:199] "GenericPLEG" podUID="${uid}" containerID="${id}" oldState="running" newState="exited"`,
        events: [{ kind: 'pleg.transition', pod: onlyUid, id, from: 'running', to: 'exited' }],
      },
    ],
  },
  {
    id: 'pleg.transitionText',
    v: 4,
    files: ['generic.go'],
    pattern: /^GenericPLEG: (\S+)\/([0-9a-f]+): (\S+) -> (\S+)$/,
    since: 9,
    until: 20,
    read: (_, [, pod, container = '', from, to]) => [
      {
        kind: 'pleg.transition',
        pod: byUid(pod),
        id: container,
        from: asState(from),
        to: asState(to),
      },
    ],
    samples: [
      {
        line: `I0321 09:27:43.000000    1200 generic.go:147] GenericPLEG: ${uid}/${id}: non-existent -> running`,
        events: [
          { kind: 'pleg.transition', pod: onlyUid, id, from: 'non-existent', to: 'running' },
        ],
      },
    ],
  },
  {
    id: 'pleg.relist',
    v: 5,
    files: ['generic.go'],
    messages: ['GenericPLEG: Relisting'],
    pattern: /^GenericPLEG: Relisting$/,
    since: 9,
    until: undefined,
    read: () => [{ kind: 'pleg.relist' }],
    samples: [
      {
        line: 'I1121 09:35:54.190134   27310 generic.go:237] "GenericPLEG: Relisting"',
        events: [{ kind: 'pleg.relist' }],
      },
    ],
  },
  {
    id: 'pleg.listed',
    v: 4,
    files: ['kuberuntime_manager.go'],
    messages: ['Retrieved pods from runtime'],
    since: 27,
    until: undefined,
    // Relists and the image collector ask for those that have ended, too.
    read: (record) => (record.field('all') === 'true' ? [{ kind: 'pleg.listed' }] : []),
    samples: [
      {
        line: 'I1121 09:35:33.086883   27310 kuberuntime_manager.go:496] "Retrieved pods from runtime" all=true',
        events: [{ kind: 'pleg.listed' }],
      },
      {
        line: 'I1121 09:35:33.086883   27310 kuberuntime_manager.go:496] "Retrieved pods from runtime" all=false',
        events: [],
      },
    ],
  },
  {
    id: 'pleg.write',
    v: 4,
    files: ['generic.go'],
    messages: ['PLEG: Write status'],
    since: 21,
    until: undefined,
    read: (record, _, refs) => [
      { kind: 'cache.set', of: podOf(record, refs), error: record.field('err') },
    ],
    samples: [
      {
        line: 'I1121 09:35:55.197844   27310 generic.go:461] "PLEG: Write status" pod="default/crash-2"',
        events: [{ kind: 'cache.set', of: crash, error: undefined }],
      },
      {
        line: 'E1121 09:35:55.197844   27310 generic.go:461] "PLEG: Write status" err="rpc error: code = NotFound" pod="default/crash-2"',
        events: [{ kind: 'cache.set', of: crash, error: 'rpc error: code = NotFound' }],
      },
    ],
  },
  {
    id: 'pleg.writeText',
    v: 4,
    files: ['generic.go'],
    pattern: /^PLEG: Write status for ([^\s/]+)\/([^\s:]+): [\s\S]*\(err: ([\s\S]*)\)$/,
    since: 9,
    until: 20,
    read: (_, [, name, namespace, error]) => [
      {
        kind: 'cache.set',
        of: { uid: undefined, namespace, name },
        error: error === '<nil>' ? undefined : error,
      },
    ],
    samples: [
      {
        line: 'I0321 09:27:43.000000    1200 generic.go:386] PLEG: Write status for crash-2/default: &container.PodStatus{ID:"x", Name:"crash-2"} (err: <nil>)',
        events: [{ kind: 'cache.set', of: crash, error: undefined }],
      },
    ],
  },
  {
    id: 'pleg.delete',
    v: 4,
    files: ['generic.go'],
    messages: ['PLEG: Delete status for pod'],
    pattern: /^PLEG: Delete status for pod "([^"]+)"$/,
    since: 9,
    until: undefined,
    read: (record, [, pod]) => [
      { kind: 'cache.delete', of: pod === undefined ? podOf(record) : byUid(pod) },
    ],
    samples: [
      {
        line: `I1121 09:35:57.197844   27310 generic.go:423] "PLEG: Delete status for pod" podUID="${uid}"`,
        events: [{ kind: 'cache.delete', of: onlyUid }],
      },
      {
        line: `I0321 09:27:43.000000    1200 generic.go:369] PLEG: Delete status for pod "${uid}"`,
        events: [{ kind: 'cache.delete', of: onlyUid }],
      },
    ],
  },
  {
    id: 'pleg.failed',
    v: 0,
    files: ['generic.go'],
    messages: ['GenericPLEG: Unable to retrieve pods'],
    pattern: /^GenericPLEG: Unable to retrieve pods: (.*)$/,
    since: 9,
    until: undefined,
    read: (record, [, text]) => [{ kind: 'pleg.failed', error: text ?? record.field('err') ?? '' }],
    samples: [
      {
        line: 'E1121 09:35:54.190134   27310 generic.go:238] "GenericPLEG: Unable to retrieve pods" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded"',
        events: [
          {
            kind: 'pleg.failed',
            error: 'rpc error: code = DeadlineExceeded desc = context deadline exceeded',
          },
        ],
      },
    ],
  },
];
