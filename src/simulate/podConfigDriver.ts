// PodConfig of a simulated kubelet (pkg/kubelet/config): a channel and a goroutine for each source, which merge one at a time and send what
// comes of it to the sync loop.
import type { Pod } from '../kubelet/pod.ts';
import { addSource, mergeUpdate, newPodConfig, type PodUpdate } from '../kubelet/podConfig.ts';
import { GoChannel } from './goChannel.ts';
import type { ChannelName, Sent, SourceName } from './journal/parts.ts';
import type { SyncContext } from './syncContext.ts';
import { spawn, type Task } from './task.ts';

/** NewPodConfig: `make(chan kubetypes.PodUpdate, 50)`. */
export const updatesCapacity = 50;

/** A source: the channel to its goroutine of the mux, and what its own goroutine has yet to send, the first of it being sent. */
interface Source {
  readonly channel: GoChannel<readonly Pod[]>;
  readonly unsent: (readonly Pod[])[];
}

export class PodConfigDriver {
  config = newPodConfig('incremental');
  readonly updates: GoChannel<PodUpdate>;
  private readonly sources = new Map<string, Source>();
  /** `updateLock`: who is inside Merge holds it, also while it waits for room in `updates`. */
  private merging = false;
  private readonly waiting: (() => void)[] = [];
  private readonly context: SyncContext;
  private readonly onUpdate: () => void;

  constructor(context: SyncContext, onUpdate: () => void) {
    this.context = context;
    this.onUpdate = onUpdate;
    this.updates = this.channel('updates', updatesCapacity, updateSent);
  }

  private channel<T>(name: ChannelName, capacity: number, shown: (item: T) => Sent): GoChannel<T> {
    return goChannel(this.context, name, capacity, shown);
  }

  addSource(source: SourceName): void {
    const { journal, alive } = this.context;
    this.config = addSource(this.config, source);
    journal()?.channelOf(source, this.config);
    const channel = this.channel<readonly Pod[]>(source, 0, (pods) =>
      updateSent({ op: 'SET', source, pods }),
    );
    this.sources.set(source, { channel, unsent: [] });
    spawn(this.listen(source, channel), () => undefined, alive);
  }

  /** The goroutine of a source sends all pods that it has: a reflector's inside its store (undelta_store.go), so that one list waits. */
  send(source: SourceName, pods: readonly Pod[]): void {
    const from = this.sources.get(source);
    if (from?.unsent.push(pods) === 1)
      spawn(this.sendAll(from), () => undefined, this.context.alive);
  }

  /** The goroutine of a source waits to send: it does nothing else. */
  isBlocked(source: SourceName): boolean {
    return this.sources.get(source)?.unsent[0] !== undefined;
  }

  private *sendAll({ channel, unsent }: Source): Task<void> {
    for (let pods = unsent[0]; pods !== undefined; pods = unsent[0]) {
      yield* channel.send(pods);
      unsent.shift();
    }
  }

  /** `mux.listen` */
  private *listen(source: string, channel: GoChannel<readonly Pod[]>): Task<void> {
    while (this.context.alive()) {
      const pods = yield* channel.receive();
      if (pods === undefined) continue;
      if (this.merging)
        yield (resume) => {
          this.waiting.push(resume);
        };
      this.merging = true;
      yield* this.merge(source, pods);
      this.merging = false;
      this.waiting.shift()?.();
    }
  }

  private *merge(source: string, pods: readonly Pod[]): Task<void> {
    const { clock, write, journal } = this.context;
    const change = { op: 'SET', source, pods } as const;
    const { state, effects } = mergeUpdate(this.config, change, clock.now());
    this.config = state;
    const updates = effects.flatMap((one) => (one.kind === 'podUpdate' ? [one.update] : []));
    journal()?.merged(change, state, updates);
    for (const effect of effects) if (effect.kind === 'log') write(effect);
    for (const update of updates) {
      this.onUpdate();
      yield* this.updates.send(update);
    }
  }
}

/** A channel of a kubelet's process. */
export function goChannel<T>(
  { clock, alive, journal }: Pick<SyncContext, 'clock' | 'alive' | 'journal'>,
  name: ChannelName,
  capacity: number,
  shown: (item: T) => Sent,
): GoChannel<T> {
  const resume = (goroutine: () => void): void => {
    clock.after(1, goroutine);
  };
  return new GoChannel({ name, capacity, shown, journal, alive, resume });
}

function updateSent({ op, source, pods }: PodUpdate): Sent {
  const many = pods.length === 1 ? 'pod' : 'pods';
  return {
    text: `${op} of ${pods.length} ${many} from ${source}`,
    pods: pods.map(({ metadata }) => metadata.uid),
  };
}
