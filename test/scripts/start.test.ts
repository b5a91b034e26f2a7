// `npm start` with a stand-in for the desktop VS Code, and the sentences for what can be wrong.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib.mjs';
import { trustIsAsked } from '../../scripts/trustIsAsked.mjs';

let dir: string;
beforeAll(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'kubelet-start-'));
});
afterAll(() => {
  fs.rmSync(dir, { recursive: true });
});

function start(args: readonly string[], standIn?: string) {
  if (standIn) fs.writeFileSync(path.join(dir, 'code'), standIn, { mode: 0o755 });
  return spawnSync(process.execPath, [path.join(root, 'scripts/start.mjs'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${dir}${path.delimiter}${process.env['PATH'] ?? ''}` },
  });
}

describe('npm start', () => {
  it('leaves Workspace Trust on, also in a profile of before', () => {
    const script = fs.readFileSync(path.join(root, 'scripts/start.mjs'), 'utf8');
    expect(script).not.toContain('security.workspace.trust');
    const settings = path.join(dir, 'settings.json');
    const own =
      '{\n  // mine\n  "security.workspace.trust.enabled": false,\n  "update.mode": "none"\n}\n';
    fs.writeFileSync(settings, own);
    trustIsAsked(settings);
    expect(fs.readFileSync(settings, 'utf8')).toBe('{\n  // mine\n  "update.mode": "none"\n}\n');
    trustIsAsked(path.join(dir, 'none.json'));
  });

  it('opens the desktop VS Code with the extension under development and the samples', () => {
    const record = path.join(dir, 'arguments');
    const { status } = start([], `#!/bin/sh\nprintf '%s\\n' "$@" > '${record}'\n`);
    expect(status).toBe(0);
    const [development, folder = '', ...rest] = fs.readFileSync(record, 'utf8').trim().split('\n');
    expect(development).toBe(`--extensionDevelopmentPath=${root}`);
    expect(fs.statSync(folder).isDirectory()).toBe(true);
    expect(rest).toEqual([]);
    expect(fs.existsSync(path.join(root, 'dist/extension.cjs'))).toBe(true);
  });

  it('says what to do when the desktop VS Code does not start', () => {
    const { status, stderr } = start([], '#!/bin/sh\nexit 3\n');
    expect(status).toBe(1);
    expect(stderr).toMatch(/code ended with 3\. "npm start -- --browser" does without/);
  });

  it('says in one sentence that its port is taken', async () => {
    const other = net.createServer();
    const port = await new Promise<number>((resolve) =>
      other.listen(0, '127.0.0.1', () => {
        const address = other.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      }),
    );
    const { status, stderr } = start(['--browser', '--port', `${port}`]);
    other.close();
    expect(status).toBe(1);
    expect(stderr.trim()).toBe(
      `Port ${port} of 127.0.0.1 is taken. "npm start -- --port ${port + 1}" takes another.`,
    );
  });

  it.each([
    [['--port', 'abc'], /--port wants a number from 1 to 65535, not "abc"/],
    [['--bogus'], /Unknown option '--bogus'/],
  ])('refuses %j with one sentence', (args, sentence) => {
    const { status, stderr } = start(args);
    expect(status).toBe(1);
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});
