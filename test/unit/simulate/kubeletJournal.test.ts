import { describe, expect, test } from 'vitest';
import { mapGet, mapValues } from '../../../src/base/persistentMap.ts';
import { SECOND } from '../../../src/base/time.ts';
import {
  workerOutcome,
  type KubeletJournal,
} from '../../../src/simulate/journal/kubeletJournal.ts';
import { parseScenario } from '../../../src/simulate/parse.ts';
import type { Scenario } from '../../../src/simulate/scenario.ts';
import { simulate } from '../../../src/simulate/simulate.ts';
import { ownScenarios } from '../../support/scenarios.ts';

function scenarioOf(file: object): Scenario {
  const parsed = parseScenario(JSON.stringify({ title: 'A test.', ...file }));
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

function journalOf(
  scenario: Scenario | string,
  kubelet = 34,
): { readonly journal: KubeletJournal; readonly lines: readonly string[] } {
  const own = typeof scenario === 'string' ? ownScenarios().get(scenario) : scenario;
  if (own === undefined) throw new Error(`There is no such scenario.`);
  let journal: KubeletJournal | undefined;
  const lines: string[] = [];
  simulate(own, {
    kubelet,
    verbosity: 4,
    onLine: (line) => lines.push(line),
    onKubeletJournal: (one) => (journal ??= one),
  });
  if (journal === undefined) throw new Error('There is no journal.');
  return { journal, lines };
}

function stateOf<S>(part: { stateBy(step: number): S }, step: number): S {
  return part.stateBy(step);
}

function waitsOf(journal: KubeletJournal) {
  return Array.from({ length: journal.waits }, (_, row) => journal.waitAt(row)).filter(
    (wait) => wait !== undefined,
  );
}

describe('the pod cache', () => {
  test.each([9, 23, 34])(
    'a reader is a subscriber until the very step that wakes it (1.%i)',
    (minor) => {
      const { journal } = journalOf('pods-come-and-go', minor);
      const { podCache, podWorkers } = journal.parts;
      const waits = waitsOf(journal).filter(({ releasedBy }) => releasedBy === 'UpdateTime');
      expect(waits.length).toBeGreaterThan(3);
      for (const { uid, step, releasedStep = -1 } of waits) {
        expect(mapGet(stateOf(podCache, step - 1).subscribers, uid)).toBeUndefined();
        for (const at of [step, releasedStep - 1]) {
          expect(mapGet(stateOf(podCache, at).subscribers, uid)?.[0]?.subscriber).toBe(uid);
          expect(mapGet(stateOf(podWorkers, at).workers, uid)?.goroutine).toBe('waiting');
        }
        expect(mapGet(stateOf(podCache, releasedStep).subscribers, uid)).toBeUndefined();
        expect(podCache.kindOf(podCache.countTo(releasedStep) - 1)).toBe('updateTime');
      }
    },
  );

  test('who is not yet to be woken stays, and a deletion wakes nobody', () => {
    const { journal } = journalOf('pods-come-and-go');
    const { podCache } = journal.parts;
    let deletions = 0;
    for (let place = 0; place < podCache.length; place++) {
      if (podCache.kindOf(place) !== 'delete') continue;
      deletions += 1;
      expect(podCache.stateAfter(place).subscribers).toEqual(
        podCache.stateAfter(place - 1).subscribers,
      );
    }
    expect(deletions).toBeGreaterThan(0);
  });

  test('an event that is slower than a relist gets the old entry: only the global time is newer', () => {
    const { journal } = journalOf('cni-del-hangs');
    const old = waitsOf(journal).filter(
      ({ minTime, gotModified, releasedBy }) =>
        releasedBy === 'UpdateTime' &&
        minTime !== undefined &&
        gotModified !== undefined &&
        gotModified < minTime,
    );
    expect(old.length).toBeGreaterThan(0);
    for (const { uid, releasedStep = -1, minTime = 0, gotModified } of old) {
      const cache = stateOf(journal.parts.podCache, releasedStep);
      expect(cache.timestamp ?? 0).toBeGreaterThanOrEqual(minTime);
      expect(mapGet(cache.pods, uid)?.modified).toBe(gotModified);
    }
  });

  test('a process begins with nothing, and a restart ends the waits of the one before', () => {
    const { journal } = journalOf('kubelet-restarts');
    let first = 1;
    while (journal.processAt(first)?.since === journal.processAt(0)?.since) first += 1;
    expect(first).toBeLessThan(journal.length);
    const { podWorkers, podCache, workQueue } = journal.parts;
    expect(journal.processAt(first - 1)?.ended).toBeDefined();
    expect(podWorkers.stateBy(first - 1).workers.size).toBeGreaterThan(0);
    expect(podWorkers.stateBy(first).workers.size).toBe(0);
    expect(podCache.stateBy(first).pods.size).toBe(0);
    expect(workQueue.stateBy(first).due.size).toBe(0);
    for (const { step, releasedStep, releasedBy } of waitsOf(journal)) {
      const over = step < first && (releasedStep === undefined || releasedStep >= first);
      expect(over ? releasedBy === 'process ended' : true).toBe(true);
    }
  });
});

describe('the pod workers', () => {
  test('up to 1.21 a kill that waits is not overwritten, and what comes meanwhile is counted as dropped', () => {
    const { journal } = journalOf(
      scenarioOf({
        lasts: '90s',
        pods: [{ name: 'slow', containers: [{ name: 'app', image: 'big', pullTakes: '40s' }] }],
        actions: [
          { at: '1s', do: 'create', pod: 'slow' },
          { at: '2s', do: 'fill-disk', percent: 95 },
          { at: '20s', do: 'fill-disk', percent: 40 },
          { at: '25s', do: 'delete', pod: 'slow' },
        ],
      }),
      18,
    );
    const { podWorkers } = journal.parts;
    const kept: number[] = [];
    for (let place = 0; place < podWorkers.length; place++)
      if ((podWorkers.outcomeOf(place) & workerOutcome.keptKill) !== 0) kept.push(place);
    expect(kept.length).toBeGreaterThan(0);
    for (const place of kept) {
      const event = podWorkers.at(place)?.event;
      if (event?.kind !== 'updatePod') throw new Error('Only an update can be dropped.');
      const uid = event.options.pod?.metadata.uid ?? '';
      const held = mapGet(podWorkers.stateAfter(place).workers, uid)?.lastUndelivered;
      expect(held?.options.updateType).toBe('kill');
      expect(held).toEqual(mapGet(podWorkers.stateAfter(place - 1).workers, uid)?.lastUndelivered);
    }
  });

  test('what is replaced in a slot is told, and the newest is what is held', () => {
    const { journal } = journalOf('pods-come-and-go', 23);
    const { podWorkers } = journal.parts;
    let replaced = 0;
    for (let place = 0; place < podWorkers.length; place++) {
      if ((podWorkers.outcomeOf(place) & workerOutcome.replaced) === 0) continue;
      const event = podWorkers.at(place)?.event;
      if (event?.kind !== 'updatePod') continue;
      replaced += 1;
      const uid = event.options.pod?.metadata.uid ?? event.options.runningPod?.id ?? '';
      const { lastUndelivered, queued } = mapGet(podWorkers.stateAfter(place).workers, uid) ?? {};
      expect((lastUndelivered ?? queued)?.options.updateType).toBe(event.options.updateType);
    }
    expect(replaced).toBeGreaterThan(0);
  });
});

describe('the other parts', () => {
  test('the work queue holds each pod once, and what became due is taken by a sync tick', () => {
    const { journal } = journalOf('crash-loop');
    const { workQueue, syncLoop } = journal.parts;
    let taken = 0;
    for (let place = 0; place < workQueue.length; place++) {
      const row = workQueue.at(place);
      if (row?.event.kind !== 'GetWork') continue;
      const before = workQueue.stateAfter(place - 1);
      const gone = before.due.size - workQueue.stateAfter(place).due.size;
      expect(gone).toBe(row.outcome);
      taken += gone;
      const loop = syncLoop.at(syncLoop.countTo(row.step))?.event;
      expect(loop?.kind === 'sync' && loop.due.length).toBe(gone);
    }
    expect(taken).toBeGreaterThan(2);
  });

  test('while the loop pauses nothing is taken, and what comes waits in its channel', () => {
    const { journal } = journalOf('runtime-hangs');
    const { syncLoop, channels } = journal.parts;
    const skips: number[] = [];
    for (let place = 0; place < syncLoop.length; place++)
      if (syncLoop.kindOf(place) === 'skip' && place > 10) skips.push(place);
    expect(skips.length).toBeGreaterThan(1);
    const [from = 0, to = 0] = [skips[0], skips.at(-1)];
    let last = 0;
    for (let step = syncLoop.stepOf(from); step < syncLoop.stepOf(to); step++) {
      if (journal.partOf(step) !== 'channels') continue;
      expect(channels.kindOf(channels.countTo(step) - 1)).toBe('send');
      last = step;
    }
    expect(stateOf(channels, last).syncCh).toHaveLength(1);
  });

  test('a kill that waits is not overwritten by an update (up to 1.21)', () => {
    const { podWorkers } = journalOf('kill-waits', 9).journal.parts;
    const kept: string[] = [];
    for (let place = 0; place < podWorkers.length; place++) {
      const row = podWorkers.at(place);
      if (row?.event.kind !== 'updatePod' || (row.outcome & workerOutcome.keptKill) === 0) continue;
      kept.push(row.event.options.updateType);
      const worker = mapGet(
        podWorkers.stateAfter(place).workers,
        row.event.options.pod?.metadata.uid ?? '',
      );
      expect(worker?.lastUndelivered?.options.updateType).toBe('kill');
    }
    expect(kept).toContain('update');
  });

  test.each([9, 34])(
    'a changed image is an UPDATE, and makes the container anew (1.%i)',
    (minor) => {
      const text = journalOf('definition-changed', minor).lines.join('\n');
      expect(text).toMatch(/SyncLoop \(?UPDATE/);
      expect(text).toMatch(/Killing unwanted container/);
      expect(text.match(/Creating PodSandbox|Creating sandbox/g)).toHaveLength(2);
      expect(text.match(/Creating container/g)).toHaveLength(4);
    },
  );

  test.each([9, 34])('who sends to a full channel waits, and nothing is lost (1.%i)', (minor) => {
    const scenario = scenarioOf({
      lasts: '20m',
      pods: [
        { name: 'first', source: 'file' },
        { name: 'many', count: 160 },
      ],
      actions: [
        { at: '0s', do: 'create', pod: 'first' },
        { at: '10s', do: 'stop-runtime', for: '6m' },
        { at: '4m', do: 'create', pod: 'many' },
      ],
    });
    const { journal, lines } = journalOf(scenario, minor);
    const { channels, podConfig } = journal.parts;
    let full: number | undefined;
    for (let place = 0; place < channels.length; place++) {
      const { updates, api, file } = channels.stateAfter(place);
      // In the buffer 50, and one in the hands of the goroutine that merges.
      expect(updates.length).toBeLessThanOrEqual(51);
      // The goroutine of a source waits with one list; the file is not read while it does.
      expect(api.length).toBeLessThanOrEqual(1);
      expect(file.length).toBeLessThanOrEqual(1);
      if (updates.length === 51) full ??= channels.stepOf(place);
    }
    if (full === undefined) throw new Error('The channel never was full.');
    // Nothing is merged until the loop takes something.
    const merges = podConfig.countTo(full);
    const taken = Array.from({ length: channels.length }, (_, place) => channels.at(place)).find(
      (row) => row?.event.kind === 'receive' && row.event.channel === 'updates' && row.step > full,
    );
    expect(podConfig.countTo((taken?.step ?? 0) - 1)).toBe(merges);
    const added = lines.filter((line) => line.includes('SyncLoop') && /ADD.*many-/.test(line));
    expect(added).toHaveLength(160);
    const { updates, api } = channels.stateAfter(channels.length - 1);
    expect([updates.length, api.length]).toEqual([0, 0]);
  });

  test.each([9, 10, 11, 34])(
    'the directory of static pods is watched, and from 1.11 on read each 20 s as well (1.%i)',
    (minor) => {
      const { podConfig } = journalOf(
        scenarioOf({
          lasts: '90s',
          pods: [
            { name: 'one', source: 'file' },
            { name: 'two', source: 'http' },
          ],
          actions: [
            { at: '5s', do: 'create', pod: 'one' },
            { at: '7s', do: 'create', pod: 'two' },
          ],
        }),
        minor,
      ).journal.parts;
      const events = Array.from({ length: podConfig.length }, (_, i) => podConfig.at(i)?.event);
      const count = (source: string): number =>
        events.filter((event) => event?.kind === 'Merge' && event.source === source).length;
      // As it starts, and of the new file; what a URL has is no file.
      expect(count('file')).toBe(minor < 11 ? 2 : 6);
      expect(count('http')).toBe(2);
    },
  );

  test('a source sends whole lists, and what is stored is what it sent last', () => {
    const { journal } = journalOf('pods-come-and-go');
    const { podConfig } = journal.parts;
    for (let place = 0; place < podConfig.length; place++) {
      const { config, sent } = podConfig.stateAfter(place);
      for (const [source, pods] of Object.entries(sent))
        expect(config.pods[source]?.size ?? 0).toBe(
          new Set(pods.map(({ metadata }) => metadata.uid)).size,
        );
    }
    expect(podConfig.length).toBeGreaterThan(10);
  });

  test.each([9, 21, 34])(
    'a container has the initial result of its probe first, and its results go with it (1.%i)',
    (minor) => {
      const { journal } = journalOf(
        scenarioOf({
          lasts: '170s',
          pods: [
            {
              name: 'web',
              gracePeriod: '5s',
              containers: [{ name: 'app', livenessFailsAfter: '25s', readinessFailsAfter: '15s' }],
            },
          ],
          actions: [
            { at: '1s', do: 'create', pod: 'web' },
            { at: '130s', do: 'delete', pod: 'web' },
          ],
        }),
        minor,
      );
      const { probes } = journal.parts;
      const told = new Map<string, string[]>();
      for (let place = 0; place < probes.length; place++) {
        const event = probes.at(place)?.event;
        if (event === undefined || event.kind === 'RemovePod') continue;
        const key = `${event.probe} ${event.containerId}`;
        const what = event.kind === 'set' ? event.result : event.kind;
        told.set(key, [...(told.get(key) ?? []), what]);
        // Of one container at a time.
        const held = mapValues(probes.stateAfter(place)).filter(
          ({ probe }) => probe === event.probe,
        );
        expect(held.length).toBeLessThanOrEqual(1);
      }
      const [liveness, readiness] = ['liveness', 'readiness'].map((probe) =>
        [...told].flatMap(([key, results]) => (key.startsWith(probe) ? [results] : [])),
      );
      expect(liveness?.[0]).toEqual(['Success', 'Failure', 'Remove']);
      expect(liveness?.[1]?.[0]).toBe('Success');
      expect(readiness?.[0]).toEqual(['Failure', 'Success', 'Failure', 'Remove']);
      expect(readiness?.[1]?.slice(0, 2)).toEqual(['Failure', 'Success']);
      expect(probes.stateBy(journal.length - 1).size).toBe(0);
    },
  );

  test('versions of statuses are those that the lines name', () => {
    const { journal, lines } = journalOf('pods-come-and-go');
    const named = lines.flatMap((line) => {
      const found = /"Status for pod updated successfully" pod="([^"]+)" statusVersion=(\d+)/.exec(
        line,
      );
      return found === null ? [] : [`${found[1]} ${found[2]}`];
    });
    const { status } = journal.parts;
    const sent = new Set<string>();
    for (let place = 0; place < status.length; place++) {
      const event = status.at(place)?.event;
      if (event?.kind === 'sent') sent.add(`${journal.nameOfPod(event.uid)} ${event.version}`);
    }
    expect(named.length).toBeGreaterThan(3);
    for (const one of named) expect(sent).toContain(one);
  });

  test('calls of a plug-in have their answers, and hang as long as they do', () => {
    const { journal } = journalOf('cni-del-hangs');
    const { network } = journal.parts;
    const lengths: number[] = [];
    for (let place = 0; place < network.length; place++) {
      const row = network.at(place);
      if (row?.event.kind !== 'answer' || row.event.command !== 'DEL') continue;
      const call = mapGet(network.stateAfter(place).calls, `DEL ${row.event.sandboxId}`);
      expect(call?.to).toBe(row.at);
      lengths.push(row.at - (call?.from ?? row.at));
    }
    expect(Math.max(...lengths)).toBeGreaterThan(60 * SECOND);
  });

  test('a back-off grows, and a failed probe is held', () => {
    const { journal } = journalOf('crash-loop');
    const { backOff } = journal.parts;
    const lengths = Array.from(
      { length: backOff.length },
      (_, place) => backOff.at(place)?.event.entry.backoff,
    );
    expect(lengths.slice(0, 3)).toEqual([10, 20, 40].map((seconds) => seconds * SECOND));
    const probes = journalOf('liveness-kill').journal.parts.probes;
    expect(probes.at(1)?.event).toMatchObject({ probe: 'liveness', result: 'Failure' });
  });

  test('a plan is kept with what it was made of', () => {
    const { journal } = journalOf('pods-come-and-go');
    const { podActions } = journal.parts;
    const first = podActions.at(0)?.event;
    expect(first?.status.sandboxStatuses).toEqual([]);
    expect(mapGet(podActions.stateAfter(0), first?.pod.metadata.uid ?? '')).toEqual(first);
  });

  test('steps stand between the lines: none is before a line that was written before it', () => {
    const { journal, lines } = journalOf('pods-come-and-go');
    let last = 0;
    for (let step = 0; step < journal.length; step++) {
      const at = journal.linesOf(step);
      expect(at).toBeGreaterThanOrEqual(last);
      last = at;
    }
    expect(last).toBeLessThanOrEqual(lines.length);
    for (const line of [0, 7, 20, lines.length - 1]) {
      const step = journal.stepAt(line, undefined);
      if (step >= 0) expect(journal.linesOf(step)).toBeLessThanOrEqual(line);
      if (step + 1 < journal.length) expect(journal.linesOf(step + 1)).toBeGreaterThan(line);
    }
    expect(journal.stepAt(-1, undefined)).toBe(-1);
  });
});
