// The findings page: what is wrong, what causes what, and each finding with its lines, checks and remedies.
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { Branch } from '../../src/base/forest.ts';
import { flat } from '../../src/base/forest.ts';
import { micros, type Micros } from '../../src/base/time.ts';
import { ChannelError, type Client } from '../../src/protocol/channel.ts';
import type { SessionInfo } from '../../src/protocol/engineApi.ts';
import type { HostApi, HostEvent } from '../../src/protocol/hostApi.ts';
import type { FindingRow } from '../../src/protocol/rows.ts';
import { checkerOf, filterField } from '../shared/filterField.ts';
import { details, type DetailActions } from './details.ts';
import { groupings, groupsOf, type Group, type Grouping } from './groups.ts';
import { freshState, type PageState } from './state.ts';
import { styles } from './styles.ts';
import { severityText, subtitleOf, ticketText } from './words.ts';
import { t } from '../shared/l10n.ts';

export type PageClient = Pick<Client<HostApi, HostEvent>, 'call' | 'onEvent'>;

/** Beyond, a list helps nobody; the filter does. */
const MOST = 1_000;
/** So many come in one message: a finding has some kilobytes of lines and remedies. */
const CHUNK = 50;

const groupingNames: Record<Grouping, string> = {
  cause: t('By cause'),
  severity: t('By severity'),
  pod: t('By pod'),
};

export class FindingsPage extends LitElement {
  static override styles = styles;
  static override properties = { revision: { state: true }, spoken: { state: true } };

  declare revision: number;
  declare spoken: string;
  private readonly client: PageClient;
  private readonly keep: (state: PageState) => void;
  private state: PageState;
  private target: string | undefined;
  private session: SessionInfo | undefined;
  private now: Micros = micros(0);
  private rows: readonly FindingRow[] = [];
  private total = 0;
  private matching: ReadonlySet<string> | undefined;
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
      const rows: FindingRow[] = [];
      let total = 1;
      let matching: readonly string[] | undefined;
      const { filter } = this.state;
      while (rows.length < Math.min(total, MOST)) {
        const range = { start: rows.length, count: CHUNK };
        const query = rows.length > 0 || filter === '' ? range : { ...range, text: filter };
        const page = await this.client.call('findings', [query]);
        if (number !== this.asked) return;
        ({ total } = page);
        matching ??= page.matching;
        rows.push(...page.rows);
        if (page.rows.length === 0) break;
      }
      this.session = session;
      this.now = session.cursor.time;
      this.rows = rows;
      this.total = total;
      this.matching = matching && new Set(matching);
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

  /** A key that is not there shows nothing new. */
  private show(target: string | undefined): void {
    if (target === undefined || !this.rows.some(({ key }) => key === target)) return;
    this.target = undefined;
    this.change({ ...this.unfiltered(), selected: target, ...this.unfoldFor(target) });
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
    }
    if (event.kind === 'show') {
      this.target = event.target;
      this.show(event.target);
    }
  }

  private change(change: Partial<PageState>): void {
    this.state = { ...this.state, ...change };
    this.keep(this.state);
    this.revision++;
  }

  protected override render(): TemplateResult {
    if (this.session === undefined) {
      const text = this.problem || t('No kubelet log is open. Open one in the Kubelet view.');
      return html`<p class="kd-empty" role="status">${text}</p>`;
    }
    const groups = groupsOf(this.rows, this.state.grouping, this.matching);
    const all = groups.flatMap(({ branches }) => flat(branches));
    const shown = groups.flatMap(({ branches, folds }) =>
      folds && !this.unfolded ? [] : flat(branches),
    );
    const selected = shown.find(({ key }) => key === this.state.selected) ?? shown[0];
    return html`<h1 class="kd-hidden">${t('Kubelet Findings')}</h1>
      ${this.bar(all.length)}
      <div class="kd-body">
        ${this.tree(groups, selected)}
        ${selected === undefined ? nothing : details(this.detailed(selected), this.actions)}
      </div>
      <div class="kd-hidden" aria-live="polite">${this.spoken}</div>`;
  }

  private bar(shown: number): TemplateResult {
    const { grouping, filter } = this.state;
    return html`<div class="kd-bar" role="toolbar" aria-label=${t('Findings')}>
      <span class="kd-count">${countText(shown, this.total)}</span>
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
                this.change({ grouping: each });
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
          void this.begin();
        },
      })}
    </div>`;
  }

  private tree(groups: readonly Group[], selected: FindingRow | undefined): TemplateResult {
    if (groups.length === 0) {
      const text =
        this.total === 0
          ? t('Nothing that the rules know is wrong in this log.')
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
    { item, children }: Branch<FindingRow>,
    level: number,
    selected: FindingRow | undefined,
  ): TemplateResult {
    const isSelected = item.key === selected?.key;
    return html`<li role="none" class=${level > 1 ? 'kd-follows' : ''}>
      <div
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
      </div>
      ${
        children.length === 0
          ? nothing
          : html`<ul role="group">
              ${children.map((child) => this.branch(child, level + 1, selected))}
            </ul>`
      }
    </li>`;
  }

  private detailed(row: FindingRow): Parameters<typeof details>[0] {
    const cause = this.rows.find(({ key }) => key === row.causedBy);
    const consequences = this.rows.filter(({ causedBy }) => causedBy === row.key);
    return { row, cause, consequences, text: ticketText(row, cause) };
  }

  private readonly actions: DetailActions = {
    openLog: (input) => {
      void this.client.call('seek', [{ kind: 'input', input }]);
      void this.client.call('openLog', [input]);
    },
    copy: (text, what) => {
      void this.client.call('copy', [text]).then(() => {
        this.spoken = t('Copied {0}', what);
      });
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
    const at = groupings.indexOf(this.state.grouping) + step;
    this.change({ grouping: groupings.at(at % groupings.length) ?? 'cause' });
    void this.updateComplete.then(() => {
      this.renderRoot.querySelector<HTMLElement>('[role="radio"][aria-checked="true"]')?.focus();
    });
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLElement && event.target.matches('.kd-fold')) return;
    const cards = [...this.renderRoot.querySelectorAll<HTMLElement>('.kd-card')];
    const at = cards.findIndex((card) => card.getAttribute('aria-selected') === 'true');
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: cards.length - 1 }[event.key];
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

function countText(shown: number, total: number): string {
  const all = total === 1 ? t('1 finding') : t('{0} findings', total);
  return shown === total ? all : t('{0} of {1}', shown, all);
}

/** Whose findings they are: the page stays when another log is opened. */
function sourcesText(session: SessionInfo | undefined): string {
  const title = session?.openedCase?.title ?? '';
  if (title !== '') return title;
  const names = (session?.sources ?? []).map(({ name }) => name.replace(/^.*[/\\]/, ''));
  return names.length > 2 ? t('{0} logs', names.length) : names.join(', ');
}
