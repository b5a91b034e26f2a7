import { sourceId } from '../../base/input.ts';
import { rebuild } from '../../kubelet/rebuild/rebuild.ts';
import { readLog } from '../../log/readLog.ts';
import { Tape } from '../../replay/tape.ts';
import { diagnose } from '../diagnose.ts';
import type { Finding } from '../finding.ts';
import type { PackMute, PackSample, RulePack } from './readPack.ts';

/** What a sample shows about its rule. */
export interface SampleResult {
  readonly sample: PackSample;
  /** Undefined when it is as the pack says. */
  readonly problem: string | undefined;
}

/** Tries each rule of a pack on its own samples. */
export function checkPack(pack: RulePack): readonly SampleResult[] {
  return pack.samples.map((sample) => ({ sample, problem: problemOf(sample, pack) }));
}

function problemOf(sample: PackSample, pack: RulePack): string | undefined {
  const table = readLog(sourceId(0), new TextEncoder().encode(sample.log));
  const tape = new Tape([{ table, name: 'sample', clockOffset: 0 }]);
  const found = diagnose(rebuild(tape), tape, pack.rules).filter(
    ({ id, severity }) => id === sample.ruleId && severity !== 'info',
  );
  if (!sample.finds)
    return found.length === 0 ? undefined : `${sample.ruleId} is found, and should not be`;
  if (found.length === 0) return `${sample.ruleId} is not found`;
  if (sample.pod !== undefined && !found.some(({ pod }) => pod === sample.pod))
    return `${sample.ruleId} is found, but not for pod ${sample.pod}`;
  return undefined;
}

/** The findings that no entry of `mute` names, and those that one does, with its reason. */
export function mute(
  findings: readonly Finding[],
  mutes: readonly PackMute[],
): { readonly shown: Finding[]; readonly muted: { finding: Finding; why: string }[] } {
  const shown: Finding[] = [];
  const muted: { finding: Finding; why: string }[] = [];
  for (const finding of findings) {
    const by = mutes.find(
      ({ id, pod }) => id === finding.id && (pod === undefined || pod === finding.pod),
    );
    if (by === undefined) shown.push(finding);
    else muted.push({ finding, why: by.why });
  }
  return { shown, muted };
}
