// An answer that follows: however fast the cursor moves, what is shown in the end is true, and little was asked.
import { expect, test } from 'vitest';
import { Emitter } from '../../src/base/event.ts';
import { micros } from '../../src/base/time.ts';
import type { HostEvent } from '../../src/protocol/hostApi.ts';
import { LiveAnswer } from '../../webview/shared/liveAnswer.ts';
import type { PageClient } from '../../webview/shared/pageClient.ts';

const moved: HostEvent = {
  kind: 'cursorMoved',
  reason: 'step',
  cursor: {
    position: 1,
    time: micros(0),
    input: undefined,
    hindsight: 'now',
    selectedPod: undefined,
    revision: 1,
  },
};

function following(ask: () => Promise<number>) {
  const events = new Emitter<HostEvent>();
  // Of the client, an answer needs its events alone.
  const client = { onEvent: events.event } as unknown as PageClient;
  let answers = 0;
  const live = new LiveAnswer(client, { ask }, () => {
    answers++;
  });
  return { events, live, answers: () => answers };
}

test('a hundred moves of the cursor while a question is under way are one question more', async () => {
  let truth = 0;
  let asked = 0;
  const { events, live } = following(async () => {
    asked++;
    await Promise.resolve();
    return truth;
  });
  const first = live.ask();
  for (truth = 1; truth < 100; truth++) events.fire(moved);
  await first;
  expect(live.value).toBe(truth);
  expect(asked).toBe(2);
});

test('a failure is a sentence, and the next answer takes it back', async () => {
  let open = false;
  const { events, live, answers } = following(() =>
    open ? Promise.resolve(7) : Promise.reject(new Error('No log is open.')),
  );
  await live.ask();
  expect(live.value).toBeUndefined();
  expect(live.problem).toBe('No log is open.');
  open = true;
  events.fire({ kind: 'changed', revision: 2 });
  await live.ask();
  expect(live.value).toBe(7);
  expect(live.problem).toBeUndefined();
  expect(answers()).toBeGreaterThanOrEqual(2);
});

test('what is disposed of asks and tells nothing any more', async () => {
  let asked = 0;
  const { events, live, answers } = following(() => Promise.resolve(asked++));
  await live.ask();
  live.dispose();
  events.fire(moved);
  expect(asked).toBe(1);
  expect(answers()).toBe(1);
});
