// Plans, statuses, results of probes, back-offs and the network of sandboxes.
import { emptyMap, mapEntries, mapGet, mapSet, mapValues } from '../../../base/persistentMap.ts';
import { micros } from '../../../base/time.ts';
import { computePodActions } from '../../../kubelet/computePodActions.ts';
import { cniTimeout, hostPortsBy, tearsDown } from '../../../kubelet/network.ts';
import { initNetworkPlugin, networkPluginSettings } from '../../../kubelet/networkPlugin.ts';
import {
  findContainerStatusByName,
  hashContainer,
  type PodActions,
} from '../../../kubelet/podActions.ts';
import type { Pod } from '../../../kubelet/pod.ts';
import type {
  BackOffPart,
  CallsPart,
  NetworkPart,
  NetworkPluginRow,
  PodActionsPart,
  PodActionsRow,
  ProbesPart,
  StatusPart,
} from '../../../protocol/machineApi.ts';
import type { ActionsEvent } from '../../../simulate/journal/parts.ts';
import { plural, shortId } from '../values.ts';
import { ofPod, partHead, type Asked } from './asked.ts';

export function podActionsPart(asked: Asked): PodActionsPart {
  const { inside, step, count } = asked;
  const { journal } = inside;
  const { podActions } = journal.parts;
  const all = ofPod(asked, mapEntries(podActions.stateBy(step)));
  const plans = all.map(([uid, event]) => {
    const made: number = journal.backFrom(uid, step, 'podActions').next().value ?? -1;
    return { uid, event, made };
  });
  plans.sort((a, b) => b.made - a.made);
  return {
    ...partHead(asked, 'podActions'),
    plans: plans.slice(0, count).map(({ uid, event, made }) => ({
      pod: inside.pod(uid),
      at: inside.timeOf(made),
      step: made,
      fields: fieldsOf(asked, event),
      hashes: hashesOf(event),
    })),
    total: all.length,
  };
}

/** The plan made again from what it was made of: each field with what decided it. */
function fieldsOf(
  { inside }: Asked,
  { pod, status, liveness }: ActionsEvent,
): PodActionsRow['fields'] {
  const { version } = inside.journal.options;
  const probes = { liveness, startup: new Map<string, never>() };
  const { actions } = computePodActions(pod, status, probes, version);
  const names = namesOf(pod);
  const list = (indices: readonly number[], of: readonly string[]): string =>
    indices.length === 0 ? 'none' : indices.map((i) => of[i] ?? String(i)).join(', ');
  const sandbox = sandboxReason(actions, status.sandboxStatuses.length);
  const kills = actions.containersToKill;
  const init = list(actions.initContainersToStart, names.init);
  return [
    field(
      'KillPod',
      String(actions.killPod),
      actions.killPod ? killReason(actions) : 'its sandbox is good',
    ),
    field('CreateSandbox', String(actions.createSandbox), sandbox),
    field(
      'SandboxID',
      actions.sandboxId === '' ? 'none' : shortId(actions.sandboxId),
      actions.sandboxId === '' ? 'there is none' : 'the newest that the runtime shows',
    ),
    field('Attempt', String(actions.attempt), attemptReason(status.sandboxStatuses[0]?.attempt)),
    field(
      version.initContainersByList ? 'InitContainersToStart' : 'NextInitContainerToStart',
      init,
      names.init.length === 0 ? 'the pod has none' : 'what the runtime shows of them',
    ),
    field(
      'ContainersToStart',
      list(actions.containersToStart, names.containers),
      actions.containersToStart.length === 0
        ? 'each runs, is to stay as it is, or waits for init containers'
        : 'they do not run and are to',
    ),
    ...(version.plansEphemeralContainers
      ? [
          field(
            'EphemeralContainersToStart',
            list(actions.ephemeralContainersToStart, names.ephemeral),
            names.ephemeral.length === 0 ? 'the pod has none' : 'those that never ran',
          ),
        ]
      : []),
    field(
      'ContainersToKill',
      kills.length === 0 ? 'none' : kills.map(({ name }) => name).join(', '),
      kills.length === 0
        ? 'none has changed, failed a probe or is in an unknown state'
        : kills.map(({ name, message }) => `${name}: ${message}`).join('; '),
    ),
  ];
}

function hashesOf({ pod, status }: ActionsEvent): PodActionsRow['hashes'] {
  const { initContainers = [], containers } = pod.spec;
  return [...initContainers, ...containers].map((container) => {
    const found = findContainerStatusByName(status, container.name);
    return {
      name: container.name,
      wanted: hashContainer(container).toString(16),
      made: found?.hash?.toString(16),
      state: found?.state,
    };
  });
}

function field(name: string, text: string, why: string): PodActionsRow['fields'][number] {
  return { name, text, why };
}

function namesOf({ spec }: Pod): Readonly<Record<'init' | 'containers' | 'ephemeral', string[]>> {
  const names = (all: readonly { readonly name: string }[] = []): string[] =>
    all.map(({ name }) => name);
  return {
    init: names(spec.initContainers),
    containers: names(spec.containers),
    ephemeral: names(spec.ephemeralContainers),
  };
}

function killReason({ createSandbox, sandboxId }: PodActions): string {
  if (sandboxId === '') return 'set for a pod without a sandbox, too: there is nothing to kill';
  return createSandbox
    ? 'its sandbox is not good: all goes with it'
    : 'nothing is to run in it any more';
}

function sandboxReason({ createSandbox }: PodActions, sandboxes: number): string {
  if (!createSandbox) return 'the newest one is to stay';
  return sandboxes === 0
    ? 'the runtime shows none'
    : `none of ${plural(sandboxes, 'sandbox', 'sandboxes')} is as it should be`;
}

function attemptReason(newest: number | undefined): string {
  return newest === undefined
    ? 'the first sandbox'
    : `the newest sandbox was made in try ${newest}`;
}

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
