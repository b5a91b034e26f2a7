// Whether a pod needs a person. Its worker doesn't tell: one in sync may sync a pod that crashes again and again.
import type { Value } from '../../base/input.ts';
import type { Finding } from '../../diagnosis/finding.ts';
import { shownText } from '../../base/shownText.ts';
import type { Awaited, ContainerHistory, PodHistory } from '../../kubelet/rebuild/history.ts';
import { CALM } from '../../kubelet/rebuild/pod/slowest.ts';
import type { Change, Moment } from '../../kubelet/rebuild/track.ts';
import type { PodHealth, WorkerIcon } from '../../protocol/rows.ts';
import { proofOf } from './pageRows.ts';
import { phaseNames } from './phaseNames.ts';

/** A pod at a moment, as it was known by then (`told`). */
export interface PodThen {
  readonly told: PodHistory | undefined;
  readonly moment: Moment;
  readonly icon: WorkerIcon;
  /** Problems that name it and stand, the worst first. */
  readonly findings: readonly Finding[];
}

/** What is worst is said; `ok` is said of what runs, never of what no line tells. */
export function podHealth(pod: PodThen): PodHealth {
  const { told, moment, icon } = pod;
  const trouble = troubleOf(pod);
  if (trouble !== undefined) return trouble.tell();
  if (isOver(icon)) return inferred('ended', icon);
  if (told === undefined) return untold('no line up to here shows it');
  const [wait] = told.awaits(moment);
  return wait === undefined ? lifeOf(told, moment) : inferred('waiting', wait.what, wait.provedBy);
}

/** What is wrong with it, if anything: the words are made for those of whom they are asked. */
export function troubleOf(pod: PodThen): Trouble | undefined {
  const { told, moment, icon, findings } = pod;
  const [worst] = findings;
  if (worst !== undefined) {
    const is = worst.severity === 'low' && icon !== 'stuck' ? 'degraded' : 'failing';
    return { is, tell: () => ofFinding(is, worst) };
  }
  if (told === undefined || icon === 'gone') return undefined;
  const waits = (): readonly Awaited[] => told.awaits(moment);
  if (icon === 'stuck')
    return {
      is: 'failing',
      tell: () => inferred('failing', waits()[0]?.what ?? icon, waits()[0]?.provedBy),
    };
  const fault = isOver(icon) || icon === 'terminating' ? undefined : faultOf(told, moment);
  if (fault !== undefined) return { is: fault.is, tell: () => fault };
  const late = waits().find((wait) => isOverdue(wait, moment));
  return late && { is: 'degraded', tell: () => inferred('degraded', late.what, late.provedBy) };
}

interface Trouble {
  readonly is: PodHealth['is'];
  tell(): PodHealth;
}

function ofFinding(is: PodHealth['is'], finding: Finding): PodHealth {
  const proof = proofOf(finding);
  return inferred(is, shownText(finding.title), proof && [proof]);
}

export function isOverdue({ due }: Awaited, moment: Moment): boolean {
  return due !== undefined && due < moment.time;
}

function isOver(icon: WorkerIcon): boolean {
  return icon === 'gone' || icon === 'finished' || icon === 'terminated';
}

function untold(
  why: string,
  { provedBy }: Pick<PodHealth, 'provedBy'> = { provedBy: [] },
): PodHealth {
  return { is: 'unknown', text: `unknown: ${why}`, known: 'unknown', provedBy };
}

function inferred(
  is: PodHealth['is'],
  text: string,
  provedBy: PodHealth['provedBy'] = [],
): PodHealth {
  return { is, text, known: 'inferred', provedBy };
}

function faultOf(told: PodHistory, moment: Moment): PodHealth | undefined {
  const backOff = told.phases.find(
    (phase) => phase.kind === 'backoff' && isOpenPhase(phase, moment),
  );
  if (backOff !== undefined)
    return { ...inferred('failing', phaseNames.backoff, backOff.provedBy), known: backOff.known };
  // Which is the newest is asked only where one has crashed at all.
  const crashed = told.containers.filter((one) => hasCrashed(one, moment));
  const last = crashed.length === 0 ? [] : newest(told, moment);
  const [container] = last.filter((one) => crashed.includes(one));
  if (container !== undefined) {
    const { provedBy } = container.state.at(moment);
    const { known } = container.exitCode;
    return { is: 'failing', text: 'a container has crashed', known, provedBy };
  }
  const [probe, before] = readiness(told, moment);
  if (probe === undefined || probe.isReady || before?.isReady !== true) return undefined;
  return { is: 'degraded', text: 'not ready any more', known: 'seen', provedBy: [probe.input] };
}

function hasCrashed({ exitCode, state }: ContainerHistory, moment: Moment): boolean {
  const told = exitCode.known !== 'unknown' && exitCode.value !== 0;
  return told && state.at(moment).value === 'exited';
}

/** Of a pod with which nothing is wrong. */
function lifeOf(told: PodHistory, moment: Moment): PodHealth {
  const step = told.phases.find((phase) => !CALM.has(phase.kind) && isOpenPhase(phase, moment));
  if (step !== undefined)
    return { ...inferred('waiting', phaseNames[step.kind], step.provedBy), known: step.known };
  const last = lastStep(told, moment);
  if (last === undefined) return untold('no line up to here shows its containers');
  if (last.value !== 'running') return untold('a container has ended, and no line tells how', last);
  const [probe] = readiness(told, moment);
  if (probe === undefined)
    return { is: 'ok', text: 'runs', known: last.known, provedBy: last.provedBy };
  const [is, text] = probe.isReady
    ? (['ok', 'ready'] as const)
    : (['waiting', 'not ready yet'] as const);
  return { is, text, known: 'seen', provedBy: [probe.input] };
}

/** The last that a container of it began to be, but for one that was removed. */
function lastStep({ containers }: PodHistory, moment: Moment): Value<string> | undefined {
  const changes = containers.flatMap(({ state }) => state.changeAt(moment) ?? []);
  return changes
    .filter(({ value }) => value.value !== 'removed' && value.value !== 'creating')
    .reduce<Change<string> | undefined>(
      (last, next) => (last && last.at > next.at ? last : next),
      undefined,
    )?.value;
}

/** Those that lines show to go on: of one whose end no line tells it is not known. */
function isOpenPhase({ from, to, known }: PodHistory['phases'][number], { time }: Moment): boolean {
  return known !== 'unknown' && from <= time && (to === undefined || to > time);
}

/** Of each container the one that came last; where no line names them they count as one. */
function newest({ containers }: PodHistory, moment: Moment): readonly ContainerHistory[] {
  const met = containers.filter(({ state }) => (state.changes[0]?.at ?? 0) <= moment.time);
  return [...new Map(met.map((one) => [one.name.value, one])).values()];
}

/** What the sync loop was told by readiness probes, the last first. */
function readiness(pod: PodHistory, { time }: Moment) {
  // The words of its events are made when they are asked for.
  if (pod.firstMark('loop.probe') === undefined) return [];
  return pod.events
    .filter(({ kind, text, at }) => kind === 'loop.probe' && at <= time && /^readiness/.test(text))
    .map(({ text, input }) => ({ isReady: text === 'readiness probe: ready', input }))
    .reverse();
}
