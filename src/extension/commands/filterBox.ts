// The filter of a view while it is typed: what may stand at its end, what is wrong with it, and the view as it would be. What is wrong leaves
// the view as it was.
import * as vscode from 'vscode';
import type { CheckedFilter } from '../../protocol/findApi.ts';
import { messages, reasonOf } from '../messages.ts';
import { plain } from './askItems.ts';
import { completedBy } from './findItems.ts';

export interface FilterBoxOptions {
  readonly title: string;
  readonly value: string;
  check(filter: string, signal: AbortSignal): Promise<CheckedFilter>;
  /** Called with each filter that is one, and with the first again when the person goes away from it. */
  show(filter: string): void;
}

/** Milliseconds without a key after which the engine is asked. */
const TYPED = 120;

/** `completed`: the filter with this item in it; without it the item takes the filter as it is. */
type Item = vscode.QuickPickItem & { readonly completed?: string };

export function showFilterBox(options: FilterBoxOptions): void {
  new FilterBox(options).show();
}

class FilterBox {
  private readonly options: FilterBoxOptions;
  private readonly list = vscode.window.createQuickPick<Item>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking = new AbortController();
  /** The filter that the items were made for. */
  private of: string | undefined;
  private problem: string | undefined;
  private taken = false;

  constructor(options: FilterBoxOptions) {
    this.options = options;
  }

  show(): void {
    const { list, options } = this;
    list.title = options.title;
    list.placeholder = 'pod=kube-system/* sev>=W msg~"PLEG" after=10:42';
    list.value = options.value;
    // A page that had the focus takes it back a moment after the palette is gone.
    list.ignoreFocusOut = true;
    list.onDidChangeValue(() => {
      this.look(TYPED);
    });
    list.onDidAccept(() => {
      this.accept();
    });
    list.onDidHide(() => {
      clearTimeout(this.timer);
      this.asking.abort();
      if (!this.taken) options.show(options.value);
      list.dispose();
    });
    list.show();
    this.look(0);
  }

  private accept(): void {
    const { list } = this;
    const completed = list.selectedItems[0]?.completed;
    // Typed on, and the list is not yet that of what stands there.
    if (this.of !== list.value) this.look(0, true);
    else if (completed === undefined) this.take();
    else {
      list.value = completed;
      this.look(0);
    }
  }

  private take(): void {
    if (this.problem !== undefined) return;
    this.taken = true;
    this.options.show(this.list.value.trim());
    this.list.hide();
  }

  private look(wait: number, thenTake = false): void {
    clearTimeout(this.timer);
    this.asking.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    this.list.busy = true;
    this.timer = setTimeout(() => void this.lookNow(signal, thenTake), wait);
  }

  private async lookNow(signal: AbortSignal, thenTake: boolean): Promise<void> {
    const { list, options } = this;
    const filter = list.value;
    let checked: CheckedFilter;
    try {
      checked = await options.check(filter, signal);
    } catch (error) {
      if (signal.aborted) return;
      list.hide();
      void vscode.window.showErrorMessage(messages.plainly(reasonOf(error)));
      return;
    }
    // What was typed meanwhile asks for itself.
    if (signal.aborted) return;
    const { problem, completions } = checked;
    this.of = filter;
    this.problem = problem;
    list.items = [first(filter, problem), ...completions.map((each) => itemOf(filter, each))];
    list.busy = false;
    if (problem !== undefined) return;
    if (thenTake) this.take();
    else options.show(filter.trim());
  }
}

function first(filter: string, problem: string | undefined): Item {
  const label =
    problem !== undefined
      ? `$(error) ${plain(problem)}`
      : filter.trim() === ''
        ? vscode.l10n.t('Show All')
        : vscode.l10n.t('Show Matches');
  return { label, alwaysShow: true };
}

function itemOf(filter: string, completion: CheckedFilter['completions'][number]): Item {
  const { text, hint } = completion;
  return {
    label: plain(text),
    description: hint,
    completed: completedBy(filter, completion),
    alwaysShow: true,
  };
}
