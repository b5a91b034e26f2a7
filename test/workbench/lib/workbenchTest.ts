// The `test` of the UI suites: one workbench for each file, opened with its first test. Whatever went wrong
// in the window during a test fails that test, though its own steps went well.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test as base } from 'vitest';
import { root } from '../../../scripts/lib.mjs';
import { type Workbench, type WorkbenchOptions, openWorkbench } from './workbench.ts';

const pictures = path.join(root, 'artifacts/ui');

/** A `test` whose context has `workbench`: a window with the packaged extension installed. */
export function workbenchTest(options: WorkbenchOptions = {}) {
  return base
    .extend('options', { scope: 'file' }, () => options)
    .extend('shared', { scope: 'file' }, async ({ options: given }, { onCleanup }) => {
      const workbench = await openWorkbench(given);
      onCleanup(() => workbench.close());
      return workbench;
    })
    .extend('workbench', ({ shared, task }, { onCleanup }) => {
      onCleanup(async () => {
        if (task.result?.state === 'fail') await picture(shared, task.name);
        expect(shared.problems(), 'went wrong in the window during this test').toEqual([]);
      });
      return shared;
    });
}

async function picture(workbench: Workbench, name: string): Promise<void> {
  fs.mkdirSync(pictures, { recursive: true });
  const file = path.join(pictures, `${name.replace(/\W+/g, '-')}.png`);
  await workbench.page.screenshot({ path: file });
  console.log(`picture of the failure: ${path.relative(root, file)}`);
}
