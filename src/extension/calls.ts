// What lies there and calls for the rest of the extension, though nobody has asked for anything yet.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable.ts';
import { mayBeLog } from './mayBeLog.ts';
import { INCIDENT_FILE, LANGUAGE, settings, VERBOSITY_NOTES } from './contributions.ts';

/** Calls at least once when there is something, now or later; what is called for does not come twice. */
export function watchForCalls(storage: vscode.Uri, call: () => Promise<void>): Disposable {
  const store = new DisposableStore();
  const whenLog = (document: vscode.TextDocument): void => {
    if (document.languageId === LANGUAGE || saysKubelet(document)) void call();
  };
  const whenPacked = (): void => {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    if (input instanceof vscode.TabInputText && /\.(gz|xz|zst|bz2)$/.test(input.uri.path)) {
      if (mayBeLog(input.uri)) void call();
    }
  };
  const whenPacks = (): void => {
    if (namesRulePacks()) void call();
  };
  vscode.workspace.textDocuments.forEach(whenLog);
  whenPacks();
  whenPacked();
  store.add(vscode.workspace.onDidOpenTextDocument(whenLog));
  store.add(vscode.window.tabGroups.onDidChangeTabs(whenPacked));
  store.add(vscode.workspace.onDidChangeConfiguration(whenPacks));
  void Promise.all([isIncident(), isRaised(storage)]).then(async (found) => {
    if (found.includes(true)) await call();
  });
  return store;
}

/** Lines that are looked at before anything is loaded. */
const FIRST_LINES = 500;

/** Whether a text could be a log of a kubelet, by a cheap look: whoever is called looks closely. */
function saysKubelet(document: vscode.TextDocument): boolean {
  return (
    mayBeLog(document.uri) &&
    /kubelet|^(?:.{1,200} )?[IWEF]\d{4} \d\d:/m.test(
      document.getText(new vscode.Range(0, 0, FIRST_LINES, 0)).slice(0, 64 << 10),
    )
  );
}

/** Their mistakes are told before a log is open. */
function namesRulePacks(): boolean {
  const named: unknown = vscode.workspace
    .getConfiguration(settings.section)
    .get(settings.rulePacks);
  return Array.isArray(named) && named.length > 0;
}

/** A folder that is an incident is opened as one. */
async function isIncident(): Promise<boolean> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (folder === undefined) return false;
  const file = vscode.Uri.joinPath(folder, INCIDENT_FILE);
  return await vscode.workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
}

/** A kubelet that an earlier window left at a raised verbosity is told of. */
async function isRaised(storage: vscode.Uri): Promise<boolean> {
  const notes = vscode.Uri.joinPath(storage, VERBOSITY_NOTES);
  return await vscode.workspace.fs.readDirectory(notes).then(
    (found) => found.length > 0,
    () => false,
  );
}
