// The activity-bar container and what stands in it before anything is opened.
import { expect } from 'vitest';
import { openContainer, viewHeader } from '../lib/drive.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

const test = workbenchTest();

test('the container Kubelet shows its six views in order', async ({ workbench: { page } }) => {
  await openContainer(page, 'Kubelet');
  await viewHeader(page, 'Findings').waitFor();
  const headers = page.locator('.sidebar .pane-header');
  const labels = await headers.evaluateAll((all) => all.map((one) => one.ariaLabel));
  expect(labels).toEqual(
    ['Findings', 'Pods', 'Network', 'PLEG', 'Pod Worker Queues', 'Sources'].map(
      (title) => `${title} Section`,
    ),
  );
});

test('an empty container says so', async ({ workbench: { page } }) => {
  await openContainer(page, 'Kubelet');
  await page.locator('.sidebar').getByText('No kubelet log is open.').waitFor();
});
