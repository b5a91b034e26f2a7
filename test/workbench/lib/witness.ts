// What goes wrong in a workbench while a test looks elsewhere: console errors, CSP violations, requests to other machines.
import type { ConsoleMessage, Page, Request } from 'playwright-core';

/** What VS Code itself says in every window here, with nothing of ours open. Each has its reason. */
const known: readonly RegExp[] = [
  // A closed-source signing module, which code-server does not ship.
  /\bvsda(_bg)?\b/,
  // Its accounts ask for a sign-in provider that code-server has not; on a slow machine it tells so.
  /Timed out waiting for authentication provider 'github' to register/,
  // In another language than English it looks for texts of its own extensions in a gallery, which there is none of here.
  /No extension gallery service configured/,
];

/**
 * Addresses that never leave the machine: our own server, what is in the page already, and the made-up host
 * under which a webview's service worker answers for the extension's own files.
 */
const local =
  /^(data|blob):|^https?:\/\/127\.0\.0\.1[:/]|^https:\/\/[^/]+\.vscode-resource\.vscode-cdn\.net\//;

export interface Witness {
  /** Sentences on all that went wrong since the last call. */
  problems(): string[];
  /** Every line of the page's console, for the log of a failed run. */
  readonly lines: readonly string[];
}

export function witness(page: Page): Witness {
  const lines: string[] = [];
  let problems: string[] = [];
  const report = (kind: string, text: string): void => {
    if (!known.some((pattern) => pattern.test(text))) problems.push(`${kind}: ${text}`);
  };
  page.on('console', (message: ConsoleMessage) => {
    const text = `${message.text()} (${message.location().url})`;
    lines.push(`${message.type()}: ${text}`);
    // A webview's document is written by document.open(), which drops listeners; the console still tells.
    if (/Content Security Policy/.test(text)) report('CSP violation', text);
    else if (message.type() === 'error') report('console error', text);
  });
  page.on('pageerror', (error: Error) => {
    report('uncaught', error.stack ?? error.message);
  });
  page.on('request', (request: Request) => {
    if (!local.test(request.url())) report('request to another machine', request.url());
  });
  return {
    lines,
    problems() {
      const found = problems;
      problems = [];
      return found;
    },
  };
}
