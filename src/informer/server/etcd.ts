// A model of what the API server needs of etcd: one counter of revisions, every state since the last compaction.
import { Emitter } from '../../base/event.ts';
import { metaNamespaceKey, type KubeObject } from '../object.ts';

/** A change of one key. Versions are the revision it was made at. */
export interface EtcdEvent<T> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly key: string;
  readonly revision: number;
  /** The new state; for a deletion the last one, at the revision of the deletion. */
  readonly object: T;
  /** The state before, if there was one. */
  readonly before: T | undefined;
}

interface Version<T> {
  readonly revision: number;
  /** Nothing, if it was deleted then. */
  readonly object: T | undefined;
}

/** Asked for a state that was thrown away. */
export interface Compacted {
  readonly compactedRevision: number;
}

export class Etcd<T extends KubeObject> {
  /** Of each key its states, oldest first; the last is the present one. */
  private readonly keys = new Map<string, Version<T>[]>();
  private readonly changes = new Emitter<EtcdEvent<T>>();
  private readonly compactions = new Emitter<number>();
  private current: number;
  private compacted = 0;

  constructor(firstRevision = 1) {
    this.current = firstRevision;
  }

  /** Hears every change, at once and in order. */
  readonly onChange = this.changes.event;
  /** Hears the revision below which all was thrown away. */
  readonly onCompact = this.compactions.event;

  get revision(): number {
    return this.current;
  }

  get compactedRevision(): number {
    return this.compacted;
  }

  get(key: string): T | undefined {
    return this.keys.get(key)?.at(-1)?.object;
  }

  /** Creates or changes an object; what is stored carries the new revision as its resourceVersion. */
  put(object: T): T {
    const key = metaNamespaceKey(object) ?? '';
    const before = this.get(key);
    const stored = this.atRevision(object);
    this.record(key, before === undefined ? 'ADDED' : 'MODIFIED', stored, before);
    return stored;
  }

  /** Deletes; what was there, if anything was. */
  delete(key: string): T | undefined {
    const before = this.get(key);
    if (before !== undefined) this.record(key, 'DELETED', this.atRevision(before), before);
    return before;
  }

  /** Something else in the cluster changed, so many times: the revision moves on. */
  touch(times = 1): void {
    this.current += times;
  }

  /** The state at a revision (default: now), sorted by key. */
  list(revision = this.current): readonly T[] | Compacted {
    if (revision < this.compacted) return { compactedRevision: this.compacted };
    const found: [string, T][] = [];
    for (const [key, versions] of this.keys) {
      const object = versions.findLast((version) => version.revision <= revision)?.object;
      if (object !== undefined) found.push([key, object]);
    }
    return found.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, object]) => object);
  }

  /** Throws away what only older revisions had. */
  compact(revision = this.current): void {
    this.compacted = Math.max(this.compacted, Math.min(revision, this.current));
    for (const [key, versions] of this.keys) {
      const needed = versions.findLastIndex((version) => version.revision <= this.compacted);
      if (needed > 0) versions.splice(0, needed);
      if (versions.length === 1 && versions[0]?.object === undefined) this.keys.delete(key);
    }
    this.compactions.fire(this.compacted);
  }

  private atRevision(object: T): T {
    this.current += 1;
    return { ...object, metadata: { ...object.metadata, resourceVersion: String(this.current) } };
  }

  private record(key: string, type: EtcdEvent<T>['type'], object: T, before: T | undefined): void {
    const versions = this.keys.get(key) ?? [];
    this.keys.set(key, versions);
    versions.push({ revision: this.current, object: type === 'DELETED' ? undefined : object });
    this.changes.fire({ type, key, revision: this.current, object, before });
  }
}
