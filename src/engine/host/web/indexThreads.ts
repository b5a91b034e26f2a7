// Parts of a text read by web workers beside the engine's own. Not every browser and policy allows them; without them the engine
// reads alone.
import type { ClockOptions, ClockState } from '../../../log/sourceClock.ts';
import type { TablePart } from '../../../log/tableBuilder.ts';
import { PartReader } from '../../../log/tablePart.ts';
import { OpenAsks, type PartAsk, type PartLane } from '../indexParts.ts';
import type { MessageScope } from './scopePort.ts';

/** How long (ms) threads may take to come up. */
const PATIENCE = 3_000;

const READY = 'ready';

interface PartBytesRequest {
  readonly bytes: Uint8Array;
  readonly options: ClockOptions;
  readonly clock: ClockState | undefined;
  readonly room: ArrayBuffer | undefined;
}

/** Reads the parts that are asked for through a worker's scope. */
export function servePartsOn(scope: MessageScope): void {
  const reader = new PartReader();
  scope.addEventListener('message', ({ data }) => {
    const { bytes, options, clock, room } = data as PartBytesRequest;
    const part = reader.read(bytes, options, clock, room);
    scope.postMessage(part, [part.rows.buffer]);
  });
  scope.postMessage(READY, []);
}

/** A worker as its owner sees it. */
export interface IndexThread extends MessageScope {
  terminate(): void;
}

export interface IndexThreads {
  readonly most: number;
  /** Undefined where none can be made. */
  spawn(): IndexThread | undefined;
}

/** So many threads that read `bytes`, all of them up; undefined when one does not come up. */
export async function partLanes(
  bytes: Uint8Array,
  threads: IndexThreads,
  count: number,
  patience = PATIENCE,
): Promise<readonly PartLane[] | undefined> {
  const lanes: Lane[] = [];
  for (let i = 0; i < Math.min(count, threads.most); i++) {
    const thread = threads.spawn();
    if (thread !== undefined) lanes.push(new Lane(thread, bytes));
  }
  const up = await Promise.all(lanes.map((lane) => lane.comesUp(patience)));
  if (lanes.length > 0 && up.every((each) => each)) return lanes;
  await Promise.all(lanes.map((lane) => lane.end()));
  return undefined;
}

class Lane implements PartLane {
  private readonly thread: IndexThread;
  private readonly bytes: Uint8Array;
  private readonly asks = new OpenAsks();
  private isUp: (() => void) | undefined;

  constructor(thread: IndexThread, bytes: Uint8Array) {
    this.thread = thread;
    this.bytes = bytes;
    thread.addEventListener('message', ({ data }) => {
      if (data !== READY) this.asks.answer(data as TablePart);
      else this.isUp?.();
    });
  }

  async comesUp(patience: number): Promise<boolean> {
    return await new Promise((resolve) => {
      const late = setTimeout(resolve, patience, false);
      this.isUp = () => {
        clearTimeout(late);
        resolve(true);
      };
    });
  }

  async read({ from, to, options, clock, room }: PartAsk): Promise<TablePart> {
    return await this.asks.ask(() => {
      const bytes = this.bytes.slice(from, to);
      const request: PartBytesRequest = { bytes, options, clock, room };
      const moved = room === undefined ? [bytes.buffer] : [bytes.buffer, room];
      this.thread.postMessage(request, moved);
    });
  }

  stop(error: Error): void {
    this.asks.stop(error);
  }

  end(): Promise<void> {
    this.thread.terminate();
    return Promise.resolve();
  }
}

/**
 * Who makes the engine's worker gives it the address of the script that reads parts as its name. VS Code's own `Worker` puts the name of
 * the worker that extensions run in before it, behind which stands ` -> `.
 */
export function scriptIn(name: string): string {
  return name.slice(name.lastIndexOf(' ') + 1);
}

/** Workers made from within a worker, of the script at an address; none of an empty one. */
export function threadsOf(script: string): IndexThreads | undefined {
  const make: unknown = Reflect.get(globalThis, 'Worker');
  if (script === '' || typeof make !== 'function') return undefined;
  return {
    most: navigator.hardwareConcurrency,
    spawn() {
      try {
        return Reflect.construct(make, [script, { name: 'kubelet-index' }]) as IndexThread;
      } catch {
        // A policy forbids it: that is no fault, only slower.
        return undefined;
      }
    },
  };
}
