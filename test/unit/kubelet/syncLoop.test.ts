import { expect, test } from 'vitest';
import { micros, SECOND } from '../../../src/base/time.ts';
import type { Pod } from '../../../src/kubelet/pod.ts';
import type { PodOperation } from '../../../src/kubelet/podConfig.ts';
import {
  emptySyncLoop,
  stepSyncLoop,
  type SyncLoop,
  type SyncLoopItem,
} from '../../../src/kubelet/syncLoop.ts';
import { kubeletVersion } from '../../../src/kubelet/version/index.ts';

const now = micros(0);

function pod(name: string, uid: string, annotations: Record<string, string> = {}): Pod {
  return { metadata: { name, namespace: 'ns', uid, annotations }, spec: { containers: [] } };
}

const web = pod('web', 'u1');

function config(op: PodOperation, pods: readonly Pod[], sourcesReady = true): SyncLoopItem {
  return { kind: 'config', update: { op, pods, source: 'api' }, sourcesReady };
}

/** What the last item leads to: `kind` of effects, with the type and pod of updates and the text of lines. */
function last(items: readonly SyncLoopItem[], minor = 34): string[] {
  let state: SyncLoop = emptySyncLoop;
  let shown: string[] = [];
  for (const item of items) {
    const step = stepSyncLoop(state, item, now, kubeletVersion(minor));
    state = step.state;
    shown = step.effects.map((effect) => {
      if (effect.kind === 'updatePod') {
        const { updateType, pod: of, mirrorPod } = effect.options;
        return `${updateType} ${of?.metadata.uid ?? ''}${mirrorPod === undefined ? '' : ' with mirror'}`;
      }
      if (effect.kind === 'log') return `v${effect.v} ${effect.message}`;
      return effect.kind === 'sleep' ? `sleep ${effect.length / SECOND}` : effect.kind;
    });
  }
  return shown;
}

const add = config('ADD', [web]);

test('SL-09: a deletion is an update', () => {
  expect(last([add, config('DELETE', [web])])).toEqual(['v2 SyncLoop DELETE', 'update u1']);
});

test('SL-10: a SET is refused, and its source counts as seen', () => {
  const step = stepSyncLoop(emptySyncLoop, config('SET', []), now, kubeletVersion(34));
  expect(step.effects[0]).toMatchObject({
    severity: 'E',
    message: 'Kubelet does not support snapshot update',
  });
  expect(step.state.seenSources).toEqual(['api']);
});

const event = (
  type: 'ContainerDied' | 'ContainerRemoved',
  id = 'u1',
  isContainer = true,
): SyncLoopItem => ({
  kind: 'pleg',
  event: { id, type, data: 'c1' },
  isContainer,
});

test('SL-11 to SL-13: what the PLEG tells', () => {
  expect(last([add, event('ContainerRemoved')])).toEqual([]);
  expect(last([event('ContainerDied', 'other')])).toEqual([
    'v4 SyncLoop (PLEG): pod does not exist, ignore irrelevant event',
    'cleanUpContainers',
  ]);
  expect(last([add, event('ContainerDied', 'u1', false)])).toEqual([
    'v2 SyncLoop (PLEG): event for pod',
    'sync u1',
    "v0 Container not found in pod's containers",
  ]);
});

test('SL-16 and SL-18: a tick without work, or with a pod that is unknown, does nothing', () => {
  expect(last([{ kind: 'sync', due: [] }])).toEqual([]);
  expect(last([{ kind: 'sync', due: ['u9'] }])).toEqual([]);
  expect(last([add, { kind: 'sync', due: ['u1'] }])).toEqual([
    'v4 SyncLoop (SYNC) pods',
    'sync u1',
  ]);
});

test('SL-19: housekeeping waits for the sources', () => {
  expect(last([{ kind: 'housekeeping', sourcesReady: false }])[0]).toContain('skipped');
  expect(last([{ kind: 'housekeeping', sourcesReady: true }])).toContain('cleanups');
});

test('SL-20: a removal before all sources are ready kills nothing', () => {
  expect(last([add, config('REMOVE', [web], false)])).toEqual([
    'v2 SyncLoop REMOVE',
    'v2 Failed to delete pod',
  ]);
  expect(last([add, config('REMOVE', [web])])).toContain('kill u1');
  expect(last([add, config('REMOVE', [web])], 18)).toContain('killRemovedPod');
});

test('SL-22 to SL-24: results of probes', () => {
  const probe = (kind: 'liveness' | 'readiness', success: boolean): SyncLoopItem => ({
    kind: 'probe',
    probe: kind,
    success,
    uid: 'u1',
  });
  expect(last([add, probe('liveness', true)])).toEqual([]);
  expect(last([add, probe('liveness', false)])).toEqual(['v1 SyncLoop (probe)', 'sync u1']);
  expect(last([add, probe('readiness', true)])).toContain('setReadiness');
  expect(last([add, probe('readiness', true)], 18)).toEqual([]);
});

test('SL-25: a refused pod gets no worker', () => {
  const refused = new Map([['u1', ['OutOfcpu', 'no room'] as const]]);
  expect(last([{ ...config('ADD', [web]), refused } as SyncLoopItem])).toEqual([
    'v2 SyncLoop ADD',
    'reject',
  ]);
});

test('SL-26: pods come in the order of their creation', () => {
  const made = (uid: string, creationTimestamp: string): Pod => {
    const base = pod(uid, uid);
    return { ...base, metadata: { ...base.metadata, creationTimestamp } };
  };
  const pods = [made('u1', '2026-01-02T00:00:00Z'), made('u2', '2026-01-01T00:00:00Z')];
  expect(last([config('ADD', pods)]).slice(1)).toEqual(['create u2', 'create u1']);
});

test('SL-27 and SL-28: news of a mirror are an update of its static pod', () => {
  const mirror = pod('web', 'm1', { 'kubernetes.io/config.mirror': 'u1' });
  expect(last([add, config('ADD', [mirror])])).toEqual([
    'v2 SyncLoop ADD',
    'update u1 with mirror',
  ]);
  // GetPodAndMirrorPod gives the mirror that it was asked by.
  expect(last([add, config('ADD', [mirror]), config('REMOVE', [mirror])])).toContain(
    'update u1 with mirror',
  );
  expect(last([config('ADD', [mirror])])).toEqual([
    'v2 SyncLoop ADD',
    'v2 Unable to find pod for mirror pod, skipping',
  ]);
});

test('SL-04: the pauses begin anew after a good turn', () => {
  const skip: SyncLoopItem = { kind: 'skip', errors: ['down'] };
  expect(last([skip, skip, skip])).toContain('sleep 0.4');
  expect(last([skip, skip, { kind: 'sync', due: [] }, skip])).toContain('sleep 0.1');
});
