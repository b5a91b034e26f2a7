import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isInside } from '../../../src/extension/host/isInside.ts';

test('a link out of the folder is no file of it; one within it, and a folder that is a link itself, are', async () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'kd-inside-'));
  const at = (name: string): string => path.join(dir, name);
  try {
    fs.mkdirSync(at('tree/pkg'), { recursive: true });
    fs.writeFileSync(at('secret.go'), 'x');
    fs.writeFileSync(at('tree/pkg/a.go'), 'x');
    fs.writeFileSync(at('tree/..b.go'), 'x');
    fs.symlinkSync(at('secret.go'), at('tree/pkg/out.go'));
    fs.symlinkSync('a.go', at('tree/pkg/in.go'));
    fs.symlinkSync(dir, at('tree/up'));
    fs.symlinkSync(at('tree'), at('link'));
    for (const root of ['tree', 'link']) {
      const found = [
        'pkg/a.go',
        '..b.go',
        'pkg/in.go',
        'pkg/out.go',
        'up/secret.go',
        '../secret.go',
        'gone.go',
      ];
      const inside = await Promise.all(
        found.map((name) => isInside(at(root), path.join(at(root), name))),
      );
      expect(inside).toEqual([true, true, true, false, false, false, false]);
    }
    expect(await isInside(at('tree/pkg'), at('tree/pkg'))).toBe(false);
    expect(await isInside(at('tree'), at('secret.go'))).toBe(false);
  } finally {
    fs.rmSync(dir, { recursive: true });
  }
});
