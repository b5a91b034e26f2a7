// The status-bar item: where in time the cursor is, and with what hindsight.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import { formatRfc3339 } from '../../base/time.ts';
import type { CommandId } from '../contributions.ts';
import type { Session } from '../session.ts';
import { shortTime } from './row.ts';

export class CursorStatus implements Disposable {
  private readonly session: Session;
  private readonly store = new DisposableStore();
  private readonly item: vscode.StatusBarItem;

  constructor(session: Session) {
    this.session = session;
    this.item = this.store.add(
      vscode.window.createStatusBarItem('kubelet.cursor', vscode.StatusBarAlignment.Left, 50),
    );
    this.item.name = vscode.l10n.t('Kubelet Cursor');
    this.item.command = 'kubelet.goToTime' satisfies CommandId;
    for (const event of [session.onChanged, session.onCursor])
      this.store.add(
        event(() => {
          this.draw();
        }),
      );
  }

  private draw(): void {
    const { cursor, info } = this.session;
    if (cursor === undefined || info === undefined) {
      this.item.hide();
      return;
    }
    const time = Number.isFinite(cursor.time) ? shortTime(cursor.time) : vscode.l10n.t('no time');
    const then = cursor.hindsight === 'then';
    this.item.text = `$(history) ${then ? vscode.l10n.t('{0} (known then)', time) : time}`;
    const place = vscode.l10n.t(
      'line {0} of {1} on the tape',
      (cursor.position + 1).toLocaleString('en'),
      info.inputs.toLocaleString('en'),
    );
    const counts = then
      ? vscode.l10n.t('Only what had been logged by then counts.')
      : vscode.l10n.t('Everything on the tape counts.');
    this.item.tooltip = `${Number.isFinite(cursor.time) ? formatRfc3339(cursor.time) : time}, ${place}\n${counts}\n${vscode.l10n.t('Pick to go to another time.')}`;
    this.item.accessibilityInformation = {
      label: vscode.l10n.t('Kubelet cursor at {0}, {1}', time, place),
    };
    this.item.show();
  }

  dispose(): void {
    this.store.dispose();
  }
}
