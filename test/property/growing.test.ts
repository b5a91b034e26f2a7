// A log that comes in random pieces is rebuilt to the same history as one that is read at once, and has the same findings, trees and
// writers. GROWING=all in the environment: all captures and 300 simulated logs with holes; SEED=… the same pieces again.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sourceId } from '../../src/base/input.ts';
import { micros } from '../../src/base/time.ts';
import { diagnose, GrowingDiagnosis } from '../../src/diagnosis/diagnose.ts';
import type { Finding } from '../../src/diagnosis/finding.ts';
import { findingsById } from '../../src/engine/present/findingGroups.ts';
import { findingKinds } from '../../src/engine/present/findings.ts';
import { podRows } from '../../src/engine/present/pods.ts';
import { Writers, writersOf } from '../../src/kubelet/evidence/writers.ts';
import { GrowingHistory } from '../../src/kubelet/rebuild/growingHistory.ts';
import type { History } from '../../src/kubelet/rebuild/history.ts';
import { rebuildNodes } from '../../src/kubelet/rebuild/nodes.ts';
import type { Moment } from '../../src/kubelet/rebuild/track.ts';
import { MemoryBytes } from '../../src/log/byteStore.ts';
import { findGaps } from '../../src/log/gaps.ts';
import type { LogTable } from '../../src/log/record.ts';
import { TableBuilder } from '../../src/log/tableBuilder.ts';
import { Tape } from '../../src/replay/tape.ts';
import { captureNames, labCaptureNames, readCapture } from '../support/captures.ts';
import { damagedWorld, logOf } from '../support/damagedWorld.ts';
import { historyText } from '../support/historyText.ts';

const isWhole = process.env['GROWING'] === 'all';
const names = isWhole
  ? [...captureNames(), ...labCaptureNames()]
  : ['teardown-v2', 'k123-teardown-v2', 'churn-v4'];
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const pieces = fc.array(fc.integer({ min: 1, max: 4_000 }), { minLength: 40, maxLength: 40 });

/** The first part at once, then pieces of so many bytes, the rest; the history is looked at in between, and at the end. */
function expectSame(name: string, log: Uint8Array, sizes: readonly number[]): void {
  const builder = new TableBuilder(sourceId(0), new MemoryBytes(log), { year: 2026 });
  const { table } = builder;
  const source = { table, name: 'kubelet.log', clockOffset: micros(0) };
  const growing = new GrowingHistory();
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let end = Math.max(0, Math.floor(log.length * 0.7) - total);
  builder.append(log.subarray(0, end));
  let tape = new Tape([source]);
  let history = growing.next(tape, 0, findGaps(table));
  const diagnosis = new GrowingDiagnosis([]);
  diagnosis.next({ history, tape, from: 0, generation: growing.generation });
  const steps = [...sizes, log.length];
  steps.forEach((size, step) => {
    builder.append(log.subarray(end, end + size));
    end += size;
    if (step === sizes.length) builder.finish();
    const grown = tape.grown();
    tape = grown.tape;
    const gaps = findGaps(table);
    history = growing.next(tape, grown.from, gaps);
    const { from } = grown;
    const findings = diagnosis.next({ history, tape, from, generation: growing.generation });
    const pods = listed(history, tape, findings);
    const shares = writersOf(table).shares();
    if (step % 20 !== 19 && step !== sizes.length) return;
    const moments =
      tape.length === 0
        ? []
        : [thenAt(tape, Math.floor(tape.length * 0.6)), thenAt(tape, tape.length - 1)];
    const atOnce = rebuildNodes(tape, { gaps });
    const whole = historyText(atOnce, moments);
    const own = historyText(history, moments);
    const place = whole.findIndex((line, index) => line !== own[index]);
    expect(own[place], `${name}, seed ${seed}, step ${step}`).toBe(whole[place]);
    expect(own.length).toBe(whole.length);
    expect(findings, `${name}, seed ${seed}, step ${step}`).toEqual(diagnose(atOnce, tape));
    expect(pods).toEqual(
      listed(atOnce, new Tape([{ ...source, table: otherOf(table) }]), findings),
    );
    expect(shares).toEqual(new Writers(table).shares());
  });
}

/** As the trees list them: the kinds of findings at the end and earlier, of the pods the first, and all. */
function listed(history: History, tape: Tape, findings: readonly Finding[]): readonly string[] {
  const moment: Moment = { time: history.to, position: tape.length - 1, hindsight: 'now' };
  const incident = { tape, history, findings };
  const earlier = { ...moment, time: micros((history.from + history.to) / 2) };
  const kinds = [moment, earlier, moment].map((at) =>
    JSON.stringify(findingKinds(findingsById(incident, at), at)),
  );
  const pods = [3, Infinity].flatMap((count) => {
    const { total, rows } = podRows(incident, moment, { start: 0, count });
    return [String(total), ...rows.map(({ key, severity, icon }) => `${key} ${severity} ${icon}`)];
  });
  return [...kinds, ...pods];
}

/** The same table to read, which nobody was asked about. */
function otherOf(table: LogTable): LogTable {
  return Object.create(table) as LogTable;
}

function thenAt(tape: Tape, position: number): Moment {
  return { time: tape.timeAt(position), position, hindsight: 'then' };
}

test.each(names)('of %s', { timeout: 600_000 }, (name) => {
  fc.assert(
    fc.property(pieces, (sizes) => {
      expectSame(name, readCapture(name).log, sizes);
    }),
    { numRuns: isWhole ? 3 : 1, seed },
  );
});

test('of a simulated log with holes', { timeout: 3_600_000 }, () => {
  fc.assert(
    fc.property(damagedWorld, pieces, (world, sizes) => {
      expectSame(`world ${world.seed}`, new TextEncoder().encode(logOf(world)), sizes);
    }),
    { numRuns: isWhole ? 300 : 10, seed },
  );
});
