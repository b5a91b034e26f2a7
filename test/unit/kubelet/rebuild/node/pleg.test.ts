// What the lists of all pods, which relists and the image collector ask for, tell of PLEG.
import { expect, test } from 'vitest';
import { rebuild } from '../../../../../src/kubelet/rebuild/rebuild.ts';
import { tapeOf } from '../../../../support/captures.ts';

const at = (time: string, text: string): string => `I0302 ${time}.000000     900 ${text}`;
const list = (time: string): string =>
  at(time, 'kuberuntime_manager.go:500] "Retrieved pods from runtime" all=true');
const unhealthy = (time: string): string =>
  at(
    time,
    'kubelet.go:2400] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m5s ago; threshold is 3m0s"',
  );
const relisting = (time: string): string => at(time, 'generic.go:200] "GenericPLEG: Relisting"');

const plegOf = (...lines: readonly string[]) =>
  rebuild(tapeOf(new TextEncoder().encode(`${lines.join('\n')}\n`))).pleg;

const healthOf = ({ healthy }: ReturnType<typeof plegOf>): readonly (boolean | undefined)[] =>
  healthy.changes.map(({ value }) => value.value);

test('while relists hang, one list alone is the image collector’s', () => {
  const hung = [list('10:00:00'), unhealthy('10:03:05'), list('10:05:00')];
  expect(healthOf(plegOf(...hung))).toEqual([true, false]);
  const well = [...hung, list('10:06:00'), list('10:06:01')];
  expect(healthOf(plegOf(...well))).toEqual([true, false, true]);
});

test('after a stall PLEG is healthy from the first list on that another follows at once', () => {
  const clocks = (...lines: readonly string[]) =>
    plegOf(...lines).healthy.changes.map(({ at: time }) =>
      new Date(time / 1000).toISOString().slice(11, 19),
    );
  const hung = [list('10:00:00'), unhealthy('10:03:05'), list('10:05:00')];
  expect(clocks(...hung, list('10:06:00'), list('10:06:01'))).toEqual([
    '10:00:00',
    '10:03:05',
    '10:06:00',
  ]);
  // A line in between says that the list before it was none of a relist.
  expect(
    clocks(list('10:00:00'), list('10:03:04'), unhealthy('10:03:05'), list('10:03:05')),
  ).toEqual(['10:00:00', '10:03:05', '10:03:05']);
});

test('a relist that only its list shows is told apart', () => {
  const shown = (...lines: readonly string[]) =>
    plegOf(...lines).relists.map(({ isList }) => isList);
  expect(shown(list('10:00:00'), list('10:00:01'))).toEqual([true, true]);
  expect(shown(relisting('10:00:00'), list('10:00:00'), relisting('10:00:01'))).toEqual([
    undefined,
    undefined,
  ]);
});
