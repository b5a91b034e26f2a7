// When a fault was over, and when it came back: by what shows that the same thing works again, else by the quiet after its last line.
import { countWhile } from '../base/bisect.ts';
import { isSameInput } from '../base/input.ts';
import { micros, MINUTE, SECOND, type Micros } from '../base/time.ts';
import type { PodHistory } from '../kubelet/rebuild/history.ts';
import type { Charge } from './charge.ts';
import type { FindingSpan } from './finding.ts';
import type { Hit, Questions, Suspicion } from './rule.ts';
import { tallyOf } from './tally.ts';

/** µs without a line after which a fault that shows no recovery counts as over; of one with a slow rhythm three times its period. */
const QUIET = 2 * MINUTE;
/** What a lost connection to an API server may still deliver: longer than the kubelet's lease takes to fail again. */
const SETTLED = 30 * SECOND;

/** The first proof at or after a line that the fault is over; `next`: when it is said again. */
type Recovery = (at: Micros, next: number) => Micros | undefined;

/** @param wait µs, the usual one between two tries */
export function spansOf(
  { suspicion, verdict: { began, lasts } }: Pick<Charge, 'suspicion' | 'verdict'>,
  wait: number,
  ask: Questions,
): readonly FindingSpan[] {
  const [only] = suspicion.hits;
  if (lasts !== undefined && only !== undefined) {
    const { until: to, shownAt: clearAt } = lasts;
    const { position: seenAt, at } = only.line;
    return [{ from: began ?? at, to, told: to, seenAt, clearAt, isQuiet: false }];
  }
  const quiet = Math.max(QUIET, 3 * wait);
  const recovered = recoveryOf(suspicion, ask);
  const spans: FindingSpan[] = [];
  let first: Hit | undefined;
  const { times } = tallyOf(suspicion.hits);
  for (let index = 0; index < times.length; index++) {
    first ??= suspicion.hits[index];
    if (first === undefined) break;
    const at = micros(times[index] ?? NaN);
    const isLast = index === times.length - 1;
    const next = times[index + 1] ?? Infinity;
    const shown = recovered(at, next);
    const isOver = shown !== undefined && (isLast || shown < next);
    if (!isOver && next - at <= quiet && !isLast) continue;
    const isLong = isLast ? ask.goesOn(at, quiet + 1) : next - at > quiet;
    const isQuiet = !isOver && isLong;
    const to = isOver ? shown : isQuiet ? at : undefined;
    const from = spans.length === 0 ? (began ?? first.line.at) : first.line.at;
    const told = isQuiet ? micros(at + quiet) : to;
    spans.push({ from, to, told, seenAt: first.line.position, clearAt: first.line.at, isQuiet });
    first = undefined;
  }
  return spans;
}

/** A fault of a pod is over when the kubelet has let go of the pod, at the latest; but what is still to be stopped of it fails on. */
function recoveryOf(suspicion: Suspicion, ask: Questions): Recovery {
  const { pod, rule } = suspicion;
  const isOfEnd = pod === undefined || rule.overBy === 'stop';
  const gone = isOfEnd ? [] : ask.eventsOf(pod, 'config.remove').map(({ at }) => at);
  const [letGo, own] = [firstOf(gone), ownRecovery(suspicion, rule.overBy, ask)];
  return (at, next) => {
    const time = Math.min(letGo(at, next) ?? Infinity, own(at, next) ?? Infinity);
    return Number.isFinite(time) ? micros(time) : undefined;
  };
}

function ownRecovery(
  suspicion: Suspicion,
  by: Suspicion['rule']['overBy'],
  ask: Questions,
): Recovery {
  switch (by) {
    case undefined:
      return () => undefined;
    case 'relist':
      return firstOf(relistsAfterNone(ask));
    case 'start':
    case 'setup': {
      if (suspicion.pod === undefined) return newPodStarts(ask);
      const lives = ask.livesOf(suspicion.pod);
      const isOfSandbox = by === 'setup' && suspicion.rule.by !== 'container';
      const setUp = isOfSandbox ? lives.flatMap(setUpsOf) : [];
      return firstOf([...startsOf(suspicion, lives), ...setUp]);
    }
    case 'stop':
      return firstOf(
        (suspicion.pod === undefined ? [] : ask.livesOf(suspicion.pod)).flatMap(stopsOf),
      );
    case 'api':
      return heardOfApi(ask);
    case 'DiskPressure':
    case 'MemoryPressure':
    case 'PIDPressure':
      return firstOf(
        (ask.history.conditions.get(by)?.changes ?? [])
          .filter(({ value }) => value.value === false)
          .map(({ at }) => at),
      );
  }
}

function firstOf(times: readonly Micros[]): Recovery {
  const sorted = times.toSorted((a, b) => a - b);
  if (sorted.length === 0) return () => undefined;
  return (at) => sorted[countWhile(sorted, (time) => time < at)];
}

/** The first start of a pod that was added after a line; looked up again for a line after it. */
function newPodStarts(ask: Questions): Recovery {
  let last: { readonly found: Micros | undefined } | undefined;
  return (at) => {
    if (last === undefined || (last.found !== undefined && at > last.found))
      last = { found: ask.startedAfter(at)?.at };
    return last.found;
  };
}

/** When PLEG was healthy again. */
function relistsAfterNone({ history }: Questions): readonly Micros[] {
  const { changes } = history.pleg.healthy;
  return changes
    .filter(({ value }, index) => value.value === true && changes[index - 1]?.value.value === false)
    .map(({ at }) => at);
}

/** When a container of it ran: the one that the lines name, where they name one. */
function startsOf({ rule, hits }: Suspicion, lives: readonly PodHistory[]): readonly Micros[] {
  const isOfOne = rule.by === 'container' || rule.by === 'image';
  const named = isOfOne ? hits.find(({ line }) => line.objects.container !== undefined) : undefined;
  const wanted = named?.line.objects.container;
  return lives.flatMap(({ containers }) =>
    containers
      .filter(({ name }) => wanted === undefined || name.value === wanted)
      .flatMap(({ state }) => state.firstTo('running')?.at ?? []),
  );
}

/** When a sandbox of it had its network. */
function setUpsOf({ network }: PodHistory): readonly Micros[] {
  return network.flatMap(({ command, until, outcome }) =>
    command === 'ADD' && until.value !== undefined && outcome.value === 'succeeded'
      ? [until.value]
      : [],
  );
}

/** When its network was down, or its worker had stopped all of it: of the two that one line shows its network tells no more than that line. */
function stopsOf({ network, worker }: PodHistory): readonly Micros[] {
  const downs = network.filter(
    ({ command, until, outcome }) =>
      command === 'DEL' && until.value !== undefined && outcome.value !== 'failing',
  );
  const stopped = worker.state.changes.filter(
    ({ value }) =>
      value.value === 'terminated' &&
      !downs.some(({ until }) =>
        until.provedBy.every((one, i) => isSameInput(one, value.provedBy[i])),
      ),
  );
  return [...downs.flatMap(({ until }) => until.value ?? []), ...stopped.map(({ at }) => at)];
}

/** What comes from the API server shows that it answers, if nothing fails soon after. */
function heardOfApi(ask: Questions): Recovery {
  return (at, next) => {
    const time = ask.heardOfApi(at);
    return time === undefined || next - time < SETTLED ? undefined : time;
  };
}
