import { describe, expect, it } from 'vitest';
import { diagnose } from '../../src/diagnosis/diagnose.ts';
import { rebuild } from '../../src/kubelet/rebuild/rebuild.ts';
import { labCaptureNames, readCapture, tapeOf } from '../support/captures.ts';
import { labFaults } from '../support/labFaults.ts';

describe('the faults of the lab', () => {
  it.each(labCaptureNames())('%s', (name) => {
    const expected = labFaults(name.replace(/-v\d(-json)?$/, '')) ?? { must: ['a scenario that is listed'], may: [] };
    const tape = tapeOf(readCapture(name).log);
    const found = diagnose(rebuild(tape), tape)
      .filter((finding) => finding.severity !== 'info')
      .map((finding) => `${finding.id} ${finding.pod ?? '-'}`);
    expect(found).toEqual(expect.arrayContaining([...expected.must]));
    const allowed = new Set([...expected.must, ...expected.may]);
    expect(found.filter((one) => !allowed.has(one))).toEqual([]);
  });
});
