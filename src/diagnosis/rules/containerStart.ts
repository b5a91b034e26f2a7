// Containers that are never created, or that cannot be started.
import { MINUTE } from '../../base/time.ts';
import {
  check,
  remedy,
  type Hit,
  type Questions,
  type Rule,
  type Suspicion,
  type Verdict,
} from '../rule.ts';
import { aside, fault, healedSoon } from '../verdict.ts';
import { runtimeRestarts } from './risks.ts';

/** The directory of a deleted pod goes while a sync of it may still be under way. */
function judgeConfig(suspicion: Suspicion, ask: Questions): Verdict {
  const { hits, pod } = suspicion;
  if (healedSoon(suspicion, ask)) return aside;
  const gone = ask.eventsOf(pod, 'config.remove');
  const isLate = ({ line }: Hit): boolean =>
    gone.some(({ at }) => at < line.at && line.at - at < MINUTE);
  return hits.every(isLate) ? aside : fault;
}

export const containerStartRules: readonly Rule[] = [
  {
    id: 'container-config-error',
    title: 'Container {container|} cannot be created or run',
    severity: 'medium',
    by: 'container',
    signs: [
      {
        text: /(?:CreateContainerConfigError|CreateContainerError|RunContainerError|PostStartHookError)(?:.*?(?<kind>(?:configmap|secret)s?) \\*"(?<missing>[^"\\]{1,253})\\*" not found)?/,
        // Its memory limit is too low even to begin.
        not: /container init was OOM-killed/,
      },
      {
        text: /CreateContainer (?:with)?in sandbox .*failed|StartContainer for .*failed|(?:Create|Start)Container\b.*from runtime service failed|Handler for POST \S*\/containers\/\S+\/start returned error|containerd: start container|Container creation error|[Cc]reate container failed with error/,
        not: /code = (?:Canceled|NotFound)|sandbox .{0,80}(?:not found|is not ready)|name .{0,200}is (?:reserved|already in use)/,
      },
      {
        text: /failed to prepare subPath for volumeMount|(?:OCI runtime|container process|exec: ).*executable file not found in \$PATH/,
        // The runtime’s own start looks for its programs, too.
        not: /apparmor_parser|validating runtime config|runtime validation/,
      },
    ],
    judge: judgeConfig,
    yields: [
      { id: 'nvidia-driver-mismatch', why: 'the driver of the GPU cannot be used' },
      { id: 'security-profile-fail', why: 'a security profile cannot be applied' },
      { id: 'container-name-reserved', why: 'its name is still held' },
      { id: 'container-runtime-down', why: 'the runtime is not reached' },
      { id: 'pid-exhaustion', why: 'processes cannot be started' },
    ],
    branches: [
      {
        shown: {
          line: /CreateContainer(?:Error)?.*(?:context deadline exceeded|DeadlineExceeded)|(?:context deadline exceeded|DeadlineExceeded).*CreateContainer/,
        },
        told: {
          title: 'Container {container|} is not created in time',
          checks: [
            check(
              'What does the runtime say about it?',
              'journalctl -u containerd -u crio --since "-1 h" | grep -i {container|container}',
            ),
            check('Disk latency', 'iostat -x 2 5'),
          ],
          remedy: [remedy('Find what is slow: the runtime’s log of that time tells which step')],
        },
      },
      {
        shown: { line: /(?:configmap|secret)s? \\*"[^"]{1,253}" not found|couldn.t find key/ },
        told: {
          title:
            'Container {container|} cannot be created: {kind|an object or key} {missing|} is missing',
          remedy: [
            remedy(
              'Create the object or key that the text names, or mark the reference as optional',
            ),
          ],
        },
      },
      {
        shown: { line: /nvidia-container-cli/ },
        told: {
          title: 'Container {container|} cannot be started: nvidia-container-cli, a hook, fails',
          remedy: [
            remedy(
              'Look whether nvidia-smi works on the node, and what the kernel says of the GPU',
            ),
          ],
        },
      },
      {
        shown: { line: /running (?:\w+ )?hook|createContainer hook/ },
        told: {
          title: 'Container {container|} cannot be started: a hook of the runtime fails',
          remedy: [remedy('Look the hook’s own words up in the root error')],
        },
      },
      {
        shown: {
          line: /executable file not found|exec: .{0,200}no such file|command not found or does not exist/,
        },
        told: {
          title: 'Container {container|} cannot be started: its program is not found',
          checks: [check('What is in the image?', 'crictl inspecti {image|IMAGE}')],
          remedy: [
            remedy('Compare the program that the text names with what the image or the host has'),
          ],
        },
      },
      {
        shown: { line: /no runtime for \\*"[^"]+" is configured/ },
        told: {
          title:
            'Container {container|} cannot be created: the runtime knows no handler of that name',
          explanation: [
            'A pod’s RuntimeClass names a handler, which the runtime’s configuration must have.',
          ],
          remedy: [
            remedy(
              'Configure the handler in the runtime, and restart the runtime',
              runtimeRestarts,
            ),
          ],
        },
      },
      {
        shown: { line: /exec: .{0,200}permission denied/ },
        told: {
          title: 'Container {container|} cannot be started: its program may not be executed',
          remedy: [remedy('Make the file executable in the image, or correct the command')],
        },
      },
      {
        shown: { line: /error (?:while )?mounting|rootfs_linux\.go.{0,40}mounting/ },
        told: {
          title: 'Container {container|} cannot be started: one of its mounts fails',
          explanation: [],
          remedy: [remedy('Correct the mount that the root error names')],
        },
      },
      {
        shown: { line: /error while creating mount source path/ },
        told: {
          title: 'Container {container|} cannot be started: the source of a mount cannot be made',
          explanation: [],
          checks: [check('The path and its file system', 'findmnt -T PATH; ls -ld PATH')],
          remedy: [
            remedy('Make the path on the host, where it can be written, or mount another one'),
          ],
        },
      },
      {
        shown: { line: /exec format error/ },
        told: {
          title: 'Container {container|} cannot be started: exec format error of its program',
          remedy: [
            remedy(
              'Look whether the image is for this architecture, and whether a script begins with #!',
            ),
          ],
        },
      },
      {
        shown: { line: /runAsNonRoot|image will run as root|non-numeric user/ },
        told: {
          title: 'Container {container|} is not created: runAsNonRoot is not met',
          remedy: [
            remedy('Set runAsUser to a number other than 0, or use an image with such a user'),
          ],
        },
      },
      {
        shown: { line: /PostStartHook/ },
        told: {
          title: 'The postStart hook of container {container|} fails',
          remedy: [remedy('Correct the hook; look into the pod’s events for its output')],
        },
      },
      {
        shown: { line: /subPath/ },
        told: {
          title:
            'Container {container|} cannot be created: preparing a subPath of its mounts fails',
          remedy: [
            remedy(
              'See whether the path is in the volume, and whether the volume can be read on the node',
            ),
          ],
        },
      },
    ],
    explanation: [
      { says: 'Access is denied.', shown: { line: /permission denied/ } },
      {
        says: 'The runtime did not answer in time.',
        shown: { line: /deadline exceeded|DeadlineExceeded/ },
      },
    ],
    checks: [
      check('Do the objects exist?', 'kubectl get configmap,secret -n {namespace|NAMESPACE}'),
    ],
    remedy: [remedy('Correct what the root error names; the kubelet tries again by itself')],
    references: [
      'kubernetes/kubernetes#56339',
      'kubernetes/kubernetes#61456',
      'opencontainers/runc#4713',
    ],
  },
];
