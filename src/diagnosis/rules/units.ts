// What systemd says of units that a node needs and that do not come up; `unit-exits` is told of those that end.
import { MINUTE } from '../../base/time.ts';
import { check, remedy, type Questions, type Rule, type Suspicion, type Verdict } from '../rule.ts';
import { aside, fault, times, untold } from '../verdict.ts';

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
        text: /service\[(?<service>[\w-]+)\]\(\w+\): Health check failed: (?<why>.{1,160})/,
      },
      {
        text: /service\[(?<service>[\w-]+)\]\((?:Failed|Waiting)\): (?<why>(?:Failed to|Error running) .{1,160})/,
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
      { says: 'It is started again.', shown: { line: /going to restart/ } },
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
      { text: new RegExp(`Dependency failed for (?<unit>${unit}\\.service|${described})`) },
      {
        text: new RegExp(`Failed to start (?<unit>${unit}\\.service|${described})(?:: |\\.|$)`),
      },
    ],
    judge: ({ hits }, ask) =>
      ask.said('running').some(({ at }) => at > (hits.at(-1)?.line.at ?? 0)) ? aside : fault,
    yields: [{ id: 'unit-exits', why: 'it was started, and ended' }],
    branches: [
      {
        shown: { line: /Watchdog timeout/, without: /Failed to start|Dependency failed/ },
        told: { title: 'systemd ends {unit|a unit of the node}: it does not say that it is alive' },
      },
    ],
    explanation: [
      {
        says: 'Another unit that it needs did not start.',
        shown: { line: /Dependency failed/ },
      },
      { says: 'Its start is not done in time.', shown: { line: /operation timed out/ } },
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
];
