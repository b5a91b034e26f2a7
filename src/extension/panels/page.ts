// The frame of every page: its HTML with a strict policy, and its port. What stands on a page is the page's.
import * as vscode from 'vscode';
import { toDisposable } from '../../base/disposable.ts';
import type { Port } from '../../protocol/channel.ts';

export function pageOptions(extension: vscode.Uri): vscode.WebviewOptions {
  return {
    enableScripts: true,
    localResourceRoots: [vscode.Uri.joinPath(extension, 'dist', 'webview')],
  };
}

/**
 * No inline script, no inline style, nothing from elsewhere: pages style themselves by constructed sheets. The controls make one
 * empty style element, for which they look up the nonce.
 */
export function pageHtml(
  webview: vscode.Webview,
  extension: vscode.Uri,
  page: string,
  title: string,
): string {
  const nonce = freshNonce();
  const script = webview.asWebviewUri(
    vscode.Uri.joinPath(extension, 'dist', 'webview', `${page}.js`),
  );
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource} 'nonce-${nonce}'`,
    `img-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
  ].join('; ');
  return `<!doctype html>
<html lang="${vscode.env.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta property="csp-nonce" content="${nonce}">
<title>${title}</title>
</head>
<body>
<main></main>
${texts()}<script type="module" nonce="${nonce}" src="${script.toString()}"></script>
</body>
</html>`;
}

/**
 * The texts in the language of the person, for webview/shared/l10n.ts; none when that is English. Data, not a script: nothing runs
 * it, and no value of it can end the element.
 */
function texts(): string {
  const { bundle } = vscode.l10n;
  if (bundle === undefined) return '';
  const json = JSON.stringify(bundle).replaceAll('<', String.raw`\u003c`);
  return `<script type="application/json" id="kd-texts">${json}</script>\n`;
}

function freshNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes)).replaceAll('=', '');
}

export function pagePort(webview: vscode.Webview): Port {
  return {
    post(message) {
      void webview.postMessage(message);
    },
    listen(listener) {
      const listening = webview.onDidReceiveMessage(listener);
      return toDisposable(() => {
        listening.dispose();
      });
    },
  };
}
