// “Why was this container killed?”: the last end of each container of a pod, who asked for it, and how it went.
import { formatDuration, SECOND, type Micros } from '../../base/time.ts';
import type { ContainerHistory, PodEvent, PodHistory } from '../../kubelet/rebuild/history.ts';
import type { Change, Moment } from '../../kubelet/rebuild/track.ts';
import { groupBy } from '../verdict.ts';
import {
  clock,
  countsAt,
  findingSentences,
  inferredSentence,
  stoodAt,
  nameOf,
  seenSentence,
  unknownSentence,
  type Answer,
  type AskedOf,
  type Sentence,
} from './answer.ts';

/** Faults whose consequence is the end of a container. */
const killers =
  /^(?:liveness|startup|probe|oom|evict|preempt|crashloop|graceful|.*shutdown|sandbox-changed|container-oom|exec-probe)/;

/** How long before a kill its reason may stand. */
const reasonWindow = 60 * SECOND;

/** A kill that the container outlived to the end of its grace period shows within this of that end. */
const slack = 1.5 * SECOND;

type StateChange = Change<'creating' | 'running' | 'killing' | 'exited' | 'removed'>;

interface End {
  readonly container: ContainerHistory;
  readonly kill: StateChange | undefined;
  readonly exit: StateChange | undefined;
  readonly at: Micros;
}

export function whyKilled({ findings }: AskedOf, pod: PodHistory, moment: Moment): Answer {
  const question = `Why was a container of ${nameOf(pod)} killed?`;
  const ends = pod.containers.flatMap((container) => endOf(container, moment) ?? []);
  if (ends.length === 0) {
    const none =
      pod.containers.length === 0
        ? 'None was, as far as the log shows: it has no line about a container of this pod.'
        : `None was: up to ${clock(moment.time)} no line shows one of its containers end.`;
    return { question, sentences: [unknownSentence(none)] };
  }
  const events = pod.events.filter((event) => countsAt(moment, event));
  const byName = groupBy(ends, ({ container }) => container.name.value ?? '');
  const told = [...byName].flatMap(([name, list]) => lastEnd(name, list, events));
  const related = findings.filter(
    (finding) =>
      (finding.podKey === pod.key ||
        (finding.pod === undefined && finding.id.startsWith('evict'))) &&
      finding.severity !== 'info' &&
      killers.test(finding.id) &&
      stoodAt(finding, pod, moment) &&
      ends.some(({ at }) => at >= finding.began),
  );
  return {
    question,
    sentences: [...told, ...related.flatMap((finding) => findingSentences(finding, findings))],
  };
}

/** How a container ended, or is being ended, by a moment. */
function endOf(container: ContainerHistory, moment: Moment): End | undefined {
  const changes = container.state.changes.filter((change) =>
    countsAt(moment, { at: change.at, position: change.provenAt }),
  );
  const kill = changes.find(({ value }) => value.value === 'killing');
  const exit = changes.find(({ value }) => value.value === 'exited' || value.value === 'removed');
  const at = (kill ?? exit)?.at;
  return at === undefined ? undefined : { container, kill, exit, at };
}

function lastEnd(name: string, ends: readonly End[], events: readonly PodEvent[]): Sentence[] {
  const sorted = ends.toSorted((a, b) => a.at - b.at);
  const last = sorted.at(-1);
  const first = sorted[0];
  if (last === undefined || first === undefined) return [];
  const named = name === '' ? last.container.containerId.slice(0, 12) : name;
  const told = last.kill === undefined ? endedAlone(named, last) : killed(named, last, events);
  if (sorted.length === 1) return told;
  const times = sorted.length === 2 ? 'once' : `${sorted.length - 1} times`;
  const earlier =
    name === ''
      ? `Before that, containers of it that no line names ended ${times}, first at ${clock(first.at)}.`
      : `Container ${name} ended ${times} before that, first at ${clock(first.at)}.`;
  return [...told, seenSentence(earlier, ...((first.exit ?? first.kill)?.value.provedBy ?? []))];
}

function endedAlone(name: string, { container, exit, at }: End): Sentence[] {
  const code = container.exitCode;
  const how = code.value === undefined ? '' : ` with exit code ${code.value}`;
  const proof = [...(exit?.value.provedBy ?? []), ...code.provedBy];
  const told = [
    inferredSentence(
      `Nobody in the kubelet killed container ${name}: it ended by itself${how} at ${clock(at)}, and no line requested its end.`,
      ...proof,
    ),
  ];
  if (code.value === 137)
    told.push(
      inferredSentence(
        'Exit code 137 is SIGKILL: without a kill by the kubelet it is often the kernel’s out-of-memory killer; check the kernel log.',
        ...code.provedBy,
      ),
    );
  return told;
}

function killed(name: string, end: End, events: readonly PodEvent[]): Sentence[] {
  const { kill, exit, container } = end;
  const [input] = kill?.value.provedBy ?? [];
  const event = events.find(
    (one) =>
      one.kind === 'container.killing' &&
      one.input.offset === input?.offset &&
      one.input.source === input.source,
  );
  const grace = /grace period (\d+) s/.exec(event?.text ?? '')?.[1];
  const period = grace === undefined ? '' : ` with a grace period of ${grace} s`;
  const asked = seenSentence(
    `The kubelet began to kill container ${name} at ${clock(end.at)}${period}.`,
    ...(kill?.value.provedBy ?? []),
  );
  return [reasonOf(end, events), asked, outcome(end, grace, exit, container)];
}

function outcome(
  { at }: End,
  grace: string | undefined,
  exit: StateChange | undefined,
  { exitCode }: ContainerHistory,
): Sentence {
  if (exit === undefined)
    return unknownSentence(
      'The log does not show that it ended: the runtime has not reported it yet.',
    );
  const took = exit.at - at;
  const used = grace !== undefined && took >= Number(grace) * SECOND - slack / 3;
  const code = exitCode.value === undefined ? '' : ` with exit code ${exitCode.value}`;
  const how =
    used && grace !== '0'
      ? 'it did not stop on SIGTERM and used up its grace period, so it got SIGKILL'
      : exitCode.value === 137
        ? 'SIGKILL ended it'
        : 'within its grace period';
  const text = `It ended ${formatDuration(took)} later${code}: ${how}.`;
  const proof = [...exit.value.provedBy, ...exitCode.provedBy];
  return used ? inferredSentence(text, ...proof) : seenSentence(text, ...proof);
}

/** Who wanted the end, by what stands before it: an eviction or deletion of the pod, a probe, a sandbox that no longer fits. */
function reasonOf(end: End, events: readonly PodEvent[]): Sentence {
  const before = events.filter(
    ({ at, position }) => at <= end.at + slack && position <= killAt(end),
  );
  const last = (test: (event: PodEvent) => boolean): PodEvent | undefined =>
    before.findLast((event) => test(event));
  const near = (test: (event: PodEvent) => boolean): PodEvent | undefined =>
    last((event) => test(event) && end.at - event.at <= reasonWindow);
  // The kubelet says that it has evicted a pod when the kill is done.
  const evicted = events.findLast(({ kind }) => kind === 'pod.evicting' || kind === 'pod.evicted');
  if (evicted !== undefined && Math.abs(evicted.at - end.at) <= reasonWindow)
    return because('the kubelet evicted the pod', evicted);
  const told = near(
    ({ kind, text }) => kind === 'pod.event' && /^(?:Killing|Preempt|Evict)/.test(text),
  );
  if (told !== undefined && !/: Stopping container/.test(told.text))
    return because(told.text, told);
  const removed = last(({ kind }) => kind === 'config.delete' || kind === 'config.remove');
  if (removed !== undefined)
    return because(
      removed.kind === 'config.delete'
        ? 'the pod is being deleted'
        : 'the pod is gone from its source',
      removed,
    );
  const worker = last(({ kind }) => kind === 'worker.terminating');
  if (worker !== undefined) return because(worker.text, worker);
  const probe = near(
    ({ kind, text }) =>
      kind.includes('probe') && /^(?:liveness|startup) .*(?:fail|unhealthy)/i.test(text),
  );
  if (probe !== undefined) return because(probe.text, probe);
  const sandbox = near(
    ({ kind, text }) => kind === 'sandbox.needed' && !text.startsWith('no sandbox exists'),
  );
  if (sandbox !== undefined) return because(sandbox.text, sandbox);
  return unknownSentence('The log does not show who requested the kill.');
}

function killAt({ kill }: End): number {
  return kill?.provenAt ?? Infinity;
}

function because(reason: string, { at, input }: PodEvent): Sentence {
  return seenSentence(`Reason, at ${clock(at)}: ${reason}.`, input);
}
