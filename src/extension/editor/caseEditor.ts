// A case opened from the explorer: its logs become the session, its tab shows what was found.
import * as vscode from 'vscode';
import type { Opener } from '../commands/openCommands.ts';
import { messages, reasonOf } from '../messages.ts';
import type { Pages } from '../panels/pages.ts';

export async function openCase(
  { opener, pages }: { readonly opener: Opener; readonly pages: Pages },
  file: vscode.Uri,
  tab: vscode.WebviewPanel,
): Promise<void> {
  try {
    await opener.open([file]);
  } catch (error) {
    void vscode.window.showErrorMessage(messages.plainly(reasonOf(error)));
  }
  await pages.showIn('findings', tab);
}
