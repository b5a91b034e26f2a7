// How the process of the kubelet ends: by a panic, a signal, or again and again without a word of its own.
import {
  check,
  remedy,
  type Hit,
  type Questions,
  type Rule,
  type Suspicion,
  type Verdict,
} from '../rule.ts';
import { orderOf } from '../calm.ts';
import { lastWordsOf } from '../lastWords.ts';
import { aside, fault, times } from '../verdict.ts';
import { exits } from './exits.ts';

const startFaults = [
  'start-swap',
  'start-cgroup-driver',
  'start-bad-flag',
  'start-cpu-manager-state',
  'start-memory-manager-state',
  'start-allocation-checkpoint',
  'start-container-manager-fail',
  'inotify-exhaustion',
  'pid-exhaustion',
  'evented-pleg-bug',
  'runtime-api-mismatch',
];

/** Why the process ended is told better by its own lines, where they are there. */
function judgeUnit({ hits }: Suspicion, ask: Questions): Verdict {
  const own = [
    ...startFaults,
    'start-config-missing',
    'start-no-runtime-endpoint',
    'start-port-in-use',
    'start-cgroup-v1-refused',
    'kubelet-panic',
    'kubelet-exit-error',
    'client-cert-expired',
    'cgroup-mount-missing',
    'server-unreachable',
  ];
  const order = orderOf(hits, ask);
  if (order !== undefined) return { ...aside, note: order.note, shownBy: order.by };
  // What was not up in time systemd ends itself.
  if (isStartedTooSlowly(hits, ask)) return undefined;
  if (own.some((id) => ask.hitsOf(id).length > 0)) return undefined;
  if (ask.hitsOf('loud').some(({ line }) => line.severity === 'fatal')) return undefined;
  const ended = hits.filter(({ sign }) => sign.role === undefined);
  const restarts = Math.max(0, ...hits.map(({ facts }) => Number(facts['count'] ?? 0)));
  if (ended.length === 0) return restarts >= 3 ? { severity: 'medium', trust: 0.8 } : undefined;
  // What runs on after one end has been started again.
  const last = hits.at(-1)?.line.at ?? 0;
  const isBack = ask.said('running').some(({ at }) => at > last);
  if (isBack && times(ended) < 3 && restarts < 3) return aside;
  const words = lastWords(ended, ask);
  return words === undefined ? fault : { note: words };
}

function isStartedTooSlowly(hits: readonly Hit[], ask: Questions): boolean {
  return ask
    .hitsOf('unit-not-started')
    .some(
      ({ line, facts }) =>
        /start(?:-pre)? operation timed out/i.test(line.body) &&
        hits.every((hit) => hit.facts['unit'] === facts['unit']),
    );
}

/** What the unit’s own program printed before it ended, loudly or before it logs. */
function lastWords([first]: readonly Hit[], ask: Questions): string | undefined {
  const unit = Object.values(first?.facts ?? {})[0];
  return first === undefined || unit === undefined ? undefined : lastWordsOf(unit, first.line, ask);
}

const unit =
  '(?:kubelet|k3s|k3s-agent|rke2-server|rke2-agent|containerd|crio|docker|cri-docker|snap\\.microk8s\\S{0,40})\\.service';

export const endRules: readonly Rule[] = [
  {
    id: 'kubelet-panic',
    title: 'A panic in the kubelet’s process ({what|})',
    severity: 'critical',
    by: 'node',
    onceIsFault: true,
    signs: [
      { text: /Observed a panic(?:"? panic="|: )?(?<what>[^"\n]{1,100})?/ },
      {
        text: /(?:^|\n|: )panic: (?:[EF]\d{4} [\d:.]+ +\d+ \S+\] )?(?<what>[^"\n]{1,100})|runtime error: invalid memory address/,
      },
      { text: /(?:^|\n|: |\[)(?:signal )?SIG(?:SEGV|BUS|ILL|ABRT): / },
      // What the Go runtime ends a process with; nothing recovers from it.
      {
        text: /(?:^|\n)fatal error: (?:concurrent map|all goroutines are asleep|stack overflow|runtime: out of memory|unexpected signal|sync: unlock)/,
      },
    ],
    yields: startFaults.map((id) => ({ id, why: 'a line tells why the process ends' })),
    branches: [
      {
        shown: { writer: 'unknown', line: /\bnvml: / },
        told: {
          title: 'A program that reads NVIDIA’s GPUs panics ({what|})',
          checks: [check('Does the driver tell its GPUs?', 'nvidia-smi -q | head -40')],
          remedy: [remedy('Look whether GPU and driver support what the program asks of NVML')],
        },
      },
      {
        shown: { writer: 'unknown' },
        told: {
          title: 'A Go program panics ({what|})',
          checks: [check('The first frames below the panic tell the part')],
        },
      },
      {
        // The output of a probe that runs a Go program is in the kubelet's log, too.
        shown: { line: /SIGABRT|[Pp]robe|ExecSync|output[:=]/ },
        told: { title: 'The kubelet, or a program whose output it prints, panics or is aborted' },
      },
    ],
    explanation: [
      {
        says: 'A pointer was used that points to no memory.',
        shown: { line: /SIGSEGV|invalid memory address/ },
      },
      ...exits,
    ],
    checks: [
      check(
        'The first frame under pkg/kubelet tells the part',
        'journalctl -u kubelet | grep -A30 -m1 -E "panic:|Observed a panic"',
      ),
    ],
    remedy: [
      remedy('Look the first frame up among the issues of this version'),
      remedy('Upgrade, once a version is known that mends it'),
    ],
    references: [
      'kubernetes/kubernetes#77174',
      'kubernetes/kubernetes#103625',
      'kubernetes/kubernetes#123088',
    ],
  },
  {
    id: 'unit-exits',
    title: 'The unit {unit|} ends',
    severity: 'high',
    by: 'fact:unit',
    onceIsFault: true,
    reads: ['systemd'],
    signs: [
      {
        text: new RegExp(
          `(?<unit>${unit}): Main process exited, code=(?:exited, status=(?!0/)\\d|killed, status=(?!15/)\\d|dumped)`,
        ),
        heads: [],
      },
      {
        text: new RegExp(
          `(?<unit>${unit}): (?:Failed with result '(?<result>(?!timeout)[\\w-]+)|Start request repeated too quickly)`,
        ),
        heads: [],
      },
      { text: new RegExp(`(?<unit>${unit}): Failed at step `), heads: [] },
      // As `systemctl status` shows it.
      {
        text: /Process: \d+ ExecStart=\S*\/(?<unit>kubelet|k3s|rke2|containerd|crio|dockerd)\b.*\(code=(?:exited, status=(?!0\/)\d|killed|dumped)/,
      },
      {
        text: new RegExp(
          `(?<unit>${unit}): Scheduled restart job, restart counter is at (?<count>\\d+)`,
        ),
        heads: [],
        role: 'consequence',
      },
      {
        text: /Unit (?<unit>(?:kubelet|k3s|k3s-agent|containerd|crio|docker)\.service) entered failed state|start request repeated too quickly for (?<unit_2>(?:kubelet|k3s|k3s-agent|containerd|crio|docker)\.service)/i,
        heads: [],
      },
    ],
    judge: judgeUnit,
    explanation: [
      {
        says: '203/EXEC: the program is not there, may not be run, or is for another machine.',
        shown: { line: /203\/EXEC|Failed at step EXEC/ },
      },
      {
        says: 'It was ended by a signal.',
        shown: { line: /code=(?:killed|dumped)/, unsaid: 'killing' },
      },
      {
        says: 'systemd killed it: it did not end in time.',
        shown: { line: /status=9\/KILL/, said: 'killing' },
      },
      {
        says: 'systemd’s verdict: {result|}.',
        shown: { line: /Failed with result '/ },
      },
      {
        says: 'systemd has scheduled a restart of it.',
        shown: { line: /restart counter is at/, without: /[Ss]tart request repeated too quickly/ },
      },
      {
        says: 'systemd has given up starting it.',
        shown: { line: /[Ss]tart request repeated too quickly/ },
      },
    ],
    branches: [
      {
        shown: { line: /203\/EXEC|Failed at step EXEC/ },
        told: {
          title: 'The unit {unit|} cannot be started: its program cannot be executed',
          checks: [
            check(
              'Which program, and is it there?',
              'systemctl cat {unit|UNIT} | grep ExecStart; uname -m',
            ),
          ],
          remedy: [remedy('Install the program for this machine, or correct its path in the unit')],
        },
      },
      {
        shown: { line: /restart counter is at (?:[3-9]|\d\d)/ },
        told: { title: 'The unit {unit|} ends again and again' },
      },
    ],
    checks: [check('Its last words', 'journalctl -u {unit|kubelet} -n 60 --no-pager')],
    remedy: [remedy('Read what the process says last, and correct that')],
    references: ['kubernetes/minikube#5690', 'kubernetes/minikube#9456'],
  },
];
