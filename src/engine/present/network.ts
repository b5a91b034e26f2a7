import { formatDuration } from '../../base/time.ts';
import type { Value } from '../../base/input.ts';
import { loopbackName } from '../../kubelet/network.ts';
import type { NetworkAttempt, NetworkOperation } from '../../kubelet/rebuild/history.ts';
import { hasFailed, mayCall, triesBy } from '../../kubelet/rebuild/pod/tries.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import type { NetworkRow } from '../../protocol/rows.ts';
import { blockedText } from './blocked.ts';
import { failuresBy, isFailing, podName, type Incident } from './incident.ts';
import { plural, shortId, shown } from './values.ts';

/** Network set-ups and teardowns begun by the moment: failing ones first, those of known pods before others. */
export function networkRows(incident: Incident, moment: Moment): readonly NetworkRow[] {
  const begun = incident.history.network.filter((operation) => isBegun(operation, moment));
  return begun
    .map((operation, index) => ({ row: networkRow(incident, moment, operation, index), operation }))
    .sort(
      (a, b) =>
        rank(a.row, a.operation, moment) - rank(b.row, b.operation, moment) ||
        b.operation.from - a.operation.from,
    )
    .map(({ row }) => row);
}

export function isBegun(operation: NetworkOperation, moment: Moment): boolean {
  if (operation.from > moment.time) return false;
  return operation.attempts.length === 0 || triesBy(operation, moment).length > 0;
}

function rank(row: NetworkRow, operation: NetworkOperation, moment: Moment): number {
  return (
    (isFailing(operation, moment) ? 0 : row.failures > 0 || row.until === undefined ? 2 : 4) +
    (row.podKey === undefined ? 1 : 0)
  );
}

export function networkRow(
  incident: Incident,
  moment: Moment,
  operation: NetworkOperation,
  index: number,
): NetworkRow {
  const pod = operation.podKey === undefined ? undefined : incident.history.pod(operation.podKey);
  const name = pod === undefined ? (operation.podName ?? 'unknown pod') : podName(pod);
  const attempts = triesBy(operation, moment);
  const isCalled = attempts.length === 0 || attempts.some(mayCall);
  const plugin = isCalled ? pluginBy(operation, attempts) : undefined;
  const failures = failuresBy(operation, moment);
  const failing = isFailing(operation, moment);
  const message = attempts.findLast((attempt) => attempt.error !== undefined)?.error;
  const last = attempts.at(-1);
  const ended = operation.until.value !== undefined && operation.until.value <= moment.time;
  const until = ended ? operation.until.value : undefined;
  // A runtime makes another one for each try to set it up.
  const isOfTry = operation.command === 'ADD' && !ended && last !== undefined;
  const sandboxId = isOfTry ? last.sandboxId : operation.sandboxId;
  const what = operation.command === 'DEL' ? 'teardown' : 'set-up';
  const holds = failing || (!ended && last?.running === true);
  const blocks = holds && pod !== undefined ? blockedText(operation, pod, moment) : undefined;
  const outcome = ended
    ? shown(operation.outcome)
    : {
        text: failing ? 'failing' : 'running',
        known: 'seen' as const,
        provedBy: last?.provedBy ?? [],
      };
  // What proves an end that has no line comes after it.
  const bound = ended && operation.until.known === 'inferred' ? 'at most ' : '';
  const length = `${bound}${formatDuration((until ?? moment.time) - operation.from)}`;
  return {
    key: `${operation.command} ${operation.sandboxId ?? ''} ${operation.podKey ?? ''} ${index}`,
    command: operation.command,
    podKey: operation.podKey,
    pod: name,
    sandboxId,
    plugin,
    isCalled,
    outcome,
    message,
    failures,
    from: operation.from,
    until,
    untilKnown: operation.until.known,
    blocks,
    attempts: attempts.map((attempt) => ({
      at: attempt.at,
      text: textOf(attempt, ended),
      failed: hasFailed(attempt),
      by: attempt.by,
      networks: attempt.networks.map(
        ({ name, type, from, until: end, ok }, at, { length: count }) => ({
          name,
          plugin: type,
          outcome: outcomeOf(ok, attempt.running && !ended && at === count - 1),
          from,
          until: end,
        }),
      ),
      provedBy: attempt.provedBy,
    })),
    severity: failing ? 'error' : failures > 0 ? 'warning' : 'none',
    input: attempts[0]?.provedBy[0],
    label: [
      `${name} network ${what}`,
      sandboxId === undefined ? '' : `sandbox ${shortId(sandboxId)}`,
      isCalled ? '' : 'no plug-in called',
      plugin === undefined ? '' : `plug-in ${plugin}`,
      `${outcome.text}, ${plural(failures, 'failure')} in ${length}`,
      message ?? '',
      blocks ?? '',
    ]
      .filter((part) => part !== '')
      .join(', '),
  };
}

/** The one of the pod network, as far as lines tell the networks apart. */
function pluginBy(
  { plugin }: NetworkOperation,
  attempts: readonly NetworkAttempt[],
): string | undefined {
  const parts = attempts.flatMap(({ networks }) => networks);
  if (parts.length === 0) return plugin;
  return parts.some(({ name }) => name !== loopbackName) ||
    attempts.some(({ error }) => error !== undefined)
    ? plugin
    : undefined;
}

function textOf({ ok, error, running }: NetworkAttempt, ended: boolean): string {
  // Where no line tells the end, the time beside it is of the begin.
  if (ok.value === true) return ok.known === 'seen' ? 'succeeded' : 'succeeded later';
  return error ?? (running && !ended ? 'running' : 'no answer seen');
}

function outcomeOf(
  { value }: Value<boolean>,
  running: boolean,
): NetworkRow['attempts'][number]['networks'][number]['outcome'] {
  if (value === undefined) return running ? 'running' : 'unknown';
  return value ? 'succeeded' : 'failed';
}
