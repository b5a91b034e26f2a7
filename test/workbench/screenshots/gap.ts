// A log of which a stretch is missing without a word: what the timeline, the trees and the pages say of that time.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { root } from '../../../scripts/lib.mjs';
import { treeRow, webview } from '../lib/drive.ts';
import type { Workbench, WorkbenchOptions } from '../lib/workbench.ts';

/** A folder with a capture that lacks the lines of some seconds in its middle, opened at the end of them. */
function cutLog(): string {
  const capture = path.join(root, 'test/fixtures/captures/churn-v4/kubelet.log.gz');
  const lines = zlib.gunzipSync(fs.readFileSync(capture)).toString().split('\n');
  const from = Math.floor(lines.length * 0.4);
  const to = Math.floor(lines.length * 0.6);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gap-'));
  const kept = [...lines.slice(0, from), ...lines.slice(to)];
  fs.writeFileSync(path.join(folder, 'kubelet.log'), kept.join('\n'));
  const at = `2026-11-21T${/ (\d\d:\d\d:\d\d)\./.exec(lines[to] ?? '')?.[1] ?? ''}Z`;
  const incident = { title: 'a gap', description: '', sources: ['kubelet.log'], at };
  fs.writeFileSync(path.join(folder, 'kubelet-incident.json'), JSON.stringify(incident));
  return folder;
}

export const options: WorkbenchOptions = { content: cutLog(), size: { width: 1500, height: 1100 } };

export async function show({ page }: Workbench): Promise<void> {
  await treeRow(page, /^default\//)
    .first()
    .waitFor();
  const timeline = webview(page).locator('kd-timeline');
  await timeline.locator('.kd-time').waitFor();
}
