// One file read by several threads at once. The table is the same as if one had read it from its start to its end.
import fs from 'node:fs';
import os from 'node:os';
import { Worker } from 'node:worker_threads';
import { cutPlace, PartReader, yearAfter } from '../../../log/tablePart.ts';
import type { ClockOptions, ClockState } from '../../../log/sourceClock.ts';
import { TableBuilder, type TablePart } from '../../../log/tableBuilder.ts';
import { Vocabulary, VocabularyMap } from '../../../log/vocabulary.ts';
import type { IndexRequest } from '../sourceHost.ts';
import type { FileBytes } from './byteStore.ts';

export interface PartRequest {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  readonly options: ClockOptions;
  readonly clock: ClockState | undefined;
  /** A buffer of an earlier part, to be filled again. */
  readonly room: ArrayBuffer | undefined;
}

export interface ParallelRequest extends IndexRequest {
  readonly path: string;
  readonly bytes: FileBytes;
  /** The bundled or plain `indexWorker`. */
  readonly workerFile: string | URL;
}

/** Small enough that a few waiting parts weigh nothing, big enough that cutting costs nothing. */
const PART = 1 << 20;
/** In so much a record nearly always begins; in so much one does if the file can be cut there at all. */
const NEAR = 8 << 10;
const LOOK_AHEAD = 256 << 10;
const PRIMED = 1 << 20;
/** More threads than this wait for the disk or for the one that joins. */
const MAX_WORKERS = 4;

/** Undefined when the file is of a kind that can't be cut: it must then be read from its start. */
export async function parallelIndex(request: ParallelRequest): Promise<TableBuilder | undefined> {
  const clock = primedClock(request);
  if (clock === undefined) return undefined;
  const ranges = cut(request.bytes);
  const workers = Array.from(
    { length: Math.min(MAX_WORKERS, os.availableParallelism(), ranges.length) },
    () => new Lane(request.workerFile),
  );
  const stop = (): void => {
    for (const lane of workers) lane.stop(abortReason(request.signal));
  };
  request.signal.addEventListener('abort', stop);
  try {
    return await join(request, ranges, clock, workers);
  } finally {
    request.signal.removeEventListener('abort', stop);
    await Promise.all(workers.map((lane) => lane.end()));
  }
}

function abortReason(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new Error('reading was stopped');
}

/** What the first megabyte tells of the clock; undefined for formats whose records span lines without a mark on each. */
function primedClock({ source, bytes, options }: ParallelRequest): ClockState | undefined {
  const builder = new TableBuilder(source, bytes, options);
  builder.append(bytes.read(0, PRIMED));
  const formats = [...builder.table.formats.keys()];
  if (formats.some((format) => format.startsWith('journald-export'))) return undefined;
  const multiline = formats.some((format) => format.startsWith('journald-json'));
  return multiline && bytes.read(0, 2)[1] === 10 ? undefined : builder.clockState;
}

type Range = readonly [from: number, to: number];

/** Ranges of about one part each, which begin where a record does. */
function cut(bytes: FileBytes): readonly Range[] {
  const ranges: Range[] = [];
  const ahead = new Uint8Array(LOOK_AHEAD);
  let from = 0;
  for (let near = PART; near < bytes.size; near += PART) {
    if (near < from) continue;
    const beginsWithin = (size: number): number =>
      cutPlace(ahead.subarray(0, bytes.readInto(ahead.subarray(0, size), near)));
    const close = beginsWithin(NEAR);
    const place = close < 0 ? beginsWithin(LOOK_AHEAD) : close;
    if (place < 0) continue;
    ranges.push([from, near + place]);
    from = near + place;
  }
  return [...ranges, [from, bytes.size]];
}

/** Has all ranges read and joins the parts in order. */
async function join(
  request: ParallelRequest,
  ranges: readonly Range[],
  clock: ClockState,
  lanes: readonly Lane[],
): Promise<TableBuilder> {
  const { path, options, source, bytes } = request;
  const words = new Vocabulary();
  const builder = new TableBuilder(source, bytes, options, words);
  const rooms: ArrayBuffer[] = [];
  const waiting = new Map<number, Arrived>();
  let next = 0;
  let joined = 0;
  let last: ClockState | undefined;
  const again = { reader: new PartReader(), map: new VocabularyMap(words) };

  const addReady = (): void => {
    for (let arrived = waiting.get(joined); arrived !== undefined; arrived = waiting.get(joined)) {
      waiting.delete(joined);
      let { part, map } = arrived;
      const [from, to] = ranges[joined] ?? [0, 0];
      if (last !== undefined && !continuesYear(last, part)) {
        // The words that it brought count all the same: later parts of that thread build on them.
        map.learn(part.words);
        part = again.reader.read(bytes.read(from, to - from), options, last);
        map = again.map;
      }
      builder.addPart(part, map);
      if (part === arrived.part) rooms.push(part.rows.buffer);
      last = part.clockEnd;
      if (joined === 0) builder.reserve(expectedRows(part, bytes.size));
      joined++;
      request.onProgress(to / bytes.size);
    }
  };

  await Promise.all(
    lanes.map(async (lane) => {
      const map = new VocabularyMap(words);
      // A lane's parts must be learnt in the order in which it read them, which joining in order of the file ensures.
      for (let index = next++; index < ranges.length; index = next++) {
        const [from, to] = ranges[index] ?? [0, 0];
        const state = index === 0 ? undefined : clock;
        const room = rooms.pop();
        const part = await lane.read({ path, from, to, options, clock: state, room });
        request.signal.throwIfAborted();
        waiting.set(index, { part, map });
        addReady();
      }
    }),
  );
  request.signal.throwIfAborted();
  if (last !== undefined) builder.resume(last);
  return builder;
}

interface Arrived {
  readonly part: TablePart;
  readonly map: VocabularyMap;
}

function continuesYear(last: ClockState, part: TablePart): boolean {
  const first = part.firstStamp;
  return first === undefined || yearAfter(last, first.month) === first.year;
}

/** With some room to spare: pages that are never written cost nothing. */
function expectedRows(part: TablePart, size: number): number {
  return Math.ceil((1.1 * part.rows.size.length * size) / Math.max(1, part.bytes));
}

/** A thread that is asked one thing at a time. */
class Lane {
  private readonly worker: Worker;
  private fail: (error: Error) => void = () => undefined;
  private stopped: Error | undefined;

  constructor(file: string | URL) {
    this.worker = new Worker(file, {
      name: 'kubelet-index',
      // Hardly an object is made while reading; room for more would only be left unused.
      resourceLimits: { maxYoungGenerationSizeMb: 1 },
    });
    this.worker.on('error', (error: Error) => {
      this.stop(error);
    });
    this.worker.on('exit', () => {
      this.stop(new Error('a thread that read the file ended'));
    });
  }

  async read(request: PartRequest): Promise<TablePart> {
    return new Promise((resolve, reject) => {
      if (this.stopped !== undefined) {
        reject(this.stopped);
        return;
      }
      this.fail = reject;
      this.worker.once('message', resolve);
      this.worker.postMessage(request, request.room === undefined ? [] : [request.room]);
    });
  }

  stop(error: Error): void {
    this.stopped ??= error;
    this.fail(error);
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }
}

/** The worker's file beside the running bundle; undefined where there is none, as in tests. */
export function indexWorkerFile(): string | undefined {
  if (typeof __dirname !== 'string') return undefined;
  const file = `${__dirname}/indexer.cjs`;
  return fs.existsSync(file) ? file : undefined;
}
