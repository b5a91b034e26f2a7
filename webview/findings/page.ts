// The findings page: what is wrong, what causes what, and each finding with its lines, checks and remedies.
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { Branch } from '../../src/base/forest.ts';
import { flat } from '../../src/base/forest.ts';
import { micros, type Micros } from '../../src/base/time.ts';
import { ChannelError, type Client } from '../../src/protocol/channel.ts';
import type { FindingOrder, SessionInfo } from '../../src/protocol/engineApi.ts';
import type { HostApi, HostEvent } from '../../src/protocol/hostApi.ts';
import type { FindingBrief, FindingKind, RelatedFinding } from '../../src/protocol/rows.ts';
import { AskedRows } from '../shared/askedRows.ts';
import { checkerOf, filterField } from '../shared/filterField.ts';
import { tables } from '../shared/look.ts';
import { nothingOpen } from '../shared/nothingOpen.ts';
import { details, type DetailActions } from './details.ts';
import { groupings, groupsOf, MINOR, type Group, type Grouping } from './groups.ts';
import { kindList, Kinds } from './kinds.ts';
import { freshState, type PageState } from './state.ts';
import { styles } from './styles.ts';
import { findingTable } from './table.ts';
import { severityText, subtitleOf } from './words.ts';
import { t } from '../shared/l10n.ts';

export type PageClient = Pick<Client<HostApi, HostEvent>, 'call' | 'onEvent'>;

/** Beyond, a list helps nobody; the filter does, and the table. */
const MOST = 1_000;
/** Rows of the table. */
const PAGE = 50;

/** Attempts of a finding that come with it, and that are asked for then. */
const BETWEEN = 20;
const MORE = 200;
const MOST_BETWEEN = 5_000;

/** More problems than these are grouped by what they are, unless the person wants it otherwise. */
const MANY = 40;

const groupingNames: Record<Grouping, string> = {
  kind: t('By kind'),
  cause: t('By cause'),
  severity: t('By severity'),
  pod: t('By pod'),
  table: t('As a table'),
};

export class FindingsPage extends LitElement {
  static override styles = [tables, styles];
  static override properties = { revision: { state: true }, spoken: { state: true } };

  declare revision: number;
  declare spoken: string;
  private readonly client: PageClient;
  private readonly keep: (state: PageState) => void;
  private state: PageState;
  private target: string | undefined;
  private session: SessionInfo | undefined;
  private now: Micros = micros(0);
  private rows: readonly FindingBrief[] = [];
  private total = 0;
  private matching: ReadonlySet<string> | undefined;
  private readonly kinds: Kinds;
  private readonly sorted = new AskedRows<FindingOrder>(PAGE, () => void this.begin(), {
    by: 'severity',
    direction: 'down',
  });
  /** The finding shown in full. */
  private related: RelatedFinding | undefined;
  /** The key that is asked for, and the one that was asked for last. */
  private asking: string | undefined;
  private answered: string | undefined;
  /** A key of which there was no finding. */
  private missing: string | undefined;
  /** So many of its attempts between the first and the last. */
  private between = BETWEEN;
  private problem = '';
  private asked = 0;

  constructor(
    client: PageClient,
    start: PageState,
    keep: (state: PageState) => void,
    target: string | undefined,
  ) {
    super();
    this.client = client;
    this.state = start;
    this.keep = keep;
    this.target = target;
    this.kinds = new Kinds(client);
    this.revision = 0;
    this.spoken = '';
    client.onEvent((event) => {
      this.hear(event);
    });
  }

  async begin(): Promise<void> {
    const number = ++this.asked;
    try {
      const session = await this.client.call('session', []);
      if (number !== this.asked) return;
      this.missing = undefined;
      this.session = session;
      this.now = session.cursor.time;
      if (this.grouping === 'kind') await this.kinds.ask(this.state.filter, this.state.unfolded);
      else await this.askRows(number);
      if (number !== this.asked) return;
      await this.askRelated(this.target ?? this.chosen);
      this.problem = '';
    } catch (error) {
      if (number !== this.asked) return;
      if (
        error instanceof ChannelError &&
        error.code === 'bad-filter' &&
        this.state.filter !== ''
      ) {
        // Kept by a version that took it for words.
        this.change(this.unfiltered());
        return this.begin();
      }
      this.session = undefined;
      this.rows = [];
      this.problem = error instanceof Error ? error.message : String(error);
    }
    this.show(this.target);
    this.revision++;
  }

  private get grouping(): Grouping {
    const { critical = 0, high = 0, medium = 0, low = 0 } = this.session?.findings ?? {};
    return this.state.grouping ?? (critical + high + medium + low > MANY ? 'kind' : 'cause');
  }

  private async askRows(number: number): Promise<void> {
    const { filter } = this.state;
    const range = this.grouping === 'table' ? this.sorted.query : { start: 0, count: MOST };
    const query = filter === '' ? range : { ...range, text: filter };
    const page = await this.client.call('findingBriefs', [query]);
    if (number !== this.asked) return;
    const { rows, total, matching } = page;
    this.rows = rows;
    this.total = total;
    this.matching = matching && new Set(matching);
  }

  private async askRelated(key: string | undefined): Promise<void> {
    this.asking = key;
    if (key === undefined) {
      this.related = this.answered = undefined;
      return;
    }
    if (key !== this.related?.row.key) this.between = BETWEEN;
    const found = await this.client.call('finding', [key, { between: this.between }]);
    if (this.asking !== key) return;
    this.asking = undefined;
    this.answered = key;
    this.revision++;
    if (found === undefined) {
      this.missing = key;
      if (this.chosen !== key) await this.askRelated(this.chosen);
    } else this.related = found;
  }

  /** The key of what is to be shown in full: what the person selected, while it is there, else the first. */
  private get chosen(): string | undefined {
    const { selected } = this.state;
    if (this.grouping === 'kind')
      return [selected, this.kinds.all[0]?.first].find((key) => key !== this.missing);
    const { visible } = this;
    const isAt = (rows: readonly FindingBrief[]): boolean =>
      rows.some(({ key }) => key === selected);
    const isMissing = selected === undefined || selected === this.missing;
    return !isMissing && (isAt(visible) || !isAt(this.rows)) ? selected : visible[0]?.key;
  }

  /** Another is asked for when it is chosen. */
  protected override updated(): void {
    const { chosen } = this;
    if (this.session === undefined || this.asking !== undefined) return;
    if (chosen !== this.answered) this.askRelated(chosen).catch(this.tell);
  }

  /** A key that is not there shows nothing new. */
  private show(target: string | undefined): boolean {
    const isThere = this.rows.some(({ key }) => key === target) || this.related?.row.key === target;
    if (target === undefined || !isThere) return false;
    this.target = undefined;
    this.change({ ...this.unfiltered(), selected: target, ...this.unfoldFor(target) });
    return true;
  }

  private unfiltered(): Partial<PageState> {
    this.matching = undefined;
    return { filter: freshState.filter };
  }

  private unfoldFor(key: string): Partial<PageState> {
    const row = this.rows.find((each) => each.key === key);
    return row?.severity === 'info' ? { harmless: true } : {};
  }

  private hear(event: HostEvent): void {
    if (event.kind === 'changed') void this.begin();
    if (event.kind === 'cursorMoved') {
      this.now = event.cursor.time;
      this.revision++;
      // In the mode `then` findings are those of the cursor.
      if (event.reason === 'mode' || event.cursor.hindsight === 'then') void this.begin();
    }
    if (event.kind === 'show') {
      const { target } = event;
      this.target = target;
      if (!this.show(target))
        void this.askRelated(target).then(() => {
          this.show(target);
        });
    }
  }

  private change(change: Partial<PageState>): void {
    this.state = { ...this.state, ...change };
    this.keep(this.state);
    this.revision++;
  }

  protected override render(): TemplateResult {
    if (this.session === undefined) return nothingOpen(this.client, this.problem);
    return html`<h1 class="kd-hidden">${t('Kubelet Findings')}</h1>
      ${this.list}
      <div class="kd-hidden" aria-live="polite">${this.spoken}</div>`;
  }

  private get list(): TemplateResult {
    const { grouping } = this;
    if (grouping === 'kind') return this.byKind();
    return grouping === 'table' ? this.asTable() : this.byRows(grouping);
  }

  private asTable(): TemplateResult {
    const { rows, total, now, sorted, chosen } = this;
    if (total === 0) return html`${this.bar(0)} ${this.tree([], undefined)}`;
    const select = (key: string): void => {
      this.select(key);
    };
    return html`${this.bar(total)}
      <div class="kd-body kd-tabled">
        <div class="kd-tree">
          ${findingTable(rows, { now, sorted, chosen, select })}
          ${sorted.turner(total, rows.length)}
        </div>
        ${this.details}
      </div>`;
  }

  private byKind(): TemplateResult {
    const { all } = this.kinds;
    const shown = all.reduce((sum, { total }) => sum + total, 0);
    const [loud, quiet] = [true, false].map((isLoud) =>
      all.filter(({ severity }) => (severity !== 'info') === isLoud),
    );
    const { related } = this;
    const list = (name: string, kinds: readonly FindingKind[] = []): TemplateResult =>
      kindList(name, kinds, this.kinds, {
        isUnfolded: (id) => this.state.unfolded.includes(id),
        toggle: (kind) => {
          this.toggle(kind);
        },
        more: (id) => {
          void this.kinds.more(id, this.state.filter).then(() => this.revision++);
        },
        isSelected: (key) => key === related?.row.key,
        select: (key) => {
          this.select(key);
        },
        card: (row) => this.card(row, 2, row.key === related?.row.key),
      });
    const empty =
      this.state.filter === ''
        ? nothingWrong(this.session)
        : t('Nothing matches the filter “{0}”.', this.state.filter);
    return html`${this.bar(shown)}
      <div class="kd-body">
        ${
          all.length === 0
            ? html`<p class="kd-empty" role="status">${empty}</p>`
            : html`<div class="kd-tree" @keydown=${this.onKey}>
                ${list(t('Findings'), loud)}
                ${
                  quiet === undefined || quiet.length === 0
                    ? nothing
                    : html`${this.heading(
                        MINOR,
                        quiet.reduce((sum, { total }) => sum + total, 0),
                        true,
                      )}
                      ${this.unfolded ? list(MINOR, quiet) : nothing}`
                }
              </div>`
        }
        ${all.length === 0 ? nothing : this.details}
      </div>`;
  }

  /** Shows or hides the findings of a kind, of which the first is shown in full. */
  private toggle({ id, first }: FindingKind): void {
    const { unfolded } = this.state;
    const is = unfolded.includes(id);
    this.change({
      unfolded: is ? unfolded.filter((each) => each !== id) : [...unfolded, id],
      selected: first,
    });
    void this.begin();
  }

  private byRows(grouping: Exclude<Grouping, 'kind' | 'table'>): TemplateResult {
    const groups = groupsOf(this.rows, grouping, this.matching);
    const all = groups.flatMap(({ branches }) => flat(branches));
    return html`${this.bar(all.length)}
      <div class="kd-body">${this.tree(groups, this.chosen)} ${this.details}</div>`;
  }

  /** Of what is listed and not folded away. */
  private get visible(): readonly FindingBrief[] {
    const { grouping } = this;
    if (grouping === 'kind') return [];
    if (grouping === 'table') return this.rows;
    return groupsOf(this.rows, grouping, this.matching).flatMap(({ branches, folds }) =>
      folds && !this.unfolded ? [] : flat(branches),
    );
  }

  private get details(): TemplateResult | typeof nothing {
    return this.related === undefined ? nothing : details(this.related, this.actions);
  }

  private bar(shown: number): TemplateResult {
    const { grouping, state } = this;
    const { filter } = state;
    return html`<div class="kd-bar" role="toolbar" aria-label=${t('Findings')}>
      <span class="kd-count">${countText(shown, this.session)}</span>
      <span class="kd-quiet kd-of">${sourcesText(this.session)}</span>
      <span class="kd-space"></span>
      <div
        class="kd-choice"
        role="radiogroup"
        aria-label=${t('Grouping')}
        @keydown=${this.onGroupKey}
      >
        ${groupings.map(
          (each) =>
            html`<button
              role="radio"
              aria-checked=${each === grouping}
              tabindex=${each === grouping ? 0 : -1}
              @click=${() => {
                this.group(each);
              }}
            >
              ${groupingNames[each]}
            </button>`,
        )}
      </div>
      ${filterField({
        label: t('Filter findings'),
        value: filter,
        check: checkerOf(this.client),
        changed: (text) => {
          this.change({ filter: text });
          this.sorted.restart();
        },
      })}
    </div>`;
  }

  private tree(groups: readonly Group[], selected: string | undefined): TemplateResult {
    if (groups.length === 0) {
      const text =
        this.total === 0 && this.state.filter === ''
          ? nothingWrong(this.session)
          : t('Nothing matches the filter “{0}”.', this.state.filter);
      return html`<p class="kd-empty" role="status">${text}</p>`;
    }
    return html`<div class="kd-tree" @keydown=${this.onKey}>
      ${groups.map(
        ({ name, branches, folds }) =>
          html`${this.heading(name, branches.length, folds)}
          ${
            folds && !this.unfolded
              ? nothing
              : html`<ul role="tree" aria-label=${name === '' ? t('Findings') : name}>
                  ${branches.map((branch) => this.branch(branch, 1, selected))}
                </ul>`
          }`,
      )}
    </div>`;
  }

  /** Whoever looks for something looks everywhere. */
  private get unfolded(): boolean {
    return this.state.harmless || this.state.filter !== '';
  }

  private heading(name: string, count: number, folds: boolean): TemplateResult | typeof nothing {
    if (name === '') return nothing;
    if (!folds) return html`<h2>${name}</h2>`;
    return html`<button
      class="kd-fold"
      aria-expanded=${this.unfolded}
      @click=${() => {
        this.change({ harmless: !this.unfolded });
      }}
    >
      ${count} × ${name}
    </button>`;
  }

  private branch(
    { item, children }: Branch<FindingBrief>,
    level: number,
    selected: string | undefined,
  ): TemplateResult {
    return html`<li role="none" class=${level > 1 ? 'kd-follows' : ''}>
      ${this.card(item, level, item.key === selected)}
      ${
        children.length === 0
          ? nothing
          : html`<ul role="group">
              ${children.map((child) => this.branch(child, level + 1, selected))}
            </ul>`
      }
    </li>`;
  }

  private card(item: FindingBrief, level: number, isSelected: boolean): TemplateResult {
    return html`<div
      class="kd-card kd-${item.severity}"
      role="treeitem"
      data-key=${item.key}
      aria-level=${level}
      aria-selected=${isSelected}
      tabindex=${isSelected ? 0 : -1}
      @click=${() => {
        this.select(item.key);
      }}
    >
      <span class="kd-title">${item.title}</span>
      <span class="kd-severity kd-${item.severity}">${severityText(item)}</span>
      <span class="kd-quiet">${subtitleOf(item, this.now)}</span>
    </div>`;
  }

  private readonly tell = (error: unknown): void => {
    this.spoken = error instanceof Error ? error.message : String(error);
  };

  private readonly actions: DetailActions = {
    openLog: (input) => {
      void this.client.call('seek', [{ kind: 'input', input }]);
      void this.client.call('openLog', [input]);
    },
    openStatement: (input) => {
      this.client.call('openGoStatement', [input]).catch(this.tell);
    },
    copy: (text, what) => {
      void this.client.call('copy', [text]).then(() => {
        this.spoken = t('Copied {0}', what);
      });
    },
    more: () => {
      this.between = Math.min(this.between + MORE, MOST_BETWEEN);
      this.askRelated(this.related?.row.key).catch(this.tell);
    },
    select: (key) => {
      const visible = this.renderRoot.querySelector(`[data-key="${CSS.escape(key)}"]`) !== null;
      this.change({
        selected: key,
        ...this.unfoldFor(key),
        ...(visible ? {} : this.unfiltered()),
      });
      this.focusSelected();
    },
  };

  private select(key: string): void {
    this.change({ selected: key });
  }

  private group(grouping: Grouping): void {
    this.change({ grouping });
    void this.begin();
  }

  private focusSelected(): void {
    void this.updateComplete.then(() => {
      const card = this.renderRoot.querySelector<HTMLElement>('.kd-card[aria-selected="true"]');
      card?.focus();
      card?.scrollIntoView({ block: 'nearest' });
    });
  }

  private readonly onGroupKey = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = groupings.indexOf(this.grouping) + step;
    this.group(groupings.at(at % groupings.length) ?? 'cause');
    void this.updateComplete.then(() => {
      this.renderRoot.querySelector<HTMLElement>('[role="radio"][aria-checked="true"]')?.focus();
    });
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLElement && event.target.matches('.kd-fold')) return;
    const cards = [...this.renderRoot.querySelectorAll<HTMLElement>('.kd-card')];
    const at = cards.findIndex((card) => card.getAttribute('aria-selected') === 'true');
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: cards.length - 1 }[event.key];
    const kind = cards[at]?.dataset['kind'];
    const unfolds = cards[at]?.getAttribute('aria-expanded');
    if (
      kind !== undefined &&
      ((event.key === 'ArrowRight' && unfolds === 'false') ||
        (event.key === 'ArrowLeft' && unfolds === 'true'))
    ) {
      event.preventDefault();
      const found = this.kinds.all.find(({ id }) => id === kind);
      if (found !== undefined) this.toggle(found);
      return;
    }
    if (event.key === 'Enter' || event.key === 'ArrowRight') {
      event.preventDefault();
      this.renderRoot.querySelector<HTMLElement>('.kd-details')?.focus();
      return;
    }
    const key = to === undefined ? undefined : cards[to]?.dataset['key'];
    if (to === undefined) return;
    event.preventDefault();
    if (key === undefined) return;
    this.select(key);
    this.focusSelected();
  };
}

/** `2 problems, 8 minor`. */
/** Of a log of others alone it says so: that nothing is wrong is not known of a kubelet that says nothing. */
function nothingWrong(session: SessionInfo | undefined): string {
  const others = session?.withoutKubelet;
  if (others === undefined) return t('No problems found in this log.');
  return others.length === 0
    ? t('No line in this log tells what a kubelet did.')
    : t('No line in this log tells what a kubelet did: others wrote it ({0}).', others.join(', '));
}

function countText(shown: number, session: SessionInfo | undefined): string {
  const { critical = 0, high = 0, medium = 0, low = 0, info = 0 } = session?.findings ?? {};
  const problems = critical + high + medium + low;
  const all = [
    ...(problems === 1 ? [t('1 problem')] : problems > 1 ? [t('{0} problems', problems)] : []),
    ...(info > 0 ? [t('{0} minor', info)] : []),
  ].join(', ');
  return shown === problems + info ? all : t('{0} of {1}', shown, all);
}

/** Whose findings they are: the page stays when another log is opened. */
function sourcesText(session: SessionInfo | undefined): string {
  const title = session?.openedCase?.title ?? '';
  if (title !== '') return title;
  const names = (session?.sources ?? []).map(({ name }) => name.replace(/^.*[/\\]/, ''));
  return names.length > 2 ? t('{0} logs', names.length) : names.join(', ');
}
