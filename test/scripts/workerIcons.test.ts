// The font of the worker states is the one that its script draws, and has a glyph for each icon of the manifest.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const root = path.resolve(import.meta.dirname, '../..');

test('the font that ships is the one that is drawn', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kubelet-icons-'));
  try {
    const file = path.join(folder, 'drawn.woff');
    const told = execFileSync(process.execPath, [path.join(root, 'scripts/workerIcons.mjs'), file]);
    const drawn = fs.readFileSync(file);
    expect(drawn.equals(fs.readFileSync(path.join(root, 'media/worker-icons.woff')))).toBe(true);
    const names = Object.keys(manifest.contributes.icons).map((id) => id.split('-').at(-1));
    expect(told.toString().trim()).toMatch(new RegExp(`bytes, ${names.join(', ')}$`));
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});
