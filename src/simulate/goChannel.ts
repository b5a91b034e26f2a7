// A channel as Go has it: room for so many items; who sends to a full one waits, in the order of the sends.
import type { KubeletJournal } from './journal/kubeletJournal.ts';
import type { ChannelName, Sent } from './journal/parts.ts';
import { spawn, type Task } from './task.ts';

export interface ChannelOptions<T> {
  readonly name: ChannelName;
  readonly capacity: number;
  readonly shown: (item: T) => Sent;
  readonly journal: () => KubeletJournal | undefined;
  readonly alive: () => boolean;
  /** Lets a goroutine go on. */
  readonly resume: (goroutine: () => void) => void;
}

export class GoChannel<T> {
  /** What is in the buffer, and behind it the items of those who wait to send. */
  private readonly items: T[] = [];
  private readonly senders: (() => void)[] = [];
  private receiver: (() => void) | undefined;
  private readonly options: ChannelOptions<T>;

  constructor(options: ChannelOptions<T>) {
    this.options = options;
  }

  /** Items in the buffer. */
  get length(): number {
    return Math.min(this.items.length, this.options.capacity);
  }

  get first(): T | undefined {
    return this.items[0];
  }

  /** Of a goroutine that goes on once there is room. */
  *send(item: T): Task<void> {
    const { capacity, name, shown, journal } = this.options;
    const isHandedOver = capacity === 0 && this.receiver !== undefined;
    this.items.push(item);
    if (!isHandedOver) journal()?.channel({ kind: 'send', channel: name, item: shown(item) });
    const receive = this.receiver;
    this.receiver = undefined;
    receive?.();
    if (!isHandedOver && this.items.length > capacity)
      yield (resume) => {
        this.senders.push(resume);
      };
  }

  /** Of a goroutine that does nothing else. */
  put(item: T): void {
    spawn(this.send(item), () => undefined, this.options.alive);
  }

  /** What is at the front; who waited first has room then. */
  take(): T | undefined {
    if (this.items.length === 0) return undefined;
    const { capacity, name, journal, resume } = this.options;
    const sender = this.senders.shift();
    if (capacity > 0 || sender !== undefined)
      journal()?.channel({ kind: 'receive', channel: name });
    if (sender !== undefined) resume(sender);
    return this.items.shift();
  }

  /** Of a goroutine that waits until there is something. */
  *receive(): Task<T | undefined> {
    if (this.items.length === 0)
      yield (resume) => {
        this.receiver = resume;
      };
    return this.take();
  }
}
