// The log excerpts of test/cases and how a list of findings is judged by their expect.json.
import fs from 'node:fs';
import path from 'node:path';
import { sourceId } from '../../src/base/input.ts';
import { diagnose } from '../../src/diagnosis/diagnose.ts';
import type { Finding } from '../../src/diagnosis/finding.ts';
import { rebuild } from '../../src/kubelet/rebuild/rebuild.ts';
import { readLog } from '../../src/log/readLog.ts';
import { Tape } from '../../src/replay/tape.ts';

export interface Expectation {
  readonly source: string;
  /** The id that must be reported; null: the log is harmless. */
  readonly mode: string | null;
  /** Lines from 0, of which at least one must be cited. */
  readonly evidence_lines: readonly number[];
  /** Ids that must not be reported above info. */
  readonly not?: readonly string[];
  readonly pod?: string;
  /** What else may be reported above info; where it is given, nothing but this. */
  readonly also?: readonly string[];
}

const folder = path.join(import.meta.dirname, '..', 'cases');

export function caseNames(): string[] {
  return fs.readdirSync(folder).toSorted();
}

export interface Diagnosed {
  readonly findings: readonly Finding[];
  /** Lines from 0 that a finding cites. */
  readonly lines: (finding: Finding) => number[];
}

export function diagnoseText(text: string | Uint8Array): Diagnosed {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const table = readLog(sourceId(0), bytes);
  const tape = new Tape([{ table, name: 'kubelet.log', clockOffset: 0 }]);
  const findings = diagnose(rebuild(tape), tape);
  return {
    findings,
    lines: (finding) =>
      finding.evidence.map(({ input, below }) => {
        const ordinal = table.ordinalAt(input.offset);
        return ordinal < 0 ? -1 : table.record(ordinal).line - 1 + below;
      }),
  };
}

export function readCase(name: string): { log: Uint8Array; expect: Expectation } {
  const read = (file: string): Buffer => fs.readFileSync(path.join(folder, name, file));
  return {
    log: read('kubelet.log'),
    expect: JSON.parse(read('expect.json').toString()) as Expectation,
  };
}

/** What a list of findings gets wrong, one sentence each; empty when all is right. */
export function judge(expect: Expectation, { findings, lines }: Diagnosed): string[] {
  const loud = findings.filter((finding) => finding.severity !== 'info');
  const wrong = loud
    .filter(({ id }) => expect.not?.includes(id) === true)
    .map(({ id, severity }) => `${id} is reported as ${severity}`);
  if (expect.mode === null)
    return [...new Set([...wrong, ...loud.map(({ id }) => `harmless log, but ${id} is reported`)])];
  const { also } = expect;
  if (also !== undefined)
    for (const id of new Set(loud.map((finding) => finding.id)))
      if (id !== expect.mode && !also.includes(id)) wrong.push(`${id} is reported beside it`);
  const found = findings.filter(({ id }) => id === expect.mode);
  if (found.length === 0)
    return [
      ...wrong,
      `${expect.mode} is not found, but: ${findings.map(({ id }) => id).join(' ')}`,
    ];
  if (found.every(({ severity }) => severity === 'info'))
    wrong.push(`${expect.mode} is only told as info`);
  if (!found.some((finding) => lines(finding).some((line) => expect.evidence_lines.includes(line))))
    wrong.push(`${expect.mode} cites ${found.flatMap(lines).join(' ')}`);
  if (expect.pod !== undefined && !found.some(({ pod }) => pod === expect.pod))
    wrong.push(`${expect.mode} names pod ${found.map(({ pod }) => String(pod)).join(' ')}`);
  return wrong;
}
