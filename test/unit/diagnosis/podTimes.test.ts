import { expect, test } from 'vitest';
import { micros } from '../../../src/base/time.ts';
import { ApiTimes } from '../../../src/diagnosis/podTimes.ts';
import type { PodHistory } from '../../../src/kubelet/rebuild/history.ts';

/** A pod of the API, added at the times that a list has when it is asked. */
function podOf(times: readonly number[]): PodHistory {
  const marks: PodHistory['marks'] = (kind) =>
    kind === 'config.add' ? times.map((at) => ({ at: micros(at), position: 0 }) as never) : [];
  return { configSource: { value: 'api' }, marks } as PodHistory;
}

test('what a pod told goes with it, though its inputs are not there to be asked any more', () => {
  const apiTimes = new ApiTimes();
  const ofGone = [7];
  const [gone, stays, later] = [podOf(ofGone), podOf([3]), podOf([5])];
  apiTimes.exchange([], [gone, stays]);
  expect(apiTimes.after(4)).toBe(7);
  ofGone[0] = NaN;
  apiTimes.exchange([gone], [later]);
  expect([0, 4, 6].map((time) => apiTimes.after(time))).toEqual([3, 5, undefined]);
});
