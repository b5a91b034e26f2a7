// Moving the cursor: to a time, to a line, by a step; and the two ways to answer for a moment.
import * as vscode from 'vscode';
import type { Hindsight } from '../../base/input.ts';
import { formatRfc3339, formatTimeOfDay, type Micros } from '../../base/time.ts';
import type { Cursor, SeekTarget, StepUnit } from '../../protocol/engineApi.ts';
import type { Picked, PodTarget, RowTarget } from '../contributions.ts';
import type { LogDocuments } from '../editor/logDocuments.ts';
import { messages } from '../messages.ts';
import type { Session } from '../session.ts';
import { CursorTrail } from './cursorTrail.ts';
import { parseTimeText } from './timeText.ts';

/** Milliseconds. */
const DOUBLE_CLICK = 500;

export class Mover {
  private readonly session: Session;
  private readonly documents: LogDocuments;
  private readonly trail = new CursorTrail();
  private clicked: { readonly row: string; readonly at: number } | undefined;
  /** Where the cursor was brought last by a row: its position on the tape. */
  broughtTo: number | undefined;
  /** When the person pressed the key that goes to a row. */
  private pressed = -Infinity;

  constructor(session: Session, documents: LogDocuments) {
    this.session = session;
    this.documents = documents;
    session.onEvent((event) => {
      if (event.kind === 'cursorMoved') this.trail.hear(event.reason, event.cursor.position);
    });
  }

  /** To where the cursor was before it jumped (-1), or back from there. */
  async goAlong(by: 1 | -1): Promise<void> {
    this.opened();
    const position = this.trail.go(by);
    if (position !== undefined) await this.seek({ kind: 'position', position });
  }

  /** A click selects the pod and shows the line; the cursor stays. A second one at once, which VS Code tells alike, goes there. */
  async click(picked?: Picked): Promise<void> {
    if (picked === undefined) return;
    const [row, at] = [JSON.stringify(picked), performance.now()];
    const { clicked } = this;
    this.clicked = { row, at };
    const isDouble = clicked?.row === row && at - clicked.at < DOUBLE_CLICK;
    if (isDouble || at - this.pressed < DOUBLE_CLICK) {
      this.pressed = -Infinity;
      await this.pick(picked);
      return;
    }
    if (picked.podKey !== undefined) await this.session.ask('selectPod', [picked.podKey]);
    if (picked.input !== undefined) await this.documents.reveal(picked.input);
  }

  async seek(target: SeekTarget): Promise<void> {
    this.opened();
    await this.show(await this.session.ask('seek', [target]));
  }

  async step(unit: StepUnit, count: number): Promise<void> {
    this.opened();
    await this.show(await this.session.ask('step', [unit, count]));
  }

  /** VS Code alone knows which row has the focus: it is told to open it as by a click. */
  async goToRow(row?: RowTarget & PodTarget): Promise<void> {
    if (row === undefined) {
      this.pressed = performance.now();
      await vscode.commands.executeCommand('list.select');
    } else await this.pick({ input: row.input ?? row.provedBy?.[0], podKey: row.podKey });
  }

  async pick(picked?: Picked): Promise<void> {
    if (picked === undefined) return;
    if (picked.podKey !== undefined) await this.session.ask('selectPod', [picked.podKey]);
    if (picked.input === undefined) return;
    const cursor = await this.session.ask('seek', [{ kind: 'input', input: picked.input }]);
    this.broughtTo = cursor.position;
    await this.documents.reveal(picked.input);
  }

  async goToTime(): Promise<void> {
    const time = await this.askTime(vscode.l10n.t('Go to Time'));
    if (time !== undefined) await this.seek({ kind: 'time', time });
  }

  /** A time that the person names; undefined when they think better of it. */
  async askTime(title: string): Promise<Micros | undefined> {
    const { from, to, cursor } = this.opened();
    if (from === undefined || to === undefined) throw new Error(messages.noTimes());
    const outside = messages.outside(formatRfc3339(from), formatRfc3339(to));
    const span = { from, to, now: cursor.time };
    const text = await vscode.window.showInputBox({
      title,
      prompt: outside,
      value: formatTimeOfDay(cursor.time),
      placeHolder: '09:34:10.84, 2026-11-21T09:34:10Z, +5s, -2m',
      validateInput: (typed) => {
        const time = parseTimeText(typed, span);
        if (time === undefined) return messages.badTime();
        if (time >= from && time <= to) return undefined;
        return { message: outside, severity: vscode.InputBoxValidationSeverity.Info };
      },
    });
    return text === undefined ? undefined : parseTimeText(text, span);
  }

  /** To the line at the caret of the active editor. */
  async goToCaret(): Promise<void> {
    this.opened();
    const row = await this.documents.inputAt();
    if (row === undefined) throw new Error(messages.notInLog());
    await this.session.ask('seek', [{ kind: 'input', input: row.input }]);
  }

  async selectHindsight(): Promise<void> {
    const { hindsight } = this.opened().cursor;
    const choice = (mode: Hindsight, label: string, detail: string) => ({
      mode,
      label: `${mode === hindsight ? '$(check)' : '$(blank)'} ${label}`,
      detail,
    });
    const picked = await vscode.window.showQuickPick(
      [
        choice(
          'now',
          vscode.l10n.t('Whole Log'),
          vscode.l10n.t('Evidence used: the whole log, including later lines.'),
        ),
        choice(
          'then',
          vscode.l10n.t('Only up to the Cursor'),
          vscode.l10n.t('Evidence used: only lines up to the cursor.'),
        ),
      ],
      {
        title: vscode.l10n.t('Hindsight'),
        placeHolder: vscode.l10n.t('Which lines count as evidence?'),
      },
    );
    if (picked !== undefined) await this.session.ask('setHindsight', [picked.mode]);
  }

  async revealCursor(): Promise<void> {
    await this.show(this.opened().cursor);
  }

  private async show(cursor: Cursor): Promise<void> {
    if (cursor.input !== undefined) await this.documents.reveal(cursor.input);
  }

  private opened() {
    const { info, cursor } = this.session;
    if (info === undefined || cursor === undefined) throw new Error(messages.noSession());
    return { from: info.from, to: info.to, cursor };
  }
}
