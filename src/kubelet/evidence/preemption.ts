// Evidence of the preemption of pods: admission makes room for a critical pod, and waits until those that it evicts are killed.
import type { Rule } from './rule.ts';
import { byFormat, podOf } from './reference.ts';

const uid = '60240547-01a4-4ee2-bfc1-b461cb942bb3';
const job = { uid, namespace: 'default', name: 'job-1' };
const named = { uid: undefined, namespace: 'default', name: 'job-1' };

export const preemptionRules: readonly Rule[] = [
  {
    id: 'preemption.begin',
    v: 2,
    files: ['preemption.go'],
    messages: ['Preempting pod to free up resources'],
    since: 22,
    until: undefined,
    read: (record) => [{ kind: 'pod.evicting', pod: podOf(record) }],
    samples: [
      {
        line: `I1122 05:59:27.331243     160 preemption.go:104] "Preempting pod to free up resources" pod="default/job-1" podUID="${uid}" insufficientResources="[(res: cpu, q: 1100), ]" requestingPod="kube-system/critical"`,
        events: [{ kind: 'pod.evicting', pod: job }],
      },
    ],
  },
  {
    id: 'preemption.done',
    v: 0,
    files: ['preemption.go'],
    messages: ['Pod evicted successfully'],
    pattern: /^preemption: pod (\S+) evicted successfully$/,
    since: 9,
    until: undefined,
    read: (record, [, pod]) => {
      const victim = pod === undefined ? podOf(record) : byFormat(pod);
      return [
        { kind: 'pod.evicted', pod: victim },
        { kind: 'admission.madeRoom', pod: victim },
      ];
    },
    samples: [
      {
        line: 'I1122 05:59:31.469609     160 preemption.go:127] "Pod evicted successfully" pod="default/job-1"',
        events: [
          { kind: 'pod.evicted', pod: named },
          { kind: 'admission.madeRoom', pod: named },
        ],
      },
      {
        line: `I0822 05:59:31.469609     160 preemption.go:117] preemption: pod job-1_default(${uid}) evicted successfully`,
        events: [
          { kind: 'pod.evicted', pod: job },
          { kind: 'admission.madeRoom', pod: job },
        ],
      },
    ],
  },
  {
    id: 'preemption.failed',
    v: 0,
    files: ['preemption.go'],
    messages: ['Failed to evict pod'],
    pattern: /^preemption: pod (\S+) failed to evict (.*)$/,
    since: 14,
    until: undefined,
    read: (record, [, pod, error]) => {
      const victim = pod === undefined ? podOf(record) : byFormat(pod);
      return [
        { kind: 'pod.evictionFailed', pod: victim, error: error ?? record.field('err') ?? '' },
        { kind: 'admission.madeRoom', pod: victim },
      ];
    },
    samples: [
      {
        line: 'E1122 05:59:42.331609     160 preemption.go:118] "Failed to evict pod" err="timeout waiting to kill pod" pod="default/job-1"',
        events: [
          { kind: 'pod.evictionFailed', pod: named, error: 'timeout waiting to kill pod' },
          { kind: 'admission.madeRoom', pod: named },
        ],
      },
    ],
  },
];
