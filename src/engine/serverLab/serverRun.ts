// The model of etcd and the watch cache at work between two clients, on a clock that only moves with the moves; all that is sent is noted.
import { MILLISECOND, SECOND } from '../../base/time.ts';
import { VirtualClock } from '../../base/virtualClock.ts';
import { metaNamespaceKey, type KubeObject } from '../../informer/object.ts';
import { initialEventsAnnotation } from '../../informer/receiveEvents.ts';
import type { Status } from '../../informer/requestError.ts';
import { Cacher, everything, type OpenWatch } from '../../informer/server/cacher.ts';
import { Etcd, type Compacted } from '../../informer/server/etcd.ts';
import type { ListParameters } from '../../informer/server/validation.ts';
import type {
  ServerMessage,
  ServerPage,
  ServerPlace,
  ServerReason,
  ServerVersion,
  WatchRow,
} from '../../protocol/apiServerApi.ts';
import type { ServerGates, ServerMove } from './script.ts';

/** So few that a person can fill them; a server keeps 100 to 102,400 events, and 10 to 100 for each watch. */
const ringRoom = 8;
const watchRoom = 3;
/** A client asks again so often where it is told to. */
const mostTries = 10;
const mostMessages = 200;

/** Notes which requests trouble etcd. */
class HeardEtcd extends Etcd<KubeObject> {
  onRead: (revision: number) => void = () => undefined;

  override list(revision?: number): readonly KubeObject[] | Compacted {
    this.onRead(revision ?? this.revision);
    return super.list(revision);
  }
}

interface Watching {
  readonly client: ServerPlace;
  /** The server's side, once the request is accepted. */
  open?: OpenWatch;
  closed: boolean;
}

export class ServerRun {
  private readonly clock = new VirtualClock();
  private readonly etcd = new HeardEtcd(0);
  private readonly cacher: Cacher<KubeObject>;
  private readonly messages: ServerMessage[] = [];
  private readonly tokens = new Map<ServerPlace, string>();
  private readonly slow = new Set<ServerPlace>();
  private readonly watches: Watching[] = [];
  private waitingLists = 0;
  private readonly isConsistent: boolean;
  /** A watch without a version is one with initial events, then. */
  private readonly watchList: boolean;
  /** Watches are being closed on purpose. */
  private closing = false;
  private move = -1;

  constructor(version: ServerVersion, gates: ServerGates) {
    const { clock, etcd } = this;
    const { consistentListFromCache = version !== '1.26', watchList = version === '1.34' } = gates;
    this.isConsistent = consistentListFromCache;
    this.watchList = watchList;
    this.cacher = new Cacher<KubeObject>(etcd, {
      clock,
      random: () => 0.5,
      ring: { lower: ringRoom, upper: ringRoom },
      watcherCapacity: watchRoom,
      consistentListFromCache,
      listFromCacheSnapshot: version === '1.34',
      watchList,
    });
    const { cache } = this.cacher;
    const { onEvent, onProgress } = cache;
    cache.onEvent = (event) => {
      this.send('etcd', 'cache', `${event.type} ${shown(event.object)}`, 'heard');
      onEvent(event);
    };
    cache.onProgress = (revision) => {
      this.send('etcd', 'cache', `progress ${revision}`, 'progress');
      onProgress(revision);
    };
    etcd.onRead = (revision) => {
      this.send('cache', 'etcd', `range at revision ${revision}`, 'from-etcd');
    };
  }

  perform(move: ServerMove): void {
    this.move += 1;
    this.act(move);
    // What needs no time is there when the next move is made; what waits, waits.
    this.clock.advance(MILLISECOND);
  }

  get state(): Omit<ServerPage, 'moves' | 'at'> {
    const { etcd, cacher, messages } = this;
    const { cache } = cacher;
    this.etcd.onRead = () => undefined;
    const objects = etcd.list();
    return {
      now: this.now,
      etcd: {
        revision: etcd.revision,
        compacted: etcd.compactedRevision,
        objects: objects instanceof Array ? objects.map(shown) : [],
      },
      cache: {
        ready: cache.ready,
        revision: cache.resourceVersion,
        objects: cache.list().map(shown),
        ring: Array.from({ length: cache.ring.length }, (_, index) =>
          cache.ring.at(cache.ring.end - cache.ring.length + index),
        ).flatMap((event) => (event === undefined ? [] : [`${event.type} ${shown(event.object)}`])),
        ringRoom,
      },
      watches: this.watches.flatMap(({ client, open, closed }): WatchRow[] => {
        const state = open?.state;
        if (closed || state === undefined) return [];
        const { waiting, capacity: room, sendsInitialEvents } = state;
        return [{ client, waiting, room, sendsInitialEvents, slow: this.slow.has(client) }];
      }),
      waitingLists: this.waitingLists,
      messages: messages.slice(-mostMessages),
      earlier: Math.max(0, messages.length - mostMessages),
    };
  }

  private get now(): number {
    return Math.floor(this.clock.now() / MILLISECOND);
  }

  private send(from: ServerPlace, to: ServerPlace, text: string, reason: ServerReason): void {
    this.messages.push({ at: this.now, move: this.move, from, to, text, reason });
  }

  /** What etcd did stands before what the cache heard of it, though its words are known only afterwards. */
  private wrote(before: number, text: string, reason: ServerReason): void {
    const at = this.now;
    this.messages.splice(before, 0, {
      at,
      move: this.move,
      from: 'etcd',
      to: 'etcd',
      text,
      reason,
    });
  }

  private act(move: ServerMove): void {
    const { etcd } = this;
    const before = this.messages.length;
    switch (move.do) {
      case 'put': {
        const object = etcd.put({ metadata: { namespace: 'default', name: move.name } });
        this.wrote(before, `put ${shown(object)}`, 'written');
        return;
      }
      case 'delete': {
        etcd.delete(`default/${move.name}`);
        this.wrote(before, `delete default/${move.name}: ${etcd.revision}`, 'written');
        return;
      }
      case 'touch':
        etcd.touch();
        this.wrote(before, `revision ${etcd.revision}`, 'moved-on');
        return;
      case 'wait':
        this.clock.advance(move.ms * MILLISECOND);
        return;
      case 'lag':
        this.cacher.cache.lag = move.ms * MILLISECOND;
        this.send('etcd', 'cache', `${move.ms} ms`, 'lagging');
        return;
      case 'compact':
        etcd.compact();
        this.send('etcd', 'etcd', `compact ${etcd.compactedRevision}`, 'compacted');
        return;
      case 'relist':
        this.send('cache', 'cache', 'relist', 'relisted');
        this.closeInOrder(() => {
          this.cacher.reinitialise();
        });
        return;
      case 'list':
        this.list(move);
        return;
      case 'watch':
        this.watch(move);
        return;
      default:
        this.pace(move.do, placeOf(move.client));
    }
  }

  private pace(what: 'slow' | 'fast' | 'stop', client: ServerPlace): void {
    const own = this.watches.filter((watching) => watching.client === client);
    if (what === 'slow') {
      this.slow.add(client);
      this.send(client, client, 'slow', 'slow');
    } else if (what === 'fast') {
      this.slow.delete(client);
      this.send(client, client, 'fast', 'took');
      for (const { open } of own) open?.resume();
    } else {
      this.closeInOrder(() => {
        for (const { open } of own) open?.dispose();
      });
    }
  }

  private closeInOrder(close: () => void): void {
    this.closing = true;
    close();
    this.closing = false;
  }

  /** What must be the newest: the cache first asks how far etcd is. */
  private tellRevision(version: string): void {
    if (version !== '' || !this.isConsistent || !this.cacher.cache.ready) return;
    this.send('cache', 'etcd', `revision ${this.etcd.revision}?`, 'asks-revision');
  }

  private list(move: Extract<ServerMove, { do: 'list' }>): void {
    const client = placeOf(move.client);
    const token = move.continue ? (this.tokens.get(client) ?? '') : '';
    const parameters: ListParameters = {
      resourceVersion: move.rv,
      resourceVersionMatch: move.match,
      limit: move.limit,
      continue: token,
    };
    this.waitingLists += 1;
    this.ask(client, parameters, 1);
  }

  private ask(client: ServerPlace, parameters: ListParameters, tries: number): void {
    const { resourceVersion: version, resourceVersionMatch: match, limit } = parameters;
    this.send(
      client,
      'cache',
      request('LIST', {
        resourceVersion: version,
        resourceVersionMatch: match,
        limit: limit === 0 ? '' : String(limit),
        continue: parameters.continue,
      }),
      tries === 1 ? 'asked' : 'retried',
    );
    if (match === '' && parameters.continue === '') this.tellRevision(version);
    let readsEtcd = false;
    const before = this.messages.length;
    this.cacher.list(parameters, everything, (result) => {
      readsEtcd ||= this.messages.slice(before).some(({ reason }) => reason === 'from-etcd');
      if (result.ok) {
        const { items, resourceVersion, continue: token } = result.value;
        if (token === undefined) this.tokens.delete(client);
        else this.tokens.set(client, token);
        const more = token === undefined ? '' : `, continue=${token}`;
        const text = `200 resourceVersion=${resourceVersion}, ${items.length}: ${items.map(shown).join(' ')}${more}`;
        this.send('cache', client, text, readsEtcd ? 'from-etcd' : 'from-cache');
      } else {
        this.send('cache', client, status(result.error), reasonOf(result.error));
        const next = result.error.metadata?.continue;
        if (next !== undefined) this.tokens.set(client, next);
        const seconds = result.error.details?.retryAfterSeconds;
        if (seconds !== undefined && tries < mostTries) {
          this.clock.after(seconds * SECOND, () => {
            this.ask(client, parameters, tries + 1);
          });
          return;
        }
      }
      this.waitingLists -= 1;
    });
  }

  private watch(move: Extract<ServerMove, { do: 'watch' }>): void {
    const client = placeOf(move.client);
    this.send(
      client,
      'cache',
      request('WATCH', {
        resourceVersion: move.rv,
        sendInitialEvents: move.stream ? 'true' : '',
        resourceVersionMatch: move.stream ? 'NotOlderThan' : '',
        allowWatchBookmarks: move.bookmarks ? 'true' : '',
      }),
      'asked',
    );
    if (move.stream || this.watchList) this.tellRevision(move.rv);
    const watching: Watching = { client, closed: false };
    const result = this.cacher.watch(
      {
        resourceVersion: move.rv,
        resourceVersionMatch: move.stream ? 'NotOlderThan' : '',
        continue: '',
        sendInitialEvents: move.stream ? true : undefined,
        allowWatchBookmarks: move.bookmarks,
        timeoutSeconds: 400,
      },
      everything,
      {
        send: ({ type, object }) => {
          const isEnd = object.metadata?.annotations?.[initialEventsAnnotation] !== undefined;
          const what = type === 'BOOKMARK' ? bookmarkText(object, isEnd) : shown(object);
          const isInitial = watching.open?.state?.sendsInitialEvents !== false;
          this.send(
            'cache',
            client,
            `${type} ${what}`,
            isEnd
              ? 'initial-events-end'
              : type === 'BOOKMARK'
                ? 'bookmark'
                : isInitial
                  ? 'initial-event'
                  : 'event',
          );
          return !this.slow.has(client);
        },
        fail: (error) => {
          this.send('cache', client, `ERROR ${status(error)}`, reasonOf(error));
        },
        close: () => {
          watching.closed = true;
          const isCut = this.slow.has(client) && !this.closing;
          this.send('cache', client, 'EOF', isCut ? 'cut-slow' : 'closed');
        },
      },
    );
    if (!result.ok) {
      this.send('cache', client, status(result.error), reasonOf(result.error));
      return;
    }
    watching.open = result.value;
    this.watches.push(watching);
  }
}

function placeOf(client: 1 | 2): ServerPlace {
  return client === 1 ? 'client1' : 'client2';
}

function request(verb: string, parameters: Readonly<Record<string, string>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== '');
  return [verb, ...given.map(([name, value]) => `${name}=${value}`)].join(' ');
}

function shown(object: KubeObject): string {
  return `${metaNamespaceKey(object) ?? ''}@${object.metadata?.resourceVersion ?? ''}`;
}

function bookmarkText({ metadata }: KubeObject, isEnd: boolean): string {
  return `${metadata?.resourceVersion ?? ''}${isEnd ? ` ${initialEventsAnnotation}` : ''}`;
}

function status({ code, reason, message, details }: Status): string {
  const seconds = details?.retryAfterSeconds;
  const again = seconds === undefined ? '' : ` Retry-After: ${seconds}`;
  return `${code ?? ''} ${reason ?? ''}: ${message ?? ''}${again}`;
}

function reasonOf({ code }: Status): ServerReason {
  if (code === 504) return 'too-large';
  if (code === 410) return 'expired';
  return code === 429 ? 'not-ready' : 'refused';
}
