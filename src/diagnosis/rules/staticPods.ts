// Static pods, their manifests and their mirrors.
import { mostOf } from '../../base/extremes.ts';
import { countWhile } from '../../base/bisect.ts';
import { Derived } from '../../base/derived.ts';
import { MINUTE, SECOND } from '../../base/time.ts';
import type { PodHistory, PodMark } from '../../kubelet/rebuild/history.ts';
import {
  check,
  type Claim,
  type Hit,
  remedy,
  type Questions,
  type Rule,
  type Suspicion,
  type Verdict,
} from '../rule.ts';
import { aside, bursts, fault, quietAfter, span, times } from '../verdict.ts';

const manifests = check('The manifests', 'ls -la --time-style=full-iso /etc/kubernetes/manifests');

/** Of lives of one name those that came from files; a name may have thousands. */
const fromFiles = new Derived((lives: readonly PodHistory[]) =>
  lives.filter(({ configSource }) => configSource.value === 'file'),
);

/** Structured lines give no UID: one kubelet adds the name a second time, and then containers start under another UID of a manifest. */
function addedTwice(pod: string, life: PodHistory, ask: Questions): Claim[] {
  const [first, second] = life.marks('config.add');
  if (first === undefined || second === undefined) return [];
  const between = ({ at }: { readonly at: number }): boolean => at > first.at && at <= second.at;
  if (life.marks('config.remove').some(between)) return [];
  if (ask.history.runs.some(({ from }) => between({ at: from }))) return [];
  const started = ask
    .livesOf(pod)
    .filter((other) => other !== life && /^[0-9a-f]{32}$/.test(other.uid.value ?? ''))
    .flatMap((other) => other.marks('pleg.containerStarted'))
    .filter(({ at }) => at >= second.at)[0];
  if (started === undefined) return [];
  const positions = [first.position, second.position, started.position];
  return [{ pod, positions, verdict: { trust: 0.8 } }];
}

/** Two UIDs from files under one name, the second added while the first was not removed. */
function definedTwice(life: PodHistory, ask: Questions): Claim[] {
  if (life.configSource.value !== 'file') return [];
  const pod = `${life.namespace}/${life.name}`;
  const [oldest, next] = fromFiles.of(ask.livesOf(pod));
  if (oldest !== life) return [];
  const first = oldest.firstMark('config.add');
  const second = next?.firstMark('config.add');
  if (first === undefined) return [];
  if (second === undefined) return addedTwice(pod, oldest, ask);
  const removed = oldest.marks('config.remove').some(({ at }) => at <= second.at);
  // A file that was changed while no kubelet ran comes with the next process.
  const isNext = ask.history.runs.some(({ from }) => first.at < from && from <= second.at);
  if (removed || isNext || oldest.uid.value === next?.uid.value) return [];
  return [{ pod, positions: [first.position, second.position], verdict: { trust: 0.8 } }];
}

/** Each scan, every 20 s, says it again: said once, and not again in that time, it was a file being written. */
/** A file that is just being written is empty when the watch reads it; what stays so is read each 20 s. */
const halfWritten = /Unable to process watch event.*Kind'? is missing in '?null/;

function judgeUnparseable(suspicion: Suspicion, ask: Questions): Verdict {
  if (suspicion.hits.every(({ line }) => halfWritten.test(line.body))) return aside;
  if (times(suspicion.hits) >= 2) return fault;
  return quietAfter(suspicion, ask, 30 * SECOND) ? aside : { severity: 'low', trust: 0.7 };
}

/** What is told twice in a moment of one mirror is one deletion: a person's, and the kubelet's that follows. */
function onceEach(hits: readonly Hit[]): Hit[] {
  const last = new Map<string, number>();
  return hits.filter(({ line }) => {
    const { uid } = line.objects;
    if (uid === undefined) return true;
    const before = last.get(uid) ?? -Infinity;
    last.set(uid, line.at);
    return line.at - before > SECOND;
  });
}

/**
 * Some tries in a row are a cache that is late, as after an outage of the API server: a loop goes on. That a mirror is there already
 * is what was wanted, unless it is said without end.
 */
function judgeMirrorLoop(suspicion: Suspicion, ask: Questions): Verdict {
  const { hits } = suspicion;
  const isShort = span(hits) < 30 * SECOND;
  const isThere = hits.every(({ line }) => line.body.includes('already exists'));
  const ended = isShort && (isThere || quietAfter(suspicion, ask, 30 * SECOND));
  // Each new revision of a manifest needs a new mirror, minutes apart.
  const most = mostOf(bursts(hits, MINUTE).map((burst) => times(onceEach(burst))));
  return most >= 3 && !ended ? fault : aside;
}

function judgeNotRestarted(suspicion: Suspicion, ask: Questions): Verdict {
  const { hits, pod } = suspicion;
  const last = hits.at(-1)?.line.at ?? 0;
  const started = ask.eventsOf(pod, 'pleg.containerStarted').some(({ at }) => at >= last);
  if (started) return aside;
  if (hits.some(({ sign }) => sign.role === undefined))
    return span(hits) >= MINUTE || quietAfter(suspicion, ask, MINUTE) ? fault : aside;
  const timedOut = hits.some(({ line }) => /timed out|deadline exceeded/.test(line.body));
  const isStatic =
    pod !== undefined &&
    (ask.livesOf(pod).some(({ configSource }) => configSource.value === 'file') ||
      /\/(?:kube-apiserver|kube-controller-manager|kube-scheduler|etcd)-/.test(pod));
  return timedOut && isStatic ? fault : undefined;
}

/** Removed and added again as a file, and then nothing for a minute while the log goes on. */
function notStartedAgain(life: PodHistory, ask: Questions): Claim[] {
  const name = `${life.namespace}/${life.name}`;
  if (life.configSource.value !== 'file') return [];
  const added = life.lastMark('config.add');
  if (added === undefined) return [];
  const marks = ofName.of(ask.livesOf(name));
  const before = countWhile(marks.removed, ({ at }) => at <= added.at);
  const removed = marks.removed[before - 1];
  // Taken away again it is not missed.
  const gone = marks.removed[before];
  if (removed === undefined || marks.lastAlive >= added.at) return [];
  const isLong = gone === undefined ? ask.goesOn(added.at, MINUTE) : gone.at - added.at >= MINUTE;
  if (!isLong) return [];
  return [
    {
      pod: name,
      positions: [removed.position, added.position],
      verdict: { trust: 0.75, overdue: 'the start of its containers' },
    },
  ];
}

/** What the lives of one name tell together. */
interface MarksOfName {
  readonly removed: readonly PodMark[];
  readonly lastAlive: number;
}

function marksOfName(lives: readonly PodHistory[]): MarksOfName {
  const removed = lives.flatMap((life) => life.marks('config.remove'));
  let lastAlive = -Infinity;
  for (const life of lives)
    for (const kind of ['pleg.containerStarted', 'worker.error'])
      lastAlive = Math.max(lastAlive, life.lastMark(kind)?.at ?? -Infinity);
  return { removed: removed.sort((a, b) => a.at - b.at), lastAlive };
}

const ofName = new Derived(marksOfName);

export const staticPodRules: readonly Rule[] = [
  {
    id: 'static-pod-not-restarted',
    title: 'The static pod is not started again',
    severity: 'critical',
    by: 'pod',
    onceIsFault: true,
    signs: [
      {
        text: /Pod cannot start yet|[Ss]tatic pod .*waiting|static pod .* is (?:still )?(?:running|terminating)/,
        heads: ['Pod cannot start yet', 'Static pod'],
      },
      { text: /[Uu]nmounted volumes=\[.*(?:timed out waiting|deadline exceeded)/, role: 'context' },
    ],
    judge: judgeNotRestarted,
    claims: notStartedAgain,
    yields: [
      { id: 'pod-worker-stuck-terminating', why: 'no line shows the end of the earlier pod' },
    ],
    explanation: [
      {
        says: 'The kubelet says that the pod cannot start yet.',
        shown: { line: /cannot start yet/ },
      },
    ],
    checks: [manifests, check('Does the runtime have it?', 'crictl pods --namespace kube-system')],
    remedy: [
      remedy('Look whether something of an earlier pod of this name has not ended'),
      remedy('If nothing of it is left: restart the kubelet', 'Other pods go on.'),
    ],
    references: [
      'kubernetes/kubernetes#109596',
      'kubernetes/kubernetes#104847',
      'kubernetes/kubernetes#116880',
    ],
  },
  {
    id: 'mirror-pod-loop',
    title: 'A mirror pod is deleted and made again',
    severity: 'medium',
    by: 'pod',
    signs: [
      {
        text: /[Dd]elet(?:ing|ed) mirror pod.*(?:because it is outdated|didn't match the static)|Trying to delete pod/,
        heads: ['Trying to delete pod', 'Deleted mirror pod', 'Deleting mirror pod'],
      },
      { text: /[Ff]ailed creating a mirror pod.*already exists/ },
    ],
    judge: judgeMirrorLoop,
    branches: [
      {
        shown: { line: /already exists/, without: /[Dd]elet(?:ing|ed) mirror|Trying to delete/ },
        told: {
          title: 'A mirror pod is there already',
          explanation: ['The kubelet makes the mirror of a static pod and finds one of its name.'],
        },
      },
      {
        shown: { times: 3, lasting: 30_000_000 },
        told: { title: 'A mirror pod is deleted and made again, over and over' },
      },
    ],
    explanation: [
      'The kubelet replaces a mirror in the API server that does not fit the static pod.',
    ],
    checks: [
      check(
        'Is there a second kubelet of this name?',
        'kubectl get events -A | grep -i mirror; kubectl get node -o wide',
      ),
    ],
    remedy: [
      remedy('If a second kubelet has this node’s name: stop it'),
      remedy('Compare the mirror with the manifest: something may change or drop a field'),
    ],
    references: ['kubernetes/kubernetes#42554', 'kubernetes/kubernetes#79147'],
  },
  {
    id: 'static-manifest-unparseable',
    title: 'A static manifest cannot be read ({path|})',
    severity: 'medium',
    by: 'fact:path',
    signs: [
      {
        text: /[Cc]an't process (?:config|manifest) file,? ?"?(?<path>[^\s"]+)"?|[Cc]ould not process manifest file.*path="?(?<path_2>[^\s"]+)|(?:path|file)="?(?<path_3>\/[^\s"]+)(?:[\s"].*)?couldn't parse as pod/,
      },
      { text: /couldn't parse as pod/ },
    ],
    judge: judgeUnparseable,
    branches: [
      {
        shown: { line: /invalid pod|Invalid value|Required value|Not found:/ },
        told: {
          title: 'The static pod of {path|a manifest} is not valid',
          remedy: [remedy('Correct the field that the text names')],
        },
      },
      {
        shown: { line: /(?<!\.)yaml: |invalid character|unexpected end of JSON/ },
        told: {
          title: 'The manifest {path|} is no valid YAML',
          remedy: [remedy('Correct the line that the text names')],
        },
      },
    ],
    explanation: [
      {
        says: 'What is in the file is no valid pod; the text names the field.',
        shown: {
          line: /invalid pod|Invalid value|Required value|Not found:|Duplicate value|Unsupported value/,
        },
      },
      {
        says: 'The file is no valid YAML or JSON.',
        shown: { line: /(?<!\.)yaml: |invalid character|unexpected end of JSON|(?<!\.)json: / },
      },
      {
        says: 'It is no object of Kubernetes, or not of kind Pod.',
        shown: {
          line: /Kind\\*'? is missing|no kind |couldn't parse as pod/,
          without: /invalid pod|Invalid value|Required value|(?<!\.)yaml: /,
        },
      },
      'The kubelet takes over what a file says when it can read all of it.',
    ],
    checks: [manifests],
    remedy: [
      remedy('Correct the file'),
      remedy('If it is no pod: move it out of the directory'),
      remedy('Write elsewhere and rename into the directory, if it is read half written'),
    ],
    references: ['bottlerocket-os/bottlerocket#1396', 'kubernetes/kubernetes#55928'],
  },
  {
    id: 'static-manifest-duplicate',
    title: 'Two pods from files have the same name',
    severity: 'high',
    by: 'pod',
    signs: [],
    claims: definedTwice,
    explanation: [],
    checks: [manifests, check('Names in them', "grep -H '^  name:' /etc/kubernetes/manifests/*")],
    remedy: [
      remedy(
        'If the directory holds a copy of a manifest: move it out',
        'The pod may be restarted once.',
      ),
    ],
    references: ['kubernetes/website#45758', 'deckhouse/deckhouse#17842'],
  },
  {
    id: 'mirror-pod-rejected',
    title: 'The API server refuses the mirror of a static pod',
    severity: 'medium',
    by: 'pod',
    signs: [
      {
        text: /[Ff]ailed creating a mirror pod.*(?:forbidden|denied the request|exceeded quota|is invalid|may not reference|LimitRange|violates PodSecurity)/,
        not: /connection refused/,
      },
    ],
    explanation: ['Without its mirror kubectl does not show a static pod.'],
    checks: [check('Does it run?', 'crictl ps | grep {podName|POD}'), manifests],
    remedy: [
      remedy('Correct what the root error names: admission, quota, or a reference in the manifest'),
    ],
    references: [
      'kubernetes/minikube#3818',
      'kubernetes/kubernetes#103587',
      'bottlerocket-os/bottlerocket#1409',
    ],
  },
];
