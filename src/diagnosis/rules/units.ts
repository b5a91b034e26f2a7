// What systemd says of units that a node needs and that do not come up; `unit-exits` is told of those that end.
import { MINUTE } from '../../base/time.ts';
import {
  check,
  remedy,
  type Questions,
  type Rule,
  type Sign,
  type Suspicion,
  type Verdict,
} from '../rule.ts';
import { orderOf } from '../calm.ts';
import { lastWordsOf, saidBefore } from '../lastWords.ts';
import { aside, fault, times, unlessBack, untold } from '../verdict.ts';

const unit = '(?:kubelet|k3s|k3s-agent|rke2-server|rke2-agent|containerd|crio|cri-docker|docker)';
/** As their unit files describe them. */
const described =
  '(?:kubelet\\b[^.]*|containerd container runtime|Container Runtime Interface for OCI[^.]*|[^.]*Docker Application Container Engine|Lightweight Kubernetes|Rancher Kubernetes Engine[^.]*)';

/** A check that works again says so; a service that has just been started may fail its first. */
function judgeHealth({ hits }: Suspicion, ask: Questions): Verdict {
  const failed = hits.filter(({ sign }) => sign.role === undefined);
  if (failed.length === 0 || hits.at(-1)?.sign.role === 'context') return aside;
  const last = hits.at(-1)?.line.at ?? 0;
  return times(failed) < 2 && !ask.goesOn(last, MINUTE) ? untold : fault;
}

/** What systemd says of a unit that it ends itself: its time for a step is over (core/service.c). */
const killedBySystemd =
  "(?:State '[\\w-]+' timed out|Killing process |Main process exited, code=killed, status=9/KILL|Failed with result 'timeout')";

function judgeStart({ hits }: Suspicion, ask: Questions): Verdict {
  if (hits.every(({ sign }) => sign.role === 'consequence')) return undefined;
  const last = hits.at(-1)?.line.at ?? 0;
  if (ask.said('running').some(({ at }) => at > last)) return aside;
  const failed = hits.find(({ sign }) => sign.role === undefined);
  const { unit, described } = failed?.facts ?? {};
  const words = failed && lastWordsOf(unit ?? described ?? '', failed.line, ask);
  return words === undefined ? fault : { note: words };
}

const anyUnit = '[\\w@.:\\\\-]+\\.(?:service|mount|socket|swap|scope|slice|device|timer|path)';
const byDescription = new RegExp(
  `^(?:Failed to \\w+|Dependency failed for|Timed out \\w+)(?: on| for)? (?!${anyUnit})`,
);

/** A command that comes before or after the unit’s own. */
const ofStep = /^[ \t]*Process: \d+ Exec(?:StartPre|StartPost|Condition|Reload)=/;

/** As `systemctl status` shows a unit (systemctl/systemctl-show.c): text that no program logged. */
const shownByStatus: readonly Sign[] = [
  {
    text: /^[ \t]{0,20}Active: (?:failed|activating \(auto-restart\)) \((?:Result: )?(?<result>(?!success|Result)[\w-]+)\)/,
    reads: ['text'],
  },
  {
    text: /^[ \t]{0,20}Process: \d+ (?<step>Exec\w+)=(?<command>[^\n]{1,200}?) \(code=(?:exited, status=(?<status>(?!0\/)[\w/]+)|killed|dumped)/,
    reads: ['text'],
  },
  {
    text: /^[ \t]{0,20}Main PID: \d+ \(code=(?:exited, status=(?!0\/)[\w/]+|killed|dumped)/,
    reads: ['text'],
  },
  {
    text: new RegExp(`^[ \\t]{0,4}[●×*] (?<unit>${anyUnit}) - `),
    role: 'context',
    reads: ['text'],
  },
];

/** It runs after it, or was to end. */
function judgeUnit(suspicion: Suspicion, ask: Questions): Verdict {
  const { hits } = suspicion;
  const failed = hits.filter(({ sign }) => sign.role === undefined);
  const order = orderOf(failed, ask);
  if (order !== undefined) return { ...aside, note: order.note, shownBy: order.by };
  // What is started again and again is seen to start each time.
  const isLoop = failed.some(({ line }) => /restart counter is at/.test(line.body));
  const verdict = isLoop ? fault : unlessBack(suspicion);
  if (verdict !== fault) return verdict;
  // Whose it is no line tells: of what runs beside the node's own programs the names are not known.
  const end = failed.find(({ line }) => /process exited|Failed at step/.test(line.body))?.line;
  const words = end && saidBefore(end, ask, ({ writer }) => writer === 'other');
  return words === undefined ? fault : { note: `The last error before its end: “${words}”.` };
}

export const unitRules: readonly Rule[] = [
  {
    id: 'service-unhealthy',
    title: 'Service {service|} of the node is not healthy: {why|}',
    severity: 'high',
    by: 'fact:service',
    onceIsFault: true,
    // What Talos' machined says of the services that it runs (internal/app/machined/pkg/system/service_runner.go).
    reads: ['other'],
    signs: [
      {
        text: /service\[(?<service>[\w-]+)\]\(\w+\): Health check failed: (?<why>.{1,600})/,
      },
      {
        text: /service\[(?<service>[\w-]+)\]\((?:Failed|Waiting)\): (?<why>(?:Failed to|Error running) .{1,600})/,
      },
      {
        text: /service\[(?<service>[\w-]+)\]\(\w+\): Health check successful/,
        role: 'context',
      },
    ],
    judge: judgeHealth,
    explanation: [
      {
        says: 'It does not answer in time.',
        shown: { line: /Health check failed: .*(?:deadline exceeded|[Tt]imed out|timeout)/ },
      },
      { says: 'By its words it is to be started again.', shown: { line: /going to restart/ } },
    ],
    checks: [
      check('State of the services', 'talosctl services'),
      check('What it says itself', 'talosctl logs {service|SERVICE}'),
    ],
    remedy: [
      remedy('Read what the service says itself, and look at the load of the node at that time'),
    ],
    references: ['https://www.talos.dev/latest/learn-more/components/'],
  },
  {
    id: 'unit-not-started',
    title: 'systemd cannot start {unit|a unit of the node}',
    severity: 'high',
    by: 'fact:unit',
    onceIsFault: true,
    reads: ['systemd'],
    signs: [
      {
        text: new RegExp(
          `(?<unit>${unit}\\.service): (?:Watchdog timeout|Failed to (?:load environment files|set up|run)|(?:[Ss]tart|[Ss]tart-pre) operation timed out)`,
        ),
      },
      // One that is only described is the one unit that other lines name.
      {
        text: new RegExp(
          `Dependency failed for (?:(?<unit>${unit}\\.service)|(?<described>${described}))`,
        ),
      },
      {
        text: new RegExp(
          `Failed to start (?:(?<unit>${unit}\\.service)(?: - .*)?|(?<described>${described}))(?:: |\\.|$)`,
        ),
      },
      { text: new RegExp(`(?<unit>${unit}\\.service): ${killedBySystemd}`), role: 'consequence' },
    ],
    judge: judgeStart,
    yields: [{ id: 'unit-exits', why: 'another line tells how it ended' }],
    branches: [
      {
        shown: { line: /Watchdog timeout/, without: /Failed to start|Dependency failed/ },
        told: { title: 'systemd ends {unit|a unit of the node}: it does not say that it is alive' },
      },
      {
        shown: { line: new RegExp(described), without: new RegExp(`${unit}\\.service`) },
        told: { title: 'systemd cannot start “{described|a unit of the node}”' },
      },
    ],
    explanation: [
      {
        says: 'Another unit that it needs did not start.',
        shown: { line: /Dependency failed/ },
      },
      { says: 'Its start is not done in time.', shown: { line: /operation timed out/ } },
      {
        says: 'It did not end when it was told to, and was killed.',
        shown: { line: /State '(?:final|stop)-sigterm' timed out\. Killing/ },
      },
      {
        says: 'A file that its unit names is not there.',
        shown: { line: /environment files: No such/ },
      },
      { says: 'systemd does not find the unit.', shown: { line: /Unit \S+ not found/ } },
    ],
    checks: [
      check(
        'The unit and what it needs',
        'systemctl status kubelet containerd crio docker; systemctl --failed',
      ),
      check('What systemd said', 'journalctl -b -p warning _PID=1 | tail -40'),
    ],
    remedy: [remedy('Correct what the line or the unit that failed first names')],
    references: ['https://www.freedesktop.org/software/systemd/man/latest/systemd.service.html'],
  },
  {
    id: 'unit-fails',
    title: 'The unit {unit|} fails',
    severity: 'medium',
    by: 'fact:unit',
    onceIsFault: true,
    lastResort: true,
    reads: ['systemd'],
    // What systemd says of any unit (core/unit.c, core/service.c, core/mount.c, core/job.c, and its catalogue).
    signs: [
      {
        text: new RegExp(
          `^(?<unit>${anyUnit}): (?:(?:Main|Control|Mount|Swap) process exited, code=(?:exited, status=(?!0/)\\d|killed, status=(?!15/)\\d|dumped)|Failed at step |Failed to (?:load|run|set up)|Watchdog timeout|\\S+ operation timed out|Job \\S+ (?:failed|timed out))`,
        ),
      },
      {
        text: new RegExp(
          `^(?<unit>${anyUnit}): Failed with result|^(?<unit_2>${anyUnit}): Start request repeated too quickly|^Unit (?<unit_3>${anyUnit}) entered failed state`,
        ),
      },
      {
        text: new RegExp(
          `^(?<unit>${anyUnit}): Scheduled restart job, restart counter is at (?:[3-9]|\\d\\d)`,
        ),
      },
      ...shownByStatus,
      // What `microk8s inspect` finds (scripts/inspect.sh).
      { text: /^\s*FAIL: +Service (?<unit>[\w.-]+) is not running/ },
      // Which unit it is stands at its head, or is told by its description alone.
      {
        text: new RegExp(
          `^(?:Failed to (?:start|mount|listen on|activate swap)|Dependency failed for|Timed out (?:waiting for|starting|mounting)) (?:(?<unit>${anyUnit})(?: - [^:="]{1,120})?(?:\\.$|[.:] |$)|(?<described>[^:="]{1,120}?)(?: - [^:="]{1,120})?\\.?(?: See |$))`,
        ),
      },
      {
        text: new RegExp(
          `^(?:Started|Finished|Mounted|Listening on) (?:(?<unit>${anyUnit})|(?<described>.{1,120}?))(?: - .{1,120})?\\.?$`,
        ),
        heads: ['Started', 'Finished', 'Mounted', 'Listening'],
        role: 'context',
      },
    ],
    judge: judgeUnit,
    branches: [
      {
        shown: { line: /restart counter is at (?:[3-9]|\d\d)/ },
        told: { title: 'The unit {unit|} ends again and again' },
      },
      {
        shown: { line: /[Ss]tart request repeated too quickly/ },
        told: { title: 'The unit {unit|} ends again and again: systemd has given it up' },
      },
      {
        shown: { line: ofStep },
        told: { title: 'The unit {unit|} is not started: its {step|step} “{command|}” fails' },
      },
      {
        shown: { line: /^[ \t]*Active: failed/ },
        told: { title: 'The unit {unit|} has failed ({result|})' },
      },
      {
        shown: { line: /^\s*FAIL: +Service/ },
        told: { title: 'The unit {unit|} does not run' },
      },
      {
        shown: { line: byDescription, without: new RegExp(`^${anyUnit}: `) },
        told: { title: 'systemd cannot start “{described|a unit}”' },
      },
      {
        shown: { line: /^Failed to (?:start|mount|listen)|: Failed at step|^Timed out/ },
        told: { title: 'The unit {unit|} cannot be started' },
      },
    ],
    explanation: [
      {
        says: '203/EXEC: the program is not there, may not be run, or is for another machine.',
        shown: { line: /203\/EXEC|Failed at step EXEC/ },
      },
      { says: 'It was ended by a signal.', shown: { line: /code=(?:killed|dumped)/ } },
      {
        says: 'Another unit that it needs did not start.',
        shown: { line: /Dependency failed/ },
      },
    ],
    checks: [
      check(
        'Its state and last words',
        'systemctl status {unit|--failed}; journalctl -u {unit|UNIT} -n 60',
      ),
    ],
    remedy: [remedy('Read what the unit’s program says last, and correct that')],
    references: ['https://www.freedesktop.org/software/systemd/man/latest/systemd.service.html'],
  },
];
