// A server that answers by a script: the n-th list call with the n-th list, the n-th watch call with the n-th watch.
// When one runs out, the run is over.
import * as v from 'valibot';
import { toDisposable, type Disposable } from '../../../src/base/disposable.ts';
import { err, ok, type Result } from '../../../src/base/result.ts';
import { MILLISECOND } from '../../../src/base/time.ts';
import type { VirtualClock } from '../../../src/base/virtualClock.ts';
import type {
  ListerWatcher,
  ListOptions,
  ObjectList,
  WatchObserver,
  WatchOptions,
} from '../../../src/informer/listerWatcher.ts';
import { initialEventsAnnotation } from '../../../src/informer/receiveEvents.ts';
import type { RequestError } from '../../../src/informer/requestError.ts';
import { readObject, type Thing } from '../../../src/engine/queues/literals.ts';
import type { TraceRecord } from './record.ts';

const strings = v.optional(v.array(v.string()), []);
const text = v.optional(v.string(), '');

const scenario = v.object({
  kind: v.picklist(['reflector', 'informer']),
  seed: v.optional(v.number()),
  /** The client may ask for streaming lists. */
  watchList: v.optional(v.boolean(), false),
  /** reflector: watchListPageSize. */
  pageSize: v.optional(v.number(), 0),
  /** reflector: maxInternalErrorRetryDuration. */
  retryInternalMs: v.optional(v.number(), 0),
  /** reflector: its store refuses the name z. */
  failZ: v.optional(v.boolean(), false),
  transform: text,
  /** informer: handlers from the start; `name@ms` has a resync period of its own. */
  handlers: strings,
  /** informer: the resync period. */
  resyncMs: v.optional(v.number(), 0),
  /** informer: put the milliseconds since the start before what a handler hears. */
  timed: v.optional(v.boolean(), false),
  lists: v.optional(v.array(v.object({ rv: text, items: strings, continue: text, err: text })), []),
  /**
   * `init`, and the bookmark that ends it at `initRV`, are sent where initial events are asked for; then `events`.
   * Events: `TYPE OBJ`, `BOOKMARK @rv`, `BOOKMARK-END @rv`, `ERROR name`, `SLEEP ms`; `+name` adds a handler,
   * `-name` removes one, each when all is quiet.
   */
  watches: v.optional(
    v.array(v.object({ err: text, init: strings, initRV: text, events: strings })),
    [],
  ),
});

export type Scenario = v.InferOutput<typeof scenario>;

export function readScenario(lines: readonly unknown[]): Scenario {
  return v.parse(scenario, lines[0]);
}

const tooLarge = 'Too large resource version';

function status(code: number, reason: string, ...causes: { reason?: string; message?: string }[]) {
  return { type: 'status', status: { code, reason, details: { causes } } } as const;
}

function network(code: 'refused' | 'eof' | 'unexpected-eof', message: string) {
  return { type: 'network', code, message } as const;
}

/** The errors of scripts. The three `toolarge` are how servers have said it over the years. */
export const errors: Readonly<Record<string, RequestError>> = {
  expired: status(410, 'Expired'),
  gone: status(410, 'Gone'),
  toolarge: status(504, 'Timeout', { reason: 'ResourceVersionTooLarge' }),
  'toolarge-cause': status(504, 'Timeout', { message: tooLarge }),
  'toolarge-msg': {
    type: 'status',
    status: { code: 504, reason: 'Timeout', message: `${tooLarge}: 9, current: 3`, details: {} },
  },
  timeout: status(504, 'Timeout'),
  '429': status(429, 'TooManyRequests'),
  internal: status(500, 'InternalError'),
  invalid: status(422, 'Invalid'),
  forbidden: status(403, 'Forbidden'),
  refused: network('refused', 'connection refused'),
  eof: network('eof', 'EOF'),
  'unexpected-eof': network('unexpected-eof', 'unexpected EOF'),
};

function errorNamed(name: string): RequestError {
  const error = errors[name];
  if (error === undefined) throw new Error(`no error is called ${name}`);
  return error;
}

export function nameOfError(error: RequestError): string {
  return Object.keys(errors).find((name) => errors[name] === error) ?? error.type;
}

/** The least time there is: what is to be done at once is done by then, and nothing else has changed. */
const quiet = 1;

export class ScriptedServer implements ListerWatcher<Thing> {
  readonly supportsWatchList: boolean;
  /** What `+name` and `-name` do. */
  act: (text: string) => void = () => undefined;
  over = false;
  /** It ran out in a watch of the ordinary kind. */
  overInWatch = false;
  private readonly script: Scenario;
  private readonly clock: VirtualClock;
  private readonly emit: (record: TraceRecord) => void;
  private lists = 0;
  private watches = 0;

  constructor(script: Scenario, clock: VirtualClock, emit: (record: TraceRecord) => void) {
    this.supportsWatchList = script.watchList;
    this.script = script;
    this.clock = clock;
    this.emit = emit;
  }

  list(
    options: ListOptions,
    answer: (result: Result<ObjectList<Thing>, RequestError>) => void,
  ): Disposable {
    const { resourceVersion: rv, limit } = options;
    this.emit({ ev: 'list', rv, match: '', limit, continue: options.continue });
    const response = this.script.lists[this.lists++];
    if (response === undefined) return this.end();
    return this.clock.after(0, () => {
      if (response.err !== '') answer(err(errorNamed(response.err)));
      else {
        const items = response.items.map(readObject);
        answer(ok({ resourceVersion: response.rv, continue: response.continue, items }));
      }
    });
  }

  watch(options: WatchOptions, observer: WatchObserver<Thing>): Disposable {
    const { resourceVersion: rv, timeoutSeconds, sendInitialEvents, allowWatchBookmarks } = options;
    this.emit({
      ev: 'watch',
      rv,
      match: sendInitialEvents ? 'NotOlderThan' : '',
      bookmarks: allowWatchBookmarks,
      init: sendInitialEvents ? true : null,
      timeout: timeoutSeconds >= 300 && timeoutSeconds < 600 ? '300..599' : timeoutSeconds,
    });
    const number = this.watches++;
    const response = this.script.watches[number];
    if (response === undefined) {
      this.overInWatch = !sendInitialEvents;
      return this.end();
    }
    if (response.err !== '') {
      return this.clock.after(0, () => {
        observer.failed(errorNamed(response.err));
      });
    }
    const events = [...response.events];
    if (sendInitialEvents) {
      if (response.initRV !== '') events.unshift(`BOOKMARK-END @${response.initRV}`);
      events.unshift(...response.init.map((object) => `ADDED ${object}`));
    }
    let timer = this.clock.after(0, () => {
      observer.opened();
      next();
    });
    const next = (): void => {
      const event = events.shift();
      if (event === undefined) {
        observer.closed();
        return;
      }
      timer = this.clock.after(this.delayOf(event), () => {
        this.send(event, observer);
        next();
      });
    };
    return toDisposable(() => {
      timer.dispose();
      events.length = 0;
      this.emit({ ev: 'stop', watch: number });
    });
  }

  private delayOf(event: string): number {
    const [type = '', argument = ''] = event.split(' ');
    if (type === 'SLEEP') return Number(argument) * MILLISECOND;
    return /^[+-]/.test(type) ? quiet : 0;
  }

  private send(event: string, observer: WatchObserver<Thing>): void {
    const space = event.indexOf(' ');
    const [type, argument] = [event.slice(0, space), event.slice(space + 1)];
    if (space < 0) this.act(event);
    else if (type === 'ERROR') observer.failed(errorNamed(argument));
    else if (type === 'BOOKMARK-END') {
      const { metadata, ...rest } = readObject(argument);
      const annotations = { [initialEventsAnnotation]: 'true' };
      observer.event({
        type: 'BOOKMARK',
        object: { ...rest, metadata: { ...metadata, annotations } },
      });
    } else if (type !== 'SLEEP') observer.event({ type, object: readObject(argument) });
  }

  /** The script has run out: nothing is answered any more, and when all is quiet the run ends. */
  private end(): Disposable {
    return this.clock.after(quiet, () => {
      this.over = true;
    });
  }
}
