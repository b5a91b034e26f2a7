/// <reference types="node" />
// The page of queues shows after each move what the real client-go had; the scripts and traces were recorded.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { queuePage } from '../../../../src/engine/queues/queuePage.ts';
import {
  queueKinds,
  queueVersions,
  type QueueRow,
  type QueueVersion,
} from '../../../../src/protocol/queueApi.ts';
import { recordOfState } from '../../../oracle/trace/queues.ts';
import { readLines } from '../../../oracle/trace/readLines.ts';
import type { TraceRecord } from '../../../oracle/trace/record.ts';

const fixtures = path.resolve(import.meta.dirname, '../../../fixtures/informer');

/** The page on its own script kind after a move. */
function shownAt(version: QueueVersion, script: string, kind: string, at: number): QueueRow {
  const row = queuePage({ version, script, at }).queues.find((each) => each.kind === kind);
  if (row === undefined) throw new Error(`no ${kind} in ${version}`);
  return row;
}

describe.each([
  ['recorded', '1.37'],
  ['recorded-1.32', '1.32'],
] as const)('%s', (folder, version) => {
  // A FIFO's list comes in the order of Go's map, which the page cannot know; the oracle's tracer holds it.
  const names = fs
    .readdirSync(path.join(fixtures, folder))
    .filter((name) => /^(deltafifo|realfifo).*\.script\.jsonl$/.test(name));

  test.each(names)('%s', (name) => {
    const file = path.join(fixtures, folder, name);
    const script = fs.readFileSync(file, 'utf8');
    const theirs = readLines(file.replace('.script.', '.trace.')) as TraceRecord[];
    const kind = name.replace(/-.*/, '');
    const panics = theirs.findIndex((record) => 'panic' in record);
    const shown = panics < 0 ? theirs : theirs.slice(0, panics);
    for (const [at, record] of shown.entries()) {
      const row = shownAt(version, script, kind, at);
      expect(record, `${name}, move ${at}`).toMatchObject(recordOfState(kind, row));
      expect('out' in record, `${name}, move ${at}`).toBe(row.popped !== undefined);
      expect('blocked' in record).toBe(row.said.some(({ reason }) => reason === 'pop-blocked'));
      expect(row.said.length, `${name}, move ${at}`).toBeGreaterThan(0);
    }
    expect(shown.length).toBeGreaterThan(3);
  });
});

const script = (...lines: readonly string[]): string => lines.join('\n');
const header = '{"kind":"deltafifo","known":true,"replaced":true}';
const reasons = (version: QueueVersion, text: string): readonly string[] =>
  queuePage({ version, script: text }).queues.map(({ said }) =>
    said.map(({ reason }) => reason).join(),
  );

test('the same moves in all three', () => {
  const moves = script(header, '{"op":"Add","args":["a/x@1"]}', '{"op":"Update","args":["a/x@2"]}');
  expect(reasons('1.37', moves)).toEqual(['add-waits', 'delta-behind', 'real-append']);
  const page = queuePage({ version: '1.37', script: moves });
  expect(page.queues.map(({ line }) => line.map(({ items }) => items.length))).toEqual([
    [1],
    [2],
    [1, 1],
  ]);
  expect(page.queues[1]?.line[0]?.items[1]).toEqual({
    type: 'Updated',
    object: 'a/x@2',
    isNew: true,
  });
});

test('a RealFIFO is there from its version on', () => {
  const kinds = queueVersions.map((version) =>
    queuePage({ version, script: header }).queues.map(({ kind }) => kind),
  );
  const old = ['fifo', 'deltafifo'];
  expect(kinds).toEqual([old, old, old, [...queueKinds]]);
});

test('what differs by version', () => {
  const sync = script(
    '{"kind":"fifo"}',
    '{"op":"Add","args":["a/x@1"]}',
    '{"op":"Pop"}',
    '{"op":"Delete","args":["a/x@2"]}',
    '{"op":"Replace","args":[["a/x@3"],"3"]}',
  );
  expect(reasons('1.9', sync)[1]).toBe('replace-known,delta-sync-dropped');
  expect(reasons('1.22', sync)[1]).toBe('replace-known');
  const requeue = script(header, '{"op":"Add","args":["a/x@1"]}', '{"op":"Pop","mode":"requeue"}');
  expect(reasons('1.32', requeue)[1]).toBe('pop-deltas,pop-requeued');
  expect(reasons('1.37', requeue)[1]).toBe('pop-deltas,pop-not-requeued');
});

test('a Pop of a FIFO passes the stale keys before it waits', () => {
  const moves = script(
    '{"kind":"fifo"}',
    '{"op":"Replace","args":[["web@1"],"1"]}',
    '{"op":"Delete","args":["web@1"]}',
    '{"op":"Pop"}',
  );
  for (const version of queueVersions) {
    const row = queuePage({ version, script: moves }).queues[0];
    expect(row).toMatchObject({ line: [], remaining: 0, hasSynced: version !== '1.37' });
    expect(row?.said.map(({ reason }) => reason)).toEqual(['pop-skipped', 'pop-blocked']);
  }
});

test('what a version does not have is not there, whatever the script says', () => {
  const moves = script(header, '{"op":"Replace","args":[["a/x@1"],"1"]}');
  const line = (version: QueueVersion): unknown =>
    queuePage({ version, script: moves }).queues[1]?.line[0]?.items[0]?.type;
  expect(queueVersions.map(line)).toEqual(['Sync', 'Replaced', 'Replaced', 'Replaced']);
  const popped = script(header, '{"op":"Replace","args":[["a/x@1"],"1"]}', '{"op":"Pop"}');
  const initial = queueVersions.map(
    (version) => queuePage({ version, script: popped }).queues[1]?.popped?.isInInitialList,
  );
  expect(initial).toEqual([false, false, true, true]);
});

test('a list tells what it has deleted by version, and that a deletion was there already', () => {
  const moves = script(
    header,
    '{"op":"Add","args":["a/x@1"]}',
    '{"op":"Pop"}',
    '{"op":"Add","args":["a/y@2"]}',
    '{"op":"Delete","args":["a/x@3"]}',
    '{"op":"Replace","args":[[],"4"]}',
  );
  const said = (version: QueueVersion): unknown =>
    queuePage({ version, script: moves }).queues[1]?.said;
  const merged = { reason: 'delta-deletions-merged', values: [1] };
  expect(said('1.22')).toEqual([{ reason: 'replace-known', values: [0, 'Replaced', 1] }, merged]);
  expect(said('1.32')).toEqual([{ reason: 'replace-deltas', values: [0, 'Replaced', 2] }, merged]);
});

test('what is put back is put back by its own queue', () => {
  const moves = script(header, '{"op":"Add","args":["a/x@1"]}', '{"op":"Pop","mode":"requeue"}');
  const names = queuePage({ version: '1.32', script: moves }).queues.map(({ functions }) =>
    functions.map(({ name }) => name),
  );
  expect(names).toEqual([
    ['FIFO.Pop', 'FIFO.addIfNotPresent'],
    ['DeltaFIFO.Pop', 'DeltaFIFO.addIfNotPresent'],
  ]);
});

test.each([
  ['nothing', '', /cannot be replayed/],
  ['no JSON', 'not JSON', /cannot be replayed/],
  ['an indexer', '{"kind":"indexer"}', /indexer/],
  ['a move without its object', script(header, '{"op":"Add"}'), /Add has no object/],
  ['an unknown move', script(header, '{"op":"Explode"}'), /Explode/],
  [
    'too much',
    script(header, ...Array.from({ length: 1001 }, () => '{"op":"Resync"}')),
    /at most 1000/,
  ],
])('%s is refused with a sentence', (_, text, words) => {
  expect(() => queuePage({ version: '1.37', script: text })).toThrow(words);
});
