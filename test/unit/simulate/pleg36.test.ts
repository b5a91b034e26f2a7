// PLEG and the pod cache as 1.36 has them: a pod is listed right after a sync that did something, and the status is as old as its list.
import { expect, test } from 'vitest';
import { mapGet } from '../../../src/base/persistentMap.ts';
import { MILLISECOND, SECOND } from '../../../src/base/time.ts';
import type { KubeletJournal } from '../../../src/simulate/journal/kubeletJournal.ts';
import { parseScenario } from '../../../src/simulate/parse.ts';
import { simulate } from '../../../src/simulate/simulate.ts';

function run(
  kubelet: number,
  file: object,
  verbosity = 5,
): { readonly journal: KubeletJournal; readonly lines: readonly string[] } {
  const parsed = parseScenario(JSON.stringify({ title: 'A test.', ...file }));
  if (!parsed.ok) throw new Error(parsed.error);
  let journal: KubeletJournal | undefined;
  const lines: string[] = [];
  simulate(parsed.value, {
    kubelet,
    verbosity,
    onLine: (line) => lines.push(line),
    onKubeletJournal: (one) => (journal ??= one),
  });
  if (journal === undefined) throw new Error('There is no journal.');
  return { journal, lines };
}

/** Rows of a part of the journal with their times. */
function rowsOf<Event>(part: {
  readonly length: number;
  at(place: number): { readonly at: number; readonly event: Event } | undefined;
}): readonly { readonly at: number; readonly event: Event }[] {
  return Array.from({ length: part.length }, (_, place) => part.at(place)).flatMap((row) =>
    row === undefined ? [] : [row],
  );
}

const onePod = {
  lasts: '20s',
  pods: [{ name: 'web' }],
  actions: [{ at: '1s', do: 'create', pod: 'web' }],
};

test.each([
  [35, false],
  [36, true],
])('the pod is listed right after the sync that started its container (1.%i)', (minor, atOnce) => {
  const { journal, lines } = run(minor, onePod);
  const started = rowsOf(journal.parts.podWorkers).find(({ event }) => event.kind === 'syncDone');
  const seen = rowsOf(journal.parts.pleg).find(({ event }) => event.kind === 'podInspected');
  expect(started).toBeDefined();
  const after = (seen?.at ?? Infinity) - (started?.at ?? 0);
  expect(after > 0 && after < 20 * MILLISECOND).toBe(atOnce);
  expect(lines.some((line) => line.includes('"GenericPLEG: Relisting Pod" podUID="'))).toBe(atOnce);
});

test.each([
  [35, false],
  [36, true],
])('who waits since the sync has what that list shows (1.%i)', (minor, soon) => {
  const { journal } = run(minor, {
    ...onePod,
    actions: [...onePod.actions, { at: '1100ms', do: 'update', pod: 'web', image: 'busybox:2' }],
  });
  const waits = Array.from({ length: journal.waits }, (_, row) => journal.waitAt(row));
  const wait = waits.find((one) => one?.minTime !== undefined && one.releasedBy !== 'at once');
  const length = journal.timeOf(wait?.releasedStep ?? 0) - journal.timeOf(wait?.step ?? 0);
  expect(length < 20 * MILLISECOND).toBe(soon);
  const { podCache } = journal.parts;
  const observed = rowsOf(podCache).flatMap(({ event }, place) =>
    event.kind === 'setObservedTime' ? [{ ...event, place }] : [],
  );
  expect(observed.length > 0).toBe(soon);
  for (const { uid, time, place } of observed)
    expect(mapGet(podCache.stateAfter(place).pods, uid)?.observed).toBe(time);
});

test.each([
  [35, true],
  [36, false],
])('an entry is as old as its list, or as its inspection (1.%i)', (minor, byInspection) => {
  const { journal } = run(minor, {
    lasts: '40s',
    pods: [{ name: 'a' }, { name: 'b' }],
    faults: [
      { name: 's', kind: 'runtime', call: 'PodSandboxStatus', behaviour: 'slow', delay: '5s' },
    ],
    actions: [
      { at: '0s', do: 'fault', fault: 's', on: true },
      { at: '1s', do: 'create', pod: 'a' },
      { at: '1s', do: 'create', pod: 'b' },
    ],
  });
  const lists = rowsOf(journal.parts.pleg).flatMap(({ event }) =>
    event.kind === 'podsListed' || event.kind === 'podListed' ? [event.timestamp] : [],
  );
  const sets = rowsOf(journal.parts.podCache).flatMap(({ event }) =>
    event.kind === 'set' ? [event.time] : [],
  );
  expect(sets.length).toBeGreaterThan(1);
  expect(sets.some((time) => !lists.includes(time))).toBe(byInspection);
});

test('a relist of one pod does not put off the next whole one', () => {
  const { journal } = run(36, onePod);
  const whole = rowsOf(journal.parts.pleg).flatMap(({ at, event }) =>
    event.kind === 'relist' ? [at] : [],
  );
  const gaps = whole.slice(1).map((at, i) => at - (whole[i] ?? 0));
  expect(Math.max(...gaps)).toBeLessThan(1.05 * SECOND);
});
