// One view of the container: asks for its rows when it is seen, again when the tape or the cursor moved, newest question wins.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import { plainText } from '../../base/plainText.ts';
import { asMarkdown } from '../asMarkdown.ts';
import type { CommandId, Picked, ViewId } from '../contributions.ts';
import { reasonOf } from '../messages.ts';
import type { Session } from '../session.ts';
import { inOrderOf, renewed, type Renewed } from './keptRows.ts';
import { copyText, plainRow, type Icon, type Shown, type TreeRow } from './row.ts';
import type { TreeServer, TreeShell } from './treeShell.ts';

/** A view asks for up to `count` rows. */
export type LoadRows = (count: number, signal: AbortSignal) => Promise<Shown>;

export interface EngineTreeOptions {
  /** Rows there are while no log is open; without it there are none. */
  readonly withoutSession?: () => boolean;
  /** Where the cursor was brought by a row: while it is there, rows keep their order, for they lie under the pointer. */
  readonly keptAt?: () => number | undefined;
  /** The rows below one that asks for them when it is unfolded. */
  readonly below?: (row: TreeRow) => Promise<readonly TreeRow[]>;
}

const PAGE = 200;
/** Moves of the cursor that follow each other faster than this are answered once. */
const CALM = 40;
/** Milliseconds in which VS Code has fetched a view's rows. */
const FETCHING = 1_000;

export class EngineTree implements TreeServer, Disposable {
  private readonly shell: TreeShell;
  private readonly session: Session;
  private readonly load: LoadRows;
  private readonly options: EngineTreeOptions;
  private readonly store = new DisposableStore();
  private readonly parents = new WeakMap<TreeRow, TreeRow>();
  private asking = new AbortController();
  private count = PAGE;
  /** The newest answer, in rows that VS Code knows. */
  private rows: readonly TreeRow[] = [];
  /** What lies below the rows that ask for it, by their ids. */
  private readonly rowsBelow = new Map<string, readonly TreeRow[]>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stale = true;
  private ended = false;
  /** VS Code was told to ask for all rows, and they are at hand. */
  private isReady = false;
  /** Ids of rows below which the newest answer is at hand. */
  private readonly readyBelow = new Set<string>();
  /** Ids of rows whose rows are asked for, and shown. */
  private readonly unfolded = new Set<string>();

  constructor(shell: TreeShell, session: Session, load: LoadRows, options: EngineTreeOptions = {}) {
    this.shell = shell;
    this.session = session;
    this.load = load;
    this.options = options;
    shell.serve(this);
    this.store.add(
      this.view.onDidCollapseElement(({ element }) => {
        this.unfolded.delete(element.id);
        this.readyBelow.delete(element.id);
      }),
    );
    this.store.add(
      this.view.onDidExpandElement(({ element }) => {
        // VS Code still has what lay below it, and asks for nothing.
        if (element.asks !== true || !this.rowsBelow.has(element.id)) return;
        this.unfolded.add(element.id);
        this.refresh();
      }),
    );
    this.store.add(
      this.view.onDidChangeVisibility(({ visible }) => {
        if (visible && this.stale) this.refresh();
      }),
    );
    this.store.add(
      session.onChanged(() => {
        this.count = PAGE;
        this.refresh();
      }),
    );
    this.store.add(
      session.onCursor(() => {
        this.refresh();
      }),
    );
  }

  private get view(): vscode.TreeView<TreeRow> {
    return this.shell.view;
  }

  /** From being told of a change until it has all rows again VS Code knows of no selection; so an empty one is looked at again. */
  async selected(): Promise<readonly TreeRow[]> {
    for (let waited = 0; this.view.selection.length === 0 && waited < FETCHING; waited += CALM)
      await new Promise((done) => setTimeout(done, CALM));
    return this.view.selection;
  }

  get isVisible(): boolean {
    return this.view.visible;
  }

  get onVisibility(): vscode.Event<unknown> {
    return this.view.onDidChangeVisibility;
  }

  get onDidSelect(): vscode.Event<unknown> {
    return this.view.onDidChangeSelection;
  }

  showMore(): void {
    this.count += 5 * PAGE;
    this.refresh();
  }

  /** Shows the row with this id, unfolded; nothing when the view does not hold it. */
  async reveal(id: string): Promise<void> {
    if (this.stale) await this.renew();
    const row = rowNamed(this.rows, id);
    if (row !== undefined) await this.view.reveal(row, { select: true, focus: true, expand: true });
  }

  refresh(): void {
    this.stale = true;
    this.timer ??= setTimeout(() => {
      // The next question waits for this one's answer: what changes all the time is shown all the same.
      void this.renew().finally(() => {
        this.timer = undefined;
        if (this.stale && !this.ended) this.refresh();
      });
    }, CALM);
  }

  /**
   * Asks first, also below what is unfolded, and tells VS Code of what has changed only, which is then at hand: from being told of a row
   * until it has it again, a click on it, or on what lies below it, has no target.
   */
  private async renew(): Promise<void> {
    const answer = await this.ask();
    if (answer === undefined) return;
    const changed = [...answer.changed];
    const unfolded = this.rows
      .flatMap((row) => [row, ...(row.children ?? [])])
      .filter(({ id }) => this.unfolded.has(id));
    await Promise.all(
      unfolded.map(async (row) => {
        const below = await this.askBelow(row);
        if (below.isOtherList) changed.push(row);
        else changed.push(...below.changed);
        this.readyBelow.add(row.id);
      }),
    );
    if (answer.isOtherList) {
      this.isReady = true;
      this.shell.refresh();
    } else if (changed.length > 0) this.shell.refresh(changed);
  }

  async getChildren(parent?: TreeRow): Promise<TreeRow[]> {
    if (parent !== undefined) return [...(await this.below(parent))];
    if (!this.isReady) {
      this.readyBelow.clear();
      await this.ask();
    }
    this.isReady = false;
    return [...this.rows];
  }

  /** Brings the rows up to date; undefined where a newer question was asked meanwhile. */
  private async ask(): Promise<Renewed | undefined> {
    this.asking.abort();
    const asking = new AbortController();
    this.asking = asking;
    this.stale = false;
    if (this.session.info === undefined && this.options.withoutSession?.() !== true)
      return this.show({ rows: [], total: 0 });
    try {
      const shown = await this.load(this.count, asking.signal);
      return asking === this.asking ? this.show(shown) : undefined;
    } catch (error) {
      if (asking !== this.asking) return undefined;
      this.view.message = reasonOf(error);
      return this.keep([]);
    }
  }

  private async below(parent: TreeRow): Promise<readonly TreeRow[]> {
    if (parent.asks !== true || this.options.below === undefined) return parent.children ?? [];
    this.unfolded.add(parent.id);
    const isReady = this.readyBelow.delete(parent.id);
    if (!isReady) await this.askBelow(parent);
    return this.rowsBelow.get(parent.id) ?? [];
  }

  private async askBelow(parent: TreeRow): Promise<Renewed> {
    let answer: readonly TreeRow[] = [];
    try {
      answer = ((await this.options.below?.(parent)) ?? []).map(plainRow);
    } catch (error) {
      // What the rows were of may be gone; the next answer of the view takes the sentence away.
      this.view.message = reasonOf(error);
    }
    const below = renewed(this.rowsBelow.get(parent.id) ?? [], answer);
    this.rowsBelow.set(parent.id, below.rows);
    for (const row of below.rows) this.adopt(row, parent);
    return below;
  }

  private show(shown: Shown): Renewed {
    this.view.message = shown.message ?? '';
    this.view.description = shown.description ?? '';
    this.view.badge = shown.badge;
    return this.keep([...shown.rows.map(plainRow), ...moreRow(shown)]);
  }

  private keep(rows: readonly TreeRow[]): Renewed {
    const at = this.session.cursor?.position;
    const isKept = at !== undefined && at === this.options.keptAt?.();
    const answer = renewed(this.rows, isKept ? inOrderOf(this.rows, rows) : rows);
    this.rows = answer.rows;
    for (const row of answer.rows) this.adopt(row);
    return answer;
  }

  private adopt(row: TreeRow, parent?: TreeRow): void {
    if (parent !== undefined) this.parents.set(row, parent);
    for (const child of row.children ?? []) this.adopt(child, row);
  }

  textOf(rows: readonly TreeRow[]): string {
    return rows.map(copyText).join('\n');
  }

  getParent(row: TreeRow): TreeRow | undefined {
    return this.parents.get(row);
  }

  getTreeItem(row: TreeRow): vscode.TreeItem {
    const item = new vscode.TreeItem(row.label, foldOf(row));
    item.id = row.id;
    if (row.description !== undefined) item.description = row.description;
    if (row.icon !== undefined) item.iconPath = themeIcon(row.icon);
    if (row.spoken !== undefined) item.accessibilityInformation = { label: row.spoken };
    item.contextValue = [
      'row',
      row.link === undefined ? '' : 'link',
      row.podKey === undefined ? '' : 'pod',
      row.finding === undefined ? '' : 'finding',
      ...(row.menu ?? []),
      lineOf(row) === undefined ? '' : 'line',
    ]
      .filter((word) => word !== '')
      .join(' ');
    const command = commandOf(row, this.shell.id);
    if (command !== undefined) item.command = command;
    return item;
  }

  async resolveTreeItem(
    item: vscode.TreeItem,
    row: TreeRow,
    token: vscode.CancellationToken,
  ): Promise<vscode.TreeItem> {
    const stop = new AbortController();
    token.onCancellationRequested(() => {
      stop.abort();
    });
    const text = new vscode.MarkdownString();
    for (const paragraph of row.tooltip ?? [row.label]) {
      if (paragraph !== '') text.appendMarkdown(`${asMarkdown(paragraph)}\n\n`);
    }
    const proofs = (row.provedBy ?? []).slice(0, 3);
    // A tooltip does without its lines when the tape was replaced meanwhile.
    const lines = await Promise.all(
      proofs.map((input) => this.session.ask('input', [input], stop.signal).catch(() => undefined)),
    );
    for (const line of lines) {
      if (line !== undefined)
        text.appendCodeblock(plainText(line.text.slice(0, 600)), 'kubelet-log');
    }
    const rest = (row.provedBy?.length ?? 0) - proofs.length;
    if (rest > 0) text.appendMarkdown(asMarkdown(vscode.l10n.t('and {0} more', rest)));
    item.tooltip = text;
    return item;
  }

  dispose(): void {
    this.ended = true;
    clearTimeout(this.timer);
    this.asking.abort();
    this.store.dispose();
  }
}

function moreRow({ rows, total }: Shown): readonly TreeRow[] {
  if (rows.length >= total) return [];
  const rest = total - rows.length;
  return [{ id: 'more', label: vscode.l10n.t('Show more ({0} not shown)', rest), more: true }];
}

function foldOf(row: TreeRow): vscode.TreeItemCollapsibleState {
  // Also one that has nothing below it yet: VS Code keeps how an item was folded when it first came.
  if (row.expanded === true) return vscode.TreeItemCollapsibleState.Expanded;
  if (row.asks !== true && (row.children === undefined || row.children.length === 0))
    return vscode.TreeItemCollapsibleState.None;
  return vscode.TreeItemCollapsibleState.Collapsed;
}

function themeIcon({ id, color }: Icon): vscode.ThemeIcon {
  return new vscode.ThemeIcon(id, color === undefined ? undefined : new vscode.ThemeColor(color));
}

function command(id: CommandId, title: string, argument: unknown): vscode.Command {
  return { command: id, title, arguments: [argument] };
}

function commandOf(row: TreeRow, view: ViewId): vscode.Command | undefined {
  if (row.more === true) return command('kubelet.showMore', vscode.l10n.t('Show More'), view);
  const { podKey } = row;
  const input = lineOf(row);
  if (input === undefined && podKey === undefined) return undefined;
  return command('kubelet.pick', vscode.l10n.t('Show Log Line'), {
    input,
    podKey,
  } satisfies Picked);
}

function rowNamed(rows: readonly TreeRow[], id: string): TreeRow | undefined {
  for (const row of rows) {
    const found = row.id === id ? row : rowNamed(row.children ?? [], id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The input that picking the row leads to. */
function lineOf(row: TreeRow): Picked['input'] {
  return row.input ?? row.provedBy?.[0];
}
