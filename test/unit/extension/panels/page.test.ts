// The frame of a page: its policy, and the texts that it brings along in the language of the person.
import { afterEach, expect, test } from 'vitest';
import { pageHtml } from '../../../../src/extension/panels/page.ts';
import { words } from '../../../support/vscode.ts';

afterEach(() => {
  words.clear();
});

const webview = { cspSource: 'https://pages.invalid', asWebviewUri: (path: string) => path };
const html = (): string => pageHtml(webview as never, 'ext' as never, 'pod', 'Pod');

test('nothing runs on it but the one script that has the nonce', () => {
  const page = html();
  const [, nonce = ''] = /script-src 'nonce-([^']+)'/.exec(page) ?? [];
  expect(page.match(/<script[^>]*>/g)).toEqual([
    `<script type="module" nonce="${nonce}" src="ext/dist/webview/pod.js">`,
  ]);
  expect(html()).not.toContain(nonce);
});

test('it has its texts with it, as data that no text can end', () => {
  words.set('Close', '关闭');
  words.set('a < b', '</script><script>alert(1)</script>');
  const [, data = ''] =
    /<script type="application\/json" id="kd-texts">(.*)<\/script>\n/.exec(html()) ?? [];
  expect(data).not.toContain('<');
  expect(JSON.parse(data)).toEqual(Object.fromEntries(words));
});
