// Pods of one name that end while the next is there already: whose a status line is that tells the name alone.
import { expect, it } from 'vitest';
import { config, end, historyOf, now, pleg, print, start } from '../../../../support/podLines.ts';

const uids = [1, 2, 3].map((n) => `${n}77ae7de-69d4-4eba-8362-12755cf442ac`);
const [first = '', second = '', third = ''] = uids;
const id = (of: string, n: number): string => `${of.slice(0, 8)}${String(n).repeat(56)}`;

const begins = (clock: string, uid: string): string[] => [
  config(`${clock}.000000`, 'ADD'),
  print(`${clock}.003000`, 'No sandbox'),
  print(`${clock}.004000`, 'No sandbox'),
  pleg(`${clock}.500000`, 'ContainerStarted', id(uid, 1), uid),
  pleg(`${clock}.500100`, 'ContainerStarted', id(uid, 2), uid),
];
const forced = (clock: string, uid: string): string[] => [
  config(`${clock}.900000`, 'DELETE'),
  `${clock}.901000 kuberuntime_container.go:866 "Killing container with a grace period" pod="default/web" podUID="${uid}" containerName="app" containerID="containerd://${id(uid, 1)}" gracePeriod=2`,
  config(`${clock}.902000`, 'REMOVE'),
];
const dead = (clock: string, uid: string): string =>
  `${clock} generic.go:357 "Generic (PLEG): container finished" podID="${uid}" containerID="${id(uid, 1)}" exitCode=137`;
const recreated = (clock: string, old: string, uid: string): string =>
  `${clock} status_manager.go:1027 "Pod was deleted and then recreated, skipping status update" pod="default/web" oldPodUID="${old}" podUID="${uid}"`;

it('is that of the pod that ends, not of the new one', () => {
  const history = historyOf([
    ...start,
    ...begins('10:00:10', first),
    ...forced('10:00:11', first),
    ...begins('10:00:12', second),
    print('10:00:14.000000'),
    dead('10:00:14.600000', first),
    print('10:00:14.601000'),
    end,
  ]);
  const [old, next] = history.pods.map(({ worker }) => worker);
  expect(history.pods).toHaveLength(2);
  expect(old?.terminated.at(now('10:00:13.900000')).value).toBe(false);
  expect(old?.terminated.at(now('10:00:14.100000')).value).toBe(true);
  expect(old?.finished.at(now('10:00:14.500000')).value).toBe(false);
  expect(old?.finished.at(now('10:00:14.700000')).value).toBe(true);
  expect(next?.state.at(now('10:02:00.000000')).value).toBe('sync');
});

it('is that of the pod whose UID the status manager tells then, or that a relist has just seen dead', () => {
  const history = historyOf([
    ...start,
    ...begins('10:00:10', first),
    ...forced('10:00:11', first),
    ...begins('10:00:12', second),
    ...forced('10:00:13', second),
    ...begins('10:00:14', third),
    // The newer one is quicker.
    print('10:00:15.000000'),
    recreated('10:00:15.003000', second, third),
    dead('10:00:15.600000', second),
    print('10:00:15.601000'),
    print('10:00:17.000000'),
    dead('10:00:17.600000', first),
    print('10:00:17.601000'),
    end,
  ]);
  const [one, two, three] = history.pods.map(({ worker }) => worker);
  expect(history.pods.map(({ uid }) => uid.value)).toEqual(uids);
  expect(two?.terminated.at(now('10:00:15.100000')).value).toBe(true);
  expect(two?.finished.at(now('10:00:15.700000')).value).toBe(true);
  expect(one?.terminated.at(now('10:00:16.900000')).value).toBe(false);
  expect(one?.finished.at(now('10:00:17.700000')).value).toBe(true);
  expect(three?.state.at(now('10:02:00.000000')).value).toBe('sync');
});

it('is that of the new pod when the one before had ended by itself', () => {
  const history = historyOf([
    ...start,
    ...begins('10:00:10', first),
    pleg('10:00:11.600000', 'ContainerDied', id(first, 1), first),
    print('10:00:12.000000'),
    pleg('10:00:12.600000', 'ContainerDied', id(first, 2), first),
    print('10:00:12.601000'),
    config('10:00:13.000000', 'DELETE'),
    config('10:00:13.002000', 'REMOVE'),
    ...begins('10:00:14', second),
    pleg('10:00:15.600000', 'ContainerDied', id(second, 1), second),
    print('10:00:16.500000'),
    pleg('10:00:17.600000', 'ContainerDied', id(second, 2), second),
    print('10:00:17.601000'),
    end,
  ]);
  expect(history.pods[0]?.marks('sandbox.needed')).toHaveLength(4);
  expect(history.pods[1]?.marks('sandbox.needed')).toHaveLength(4);
});

it('is that of the new pod when its own sandbox is seen dead', () => {
  const history = historyOf([
    ...start,
    ...begins('10:00:10', first),
    ...forced('10:00:11', first),
    ...begins('10:00:12', second),
    pleg('10:00:13.500000', 'ContainerDied', id(second, 2), second),
    print('10:00:13.501000'),
    print('10:00:14.000000'),
    dead('10:00:14.600000', first),
    print('10:00:14.601000'),
    end,
  ]);
  expect(history.pods[1]?.marks('sandbox.needed')).toHaveLength(3);
  expect(history.pods[0]?.marks('sandbox.needed')).toHaveLength(4);
});

it('is that of a pod without a sandbox only when the status manager says so', () => {
  const history = historyOf([
    ...start,
    config('10:00:10.000000', 'ADD'),
    print('10:00:10.003000', 'No sandbox'),
    `10:00:10.100000 reconciler_common.go:251 "operationExecutor.VerifyControllerAttachedVolume started for volume \\"v\\" (UniqueName: \\"kubernetes.io/configmap/${first}-v\\") pod \\"web\\" (UID: \\"${first}\\") " pod="default/web"`,
    config('10:00:20.000000', 'DELETE'),
    config('10:00:20.001000', 'REMOVE'),
    config('10:00:20.100000', 'ADD'),
    print('10:00:20.103000', 'No sandbox'),
    print('10:00:20.350000', 'No sandbox'),
    print('10:00:20.355000', 'No sandbox'),
    recreated('10:00:20.356000', first, second),
    print('10:00:21.355000', 'No sandbox'),
    recreated('10:00:21.358000', first, second),
    end,
  ]);
  const [old, next] = history.pods;
  expect(old?.marks('sandbox.needed')).toHaveLength(3);
  expect(old?.worker.finished.at(now('10:00:21.400000')).value).toBe(true);
  expect(next?.marks('sandbox.needed')).toHaveLength(2);
  expect(next?.worker.state.at(now('10:02:00.000000')).value).toBe('sync');
});
