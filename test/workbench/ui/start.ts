// `npm start` in a browser: who is let in, and what is left when it ends.
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../scripts/codeServer.mjs';
import { root } from '../../../scripts/lib.mjs';
import { openContainer, viewHeader } from '../lib/drive.ts';
import { launchBrowser } from '../lib/workbench.ts';

let home: string;
let port: number;
let starting: ChildProcess;
let browser: Browser | undefined;
let address = '';

beforeAll(async () => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'kubelet-start-'));
  port = await freePort();
  const args = ['--browser', '--no-open', '--port', `${port}`, '--home', home];
  starting = spawn(process.execPath, [path.join(root, 'scripts/start.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const data of starting.stdout ?? []) {
    address = /http:\/\/127\.0\.0\.1:\d+\/\w+/.exec(String(data))?.[0] ?? '';
    if (address) break;
  }
  expect(address, 'an address was printed').not.toBe('');
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  starting.kill('SIGKILL');
  fs.rmSync(home, { recursive: true, force: true, maxRetries: 3 });
});

test('without the printed address nobody is let in', async () => {
  const context = await launched().newContext();
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.getByPlaceholder('PASSWORD').waitFor();
  const guess = await fetch(new URL(`/${'0'.repeat(32)}`, address), { redirect: 'manual' });
  expect(guess.status).toBe(404);
  await context.close();
});

test('the printed address leads to a workbench with the extension', async () => {
  const context = await launched().newContext();
  const page = await context.newPage();
  await page.goto(address);
  await openContainer(page, 'Kubelet');
  await viewHeader(page, 'Findings').waitFor();
  expect(page.url()).not.toContain(new URL(address).pathname.slice(1));
  await context.close();
});

test('Ctrl-C ends all of it', async () => {
  expect(processesNaming(home)).not.toEqual([]);
  const ended = new Promise((resolve) => starting.once('exit', resolve));
  starting.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(processesNaming(home)).toEqual([]);
});

/** The command lines of all processes that name this folder; every process of code-server does, by its arguments or its environment. */
function processesNaming(folder: string): string[] {
  return fs
    .readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && Number(pid) !== process.pid)
    .filter((pid) => ['cmdline', 'environ'].some((file) => read(pid, file).includes(folder)))
    .map((pid) => read(pid, 'cmdline').replaceAll('\0', ' '));
}

function read(pid: string, file: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function launched(): Browser {
  if (!browser) throw new Error('The browser did not start.');
  return browser;
}
