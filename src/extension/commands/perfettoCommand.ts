// The timeline as a file that ui.perfetto.dev opens. Nothing is sent there: the person drops the file on it, or does not.
import * as vscode from 'vscode';
import { messages } from '../messages.ts';
import type { Session } from '../session.ts';

const { l10n } = vscode;
const PERFETTO = 'https://ui.perfetto.dev';

export async function openInPerfetto(session: Session): Promise<void> {
  if (session.info === undefined) throw new Error(messages.noSession());
  const save = l10n.t('Save and Open Perfetto');
  const chosen = await vscode.window.showInformationMessage(
    l10n.t('Open the timeline in Perfetto?'),
    {
      modal: true,
      detail: l10n.t(
        'It is saved as a trace file, and ui.perfetto.dev opens in the browser. The file stays on this machine until you drop it there. It holds the names of pods and nodes.',
      ),
    },
    save,
  );
  if (chosen !== save) return;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const file = await vscode.window.showSaveDialog({
    title: l10n.t('Save the Trace for Perfetto'),
    filters: { [l10n.t('Trace')]: ['json'] },
    ...(folder === undefined
      ? {}
      : { defaultUri: vscode.Uri.joinPath(folder, 'kubelet-timeline.json') }),
  });
  if (file === undefined) return;
  const trace = await session.ask('timelineTrace', []);
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(trace));
  await vscode.env.openExternal(vscode.Uri.parse(PERFETTO));
  void vscode.window.showInformationMessage(
    l10n.t('{0} was saved. In Perfetto, choose “Open trace file”, or drop it there.', file.path),
  );
}
