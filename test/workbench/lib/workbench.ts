// A real VS Code with the extension in it: code-server from npm, drawn by Chromium without a screen.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Browser, type Page, chromium } from 'playwright-core';
import { findChromium } from '../../../scripts/chromium.mjs';
import { startCodeServer } from '../../../scripts/codeServer.mjs';
import { root } from '../../../scripts/lib.mjs';
import { writeLanguagePack } from './languagePack.ts';
import { type Witness, witness } from './witness.ts';

/** The package that the tests install. */
const vsix = path.join(root, 'artifacts/kubelet-debugger.vsix');

/** How long any one thing on screen may take to appear; small machines under load are slow. */
const limitMs = 30_000;
/** How often a Chromium may be started that dies by itself. */
const starts = 3;

/**
 * Settings that keep the window still: no pop-ups, nothing from the network, nothing that moves. Each as VS Code of today has it: one of before it
 * writes anew when it starts, and a host that is slow to hear of that is an error in its console.
 */
const quiet: Readonly<Record<string, unknown>> = {
  'chat.commandCenter.enabled': false,
  'chat.disableAIFeatures': true,
  'editor.accessibilitySupport': 'off',
  'editor.cursorBlinking': 'solid',
  'editor.minimap.enabled': false,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': 'off',
  'extensions.ignoreRecommendations': true,
  'files.simpleDialog.enable': true,
  'git.enabled': false,
  'npm.fetchOnlinePackageInfo': false,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'typescript.disableAutomaticTypeAcquisition': true,
  'update.mode': 'none',
  'window.commandCenter': false,
  'workbench.colorTheme': 'Dark Modern',
  'workbench.editor.useModal': 'off',
  'workbench.enableExperiments': false,
  'workbench.layoutControl.enabled': false,
  'workbench.reduceMotion': 'on',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.settings.enableNaturalLanguageSearch': false,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
};

export interface WorkbenchOptions {
  /** User settings on top of the quiet ones. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** A folder whose content is copied into the opened one, which is else empty. */
  readonly content?: string;
  /** The folder to open as a URI of another kind than a file; the copied one is then not opened. */
  readonly folderUri?: string;
  /** Screen pixels; default 1280 × 800. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Whether the packaged extension is installed; default yes. */
  readonly install?: boolean;
  /** Packages of other extensions to install. */
  readonly beside?: readonly string[];
  /** Extensions to install from the gallery of `env`, by their ids, instead of the package. */
  readonly extensions?: readonly string[];
  /** More environment for the server. */
  readonly env?: Readonly<Record<string, string>>;
  /** The language of VS Code, of which only the extension has texts; default English. */
  readonly language?: string;
  /** More arguments for code-server. */
  readonly args?: readonly string[];
  /** Entries for the page's payload, which stands in for VS Code's command line. `at` makes a path on the server into a URI. */
  readonly payload?: (at: (file: string) => string) => readonly (readonly [string, string])[];
  /** Functions that the page may call. */
  readonly hooks?: Readonly<Record<string, (...args: never[]) => unknown>>;
}

export interface Workbench extends Witness {
  readonly page: Page;
  /** The opened folder, on disk. */
  readonly folder: string;
  /** The server's own user data: settings, logs. */
  readonly user: string;
  /** Ends browser and server, and removes what they wrote. */
  close(): Promise<void>;
}

// Ended from outside, this process takes its servers with it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => process.exit(1));

/**
 * Opens the workbench with a server and a browser of its own. A Chromium that dies by itself before the workbench stands has
 * shown nothing of ours yet: then both start anew, and a line tells it.
 */
export async function openWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  for (let start = 1; ; start++) {
    const opened = await openOnce(options);
    if (!('died' in opened)) return opened;
    console.log(`Chromium died while the workbench opened (start ${start} of ${starts})`);
    if (start === starts) throw opened.died;
  }
}

async function openOnce(options: WorkbenchOptions): Promise<Workbench | { died: Error }> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'kubelet-workbench-'));
  const folder = path.join(home, 'folder');
  fs.mkdirSync(folder);
  if (options.content) fs.cpSync(options.content, folder, { recursive: true });
  const server = await startCodeServer({
    home,
    settings: { ...quiet, ...options.settings },
    vsix: [
      ...(options.install === false ? [] : (options.extensions ?? [vsix])),
      ...(options.beside ?? []),
      ...(options.language === undefined ? [] : [writeLanguagePack(home, options.language)]),
    ],
    // Should this process be killed without notice, the server ends by itself.
    args: [
      ...['--idle-timeout-seconds', '120'],
      ...(options.language === undefined ? [] : ['--locale', options.language]),
      ...(options.args ?? []),
    ],
    env: { HOME: home, XDG_CONFIG_HOME: path.join(home, 'config'), ...options.env },
  });
  let browser: Browser | undefined;
  const close = async (): Promise<void> => {
    await browser?.close();
    await server.stop();
    fs.rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    browser = await launchBrowser();
    const address = new URL(`http://127.0.0.1:${server.port}/`);
    address.searchParams.set('folder', options.folderUri ?? folder);
    const at = (file: string): string => `vscode-remote://${address.host}${file}`;
    const payload = options.payload?.(at) ?? [];
    if (payload.length > 0) address.searchParams.set('payload', JSON.stringify(payload));
    const page = await newPage(browser, server.cookie, address.origin, options);
    const seen = witness(page);
    await page.goto(address.href);
    await page.locator('.monaco-workbench .part.statusbar').waitFor();
    return { ...seen, page, folder, user: server.user, close };
  } catch (error) {
    const died = browser?.isConnected() === false;
    await close();
    if (died) return { died: error as Error };
    throw error;
  }
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium() ?? 'chromium',
    args: [
      // Only our own pages are drawn, and its sandbox needs what containers and root don't have.
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    ],
  });
}

async function newPage(
  browser: Browser,
  cookie: string,
  origin: string,
  { size = { width: 1280, height: 800 }, hooks = {} }: WorkbenchOptions,
): Promise<Page> {
  const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce' });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: origin }]);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  const page = await context.newPage();
  page.setDefaultTimeout(limitMs);
  for (const [hook, call] of Object.entries(hooks)) await page.exposeFunction(hook, call);
  return page;
}
