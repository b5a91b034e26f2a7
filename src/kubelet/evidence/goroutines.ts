// Evidence of goroutine dumps: which pod workers were inside a sync, and since how many minutes at least. A dump is what a SIGQUIT makes
// the process print, or `Sample of /debug/pprof/goroutine`, a line with a member `text` (the answer with `debug=2`, or the part of it that
// pod workers are in). Whose worker a goroutine is, stands in neither.
import { sampleMessage } from '../../base/sample.ts';
import { parseGoroutines, type Goroutine } from '../../log/goroutineDump.ts';
import type { SampledWorker, SampleEvent, WorkType } from '../event.ts';
import { doingOf } from '../goroutineRoles.ts';
import type { Rule } from './rule.ts';
import { ruleOf } from './samples.ts';

/** The outermost of a worker's own functions; up to 1.21 one did all the work. */
const works: readonly (readonly [RegExp, WorkType])[] = [
  [
    /\.\(\*Kubelet\)\.(?:SyncTerminating(?:Runtime)?Pod|syncTerminating(?:Runtime)?Pod)$/,
    'terminating',
  ],
  [/\.\(\*Kubelet\)\.[sS]yncTerminatedPod$/, 'terminated'],
  [/\.\(\*Kubelet\)\.[sS]yncPod$/, 'sync'],
];
const loop = /\.\(\*podWorkers\)\.(?:podWorkerLoop|managePodLoop)$/;

function workerOf(goroutine: Goroutine): SampledWorker | undefined {
  const { frames, minutes } = goroutine;
  if (!frames.some((frame) => loop.test(frame.function))) return undefined;
  for (let i = frames.length - 1; i >= 0; i--) {
    const work = works.find(([functions]) => functions.test(frames[i]?.function ?? ''))?.[1];
    if (work === undefined) continue;
    const doing = doingOf({ ...goroutine, frames: frames.slice(0, i) });
    return { work, minutes, doing };
  }
  return undefined;
}

function dumpIn(text: string): SampleEvent {
  const workers = parseGoroutines(text).flatMap((one) => workerOf(one) ?? []);
  return { kind: 'sample.goroutines', workers };
}

const dump = [
  'goroutine 812 [select, 12 minutes]:',
  'k8s.io/cri-client/pkg.(*remoteRuntimeService).StopPodSandbox(0xc0003, {0x1, 0x2})',
  '\tstaging/src/k8s.io/cri-client/pkg/remote_runtime.go:233 +0x1',
  'k8s.io/kubernetes/pkg/kubelet.(*Kubelet).SyncTerminatingPod(0xc000, {0x1, 0x2})',
  '\tpkg/kubelet/kubelet.go:2100 +0x1',
  'k8s.io/kubernetes/pkg/kubelet.(*podWorkers).podWorkerLoop(0xc000)',
  '\tpkg/kubelet/pod_workers.go:1285 +0x1',
  '',
  'goroutine 813 [select, 2 minutes]:',
  'k8s.io/kubernetes/pkg/kubelet.(*podWorkers).podWorkerLoop(0xc000)',
  '\tpkg/kubelet/pod_workers.go:1285 +0x1',
];

const held: SampledWorker = {
  work: 'terminating',
  minutes: 12,
  doing: 'waits for the runtime: StopPodSandbox',
};

export const goroutineRules: readonly Rule[] = [
  ruleOf(
    'sample.goroutines',
    ['/debug/pprof/goroutine'],
    (record) => dumpIn(record.field('text') ?? ''),
    [
      {
        line: JSON.stringify({
          ts: 1795259636815.2,
          msg: sampleMessage('/debug/pprof/goroutine'),
          v: 0,
          text: dump.join('\n'),
        }),
        events: [{ kind: 'sample.goroutines', workers: [held] }],
      },
    ],
  ),
  {
    id: 'goroutines.quit',
    v: 0,
    files: [''],
    pattern: /^SIGQUIT: quit\n[\s\S]*^goroutine \d+ /m,
    since: 9,
    until: undefined,
    read: (record) => [dumpIn(record.message)],
    samples: [
      {
        line: `SIGQUIT: quit\nPC=0x47a6a1 m=0 sigcode=0\n\n${dump.join('\n')}`,
        events: [{ kind: 'sample.goroutines', workers: [held] }],
      },
    ],
  },
];
