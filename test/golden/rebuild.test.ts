import { describe, test } from 'vitest';
import { rebuild } from '../../src/kubelet/rebuild/rebuild.ts';
import {
  captureNames,
  labCaptureNames,
  rebuildCapture,
  tapeOf,
} from '../support/captures.ts';
import { caseNames, readCase } from '../support/cases.ts';
import { expectGolden, hasGolden } from '../support/golden.ts';
import { storyText } from '../support/story.ts';

/** A new log is told of here once its story has been read and accepted. */
const isTold = (name: string): boolean => hasGolden(`rebuild/${name}`);

const cases = caseNames()
  .filter((name) => isTold(`case-${name}`))
  .map((name) => ({ name, history: rebuild(tapeOf(readCase(name).log)) }))
  .filter(({ history }) => history.pods.length > 0);

describe('pod stories', () => {
  test.each([...captureNames(), ...labCaptureNames()].filter(isTold))('of the capture %s', (name) => {
    expectGolden(`rebuild/${name}`, storyText(rebuildCapture(name), { events: false }));
  });

  test.each(cases)('of the case $name', ({ name, history }) => {
    expectGolden(`rebuild/case-${name}`, storyText(history, { events: true }));
  });
});
