// Questions about the whole state: two moments beside each other, and what is late at the cursor.
import { commands, l10n, Uri, window } from 'vscode';
import { formatTimeOfDay } from '../../base/time.ts';
import { stateUri } from '../../protocol/uris.ts';
import { messages } from '../messages.ts';
import type { Session } from '../session.ts';
import type { Mover } from './moveCommands.ts';

/** The cursor's moment and one that the person names, the earlier on the left. */
export async function compareMoments(session: Session, mover: Mover): Promise<void> {
  const other = await mover.askTime(l10n.t('Compare the Cursor Time with'));
  const here = session.cursor?.time;
  if (other === undefined || here === undefined) return;
  const [from, to] = other < here ? [other, here] : [here, other];
  const title = l10n.t('Kubelet at {0} ↔ {1}', formatTimeOfDay(from), formatTimeOfDay(to));
  const [left, right] = [from, to].map((time) => Uri.parse(stateUri(time)));
  await commands.executeCommand('vscode.diff', left, right, title, { preview: true });
}

/** A list whose items lead to the line that proves them. */
export async function whatIsOverdue(session: Session, mover: Mover): Promise<void> {
  if (session.cursor === undefined) throw new Error(messages.noSession());
  const rows = await session.ask('overdue', []);
  const items = rows.map((row) => ({
    label: row.name,
    description: row.text.slice(row.name.length + 1),
    input: row.provedBy[0],
    podKey: row.podKey,
  }));
  const title = l10n.t('Overdue at {0}', formatTimeOfDay(session.cursor.time));
  const placeHolder =
    items.length === 0
      ? l10n.t('Nothing is overdue at this time')
      : l10n.t('Select one to jump to its last log line');
  await mover.pick(await window.showQuickPick(items, { title, placeHolder }));
}
