// Runs scripts of the kinds reflector and informer against a scripted server, on a clock of their own.
import { MILLISECOND } from '../../../src/base/time.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { behaviours, newest, type Behaviour } from '../../../src/informer/behaviour.ts';
import { Failure } from '../../../src/informer/failure.ts';
import {
  type DeletedFinalStateUnknown,
  keyOfDeleted,
  metaNamespaceKey,
} from '../../../src/informer/object.ts';
import { Reflector } from '../../../src/informer/reflector.ts';
import type { ReflectorError } from '../../../src/informer/routine.ts';
import { SharedInformer, type Registration } from '../../../src/informer/sharedInformer.ts';
import { metaNamespaceIndex } from '../../../src/informer/storeIndex.ts';
import type { ReflectorStore } from '../../../src/informer/store.ts';
import {
  show,
  transformer,
  type MaybeDeleted,
  type Thing,
} from '../../../src/engine/queues/literals.ts';
import type { TraceOptions, TraceRecord } from './record.ts';
import { nameOfError, readScenario, ScriptedServer, type Scenario } from './scriptedServer.ts';

const expectedType = { apiVersion: 'v1', kind: 'Thing' };

/** Back-off without waiting: the script decides what comes when. */
const noWait = { initial: 0, cap: 0, factor: 1, jitter: 0, resetAfter: 0 };

function behaviourOf(options: TraceOptions): Behaviour {
  return options.version === '1.32' ? behaviours['1.32'] : newest;
}

function errorName(error: ReflectorError | undefined): string | null {
  if (error === undefined) return null;
  return `${error.during === 'list' ? 'list: ' : ''}${nameOfError(error.error)}`;
}

export function traceReflector(lines: readonly unknown[], options: TraceOptions): TraceRecord[] {
  const script = readScenario(lines);
  const clock = new VirtualClock();
  const records: TraceRecord[] = [];
  const emit = (record: TraceRecord): void => void records.push(record);
  const server = new ScriptedServer(script, clock, emit);
  const reflector = new Reflector<Thing>({
    listerWatcher: server,
    store: recordingStore(script, emit),
    clock,
    random: () => 0.5,
    behaviour: behaviourOf(options),
    useWatchList: script.watchList,
    expectedType,
    watchListPageSize: script.pageSize,
    maxInternalErrorRetryDuration: script.retryInternalMs * 1000,
    backoff: noWait,
    streamingListTries: Infinity,
    observe: (event) => {
      if (event.type === 'wait' && event.reason === 'server-busy') emit({ ev: 'backoff' });
      if (event.type !== 'returned') return;
      const { lastSyncResourceVersion: rv, ...state } = reflector.state;
      emit({
        ev: 'return',
        err: errorName(event.error),
        rv,
        unavailable: state.lastVersionUnavailable,
        paginated: state.paginatedResult,
      });
    },
  });
  reflector.run();
  while (!server.over && clock.step());
  emit({ ev: 'end', rv: reflector.lastSyncResourceVersion });
  return records;
}

/** A store that prints what it is told. */
function recordingStore(
  script: Scenario,
  emit: (record: TraceRecord) => void,
): ReflectorStore<Thing> {
  const told = (op: string, obj: string | null, rv: string): Failure | undefined => {
    emit({ ev: 'store', op, obj, rv });
    const refused = script.failZ && obj?.includes('/z@') === true;
    return refused ? new Failure('process', 'process failed') : undefined;
  };
  return {
    transformer: transformer(script.transform),
    add: (object) => told('Add', show(object), ''),
    update: (object) => told('Update', show(object), ''),
    delete: (object) => told('Delete', show(object), ''),
    resync: () => told('Resync', null, ''),
    bookmark: (rv) => told('Bookmark', null, rv),
    updateResourceVersion: (rv) => void told('UpdateResourceVersion', null, rv),
    replace: (objects, rv) => {
      // A streaming list comes in a map's order: both sides sort.
      emit({ ev: 'store', op: 'Replace', obj: objects.map(show).sort(), rv });
      return undefined;
    },
  };
}

export function traceInformer(lines: readonly unknown[], options: TraceOptions): TraceRecord[] {
  const script = readScenario(lines);
  const clock = new VirtualClock();
  const records: TraceRecord[] = [];
  const emit = (record: TraceRecord): void => void records.push(record);
  const server = new ScriptedServer(script, clock, emit);
  const transform = transformer(script.transform);
  const informer = new SharedInformer<Thing>({
    listerWatcher: server,
    clock,
    random: () => 0.5,
    behaviour: behaviourOf(options),
    useWatchList: script.watchList,
    expectedType,
    indexers: { namespace: metaNamespaceIndex },
    resyncPeriod: script.resyncMs * MILLISECOND,
    ...(transform === undefined ? {} : { transformer: transform }),
    backoff: { ...noWait, initial: 1000, cap: 1000 },
    // Where ours gives streaming lists up on purpose, client-go goes on.
    streamingListTries: Infinity,
    onError: (error) => {
      emit({ ev: 'errhandler', err: errorName(error) });
    },
  });
  const handlers = new Handlers(informer, () =>
    script.timed ? `${Math.floor(clock.now() / MILLISECOND)} ` : '',
  );
  server.act = (text) => {
    emit({ ev: text });
    if (text.startsWith('+')) handlers.add(text.slice(1));
    else handlers.remove(text.slice(1));
  };
  script.handlers.forEach((name) => {
    handlers.add(name);
  });
  informer.run();
  while (!server.over && clock.step());
  const handlerSynced = handlers.synced();
  informer.stop();
  // There the call that finds the script run out fails, which the handler hears of, though all is over.
  if (server.overInWatch) emit({ ev: 'errhandler', err: 'script over' });
  emit({
    ev: 'end',
    handlers: handlers.seen(),
    handlerSynced,
    synced: informer.hasSynced,
    store: informer.indexer.list().map(show).sort(),
    lastSyncRV: informer.lastSyncResourceVersion,
    storeRV: informer.indexer.lastStoreSyncResourceVersion,
  });
  return records;
}

/** The handlers of a script, and what each heard of each key; the order among keys is left open. */
class Handlers {
  private readonly informer: SharedInformer<Thing>;
  private readonly time: () => string;
  private readonly notes = new Map<string, Map<string, string[]>>();
  private readonly registrations = new Map<string, Registration>();

  /** @param time what to put before each note */
  constructor(informer: SharedInformer<Thing>, time: () => string) {
    this.informer = informer;
    this.time = time;
  }

  /** Once; a name that was removed does not come back. */
  add(name: string): void {
    if (this.notes.has(name)) return;
    const notes = new Map<string, string[]>();
    this.notes.set(name, notes);
    const note = (object: MaybeDeleted, text: string): void => {
      const key = keyOfDeleted<Thing>(object, metaNamespaceKey) ?? '';
      notes.set(key, [...(notes.get(key) ?? []), this.time() + text]);
    };
    const [, resyncMs] = name.split('@');
    const options = resyncMs === undefined ? {} : { resyncPeriod: Number(resyncMs) * MILLISECOND };
    const handler = {
      onAdd: (object: Thing, init: boolean) => {
        note(object, `add ${show(object)}${init ? ' init' : ''}`);
      },
      onUpdate: (before: Thing, after: Thing) => {
        note(after, `update ${show(before)} -> ${show(after)}`);
      },
      onDelete: (object: Thing | DeletedFinalStateUnknown<Thing>) => {
        note(object, `delete ${show(object)}`);
      },
    };
    const added = this.informer.addEventHandler(handler, options);
    if (added.ok) this.registrations.set(name, added.value);
  }

  remove(name: string): void {
    const registration = this.registrations.get(name);
    if (registration !== undefined) this.informer.removeEventHandler(registration);
  }

  seen(): TraceRecord {
    const all = [...this.notes].map(([name, notes]) => [name, Object.fromEntries(notes)]);
    return Object.fromEntries(all) as TraceRecord;
  }

  synced(): TraceRecord {
    return Object.fromEntries(
      [...this.registrations].map(([name, registration]) => [name, registration.hasSynced]),
    );
  }
}
