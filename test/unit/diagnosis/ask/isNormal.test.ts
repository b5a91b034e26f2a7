import { expect, it } from 'vitest';
import { sourceId } from '../../../../src/base/input.ts';
import { isNormal } from '../../../../src/diagnosis/ask/isNormal.ts';
import { diagnose } from '../../../../src/diagnosis/diagnose.ts';
import { rebuild } from '../../../../src/kubelet/rebuild/rebuild.ts';
import { readLog } from '../../../../src/log/readLog.ts';
import { Tape } from '../../../../src/replay/tape.ts';
import { caseNames, readCase } from '../../../support/cases.ts';

/** `line: first sentence` of each line that is asked about. */
function verdicts(name: string, lines: readonly number[]): readonly string[] {
  const table = readLog(sourceId(0), readCase(name).log);
  const tape = new Tape([{ table, name: 'kubelet.log', clockOffset: 0 }]);
  const history = rebuild(tape);
  const asked = { history, tape, findings: diagnose(history, tape) };
  return lines.flatMap((line) => {
    const ordinal = table.ordinalAtLine(line + 1);
    if (ordinal < 0) return [];
    const record = table.record(ordinal);
    const [sentence] = isNormal(asked, record.id).sentences;
    return [`${record.severity} ${name}:${String(line + 1)}: ${sentence?.text ?? ''}`];
  });
}

it('calls no error normal that shows a fault', { timeout: 60_000 }, () => {
  const wrong = caseNames().flatMap((name) => {
    const { mode, evidence_lines } = readCase(name).expect;
    const said = mode === null ? [] : verdicts(name, evidence_lines.slice(0, 6));
    return said.filter((text) => /^(?:error|fatal) .*?: (?:Yes|Alone)/.test(text));
  });
  expect(wrong).toEqual([]);
});

it('blames no line of a harmless log', { timeout: 60_000 }, () => {
  const wrong = caseNames().flatMap((name) => {
    const { mode } = readCase(name).expect;
    const said = mode === null ? verdicts(name, [...Array(40).keys()]) : [];
    return said.filter((text) => /: No: /.test(text));
  });
  expect(wrong).toEqual([]);
});
