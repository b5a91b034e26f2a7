// What systemd says of units that a node needs and that do not come up; `unit-exits` is told of those that end.
import { check, remedy, type Rule } from '../rule.ts';
import { aside, fault } from '../verdict.ts';

const unit = '(?:kubelet|k3s|k3s-agent|rke2-server|rke2-agent|containerd|crio|cri-docker|docker)';
/** As their unit files describe them. */
const described =
  '(?:kubelet\\b[^.]*|containerd container runtime|Container Runtime Interface for OCI[^.]*|[^.]*Docker Application Container Engine|Lightweight Kubernetes|Rancher Kubernetes Engine[^.]*)';

export const unitRules: readonly Rule[] = [
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
