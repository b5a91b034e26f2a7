// Lines by the filter language while it is typed: what may stand at its end, and what it finds. A line that is picked is where the
// cursor goes.
import * as vscode from 'vscode';
import type { FoundLines } from '../../protocol/findApi.ts';
import { messages, reasonOf } from '../messages.ts';
import type { Session } from '../session.ts';
import { findHeading, findItems, type FindItem } from './findItems.ts';
import type { Mover } from './moveCommands.ts';

/** Lines shown; with more, the filter wants to be narrower. */
const MOST = 200;
/** Milliseconds without a key after which the engine is asked. */
const TYPED = 120;

/** `of`: the filter that it was made for. */
type Item = vscode.QuickPickItem & { readonly item: FindItem; readonly of: string };

export class LineFinder {
  private readonly session: Session;
  private readonly mover: Mover;
  /** As it was typed last. */
  private filter = '';

  constructor(session: Session, mover: Mover) {
    this.session = session;
    this.mover = mover;
  }

  find(): void {
    if (this.session.info === undefined) throw new Error(messages.noSession());
    const list = vscode.window.createQuickPick<Item>();
    list.title = vscode.l10n.t('Find Lines');
    list.placeholder = 'pod=kube-system/* sev>=E msg~"PLEG" after=10:42';
    list.value = this.filter;
    // A page that had the focus takes it back a moment after the palette is gone.
    list.ignoreFocusOut = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asking = new AbortController();
    const look = (wait: number): void => {
      clearTimeout(timer);
      asking.abort();
      asking = new AbortController();
      const { signal } = asking;
      list.busy = true;
      timer = setTimeout(() => void this.look(list, signal), wait);
    };
    list.onDidChangeValue(() => {
      look(TYPED);
    });
    list.onDidAccept(() => {
      const [{ item, of } = { item: undefined, of: '' }] = list.selectedItems;
      if (item?.kind === 'completion') {
        // Typed on, and the list is not yet that of what stands there.
        if (of !== list.value) return;
        list.value = item.filter;
        look(0);
      } else if (item?.kind === 'line') {
        list.hide();
        this.mover.pick({ input: item.input, podKey: undefined }).catch(show);
      }
    });
    list.onDidHide(() => {
      clearTimeout(timer);
      asking.abort();
      this.filter = list.value;
      list.dispose();
    });
    list.show();
    look(0);
  }

  private async look(list: vscode.QuickPick<Item>, signal: AbortSignal): Promise<void> {
    const { value } = list;
    const query = { filter: value, caret: value.length, most: MOST };
    let found: FoundLines;
    try {
      found = await this.session.ask('findLines', [query], signal);
    } catch (error) {
      if (signal.aborted) return;
      list.hide();
      show(error);
      return;
    }
    // What was typed meanwhile asks for itself.
    if (signal.aborted) return;
    list.items = findItems(value, found).map((item) => ({
      item,
      of: value,
      label: item.label,
      description: item.description,
      alwaysShow: true,
    }));
    list.title = [vscode.l10n.t('Find Lines'), findHeading(value, found)]
      .filter((part) => part !== '')
      .join(' · ');
    list.busy = false;
  }
}

function show(error: unknown): void {
  void vscode.window.showErrorMessage(messages.plainly(reasonOf(error)));
}
