import { mapGet, mapValues } from '../../../base/persistentMap.ts';
import { parseRfc3339, type Micros } from '../../../base/time.ts';
import { ConfigFirstSeenAnnotationKey, type Pod } from '../../../kubelet/pod.ts';
import { mergeUpdate, seenAllSources, type PodUpdate } from '../../../kubelet/podConfig.ts';
import { emptySyncLoop, stepSyncLoop } from '../../../kubelet/syncLoop.ts';
import type { KubeletVersion } from '../../../kubelet/version/index.ts';
import type { ConfigDiff, ConfigPart, ConfigSourceRow } from '../../../protocol/machineApi.ts';
import { changedList } from '../../../simulate/journal/listChange.ts';
import { partHead, type Asked } from './asked.ts';

export function configPart(asked: Asked): ConfigPart {
  const { inside, step } = asked;
  const { podConfig, syncLoop } = inside.journal.parts;
  const { config, sent } = podConfig.stateBy(step);
  const { seenSources } = syncLoop.stateBy(step);
  return {
    ...partHead(asked, 'podConfig'),
    mode: inside.journal.options.version.configModes ? config.mode : undefined,
    sourcesReady: config.sources.length > 0 && seenAllSources(config, seenSources),
    sources: config.sources.map((source) => ({
      source,
      seen: config.sourcesSeen.includes(source),
      seenByLoop: seenSources.includes(source),
      lastSent: lastSent(asked, source, sent[source]?.length ?? 0),
      ...storedRows(asked, mapValues(config.pods[source] ?? { size: 0, groups: [] })),
    })),
    diff: diffAt(asked),
  };
}

function lastSent(
  { inside, step }: Asked,
  source: string,
  pods: number,
): ConfigSourceRow['lastSent'] {
  const { podConfig } = inside.journal.parts;
  const isOf = (place: number): boolean => {
    const event = podConfig.at(place)?.event;
    return event?.kind === 'Merge' && event.source === source;
  };
  const row = podConfig.at(podConfig.lastBy(step, isOf));
  if (row?.event.kind !== 'Merge') return undefined;
  return { at: inside.timeOf(row.step), op: row.event.op, pods, step: row.step };
}

function storedRows(
  { inside, uid, count }: Asked,
  stored: readonly Pod[],
): Pick<ConfigSourceRow, 'pods' | 'total'> {
  const wanted = stored.filter(({ metadata }) => uid === undefined || metadata.uid === uid);
  const rows = wanted.map(({ metadata }) => {
    const seen = metadata.annotations?.[ConfigFirstSeenAnnotationKey];
    return {
      pod: inside.pod(metadata.uid),
      firstSeen: inside.shown(seen === undefined ? undefined : parseRfc3339(seen)),
      deleting: metadata.deletionTimestamp !== undefined,
    };
  });
  rows.sort((a, b) => (a.pod.name < b.pod.name ? -1 : 1));
  return { pods: rows.slice(0, count), total: rows.length };
}

/** What the last merge made of what came: the model's own answer, and where each pod differs. */
function diffAt({ inside, step }: Asked): ConfigDiff | undefined {
  const { podConfig } = inside.journal.parts;
  const place = podConfig.lastBy(step, (each) => podConfig.kindOf(each) === 'Merge');
  const row = podConfig.at(place);
  if (row?.event.kind !== 'Merge') return undefined;
  const { source, op } = row.event;
  const before = podConfig.stateBefore(place);
  const pods = changedList(before.sent[source] ?? [], row.event.pods);
  const { version } = inside.journal.options;
  const { effects } = mergeUpdate(before.config, { source, op, pods }, row.at);
  const ignored = effects.flatMap((effect) => (effect.kind === 'recordEvent' ? [effect.uid] : []));
  const stored = before.config.pods[source];
  const updates = effects.flatMap((effect) => (effect.kind === 'podUpdate' ? [effect.update] : []));
  const sent = new Set(
    updates.flatMap((update) => update.pods.map(({ metadata }) => metadata.uid)),
  );
  const modes = version.configModes ? (['snapshotAndUpdates', 'snapshot'] as const) : [];
  const otherModes = modes.map((mode) => {
    const other = mergeUpdate({ ...before.config, mode }, { source, op, pods }, row.at);
    const sends = other.effects.flatMap((effect) =>
      effect.kind === 'podUpdate' ? [effect.update] : [],
    );
    return {
      mode,
      updates: sends.map((update) => ({
        op: update.op,
        pods: update.pods.length,
        refused: refusalOf(update, row.at, version),
      })),
    };
  });
  return {
    step: row.step,
    at: inside.timeOf(row.step),
    otherModes,
    source,
    op,
    received: pods.length,
    stored: stored?.size ?? 0,
    same: pods.filter(({ metadata: { uid } }) => !sent.has(uid) && !ignored.includes(uid)).length,
    ignored: ignored.map((uid) => inside.pod(uid)),
    updates: updates.map((update: PodUpdate) => ({
      op: update.op,
      pods: update.pods.map((pod) => {
        const { uid } = pod.metadata;
        const was = stored === undefined ? undefined : mapGet(stored, uid);
        const changed = was === undefined || update.op === 'REMOVE' ? [] : differing(was, pod);
        return { pod: inside.pod(uid), changed };
      }),
    })),
  };
}

/** What the sync loop would say of an update instead of handling it. */
function refusalOf(update: PodUpdate, at: Micros, version: KubeletVersion): string | undefined {
  const item = { kind: 'config', update, sourcesReady: true } as const;
  const { effects } = stepSyncLoop(emptySyncLoop, item, at, version);
  const line = effects.find((effect) => effect.kind === 'log' && effect.severity === 'E');
  return line?.kind === 'log' ? line.message : undefined;
}

const fields: readonly (readonly [path: string, of: (pod: Pod) => unknown])[] = [
  ['metadata.labels', ({ metadata }) => metadata.labels],
  ['metadata.annotations', ({ metadata }) => metadata.annotations],
  ['metadata.deletionTimestamp', ({ metadata }) => metadata.deletionTimestamp],
  ['metadata.deletionGracePeriodSeconds', ({ metadata }) => metadata.deletionGracePeriodSeconds],
];

/** Paths of what is not the same, one level into spec and status. */
function differing(was: Pod, is: Pod): string[] {
  const told = fields.filter(([, of]) => !same(of(was), of(is))).map(([path]) => path);
  return [
    ...told,
    ...within('spec', was.spec, is.spec),
    ...within('status', was.status, is.status),
  ];
}

function within(name: string, was: object | undefined, is: object | undefined): string[] {
  const keys = new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})]);
  return [...keys]
    .filter((key) => !same(Reflect.get(was ?? {}, key), Reflect.get(is ?? {}, key)))
    .map((key) => `${name}.${key}`);
}

function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
