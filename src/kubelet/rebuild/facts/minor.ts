// Which minor of the kubelet a run is of, told by its start, by its lines' places in the source, or by their wording.
import { inferred, type InputId, type Value } from '../../../base/input.ts';
import { parseKubeletVersion, type PodWorkersMachine } from '../../version/index.ts';
import { minorsOfLines } from '../../version/sourceLines.ts';
import type { Wording } from './facts.ts';
import type { FactTable } from './factTable.ts';
import type { Inputs } from './inputs.ts';

export interface ToldByLines {
  /** The nearest minor. */
  readonly minor: number | undefined;
  /** When it is that one alone. */
  readonly version: Value<string> | undefined;
}

/** Of each kind of fact so many lines are asked for their place: they may be of several messages. */
const ASKED = 10;

/** The version of a run that doesn't say it, by the places in the source that its lines name. */
export function toldByLines(
  facts: FactTable,
  first: number,
  end: number,
  inputs: Inputs,
): ToldByLines {
  const asked = new Uint8Array(256);
  const found = new Map<string, number>();
  const proofs: InputId[] = [];
  for (let index = first; index < end; index++) {
    const code = facts.codeAt(index);
    const before = asked[code] ?? 0;
    if (before === ASKED) continue;
    asked[code] = before + 1;
    const fact = facts.list[index];
    if (fact === undefined) continue;
    const { source, ordinal } = inputs.place(fact.position);
    const record = inputs.sources[source]?.table.glance(ordinal);
    if (record?.structured !== true || record.fileLine === 0 || found.has(record.message)) continue;
    found.set(record.message, record.fileLine);
    proofs.push(fact.input);
  }
  const [minor, other] = minorsOfLines(found);
  const isOne = minor !== undefined && other === undefined;
  return { minor, version: isOne ? inferred(`v1.${minor}`, ...proofs) : undefined };
}

export function minorOf(
  version: string | undefined,
  wording: Wording,
  byLines: number | undefined,
): number | undefined {
  const parsed = version === undefined ? undefined : parseKubeletVersion(version)?.minor;
  if (parsed !== undefined && parsed >= 9) return parsed;
  if (byLines !== undefined) return byLines;
  if (wording.printf) return 20;
  if (wording.numberedWork) return 24;
  if (wording.bareUids) return 25;
  return undefined;
}

export function machineOf(minor: number | undefined, wording: Wording): PodWorkersMachine {
  if (minor === undefined) return wording.printf ? 'classic' : 'pending';
  if (minor < 22) return 'classic';
  return minor < 27 ? 'lifecycle' : 'pending';
}
