// One text read by several threads at once. The table is the same as if one had read it from its start to its end. What a thread is,
// and how the bytes of a part come to it, each host knows for itself.
import { continuesYear, cutPlace, PartReader } from '../../log/tablePart.ts';
import type { ByteStore } from '../../log/byteStore.ts';
import type { ClockOptions, ClockState } from '../../log/sourceClock.ts';
import { TableBuilder, type TablePart } from '../../log/tableBuilder.ts';
import { Vocabulary, VocabularyMap } from '../../log/vocabulary.ts';
import type { IndexRequest } from './sourceHost.ts';

/** What a thread is asked to read. */
export interface PartAsk {
  readonly from: number;
  readonly to: number;
  readonly options: ClockOptions;
  readonly clock: ClockState | undefined;
  /** A buffer of an earlier part, to be filled again. */
  readonly room: ArrayBuffer | undefined;
}

/** A thread that answers in the order in which it is asked. */
export interface PartLane {
  read(ask: PartAsk): Promise<TablePart>;
  /** Rejects all that is under way and whatever is asked from now on. */
  stop(error: Error): void;
  end(): Promise<void>;
}

/** What a thread was asked and has not answered yet, for who makes a lane of it. */
export class OpenAsks {
  private readonly open: {
    readonly resolve: (part: TablePart) => void;
    readonly reject: (error: Error) => void;
  }[] = [];
  private stopped: Error | undefined;

  async ask(send: () => void): Promise<TablePart> {
    return await new Promise((resolve, reject) => {
      if (this.stopped !== undefined) {
        reject(this.stopped);
        return;
      }
      this.open.push({ resolve, reject });
      send();
    });
  }

  answer(part: TablePart): void {
    this.open.shift()?.resolve(part);
  }

  stop(error: Error): void {
    this.stopped ??= error;
    for (const { reject } of this.open.splice(0)) reject(error);
  }
}

/** The text, and a way to look at places far apart without keeping what lies around them. */
export interface PartBytes extends ByteStore {
  look(offset: number, size: number): Uint8Array;
}

export interface PartsRequest extends IndexRequest {
  readonly bytes: PartBytes;
  /** At most `count` threads; undefined where there are none. */
  lanes(count: number): Promise<readonly PartLane[] | undefined>;
}

/** Below this a single thread is done before others have started. */
export const PARALLEL_FROM = 32 << 20;

/** Small enough that a few waiting parts weigh nothing, big enough that cutting costs nothing. */
const PART = 1 << 20;
/** In so much a record nearly always begins; in so much one does if the text can be cut there at all. */
const NEAR = 8 << 10;
const LOOK_AHEAD = 256 << 10;
const PRIMED = 1 << 20;
/** After so many parts it is foreseen how much room the whole takes. */
const TELLING = 8;
/** A thread has so many asks at once: it need not wait for the next while its last answer is joined. */
const ASKS = 2;
/** So many parts are read ahead of the one that is joined next: more would pile up behind a thread that was kept waiting. */
const AHEAD = 24;
/** More threads than this wait for the disk or for the one that joins, and each takes 10 MB of its own. */
const MAX_LANES = 3;

/** Undefined when the text is of a kind that can't be cut, or there are no threads: it must then be read from its start. */
export async function indexParts(request: PartsRequest): Promise<TableBuilder | undefined> {
  const clock = primedClock(request);
  if (clock === undefined) return undefined;
  const ranges = cut(request.bytes);
  const lanes = await request.lanes(Math.min(MAX_LANES, ranges.length));
  if (lanes === undefined) return undefined;
  const stop = (): void => {
    for (const lane of lanes) lane.stop(abortReason(request.signal));
  };
  request.signal.addEventListener('abort', stop);
  try {
    return await join(request, ranges, clock, lanes);
  } finally {
    request.signal.removeEventListener('abort', stop);
    await Promise.all(lanes.map((lane) => lane.end()));
  }
}

function abortReason(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new Error('reading was stopped');
}

/** What the first megabyte tells of the clock; undefined for formats whose records span lines without a mark on each. */
function primedClock({ source, bytes, options }: PartsRequest): ClockState | undefined {
  const builder = new TableBuilder(source, bytes, options);
  builder.append(bytes.read(0, PRIMED));
  const formats = [...builder.table.formats.keys()];
  if (formats.some((format) => format.startsWith('journald-export'))) return undefined;
  const multiline = formats.some((format) => format.startsWith('journald-json'));
  return multiline && bytes.read(0, 2)[1] === 10 ? undefined : builder.clockState;
}

type Range = readonly [from: number, to: number];

/** Ranges of about one part each, which begin where a record does. */
function cut(bytes: PartBytes): readonly Range[] {
  const ranges: Range[] = [];
  let from = 0;
  for (let near = PART; near < bytes.size; near += PART) {
    if (near < from) continue;
    const beginsWithin = (size: number): number => cutPlace(bytes.look(near, size));
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
  request: PartsRequest,
  ranges: readonly Range[],
  clock: ClockState,
  lanes: readonly PartLane[],
): Promise<TableBuilder> {
  const { options, source, bytes } = request;
  const words = new Vocabulary();
  const builder = new TableBuilder(source, bytes, options, words);
  const rooms: ArrayBuffer[] = [];
  const waiting = new Map<number, Arrived>();
  /** Who waits for a part to be joined. */
  const held: (() => void)[] = [];
  let next = 0;
  let joined = 0;
  let last: ClockState | undefined;
  let again: { readonly reader: PartReader; readonly map: VocabularyMap } | undefined;

  const addReady = (): void => {
    for (let arrived = waiting.get(joined); arrived !== undefined; arrived = waiting.get(joined)) {
      waiting.delete(joined);
      let { part, map } = arrived;
      const [from, to] = ranges[joined] ?? [0, 0];
      if (last !== undefined && !continuesYear(last, part)) {
        // The words that it brought count all the same: later parts of that thread build on them.
        map.learn(part.words);
        again ??= { reader: new PartReader(), map: new VocabularyMap(words) };
        part = again.reader.read(bytes.read(from, to - from), options, last);
        map = again.map;
      }
      builder.addPart(part, map);
      if (part === arrived.part) rooms.push(part.rows.buffer);
      last = part.clockEnd;
      if (++joined === TELLING) builder.reserveFor(bytes.size);
      request.onProgress(to / bytes.size);
    }
    for (const goOn of held.splice(0)) goOn();
  };

  // A lane's parts must be learnt in the order in which it read them, which joining in order of the file ensures.
  const askOn = async (lane: PartLane, map: VocabularyMap): Promise<void> => {
    for (let index = next++; index < ranges.length; index = next++) {
      while (index >= joined + AHEAD) await new Promise<void>((goOn) => held.push(goOn));
      const [from, to] = ranges[index] ?? [0, 0];
      const state = index === 0 ? undefined : clock;
      const part = await lane.read({ from, to, options, clock: state, room: rooms.pop() });
      request.signal.throwIfAborted();
      waiting.set(index, { part, map });
      addReady();
    }
  };
  const maps = lanes.map(() => new VocabularyMap(words));
  const asks = Array.from({ length: ASKS }, () =>
    lanes.map((lane, i) => askOn(lane, maps[i] ?? new VocabularyMap(words))),
  );
  await Promise.all(asks.flat());
  request.signal.throwIfAborted();
  if (last !== undefined) builder.resume(last);
  return builder;
}

interface Arrived {
  readonly part: TablePart;
  readonly map: VocabularyMap;
}
