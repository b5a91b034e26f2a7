// @vitest-environment happy-dom
// The timeline page on a made-up session: what it asks, and when it stops asking.
import { afterEach, expect, test } from 'vitest';
import { TimelinePage } from '../../webview/timeline/page.ts';
import { fakeTimeline } from './fakeTimeline.ts';

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
