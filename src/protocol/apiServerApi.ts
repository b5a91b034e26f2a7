// What the page of the API server asks: etcd, the watch cache and two clients, after moves that were made on a virtual clock.

export const serverPlaces = ['client1', 'client2', 'cache', 'etcd'] as const;
export type ServerPlace = (typeof serverPlaces)[number];

export const serverVersions = ['1.26', '1.31', '1.34'] as const;
/** Of Kubernetes: 1.31 answers what must be the newest from its cache, 1.34 streams lists. */
export type ServerVersion = (typeof serverVersions)[number];

export interface ServerQuery {
  readonly version: ServerVersion;
  /** Lines of JSON: gates that are not as the version has them, then a move each. */
  readonly script: string;
  /** The move after which it is shown; -1 before the first. Default: the last. */
  readonly at?: number;
}

/** Why a message was sent: the words are the page's. */
export type ServerReason =
  | 'asked'
  | 'from-cache'
  | 'from-etcd'
  | 'asks-revision'
  | 'too-large'
  | 'expired'
  | 'not-ready'
  | 'refused'
  | 'retried'
  | 'initial-event'
  | 'initial-events-end'
  | 'event'
  | 'heard'
  | 'bookmark'
  | 'closed'
  | 'cut-slow'
  | 'progress'
  | 'written'
  | 'moved-on'
  | 'compacted'
  | 'relisted'
  | 'lagging'
  | 'slow'
  | 'took';

export interface ServerMessage {
  /** Milliseconds since the begin. */
  readonly at: number;
  readonly move: number;
  readonly from: ServerPlace;
  readonly to: ServerPlace;
  /** As it goes over the wire, or nearly so: `LIST resourceVersion=0`, `ADDED default/web@4`. */
  readonly text: string;
  readonly reason: ServerReason;
}

export interface WatchRow {
  readonly client: ServerPlace;
  /** Revisions that wait in its input channel. */
  readonly waiting: readonly number[];
  readonly room: number;
  readonly sendsInitialEvents: boolean;
  /** Its client takes nothing. */
  readonly slow: boolean;
}

export interface ServerPage {
  readonly moves: readonly string[];
  readonly at: number;
  /** Milliseconds since the begin. */
  readonly now: number;
  readonly etcd: {
    readonly revision: number;
    readonly compacted: number;
    readonly objects: readonly string[];
  };
  readonly cache: {
    readonly ready: boolean;
    readonly revision: number;
    readonly objects: readonly string[];
    /** Events that a watch can begin after, oldest first. */
    readonly ring: readonly string[];
    readonly ringRoom: number;
  };
  readonly watches: readonly WatchRow[];
  /** Lists that have no answer yet. */
  readonly waitingLists: number;
  /** What was sent so far, oldest first; of many the last. */
  readonly messages: readonly ServerMessage[];
  readonly earlier: number;
}

export interface ApiServerApi {
  /** Rejects with what is wrong with the script. */
  serverPage(query: ServerQuery): Promise<ServerPage>;
}
