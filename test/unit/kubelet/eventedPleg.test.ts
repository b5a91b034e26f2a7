import { expect, test } from 'vitest';
import { micros, SECOND } from '../../../src/base/time.ts';
import {
  eventedPlegHealth,
  newEventedPleg,
  relistPeriodOf,
  stepEventedPleg,
  type EventedPlegInput,
} from '../../../src/kubelet/eventedPleg.ts';
import { emptyPodStatus } from '../../../src/kubelet/pod.ts';

const sandbox = { id: 's1', state: 'notready' as const, createdAt: micros(0), attempt: 0, ip: '' };

function event(
  type: 'created' | 'started' | 'stopped' | 'deleted',
  change: Partial<EventedPlegInput & { kind: 'containerEvent' }> = {},
): string[] {
  const { effects } = stepEventedPleg(newEventedPleg, {
    kind: 'containerEvent',
    type,
    containerId: 'c1',
    createdAt: micros(10),
    status: { ...emptyPodStatus('u'), sandboxStatuses: [sandbox] },
    heldIps: [],
    heldTime: undefined,
    room: 5,
    ...change,
  });
  return effects.flatMap((effect) => {
    if (effect.kind === 'log') return [];
    return effect.kind === 'send' ? [effect.event.type] : [effect.kind];
  });
}

test('EV-01: the generic PLEG lists each 300 s meanwhile', () => {
  expect(relistPeriodOf(newEventedPleg)).toBe(300 * SECOND);
});

test('EV-02 to EV-04: what each kind of event leads to', () => {
  expect(event('started')).toEqual(['cacheSet', 'ContainerStarted']);
  expect(event('stopped')).toEqual(['cacheSet', 'ContainerDied']);
  expect(event('created')).toEqual(['cacheSet']);
  expect(event('deleted')).toEqual(['ContainerDied', 'ContainerRemoved']);
  const gone = ['cacheDelete', 'ContainerDied', 'ContainerRemoved'];
  expect(event('deleted', { containerId: 's1' })).toEqual(gone);
});

test('EV-05: an event older than the entry changes nothing', () => {
  expect(event('started', { heldTime: micros(11) })).toEqual([]);
  expect(event('started', { heldTime: micros(10) })).toEqual(['cacheSet', 'ContainerStarted']);
});

test('EV-06: each tick brings the global time to now', () => {
  const { effects } = stepEventedPleg(newEventedPleg, { kind: 'cacheTick', now: micros(7) });
  expect(effects).toEqual([{ kind: 'cacheUpdateTime', time: 7 }]);
});

test('EV-07 and EV-08: each failure forces a relist, the fifth ends it', () => {
  let state = newEventedPleg;
  const kinds: string[] = [];
  for (let i = 0; i < 6; i++) {
    const step = stepEventedPleg(state, { kind: 'streamFailed', err: 'gone' });
    state = step.state;
    kinds.push(
      step.effects
        .map(({ kind }) => kind)
        .filter((kind) => kind !== 'log')
        .join(' '),
    );
  }
  expect(kinds).toEqual(['relist', 'relist', 'relist', 'relist', 'relist relistPeriod', '']);
  expect(relistPeriodOf(state)).toBe(SECOND);
});

test('EV-09: only a full channel is unhealthy', () => {
  expect(eventedPlegHealth(999, 1000)).toBeUndefined();
  expect(eventedPlegHealth(1000, 1000)).toContain('capacity is full with 1000 events');
  expect(event('started', { room: 0 })).toEqual(['cacheSet', 'discard']);
});

test('EV-10: an event without a sandbox is an error line', () => {
  expect(event('started', { status: undefined })).toEqual([]);
});
