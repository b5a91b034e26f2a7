// The filter of each view: it is asked of the engine with the rows, told above them, and taken away by one click.
import * as vscode from 'vscode';
import type { RowQuery } from '../../protocol/engineApi.ts';
import { contextKeys, type ViewId } from '../contributions.ts';
import { messages } from '../messages.ts';
import type { Session } from '../session.ts';
import type { Shown } from './row.ts';

export class ViewFilters {
  private readonly session: Session;
  private readonly changed: (view: ViewId) => void;
  private readonly filters = new Map<ViewId, string>();

  constructor(session: Session, changed: (view: ViewId) => void) {
    this.session = session;
    this.changed = changed;
  }

  of(view: ViewId): string {
    return this.filters.get(view) ?? '';
  }

  query(view: ViewId, count: number): RowQuery {
    const text = this.of(view);
    return { start: 0, count, ...(text === '' ? {} : { text }) };
  }

  /** `matching`: how many rows the filter leaves. */
  tell(view: ViewId, shown: Shown, matching = shown.total): Shown {
    const text = this.of(view);
    if (text === '') return shown;
    const message =
      matching === 0
        ? vscode.l10n.t('Nothing matches the filter “{0}”.', text)
        : vscode.l10n.t('Filter: {0}', text);
    return { ...shown, message };
  }

  set(view: ViewId, text: string): void {
    if (this.of(view) === text) return;
    if (text === '') this.filters.delete(view);
    else this.filters.set(view, text);
    const filtered = [...this.filters.keys()];
    void vscode.commands.executeCommand('setContext', contextKeys.filteredViews, filtered);
    this.changed(view);
  }

  async ask(view: ViewId, title: string): Promise<void> {
    const { session } = this;
    if (session.info === undefined) throw new Error(messages.noSession());
    const { showFilterBox } = await import('../commands/filterBox.ts');
    showFilterBox({
      title,
      value: this.of(view),
      check: (filter, signal) => session.ask('checkFilter', [filter, filter.length], signal),
      show: (filter) => {
        this.set(view, filter);
      },
    });
  }
}
