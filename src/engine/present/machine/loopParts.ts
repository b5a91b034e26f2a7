import { micros } from '../../../base/time.ts';
import { skipSleep } from '../../../kubelet/runtimeState.ts';
import { plegChannelCapacity } from '../../../kubelet/pleg.ts';
import type {
  ChannelRow,
  ChannelsPart,
  MachineGo,
  SyncLoopPart,
} from '../../../protocol/machineApi.ts';
import { channelNames, type ChannelName } from '../../../simulate/journal/parts.ts';
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

/** Capacities as the kubelet makes its channels: kubelet.go, config.go, generic.go, results_manager.go; a ticker keeps one tick. */
const channels: Readonly<Record<ChannelName, Channel>> = {
  updates: {
    carries: 'changes of pods, from PodConfig',
    capacity: 50,
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
};

export function channelsPart(asked: Asked): ChannelsPart {
  const { inside, step, uid, count } = asked;
  const journal = inside.journal.parts.channels;
  const state = journal.stateBy(step);
  const { version, fullVersion } = inside.journal.options;
  return {
    ...partHead(asked, 'channels'),
    channels: channelNames.map((channel) => {
      const { carries, capacity, sender, whenFull, place } = channels[channel];
      const [name, file, path] = place;
      const waiting = state[channel];
      const blocks = channel === 'plegCh' && version.plegChannelFull === 'block';
      const go: MachineGo = { function: name, file, path, version: fullVersion, line: 0 };
      return {
        channel,
        carries,
        capacity,
        waiting: waiting.length,
        items: waiting
          .filter(({ item }) => uid === undefined || item.pods.includes(uid))
          .slice(0, count)
          .map(({ item, since }) => ({
            text: item.text,
            pods: item.pods.slice(0, count).map((one) => inside.pod(one)),
            since: inside.shown(since),
          })),
        sender,
        whenFull: blocks ? 'sender waits' : whenFull,
        full: waiting.length >= capacity,
        go,
      };
    }),
  };
}

/** Steps beside the turns of the loop. */
const apart: ReadonlySet<string> = new Set(['updateRuntimeUp', 'Run']);

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
  const at = loop.lastBy(step, (place) => !apart.has(loop.kindOf(place) ?? ''));
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
