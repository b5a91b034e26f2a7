// The status-bar item: where in time the cursor is, and with what hindsight.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import { plainLine } from '../../base/plainText.ts';
import { formatRfc3339 } from '../../base/time.ts';
import type { Cursor, SessionInfo } from '../../protocol/engineApi.ts';
import type { CommandId } from '../contributions.ts';
import type { Session } from '../session.ts';
import { problemCount, problemsText } from './findingsView.ts';
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
    const shown = then ? vscode.l10n.t('{0} (only up to the cursor)', time) : time;
    const facts = [nodeAt(info, cursor), findingsText(info)].filter((fact) => fact !== '');
    this.item.text = `$(history) ${[shown, ...facts].join(' · ')}`;
    const place = vscode.l10n.t(
      'entry {0} of {1}',
      (cursor.position + 1).toLocaleString('en'),
      info.inputs.toLocaleString('en'),
    );
    const counts = then
      ? vscode.l10n.t('Evidence used: only lines up to that time.')
      : vscode.l10n.t('Evidence used: the whole log.');
    this.item.tooltip = `${Number.isFinite(cursor.time) ? formatRfc3339(cursor.time) : time}, ${place}\n${counts}\n${vscode.l10n.t('Select to go to another time.')}`;
    this.item.accessibilityInformation = {
      label: [vscode.l10n.t('Kubelet cursor at {0}, {1}', time, place), ...facts].join(', '),
    };
    this.item.show();
  }

  dispose(): void {
    this.store.dispose();
  }
}

/** The node whose kubelet wrote the line at the cursor; empty where the logs do not tell it. */
function nodeAt({ runs }: SessionInfo, { time, input }: Cursor): string {
  const own = runs.filter((each) => each.input?.source === input?.source);
  const areOne = new Set(runs.map(({ node }) => node.text)).size < 2;
  const told = own.length > 0 ? own : areOne ? runs : [];
  const run = told.findLast(({ from }) => from <= time) ?? told[0];
  return run === undefined || run.node.known === 'unknown' ? '' : plainLine(run.node.text, 40);
}

function findingsText(info: SessionInfo): string {
  const count = problemCount(info);
  return count === 0 ? '' : problemsText(count);
}
