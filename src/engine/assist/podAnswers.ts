import type { InputId } from '../../base/input.ts';
import { formatDuration } from '../../base/time.ts';
import { olderOfItsName } from '../../diagnosis/ask/olderOfItsName.ts';
import type { PodHistory } from '../../kubelet/rebuild/history.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import type { AssistRow } from '../../protocol/assistApi.ts';
import type { PodRow } from '../../protocol/rows.ts';
import { answerRow } from '../present/answer.ts';
import { isThere } from '../present/diff.ts';
import { findingsOfPod } from '../present/findingGroups.ts';
import { isProblem } from '../present/findings.ts';
import { isOpen, podName } from '../present/incident.ts';
import { networkRow } from '../present/network.ts';
import { stallAt } from '../present/plegPage.ts';
import { podRow, podRows } from '../present/pods.ts';
import { podFields } from '../present/stateFields.ts';
import { podStory } from '../present/story.ts';
import { UsualPhases } from '../present/usualPhases.ts';
import { plural, shortId, shown } from '../present/values.ts';
import type { Session } from '../session.ts';
import { momentIn, podsIn, podsOrAll } from './about.ts';
import { paged, rowOf, valueRow, type Said } from './answer.ts';
import type { AskedOf } from './asked.ts';

export function whyPod(session: Session, { pod, at, cursor }: AskedOf<'why_pod'>): Said {
  const moment = momentIn(session, at);
  const rows = podsIn(session, pod).flatMap((life) => {
    const { key } = life;
    const name = podName(life);
    const sentences = (['stuck', 'killed'] as const).flatMap((kind) => {
      const { question, sentences } = answerRow(session.incident, moment, { kind, podKey: key });
      return sentences.map(({ text, known, proof }, index) =>
        rowOf(index === 0 ? `${question} ${text}` : text, known, {
          pod: name,
          what: kind,
          lines: proof.map(({ input }) => input),
        }),
      );
    });
    return [...sentences, ...heldSince(session, moment, key)];
  });
  return paged(rows, cursor);
}

/** What it waits for, each with its begin, and since when: the earliest of that and of what is wrong with it. */
function heldSince({ incident }: Session, moment: Moment, key: string): AssistRow[] {
  const pod = incident.history.pod(key);
  if (pod === undefined) return [];
  const name = podName(pod);
  const waits = [...pod.awaits(moment), ...olderOfItsName(incident.history, pod, moment)];
  const faults = findingsOfPod(incident, moment, key).filter(
    (finding) => isProblem(finding) && isOpen(finding, moment),
  );
  const stall = stallAt(incident, moment);
  const held = [
    ...(stall === undefined
      ? []
      : [
          {
            what: 'no relist ends, and the sync loop skips all pods',
            since: stall.from,
            lines: stall.input === undefined ? [] : [stall.input],
          },
        ]),
    ...waits.map(({ what, since, provedBy }) => ({ what, since, lines: provedBy })),
    ...faults.map(({ title, began, evidence }) => ({
      what: title,
      since: began,
      lines: evidence.map(({ input }) => input),
    })),
  ].toSorted((a, b) => a.since - b.since);
  const [first] = held;
  return [
    ...waits.map(({ what, since, provedBy }) =>
      rowOf(`waits for ${what}`, 'inferred', {
        ...{ pod: name, what: 'waits for', value: what },
        ...{ from: since, lines: provedBy },
      }),
    ),
    ...(first === undefined
      ? []
      : [
          rowOf(`held since then, by the first sign: ${first.what}`, 'inferred', {
            ...{ pod: name, what: 'held since', from: first.since, lines: first.lines },
          }),
        ]),
  ];
}

export function podsAnswer(session: Session, { state, at, cursor }: AskedOf<'pods'>): Said {
  const moment = momentIn(session, at);
  const { incident } = session;
  const wanted = new Set(
    incident.history.pods.filter((pod) => state === undefined || isIn(pod, state, moment)),
  );
  const { rows } = podRows(incident, moment, { start: 0, count: Infinity, gone: true }, wanted);
  const list = rows.map((row) =>
    rowOf(
      `${row.namespace}/${row.name}: ${row.label.slice(row.label.indexOf(', ') + 2)}`,
      row.state.known,
      {
        pod: `${row.namespace}/${row.name}`,
        what: 'state',
        value: row.state.text,
        lines: [...row.state.provedBy, ...(row.input === undefined ? [] : [row.input])],
        from: row.since,
        longest: 200,
      },
    ),
  );
  const asked = state === undefined ? [] : [inStateRow(state, rows)];
  return paged([...countRows(session, moment), ...asked, ...list], cursor);
}

/** How many are in it, also where an answer has no room for all. */
function inStateRow(state: string, rows: readonly PodRow[]): AssistRow {
  const names = rows.map(({ namespace, name }) => `${namespace}/${name}`).join(', ');
  return rowOf(`${rows.length} of the state ${state}${names && `: ${names}`}.`, 'inferred', {
    what: 'of the state',
    value: names,
    lines: rows.flatMap(({ state: { provedBy } }) => provedBy.slice(-1)),
    mostLines: 6,
    longest: 1_500,
  });
}

function isIn(pod: PodHistory, state: string, moment: Moment): boolean {
  const { worker } = pod;
  if (state === 'gone') return worker.present.at(moment).value === false;
  if (!isThere(pod, moment)) return false;
  if (state === 'working') return worker.working.at(moment).value === true;
  if (state === 'finished') return worker.finished.at(moment).value === true;
  return worker.state.at(moment).value === state;
}

/** The line that refuses it at admission, unless a worker of it is known all the same (HandlePodAdditions in pkg/kubelet/kubelet.go makes none). */
function refusalOf(pod: PodHistory, moment: Moment): InputId | undefined {
  if (pod.worker.present.at(moment).known !== 'unknown') return undefined;
  return pod.events.find(({ kind, at }) => kind === 'admission.denied' && at <= moment.time)?.input;
}

/** How many pods there were, and which of them were worked at, as a row each. */
export function countRows({ incident }: Session, moment: Moment): AssistRow[] {
  const refused = incident.history.pods.filter((pod) => refusalOf(pod, moment) !== undefined);
  const there = incident.history.pods.filter(
    (pod) => isThere(pod, moment) && !refused.includes(pod),
  );
  const inDoubt = there.filter(({ worker }) => worker.present.at(moment).known === 'unknown');
  const doubt =
    inDoubt.length === 0
      ? ''
      : `; of ${inDoubt.length} of them it is not known whether they still are`;
  const working = there.filter(({ worker }) => worker.working.at(moment).value === true);
  const names = working.map(podName);
  const proofs = (pods: readonly PodHistory[], of: 'present' | 'working'): InputId[] =>
    pods.flatMap(({ worker }) => worker[of].at(moment).provedBy.slice(-1));
  const out = refused.map(podName).join(', ');
  return [
    rowOf(`${there.length} pods are there${doubt}.`, 'inferred', {
      what: 'pods',
      value: String(there.length),
      lines: proofs(there, 'present'),
      mostLines: 6,
    }),
    rowOf(`Those pods: ${there.map(podName).join(', ')}.`, 'inferred', {
      what: 'pods there',
      value: there.map(podName).join(', '),
      lines: proofs(there, 'present'),
      mostLines: 6,
      longest: 1_500,
    }),
    rowOf(
      names.length === 0
        ? 'No pod worker is known to be at work.'
        : `${names.length} pod workers are at work: ${names.join(', ')}.`,
      'inferred',
      {
        what: 'working',
        value: names.join(', '),
        lines: proofs(working, 'working'),
        mostLines: 6,
        longest: 1_500,
      },
    ),
    ...(refused.length === 0
      ? []
      : [
          rowOf(`Refused at admission, so without a pod worker: ${out}.`, 'inferred', {
            what: 'refused',
            value: out,
            lines: refused.flatMap((pod) => refusalOf(pod, moment) ?? []),
            mostLines: 6,
            longest: 1_500,
          }),
        ]),
  ];
}

export function podStoryAnswer(session: Session, { pod, at, cursor }: AskedOf<'pod_story'>): Said {
  const { incident } = session;
  const moment = momentIn(session, at);
  const usual = new UsualPhases(incident.history.pods);
  const rows = podsIn(session, pod).flatMap((life) => [
    ...workerSpan(life),
    ...containerRows(life, moment),
    ...networkCalls(session, moment, [life]),
    ...findingsOfPod(incident, moment, life.key).map(({ id, title, began, ended, evidence }) =>
      rowOf(`finding ${id}: ${title}`, 'inferred', {
        pod: podName(life),
        what: id,
        from: began,
        to: ended,
        lines: evidence.map(({ input }) => input),
      }),
    ),
    ...storyRows(podStory(incident, moment, life, usual), podName(life)),
  ]);
  return paged(rows, cursor);
}

/** When its worker began and ended, and each state that it was in. */
function workerSpan(pod: PodHistory): AssistRow[] {
  const name = podName(pod);
  const { present, state, finished } = pod.worker;
  const told = (what: string, track: typeof present | typeof state): AssistRow[] =>
    track.changes.map(({ at, value }, index) => {
      const text = shown<unknown>(value);
      const to = track.changes[index + 1]?.at;
      return valueRow(what, text, { pod: name, from: at, to });
    });
  return [
    ...told('worker is there', present),
    ...told('worker state', state),
    ...told('worker finished', finished),
  ];
}

function storyRows(story: ReturnType<typeof podStory>, pod: string): AssistRow[] {
  const { phases, worker, identities, events } = story;
  return [
    ...phases.map(({ kind, text, known, from, to, usual, provedBy }) =>
      rowOf(
        `phase ${text}${usual === undefined ? '' : `; usually ${formatDuration(usual)}`}`,
        known,
        { pod, what: `phase ${kind}`, from, to, lines: provedBy },
      ),
    ),
    ...worker.map(({ name, value, since }) => valueRow(name, value, { pod, from: since })),
    ...identities.map(({ kind, id, text, provedBy }) =>
      rowOf(text, 'seen', { pod, what: kind, value: id, lines: provedBy }),
    ),
    ...events.map(({ at, kind, text, input }) =>
      rowOf(text, 'seen', { pod, what: kind, from: at, lines: [input], longest: 300 }),
    ),
  ];
}

export function stateRowsOf(pod: PodHistory, moment: Moment): AssistRow[] {
  const name = podName(pod);
  const fields = podFields(pod).map((field) =>
    valueRow(field.name, field.at(moment), { pod: name, from: field.changeAt(moment)?.at }),
  );
  const waits = pod.awaits(moment).map(({ what, since, due, provedBy }) => {
    const late = due !== undefined && due < moment.time;
    return rowOf(
      `waits for ${what}, for ${formatDuration(moment.time - since)}${late ? `, ${formatDuration(moment.time - due)} overdue` : ''}`,
      'inferred',
      { pod: name, what: 'waits for', value: what, from: since, lines: provedBy },
    );
  });
  return [...waits, ...fields];
}

export function briefState(session: Session, moment: Moment): AssistRow[] {
  return session.incident.history.pods
    .filter((pod) => isThere(pod, moment))
    .map((pod) => {
      const { state, since } = podRow(session.incident, moment, pod);
      return valueRow('state', state, { pod: podName(pod), from: since });
    });
}

export function containersAnswer(session: Session, asked: AskedOf<'containers'>): Said {
  const moment = momentIn(session, asked.at);
  const rows = podsOrAll(session, asked.pod).flatMap((pod) =>
    containerRows(pod, moment, ({ name, exitCode }) => {
      // Of one pod's containers one whose name no line tells may be it.
      const mayBe =
        asked.pod !== undefined &&
        name.known === 'unknown' &&
        !pod.containers.some((other) => other.name.value === asked.name);
      const isNamed = asked.name === undefined || name.value === asked.name || mayBe;
      return isNamed && (asked.exitCode === undefined || exitCode.value === asked.exitCode);
    }),
  );
  return paged(
    rows.length === 0 ? [rowOf('The log shows no such container.', 'unknown')] : rows,
    asked.cursor,
  );
}

type Container = PodHistory['containers'][number];

/** Each container of a pod, and of each name that there were several of how many. */
function containerRows(
  pod: PodHistory,
  moment: Moment,
  wanted: (container: Container) => boolean = () => true,
): AssistRow[] {
  const begun = pod.containers.filter(
    (container) => (container.state.changes[0]?.at ?? 0) <= moment.time && wanted(container),
  );
  const names = new Set(begun.flatMap(({ name }) => name.value ?? []));
  const again = [...names].flatMap((name) => {
    const same = begun.filter((one) => one.name.value === name);
    return same.length < 2 ? [] : [againRow(pod, name, same, moment)];
  });
  return [...again, ...containersEach(pod, moment, begun)];
}

/** How often a container began anew, and how it ended each time. */
function againRow(
  pod: PodHistory,
  name: string,
  same: readonly Container[],
  moment: Moment,
): AssistRow {
  const codes = same
    .filter(({ state }) => /exited|removed/.test(state.at(moment).value ?? ''))
    .map(({ exitCode }) => shown(exitCode).text);
  return rowOf(
    `container ${name} began ${same.length} times, ${plural(same.length - 1, 'restart')}; exit codes in order: ${codes.join(', ')}`,
    'inferred',
    {
      pod: podName(pod),
      what: 'restarts',
      first: same[0]?.state.changes[0]?.at,
      last: same.at(-1)?.state.changes[0]?.at,
      lines: same.flatMap(({ provedBy }) => provedBy.slice(0, 1)),
    },
  );
}

function containersEach(pod: PodHistory, moment: Moment, begun: readonly Container[]): AssistRow[] {
  return begun.map(({ name, containerId, state, exitCode, image, provedBy }) => {
    const now = state.at(moment);
    const hasEnded = now.value === 'exited' || now.value === 'removed';
    const code = shown(exitCode);
    const title = `container ${name.value ?? 'of unknown name'} ${shortId(containerId)}`;
    const end = hasEnded ? `, exit code ${code.text} (${code.known})` : '';
    return rowOf(`${title}: ${shown(now).text}${end}, image ${shown(image).text}`, now.known, {
      pod: podName(pod),
      what: `container ${name.value ?? ''}`.trim(),
      value: hasEnded && code.known !== 'unknown' ? code.text : undefined,
      first: state.changes[0]?.at,
      from: state.changeAt(moment)?.at,
      lines: [...(hasEnded ? exitCode.provedBy : []), ...now.provedBy, ...provedBy],
    });
  });
}

/** Calls of some pods, those that fail first. */
export function networkCalls(
  { incident }: Session,
  moment: Moment,
  pods: readonly PodHistory[],
): AssistRow[] {
  const keys = new Set(pods.map(({ key }) => key));
  return incident.history.network
    .filter(({ from, podKey }) => from <= moment.time && keys.has(podKey ?? ''))
    .map((operation, index) => callRow(networkRow(incident, moment, operation, index)));
}

export function callRow(row: ReturnType<typeof networkRow>): AssistRow {
  const { command, pod, outcome, failures, label, from, until, attempts } = row;
  const failed = attempts.filter((one) => one.failed);
  const proof = [...attempts.slice(0, 1), ...attempts.slice(-2)].flatMap(
    ({ provedBy }) => provedBy,
  );
  return rowOf(`CNI ${command}: ${label}`, outcome.known, {
    pod,
    what: `CNI ${command}`,
    value: failures > 0 ? `failed ${failures} times, ${outcome.text}` : outcome.text,
    lines: [...proof, ...outcome.provedBy],
    ...{ from, to: until, first: failed[0]?.at, last: failed.at(-1)?.at },
  });
}
