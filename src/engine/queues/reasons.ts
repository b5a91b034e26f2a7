// Why a queue looks as it does after a move: told by what it was before, what it is now, and what the move came to.
import type { Behaviour } from '../../informer/behaviour.ts';
import type { QueuePlace, QueueSaid } from '../../protocol/queueApi.ts';
import type { Outcome, QueueState } from './queueRun.ts';
import { objectKey, type Header, type Operation } from './script.ts';

export interface Told {
  readonly said: readonly QueueSaid[];
  /** The Go functions that did it, the called one first. */
  readonly functions: readonly string[];
}

export interface Move {
  readonly header: Header;
  readonly operation: Operation;
  readonly outcome: Outcome;
  readonly before: QueueState;
  readonly after: QueueState;
  readonly behaviour: Behaviour;
}

export function told(move: Move): Told {
  const { header, operation, outcome } = move;
  const { op } = operation;
  if (op === 'KnownDelete') return say('known-deleted', [keyOf(operation)]);
  if (outcome.failure === 'key') return say('no-key', [], method(move));
  if (outcome.failure === 'transform') return say('transform-failed', [], method(move));
  if (op === 'Close') return say('closed', [], method(move));
  if (op.startsWith('Pop')) return popTold(move);
  if (op === 'AddIfNotPresent') {
    const isBack = total(move.after) > total(move.before);
    return say(isBack ? 'put-back' : 'not-put-back', [], method(move));
  }
  if (header.kind === 'fifo') return fifoTold(move);
  return header.kind === 'deltafifo' ? deltaTold(move) : realTold(move);
}

function say(
  reason: QueueSaid['reason'],
  values: QueueSaid['values'],
  ...functions: readonly string[]
): Told {
  return { said: [{ reason, values }], functions };
}

const types = { fifo: 'FIFO', deltafifo: 'DeltaFIFO', realfifo: 'RealFIFO', indexer: '' } as const;

function method({ header, operation }: Move): string {
  return `${types[header.kind]}.${operation.op}`;
}

function keyOf(operation: Operation): string {
  return objectKey(operation.args[0]);
}

function placesOf({ line }: QueueState, key: string): readonly QueuePlace[] {
  return line.filter((place) => place.key === key);
}

function waiting({ line }: QueueState, key: string): number {
  return placesOf({ line } as QueueState, key).reduce((sum, { items }) => sum + items.length, 0);
}

function fifoTold(move: Move): Told {
  const { operation, before, after } = move;
  const key = keyOf(operation);
  const own = method(move);
  const was = waiting(before, key) > 0;
  switch (operation.op) {
    case 'Delete':
      return say(was ? 'delete-item' : 'delete-absent', [key], own);
    case 'Replace':
      return say('replace-items', [after.line.length], own);
    case 'Resync':
      return say('resync-items', [], own);
    default:
      if (was) return say('add-waits', [key], own, 'FIFO.Add');
      return say(
        placesOf(before, key).length > 0 ? 'add-twice' : 'add-new',
        [key],
        own,
        'FIFO.Add',
      );
  }
}

/** How many a list has a DeltaFIFO delete: of what is known, of what is queued, or of both, by version and options. */
function unlisted({ header, operation, before, behaviour }: Move): number {
  const [list] = operation.args;
  const listed = new Set(Array.isArray(list) ? list.map(objectKey) : []);
  const known = header.known ? (before.known ?? []).map(objectKey) : [];
  const isQueuedToo = behaviour.replaceDeletesQueued || !header.known;
  const queued = isQueuedToo ? before.line.map(({ key }) => key) : [];
  return [...new Set([...known, ...queued])].filter((key) => !listed.has(key)).length;
}

const queueing = ['DeltaFIFO.queueActionLocked', 'DeltaFIFO.queueActionInternalLocked'] as const;

function deltaTold(move: Move): Told {
  const { header, operation, before, after } = move;
  const key = keyOf(operation);
  const own = method(move);
  const added = total(after) - total(before);
  switch (operation.op) {
    case 'Replace': {
      const listed = Array.isArray(operation.args[0]) ? operation.args[0].length : 0;
      const gone = unlisted(move);
      const merged = gone - (ofType(after, 'Deleted') - ofType(before, 'Deleted'));
      const { replaceDeletesQueued } = move.behaviour;
      const looksAt = replaceDeletesQueued ? 'deltas' : header.known ? 'known' : 'queued';
      const type = header.replaced ? 'Replaced' : 'Sync';
      const said: QueueSaid[] = [{ reason: `replace-${looksAt}`, values: [listed, type, gone] }];
      if (ofType(after, type) - ofType(before, type) < listed)
        said.push({ reason: 'delta-sync-dropped', values: [] });
      if (merged > 0) said.push({ reason: 'delta-deletions-merged', values: [merged] });
      return { said, functions: [own, ...queueing, 'dedupDeltas'] };
    }
    case 'Resync':
      if (!header.known) return say('resync-nothing-known', [], own);
      return say(
        'resync-known',
        [added, (after.known?.length ?? 0) - added],
        own,
        'DeltaFIFO.syncKeyLocked',
      );
    default: {
      const was = waiting(before, key);
      if (operation.op === 'Delete' && was === 0 && added === 0)
        return say('delete-unknown', [key], own);
      if (was === 0) return say('delta-new', [key], own, ...queueing);
      return waiting(after, key) === was
        ? say('delta-dedup', [key], own, ...queueing, 'dedupDeltas')
        : say('delta-behind', [key, was + 1], own, ...queueing);
    }
  }
}

function realTold(move: Move): Told {
  const { header, operation, before, after } = move;
  const own = method(move);
  const added = total(after) - total(before);
  switch (operation.op) {
    case 'Replace':
      return header.atomic
        ? say('replace-all', [], own, 'RealFIFO.addReplaceToItemsLocked')
        : say('replace-reconciled', [added], own, 'reconcileReplacement');
    case 'Resync':
      return header.atomic
        ? say('resync-all', [], own, 'RealFIFO.addResyncToItemsLocked')
        : say('resync-each', [added], own);
    case 'Bookmark':
      return say(added > 0 ? 'bookmark' : 'bookmark-ignored', [], own);
    default:
      return say('real-append', [keyOf(operation)], own, 'RealFIFO.addToItems_locked');
  }
}

function popTold(move: Move): Told {
  const { header, operation, outcome, before, after } = move;
  const functions = [method(move)];
  const { given } = outcome;
  const said: QueueSaid[] = [];
  const next = before.line.findIndex(({ items }) => items.length > 0);
  const skipped = next < 0 ? before.line.length : next;
  if (skipped > 0) said.push({ reason: 'pop-skipped', values: [skipped] });
  if (given === undefined) {
    said.push({ reason: outcome.blocked === true ? 'pop-blocked' : 'pop-closed', values: [] });
    return { said, functions };
  }
  const key = before.line[skipped]?.key ?? '';
  const values = [key, given.items.length];
  if (header.kind === 'fifo') said.push({ reason: 'pop-item', values });
  else if (header.kind === 'deltafifo') said.push({ reason: 'pop-deltas', values });
  else said.push({ reason: given.via === 'batch' ? 'pop-batch' : 'pop-delta', values });
  if (operation.mode === 'fail') said.push({ reason: 'pop-failed', values: [] });
  if (operation.mode === 'requeue') {
    const isBack = waiting(after, key) > 0 && header.kind !== 'realfifo';
    said.push({ reason: isBack ? 'pop-requeued' : 'pop-not-requeued', values: [] });
    if (isBack) functions.push(`${types[header.kind]}.addIfNotPresent`);
  }
  return { said, functions };
}

function total({ line }: QueueState): number {
  return line.reduce((sum, { items }) => sum + items.length, 0);
}

function ofType({ line }: QueueState, wanted: string): number {
  return line.flatMap(({ items }) => items).filter(({ type }) => type === wanted).length;
}
