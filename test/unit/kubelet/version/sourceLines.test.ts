import { expect, it } from 'vitest';
import { minorsOfLines } from '../../../../src/kubelet/version/sourceLines.ts';

/** Of a kubelet 1.23.17. */
const of23 = new Map([
  ['SyncLoop ADD', 2117],
  ['SyncLoop (PLEG): event for pod', 2155],
  ['Killing container with a grace period', 723],
  ['Error syncing pod, skipping', 949],
]);

it('tells the minor by the places of the messages', () => {
  expect(minorsOfLines(of23)).toEqual([23]);
});

it('allows for the patches of a minor', () => {
  const moved = new Map([...of23].map(([message, line]) => [message, line + 3]));
  expect(minorsOfLines(moved)).toEqual([23]);
});

it('says nothing of too few messages, of unknown ones, and of numbers that fit no version', () => {
  expect(minorsOfLines(new Map([...of23].slice(0, 2)))).toEqual([]);
  expect(minorsOfLines(new Map([...of23].map(([, line]) => [`no message ${line}`, line])))).toEqual(
    [],
  );
  expect(minorsOfLines(new Map([...of23.keys()].map((message) => [message, 30_000])))).toEqual([]);
});
