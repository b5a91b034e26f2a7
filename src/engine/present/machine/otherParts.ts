// Statuses, results of probes, back-offs and the network of sandboxes.
import { emptyMap, mapEntries, mapGet, mapSet, mapValues } from '../../../base/persistentMap.ts';
import { micros } from '../../../base/time.ts';
import { cniTimeout, hostPortsBy, tearsDown } from '../../../kubelet/network.ts';
import { initNetworkPlugin, networkPluginSettings } from '../../../kubelet/networkPlugin.ts';
import type {
  BackOffPart,
  CallsPart,
  NetworkPart,
  NetworkPluginRow,
  ProbesPart,
  StatusPart,
} from '../../../protocol/machineApi.ts';
import { ofPod, partHead, type Asked } from './asked.ts';

export function statusPart(asked: Asked): StatusPart {
  const { inside, step, count } = asked;
  const { status } = inside.journal.parts;
  const held = status.stateBy(step);
  const rows = ofPod(asked, mapEntries(held)).map(([uid, { since, ...rest }]) => ({
    pod: inside.pod(uid),
    ...rest,
    since: inside.shown(since),
  }));
  rows.sort((a, b) => b.since - a.since);
  return { ...partHead(asked, 'status'), statuses: rows.slice(0, count), total: rows.length };
}

export function probesPart(asked: Asked): ProbesPart {
  const { inside, step, uid, count } = asked;
  const { probes } = inside.journal.parts;
  const held = mapValues(probes.stateBy(step));
  const results = held
    .filter((one) => uid === undefined || one.uid === uid)
    .toSorted((a, b) => b.since - a.since)
    .slice(0, count)
    .map(({ uid: own, container, containerId, probe, result, since }) => ({
      pod: inside.pod(own),
      container,
      containerId,
      probe,
      result,
      since: inside.shown(since),
    }));
  return { ...partHead(asked, 'probes'), results };
}

export function backOffPart(asked: Asked): BackOffPart {
  const { inside, step, uid, count } = asked;
  const { backOff } = inside.journal.parts;
  const held = mapValues(backOff.stateBy(step)).filter(
    (one) => uid === undefined || one.uid === uid,
  );
  const rows = held.map(({ uid: own, of, what, entry }) => ({
    pod: inside.pod(own),
    of,
    kind: what,
    backoff: entry.backoff,
    lastUpdate: inside.shown(entry.lastUpdate),
    until: micros(inside.shown(entry.lastUpdate) + entry.backoff),
  }));
  rows.sort((a, b) => b.lastUpdate - a.lastUpdate);
  return { ...partHead(asked, 'backOff'), backOffs: rows.slice(0, count), total: rows.length };
}

export function networkPart(asked: Asked): NetworkPart {
  const { inside, step, uid, count } = asked;
  const { network } = inside.journal.parts;
  const { calls, networkReady, locks } = network.stateBy(step);
  const { runtime, version } = inside.journal.options;
  const docker = runtime === 'docker';
  const all = mapValues(calls)
    .filter((one) => uid === undefined || one.uid === uid)
    .map(({ uid: own, from, to, ...rest }) => {
      const limit = cniTimeout(runtime, rest.command, version);
      const begun = inside.shown(from);
      return {
        pod: inside.pod(own),
        ...rest,
        from: begun,
        to: inside.shown(to),
        givenUpAt: limit === undefined ? undefined : micros(begun + limit),
      };
    });
  all.sort((a, b) => b.from - a.from);
  const ready = mapEntries(networkReady)
    .filter(([, one]) => uid === undefined || one.uid === uid)
    .map(([sandboxId, { uid: own, ready: is, hostNetwork, since }]) => ({
      pod: inside.pod(own),
      sandboxId,
      ready: is,
      hostNetwork,
      ...stopDoes(sandboxId, is, hostNetwork),
      since: inside.shown(since),
    }));
  ready.sort((a, b) => b.since - a.since);
  const locked = ofPod(asked, mapEntries(locks)).map(([own, line]) => ({
    pod: inside.pod(own),
    line: line.map(({ sandboxId, since, holdsSince }) => ({
      sandboxId,
      since: inside.shown(since),
      holdsSince: inside.shown(holdsSince),
    })),
  }));
  return {
    ...partHead(asked, 'network'),
    plugin: docker ? pluginRow(asked) : undefined,
    ...leaseRows(asked),
    calls: all.slice(0, count),
    total: all.length,
    networkReady: docker ? ready.slice(0, count) : undefined,
    locks: docker ? locked.slice(0, count) : undefined,
  };
}

function leaseRows({
  inside,
  step,
  uid,
  count,
}: Asked): Pick<NetworkPart, 'leases' | 'totalLeases' | 'hostPorts'> {
  const { leases, calls } = inside.journal.parts.network.stateBy(step);
  const { runtime, networkPlugin } = inside.journal.options;
  const held = mapEntries(leases)
    .filter(([, one]) => uid === undefined || one.uid === uid)
    .map(([sandboxId, lease]) => ({
      sandboxId,
      ...lease,
      pod: inside.pod(lease.uid),
      since: inside.shown(lease.since),
      err: mapGet(calls, `DEL ${sandboxId}`)?.err,
    }))
    .sort((a, b) => Number(b.leaked) - Number(a.leaked) || b.since - a.since);
  const ports = held.flatMap(({ pod, ip, since, leaked, hostPorts }) =>
    hostPorts.map(({ hostPort, protocol, containerPort }) => ({
      ...{ pod, hostPort, protocol, since, leaked },
      to: `${ip}:${containerPort}`,
      by: hostPortsBy(runtime, networkPlugin),
    })),
  );
  const rows = held.slice(0, count).map(({ pod, sandboxId, ip, since, leaked, err }) => {
    return { pod, sandboxId, ip, since, leaked, err };
  });
  return { leases: rows, totalLeases: held.length, hostPorts: ports.slice(0, count) };
}

function pluginRow({ inside }: Asked): NetworkPluginRow {
  const { version, networkPlugin: flag } = inside.journal.options;
  const chosen = initNetworkPlugin(flag, version);
  return {
    flag,
    plugin: 'plugin' in chosen ? chosen.plugin : undefined,
    err: 'err' in chosen ? chosen.err : undefined,
    settings: networkPluginSettings(flag, version).map(([name, value]) => ({ name, value })),
    go: inside.go('network', 'plugin'),
  };
}

/** StopPodSandbox of docker_sandbox.go: the network is torn down unless it is known not to be there, or is the host's. */
function stopDoes(
  sandboxId: string,
  ready: boolean,
  hostNetwork: boolean,
): { readonly tearsDown: boolean; readonly why: string } {
  const networkReady = mapSet(emptyMap<boolean>(), sandboxId, ready);
  const why = hostNetwork
    ? 'it has the network of the host'
    : ready
      ? 'its network counts as ready'
      : 'its network is not ready: it was torn down, or never set up';
  return { tearsDown: tearsDown({ networkReady }, sandboxId, hostNetwork), why };
}

export function callsPart(asked: Asked): CallsPart {
  const { inside, step, count } = asked;
  const held = ofPod(asked, mapEntries(inside.journal.parts.calls.stateBy(step)));
  const rows = held.map(([uid, calls]) => ({
    pod: inside.pod(uid),
    calls: calls
      .map((call) => ({ ...call, from: inside.shown(call.from), to: inside.shown(call.to) }))
      .toReversed(),
  }));
  const newest = ({ calls }: (typeof rows)[number]): number =>
    Math.max(...calls.map(({ from, to }) => (to === undefined ? 1e18 : 0) + from));
  rows.sort((a, b) => newest(b) - newest(a));
  return { ...partHead(asked, 'calls'), pods: rows.slice(0, count), total: rows.length };
}
