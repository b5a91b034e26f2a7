import { describe, test } from 'vitest';
import { rebuild } from '../../src/kubelet/rebuild/rebuild.ts';
import { captureNames, labCaptureNames, rebuildCapture, tapeOf } from '../support/captures.ts';
import { caseNames, readCase } from '../support/cases.ts';
import { expectGolden, hasGolden } from '../support/golden.ts';
import { briefText, storyText } from '../support/story.ts';

const cases = caseNames()
  .map((name) => ({ name, history: rebuild(tapeOf(readCase(name).log)) }))
  .filter(({ history }) => history.pods.length > 0);

describe('pod stories', () => {
  test.each([...captureNames(), ...labCaptureNames()])('of the capture %s', (name) => {
    expectGolden(`rebuild/${name}`, storyText(rebuildCapture(name), { events: false }));
  });

  /** Whole where that was short enough to be read and accepted, else a line for each pod. */
  test.each(cases)('of the case $name', ({ name, history }) => {
    const whole = `rebuild/case-${name}`;
    if (hasGolden(whole)) expectGolden(whole, storyText(history, { events: true }));
    else expectGolden(`rebuild/brief/${name}`, briefText(history));
  });
});
