// Whoever can't keep up with a storm takes in many lines at once: what is known goes on all the same, or the next ones are more still.
import { expect, test } from 'vitest';
import { sourceId } from '../../../src/base/input.ts';
import { micros } from '../../../src/base/time.ts';
import { diagnose, GrowingDiagnosis } from '../../../src/diagnosis/diagnose.ts';
import { GrowingHistory } from '../../../src/kubelet/rebuild/growingHistory.ts';
import { firstRecords } from '../../../src/log/firstRecords.ts';
import { readLog } from '../../../src/log/readLog.ts';
import { Tape } from '../../../src/replay/tape.ts';

const FIRST = 22_000;
const ALL = 43_000;

/** Ten lines a second, the first and the last of which tell that a pod needs what is not to be had. */
function line(number: number): string {
  const time = new Date(Date.UTC(2026, 2, 2, 8) + number * 100).toISOString().slice(11, 23);
  const at = `0302 ${time}000    1700`;
  const uid = `${String(number).padStart(8, '0')}-0000-4000-8000-000000000000`;
  return number === 0 || number === ALL - 1
    ? `E${at} pod_workers.go:1301] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"main\\" with CreateContainerConfigError: \\"configmap \\\\\\"late\\\\\\" not found\\"" pod="default/web-${number}" podUID="${uid}"`
    : `I${at} server.go:491] "Golang settings" GOGC="${number}"`;
}

test('of a log of which very much comes at once, what was found before stays', () => {
  const text = Array.from({ length: ALL }, (_, number) => line(number)).join('\n');
  const whole = readLog(sourceId(0), new TextEncoder().encode(`${text}\n`), { year: 2026 });
  const table = firstRecords(whole);
  table.length = FIRST;
  let tape = new Tape([{ table, name: 'kubelet.log', clockOffset: micros(0) }]);
  const growing = new GrowingHistory();
  const diagnosis = new GrowingDiagnosis([]);
  const next = (from: number): ReturnType<GrowingDiagnosis['next']> => {
    const history = growing.next(tape, from, []);
    return diagnosis.next({ history, tape, from, generation: growing.generation });
  };
  const [before] = next(0);
  table.length = ALL;
  const grown = tape.grown();
  tape = grown.tape;
  const findings = next(grown.from);
  expect(before?.id).toBe('container-config-error');
  expect(findings).toHaveLength(2);
  expect(findings).toContain(before);
  expect(findings).toEqual(diagnose(growing.next(tape, tape.length, []), tape));
});
