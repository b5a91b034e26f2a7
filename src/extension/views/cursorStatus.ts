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
    this.item.name = 'Kubelet Cursor';
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
    const time = Number.isFinite(cursor.time) ? shortTime(cursor.time) : 'no time';
    const then = cursor.hindsight === 'then';
    this.item.text = `$(history) ${time}${then ? ' (known then)' : ''}`;
    const place = `line ${(cursor.position + 1).toLocaleString('en')} of ${info.inputs.toLocaleString('en')} on the tape`;
    this.item.tooltip = `${Number.isFinite(cursor.time) ? formatRfc3339(cursor.time) : time}, ${place}\n${then ? 'Only what had been logged by then counts.' : 'Everything on the tape counts.'}\nPick to go to another time.`;
    this.item.accessibilityInformation = { label: `Kubelet cursor at ${time}, ${place}` };
    this.item.show();
  }

  dispose(): void {
    this.store.dispose();
  }
}
