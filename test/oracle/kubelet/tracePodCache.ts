import { mapEntries } from '../../../src/base/persistentMap.ts';
import { assertDefined } from '../../../src/base/assert.ts';
import { emptyPodStatus } from '../../../src/kubelet/pod.ts';
import {
  cacheGet,
  emptyPodCache,
  stepPodCache,
  type CacheData,
  type CacheEvent,
} from '../../../src/kubelet/podCache.ts';
import { parseScript, text, time, type Op } from './script.ts';

function show({ status, err }: CacheData): string {
  const shown = status === undefined ? 'nil' : `${status.id}/${status.name}`;
  return err === undefined ? shown : `${shown} ${err}`;
}

function eventOf(op: Op): CacheEvent | undefined {
  const uid = text(op, 'uid');
  switch (text(op, 'op')) {
    case 'newer':
      return { kind: 'getNewerThan', subscriber: text(op, 'name'), uid, minTime: time(op) };
    case 'set': {
      const at = assertDefined(time(op), 'a script sets at a real time');
      const err = text(op, 'err');
      return err === ''
        ? { kind: 'set', uid, status: { ...emptyPodStatus(uid), name: text(op, 'name') }, time: at }
        : { kind: 'set', uid, status: undefined, err, time: at };
    }
    case 'delete':
      return { kind: 'delete', uid };
    case 'time':
      return { kind: 'updateTime', time: assertDefined(time(op), 'a script has real times') };
    default:
      return undefined;
  }
}

/** Traces a script of kind `podcache`. */
export function tracePodCache(lines: readonly string[]): string[] {
  const { ops, version } = parseScript(lines);
  let cache = emptyPodCache;
  const trace: string[] = [];
  for (const op of ops) {
    if (text(op, 'op') === 'get') trace.push(`get ${show(cacheGet(cache, text(op, 'uid')))}`);
    const event = eventOf(op);
    if (event === undefined) continue;
    const { state, effects } = stepPodCache(cache, event, { version, eventedPleg: false });
    cache = state;
    trace.push(...effects.map((e) => `answer ${e.subscriber} ${show(e.data)}`).sort());
  }
  const waiting: string[] = [];
  for (const [, records] of mapEntries(cache.subscribers)) {
    waiting.push(...records.map((record) => record.subscriber));
  }
  return [...trace, `waiting ${waiting.sort().join(',')}`];
}
