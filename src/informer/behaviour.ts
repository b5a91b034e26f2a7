/** The versions whose behaviour differs; a minor between two of them behaves as the older one. */
export type ClientGoVersion = '1.9' | '1.22' | '1.32' | '1.37';

/** Between two of those, as far as what changed there is known. */
type BetweenVersion = '1.33' | '1.35';

/** What changed between versions of client-go, one field each; the comment says what it was and what it became. */
export interface Behaviour {
  readonly version: ClientGoVersion | BetweenVersion;
  /** Queue of an informer: DeltaFIFO until 1.32, RealFIFO since 1.33, with one delta for a whole list since 1.36. */
  readonly informerQueue: 'DeltaFIFO' | 'RealFIFO';
  /** Since 1.36 a whole list, and a resync, is one delta of a RealFIFO, and bookmarks are queued. */
  readonly queuesWholeLists: boolean;
  /** Until 1.32 Pop puts back what `ErrRequeue` asks for; the type left in 1.33. */
  readonly requeues: boolean;
  /** Since 1.27 the consumer of a Pop is told whether what it gets is of the first list; known of 1.32 on. */
  readonly tellsInitialList: boolean;
  /** Since 1.36 `hasSynced` turns true, for good, after the last initial item was processed, not when it is popped. */
  readonly latchesSynced: boolean;
  /** What an informer's queue emits for a list: `Sync` in 1.9, `Replaced` later. */
  readonly replaceEmits: 'Sync' | 'Replaced';
  /** 1.9 drops a Sync that follows a pending Deleted, even where a list has the object again. */
  readonly dropsSyncAfterDeleted: boolean;
  /** Later than 1.22 a list also deletes what is only queued. Before, with knownObjects, it looked at those alone. */
  readonly replaceDeletesQueued: boolean;
  /** Until 1.22, without knownObjects, the tombstone of a tombstone that is queued holds that one. */
  readonly nestsTombstones: boolean;
  /** 1.9 counts the list's length into the initial population, later versions its distinct keys. */
  readonly countsListLength: boolean;
  /** Since 1.30 indexers can be added to a store that holds objects. */
  readonly addsIndexersToFilledStore: boolean;
  /** 1.9 always lists at `"0"`; later the last version seen is asked for. */
  readonly relistsFromLastSeen: boolean;
  /** Not in 1.9. */
  readonly watchBookmarks: boolean;
  /**
   * How long to wait: 1 s always (1.9); growing, back to the start after two minutes without a step (until 1.35), or
   * two minutes after the last reset, failing or not (since 1.36).
   */
  readonly backoff: 'fixed' | 'reset-when-idle' | 'reset-by-age';
  /** Until 1.27 the waits inside the watch loop counted up on their own. */
  readonly separateConnectionBackoff: boolean;
  /** 1.9 lists anew after a 429 on a watch; later it is waited out, as a refused connection is. */
  readonly waitsOutTooManyRequests: boolean;
  /** 1.9 tells nobody that a watch request failed. */
  readonly returnsWatchErrors: boolean;
  /** Streaming lists: by default since 1.35. */
  readonly watchList: boolean;
  /** Since 1.36 the version of a synthetic ADDED of a watch from `""` or `"0"` is not recorded. */
  readonly ignoresVersionOfSyntheticAdded: boolean;
  /** Since 1.36 bookmarks go to the store too, and it knows the version it has reached. */
  readonly storesVersion: boolean;
  /** Which updates go to syncing handlers alone: by delta type until 1.32, by equal resourceVersion since 1.23. */
  readonly syncUpdates: 'sync-deltas' | 'sync-deltas-and-equal-replaced' | 'equal-versions';
  /** 1.9 also sends an add that came by a list to the syncing handlers alone. */
  readonly syncAdds: boolean;
  /** Since 1.34 the temporary store of a streaming list transforms, and the queue does so again. */
  readonly transformsStreamedTwice: boolean;
}

const v1_9: Behaviour = {
  version: '1.9',
  informerQueue: 'DeltaFIFO',
  queuesWholeLists: false,
  requeues: true,
  tellsInitialList: false,
  latchesSynced: false,
  replaceEmits: 'Sync',
  dropsSyncAfterDeleted: true,
  replaceDeletesQueued: false,
  nestsTombstones: true,
  countsListLength: true,
  addsIndexersToFilledStore: false,
  relistsFromLastSeen: false,
  watchBookmarks: false,
  backoff: 'fixed',
  separateConnectionBackoff: false,
  waitsOutTooManyRequests: false,
  returnsWatchErrors: false,
  watchList: false,
  ignoresVersionOfSyntheticAdded: false,
  storesVersion: false,
  syncUpdates: 'sync-deltas',
  syncAdds: true,
  transformsStreamedTwice: false,
};

const v1_22: Behaviour = {
  ...v1_9,
  version: '1.22',
  replaceEmits: 'Replaced',
  dropsSyncAfterDeleted: false,
  countsListLength: false,
  relistsFromLastSeen: true,
  watchBookmarks: true,
  backoff: 'reset-when-idle',
  separateConnectionBackoff: true,
  waitsOutTooManyRequests: true,
  returnsWatchErrors: true,
  syncUpdates: 'sync-deltas-and-equal-replaced',
  syncAdds: false,
};

const v1_32: Behaviour = {
  ...v1_22,
  version: '1.32',
  tellsInitialList: true,
  replaceDeletesQueued: true,
  nestsTombstones: false,
  addsIndexersToFilledStore: true,
  separateConnectionBackoff: false,
  syncUpdates: 'equal-versions',
};

const v1_33: Behaviour = {
  ...v1_32,
  version: '1.33',
  informerQueue: 'RealFIFO',
  requeues: false,
};

const v1_35: Behaviour = {
  ...v1_33,
  version: '1.35',
  watchList: true,
  transformsStreamedTwice: true,
};

const v1_37: Behaviour = {
  ...v1_35,
  version: '1.37',
  queuesWholeLists: true,
  latchesSynced: true,
  backoff: 'reset-by-age',
  ignoresVersionOfSyntheticAdded: true,
  storesVersion: true,
};

export const behaviours: Readonly<Record<ClientGoVersion, Behaviour>> = {
  '1.9': v1_9,
  '1.22': v1_22,
  '1.32': v1_32,
  '1.37': v1_37,
};

/** What the client-go of Kubernetes 1.`minor` does: as the newest that is known up to there; of 1.36 all that 1.37 does is known. */
export function behaviourOf(minor: number): Behaviour {
  if (minor < 22) return v1_9;
  if (minor < 32) return v1_22;
  if (minor < 33) return v1_32;
  if (minor < 35) return v1_33;
  return minor < 36 ? v1_35 : v1_37;
}

/** The version that everything here follows unless told otherwise. */
export const newest = v1_37;
