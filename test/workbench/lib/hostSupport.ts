// What a suite inside an extension host needs. It runs in a web worker too, so nothing of Node is here.
import * as vscode from 'vscode';

export function theExtension(): vscode.Extension<unknown> {
  const extension = vscode.extensions.getExtension('kubelet-debugger.kubelet-debugger');
  if (!extension) throw new Error('The extension is not installed in this host.');
  return extension;
}

export function ok(value: unknown, what: string): void {
  if (!value) throw new Error(`not so: ${what}`);
}

/** Compares plain data by value. */
export function equal(actual: unknown, expected: unknown): void {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (is !== should) throw new Error(`${is} is not ${should}`);
}

/** What hovers show, without what only keeps text from being Markdown. */
export function textOf(hovers: readonly vscode.Hover[]): string {
  return hovers
    .flatMap(({ contents }) => contents)
    .map((part) => (part instanceof vscode.MarkdownString ? part.value : ''))
    .join('\n')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1');
}
