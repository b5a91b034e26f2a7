// @vitest-environment happy-dom
// The timeline page on a made-up session: what it asks, and when it stops asking.
import { afterEach, expect, test } from 'vitest';
import { TimelinePage } from '../../webview/timeline/page.ts';
import { began, fakeTimeline } from './fakeTimeline.ts';

customElements.define('kd-timeline', TimelinePage);

afterEach(() => {
  document.body.replaceChildren();
  document.body.className = '';
});

test('the list of thousands of lanes is asked for once, not without end', async () => {
  document.body.className = 'vscode-using-screen-reader';
  const { client, asked } = fakeTimeline({ lanes: 3_000 });
  const page = new TimelinePage(client, undefined, () => undefined, true);
  document.body.append(page);
  await page.begin();
  await expect.poll(() => asked['timeline']).toBeGreaterThan(0);
  await new Promise((done) => setTimeout(done, 300));
  const settled = asked['timeline'];
  expect(settled).toBeLessThan(20);
  await new Promise((done) => setTimeout(done, 100));
  expect(asked['timeline']).toBe(settled);
});

test('in the mode then it asks anew when the cursor has moved', async () => {
  document.body.className = 'vscode-using-screen-reader';
  const { client, asked, tell } = fakeTimeline({ lanes: 3 });
  const page = new TimelinePage(client, undefined, () => undefined, true);
  document.body.append(page);
  await page.begin();
  const before = asked.lanes;
  const move = (hindsight: 'then' | 'now'): void => {
    const at = { position: 7, time: began, hindsight, input: undefined, selectedPod: undefined };
    tell({ kind: 'cursorMoved', cursor: { ...at, revision: 2 }, reason: 'seek' });
  };
  move('now');
  await new Promise((done) => setTimeout(done, 50));
  expect(asked.lanes).toBe(before);
  for (let moves = 0; moves < 20; moves++) move('then');
  await expect.poll(() => asked.lanes).toBeGreaterThan(before);
  await new Promise((done) => setTimeout(done, 100));
  // Not for each of them.
  expect(asked.lanes).toBeLessThanOrEqual(before + 3);
});
