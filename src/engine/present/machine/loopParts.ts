import { micros } from '../../../base/time.ts';
import { skipSleep } from '../../../kubelet/runtimeState.ts';
import { plegChannelCapacity } from '../../../kubelet/pleg.ts';
import type {
  ChannelItem,
  ChannelRow,
  ChannelsPart,
  SyncLoopPart,
} from '../../../protocol/machineApi.ts';
import {
  channelNames,
  loopAsides,
  sourceNames,
  type ChannelName,
  type ChannelState,
} from '../../../simulate/journal/parts.ts';
import { podKillingChannelCapacity } from '../../../simulate/podKiller.ts';
import { updatesCapacity } from '../../../simulate/podConfigDriver.ts';
import { partHead, type Asked } from './asked.ts';
import { machineStep } from './steps.ts';

interface Channel {
  readonly carries: string;
  readonly capacity: number;
  readonly sender: string;
  readonly whenFull: ChannelRow['whenFull'];
  /** Who sends: function and file. */
  readonly place: readonly [name: string, file: string, path: string];
}

function muxChannel(source: string): Channel {
  return {
    carries: `all pods of the source ${source}, to the mux of PodConfig`,
    capacity: 0,
    sender: `the goroutine of the source ${source}, which reads nothing more until the mux takes it`,
    whenFull: 'sender waits',
    place: ['listen', 'mux.go', 'pkg/kubelet/config/mux.go'],
  };
}

/** Capacities as the kubelet makes its channels: kubelet.go, config.go, generic.go, results_manager.go; a ticker keeps one tick. */
const channels: Readonly<Record<ChannelName, Channel>> = {
  updates: {
    carries: 'changes of pods, from PodConfig',
    capacity: updatesCapacity,
    sender: 'the goroutine of the source, which merges nothing more until there is room',
    whenFull: 'sender waits',
    place: ['Merge', 'config.go', 'pkg/kubelet/config/config.go'],
  },
  plegCh: {
    carries: 'events of containers, from PLEG',
    capacity: plegChannelCapacity,
    sender: 'the goroutine of PLEG, in its relist',
    whenFull: 'lost',
    place: ['Relist', 'generic.go', 'pkg/kubelet/pleg/generic.go'],
  },
  syncCh: {
    carries: 'a tick each second: is a pod due?',
    capacity: 1,
    sender: 'a ticker',
    whenFull: 'tick is dropped',
    place: ['syncLoop', 'kubelet.go', 'pkg/kubelet/kubelet.go'],
  },
  probeCh: {
    carries: 'results of probes that changed',
    capacity: 20,
    sender: 'the goroutine of the probe, which probes no more until there is room',
    whenFull: 'sender waits',
    place: ['Set', 'results_manager.go', 'pkg/kubelet/prober/results/results_manager.go'],
  },
  housekeepingCh: {
    carries: 'a tick each two seconds: clean up',
    capacity: 1,
    sender: 'a ticker',
    whenFull: 'tick is dropped',
    place: ['syncLoop', 'kubelet.go', 'pkg/kubelet/kubelet.go'],
  },
  api: muxChannel('api'),
  file: muxChannel('file'),
  http: muxChannel('http'),
  podKillingCh: {
    carries: 'pods to kill, to the pod killer',
    capacity: podKillingChannelCapacity,
    sender: 'the goroutine of the sync loop, for pods that are removed or unknown',
    whenFull: 'sender waits',
    place: ['podKiller', 'kubelet_pods.go', 'pkg/kubelet/kubelet_pods.go'],
  },
};

/** Up to 1.31 the mux is shared code. */
const muxBefore132 = ['listen', 'config.go', 'pkg/util/config/config.go'] as const;

export function channelsPart(asked: Asked): ChannelsPart {
  const { inside, step } = asked;
  const { journal } = inside;
  const { version } = journal.options;
  const state = journal.parts.channels.stateBy(step);
  const { sources } = journal.parts.podConfig.stateBy(step).config;
  const isThere = (channel: ChannelName): boolean => {
    if (channel === 'podKillingCh') return version.podWorkers === 'classic';
    return sourceNames.every((source) => source !== channel) || sources.includes(channel);
  };
  return {
    ...partHead(asked, 'channels'),
    channels: channelNames.filter(isThere).map((channel) => channelRow(asked, channel, state)),
  };
}

function channelRow(asked: Asked, channel: ChannelName, state: ChannelState): ChannelRow {
  const { inside, uid, count } = asked;
  const { version, fullVersion } = inside.journal.options;
  const { carries, capacity, sender, whenFull, place } = channels[channel];
  const isMux = capacity === 0;
  const [name, file, path] = isMux && version.minor < 32 ? muxBefore132 : place;
  const blocks = channel === 'plegCh' && version.plegChannelFull === 'block';
  const shown = (items: ChannelState[ChannelName]): ChannelItem[] =>
    items
      .filter(({ item }) => uid === undefined || item.pods.includes(uid))
      .slice(0, count)
      .map(({ item, since }) => ({
        text: item.text,
        pods: item.pods.slice(0, count).map((one) => inside.pod(one)),
        since: inside.shown(since),
      }));
  const items = state[channel];
  const blocked = items.slice(capacity);
  return {
    channel,
    carries,
    capacity,
    waiting: items.length - blocked.length,
    items: shown(items.slice(0, capacity)),
    blocked: shown(blocked),
    sender,
    whenFull: blocks ? 'sender waits' : whenFull,
    full: isMux ? blocked.length > 0 : items.length >= capacity,
    go: { function: name, file, path, version: fullVersion, line: 0 },
  };
}

export function syncLoopPart(asked: Asked): SyncLoopPart {
  const { inside, step } = asked;
  const { journal } = inside;
  const loop = journal.parts.syncLoop;
  const state = loop.stateBy(step);
  const { podManager } = state;
  const base = {
    ...partHead(asked, 'syncLoop'),
    pods: podManager.pods.size,
    mirrors: podManager.mirrors.size,
  };
  const at = loop.lastBy(step, (place) => !loopAsides.has(loop.kindOf(place) ?? ''));
  const last = loop.at(at);
  if (last === undefined)
    return { ...base, state: 'not begun', since: undefined, pause: undefined, took: undefined };
  const since = inside.timeOf(last.step);
  if (last.event.kind === 'skip') {
    const before = loop.stateBefore(at).nextSleep;
    const { sleep, next } = skipSleep(before, journal.options.version);
    return {
      ...base,
      state: 'pause',
      since,
      pause: {
        errors: last.event.errors,
        length: sleep,
        until: micros(since + sleep),
        next,
      },
      took: undefined,
    };
  }
  return {
    ...base,
    state: step === last.step ? 'handles' : 'select',
    since,
    pause: undefined,
    took: {
      channel: channelOf(last.event.kind),
      text: machineStep(inside, last.step)?.text ?? '',
      at: since,
      ready: channelNames.filter((_, i) => (last.outcome & (1 << i)) !== 0),
    },
  };
}

function channelOf(kind: string): ChannelName {
  switch (kind) {
    case 'config':
      return 'updates';
    case 'pleg':
      return 'plegCh';
    case 'probe':
      return 'probeCh';
    case 'housekeeping':
      return 'housekeepingCh';
    default:
      return 'syncCh';
  }
}
