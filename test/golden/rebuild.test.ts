import { describe, test } from 'vitest';
import { rebuild } from '../../src/kubelet/rebuild/rebuild.ts';
import { captureNames, rebuildCapture, tapeOf } from '../support/captures.ts';
import { caseNames, readCase } from '../support/cases.ts';
import { expectGolden } from '../support/golden.ts';
import { storyText } from '../support/story.ts';

const cases = caseNames().map((name) => ({
  name,
  history: rebuild(tapeOf(readCase(name).log)),
}));

describe('pod stories', () => {
  test.each(captureNames())('of the capture %s', (name) => {
    expectGolden(`rebuild/${name}`, storyText(rebuildCapture(name), { events: false }));
  });

  test.each(cases.filter(({ history }) => history.pods.length > 0))(
    'of the case $name',
    ({ name, history }) => {
      expectGolden(`rebuild/case-${name}`, storyText(history, { events: true }));
    },
  );
});
