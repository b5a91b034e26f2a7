// Why and since when the sync loop skips, by its lines.
import { expect, test } from 'vitest';
import { micros, SECOND } from '../../../../../src/base/time.ts';
import { loopSince } from '../../../../../src/kubelet/rebuild/node/loopSkips.ts';
import { rebuild } from '../../../../../src/kubelet/rebuild/rebuild.ts';
import type { Moment } from '../../../../../src/kubelet/rebuild/track.ts';
import { instant } from '../../../../support/log.ts';
import { tapeOf } from '../../../../support/captures.ts';

const skip = (clock: string, age: string): string =>
  `E1121 ${clock}       7 kubelet.go:2452] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active ${age} ago; threshold is 3m0s"`;
const add = (clock: string): string =>
  `I1121 ${clock}       7 kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/web"]`;
const classic = (clock: string): string =>
  `I1121 ${clock}       7 kubelet.go:1782] skipping pod synchronization - [container runtime is down]`;

function loopOf(lines: readonly string[]): (clock: string) => string {
  const { loopSkips } = rebuild(tapeOf(new TextEncoder().encode(`${lines.join('\n')}\n`)));
  return (clock) => {
    const time = instant(`2026-11-21T${clock}Z`);
    const moment: Moment = { time, position: Infinity, hindsight: 'now' };
    const since = loopSince(loopSkips, moment);
    const words = (loopSkips.at(moment).value ?? '?') === '' ? 'runs' : 'skips';
    return `${words} for ${since === undefined ? '?' : (time - since) / SECOND} s`;
  };
}

test('a run of skips began with its first line, whatever the reasons of the others say', () => {
  const at = loopOf([
    add('10:00:00.000000'),
    skip('10:00:10.000000', '3m1s'),
    skip('10:00:10.100000', '3m1.1s'),
    skip('10:00:15.100000', '3m6.1s'),
    skip('10:00:20.100000', '3m11.1s'),
    add('10:00:25.100000'),
    skip('10:00:31.000000', '3m1s'),
  ]);
  expect(at('10:00:22')).toBe('skips for 12 s');
  expect(at('10:00:28.1')).toBe('runs for 3 s');
  expect(at('10:00:33')).toBe('skips for 2 s');
});

test('a skip sleeps 5 s at most: a line that comes much later begins another run, with the same reason too', () => {
  const at = loopOf([
    classic('10:00:10.000000'),
    classic('10:00:15.000000'),
    classic('10:01:00.000000'),
    classic('10:01:05.000000'),
  ]);
  expect(at('10:00:17')).toBe('skips for 7 s');
  expect(at('10:00:50')).toBe('runs for 25 s');
  expect(at('10:01:07')).toBe('skips for 7 s');
});

test('a kubelet that starts has not skipped yet', () => {
  const at = loopOf([
    skip('10:00:10.000000', '3m1s'),
    'I1121 10:00:12.000000       9 kubelet.go:2361] "Starting kubelet main sync loop"',
    skip('10:00:13.000000', '3m1s').replace('      7 ', '      9 '),
  ]);
  expect(at('10:00:15')).toBe('skips for 2 s');
});

test('in the mode then a run is told by the lines up to the cursor', () => {
  const lines = [classic('10:00:10.000000'), classic('10:01:00.000000')];
  const { loopSkips } = rebuild(tapeOf(new TextEncoder().encode(`${lines.join('\n')}\n`)));
  const time = instant('2026-11-21T10:00:30Z');
  expect(loopSince(loopSkips, { time, position: 0, hindsight: 'then' })).toBe(
    micros(time - 20 * SECOND),
  );
});
