// PluginManager of pkg/kubelet/dockershim/network/plugins.go, up to 1.23: network operations of one pod wait for each other, by its full
// name; those of other pods go on. The lock of a pod is there as long as somebody holds it or waits for it.
import type { Task } from './task.ts';

export class PluginManager {
  /** Whether the process that it is of runs. */
  readonly alive: () => boolean;
  /** Full name → who waits, behind the one that holds the lock. */
  private readonly pods = new Map<string, (() => void)[]>();

  constructor(alive: () => boolean = () => true) {
    this.alive = alive;
  }

  /** How many pods have a network operation now. */
  get locked(): number {
    return this.pods.size;
  }

  /** Runs an operation of a pod when those before it are over; `onLock` hears when it comes for the lock, and gives it back. */
  *locking<T>(
    fullName: string,
    operation: Task<T>,
    onLock: (kind: 'lock' | 'unlock') => void = () => undefined,
  ): Task<T> {
    onLock('lock');
    const waiting = this.pods.get(fullName);
    if (waiting === undefined) this.pods.set(fullName, []);
    else
      yield (resume) => {
        waiting.push(resume);
      };
    const value = yield* operation;
    onLock('unlock');
    const next = this.pods.get(fullName)?.shift();
    if (next === undefined) this.pods.delete(fullName);
    else next();
    return value;
  }
}
