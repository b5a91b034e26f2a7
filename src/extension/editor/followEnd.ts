// While a log is followed and the cursor is at its end, an editor that shows that log shows its end.
import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import type { InputId } from '../../base/input.ts';
import { LOG_SCHEME } from '../../protocol/uris.ts';
import type { Session } from '../session.ts';
import type { LogDocuments } from './logDocuments.ts';

/** Milliseconds between two moves: an editor takes a while for each. */
const PACE = 1_000;

export class FollowEnd implements Disposable {
  private readonly documents: LogDocuments;
  private readonly registration: Disposable;
  private last: InputId | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(session: Session, documents: LogDocuments) {
    this.documents = documents;
    this.registration = session.onCursor(({ cursor, reason }) => {
      this.last = reason === 'follow' ? cursor.input : undefined;
      this.wish();
    });
  }

  private wish(): void {
    if (this.last === undefined || !isShown()) return;
    this.timer ??= setTimeout(() => {
      void this.show();
    }, PACE);
  }

  private async show(): Promise<void> {
    const { last } = this;
    if (last !== undefined && isShown()) await this.documents.reveal(last).catch(() => undefined);
    this.timer = undefined;
    // Another line may have come meanwhile.
    if (this.last !== last) this.wish();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.registration.dispose();
  }
}

function isShown(): boolean {
  return vscode.window.visibleTextEditors.some(
    ({ document }) => document.uri.scheme === LOG_SCHEME,
  );
}
