// Findings by what they are: one card for each kind, which unfolds into as many of its findings as are asked for.
import { html, nothing, type TemplateResult } from 'lit';
import type { FindingBrief, FindingKind } from '../../src/protocol/rows.ts';
import { rich, t } from '../shared/l10n.ts';
import type { PageClient } from '../shared/pageClient.ts';
import { findingSeverities } from '../shared/words.ts';

/** More of a kind come when they are asked for. */
const PART = 20;

/** The kinds, and of those that are unfolded the findings at hand. */
export class Kinds {
  all: readonly FindingKind[] = [];
  private readonly client: Pick<PageClient, 'call'>;
  private readonly rows = new Map<string, readonly FindingBrief[]>();

  constructor(client: Pick<PageClient, 'call'>) {
    this.client = client;
  }

  /** Of the kinds unfolded as many findings as were at hand, at least a part. */
  async ask(text: string, unfolded: readonly string[]): Promise<void> {
    const filter = text === '' ? {} : { text };
    const all = await this.client.call('findingKinds', [filter]);
    const counts = new Map([...this.rows].map(([id, { length }]) => [id, length]));
    const rows = new Map<string, readonly FindingBrief[]>();
    for (const { id } of all)
      if (unfolded.includes(id)) {
        const count = Math.max(PART, counts.get(id) ?? 0);
        const page = await this.client.call('findingBriefs', [
          { start: 0, count, kind: id, ...filter },
        ]);
        rows.set(id, page.rows);
      }
    this.all = all;
    this.rows.clear();
    for (const [id, own] of rows) this.rows.set(id, own);
  }

  of(id: string): readonly FindingBrief[] {
    return this.rows.get(id) ?? [];
  }

  /** The next part of a kind. */
  async more(id: string, text: string): Promise<void> {
    const have = this.of(id);
    const filter = text === '' ? {} : { text };
    const query = { start: have.length, count: PART, kind: id, ...filter };
    const { rows } = await this.client.call('findingBriefs', [query]);
    this.rows.set(id, [...have, ...rows]);
  }
}

export interface KindActions {
  readonly isUnfolded: (id: string) => boolean;
  readonly toggle: (kind: FindingKind) => void;
  readonly more: (id: string) => void;
  readonly isSelected: (key: string) => boolean;
  readonly select: (key: string) => void;
  readonly card: (row: FindingBrief) => TemplateResult;
}

export function kindList(
  name: string,
  kinds: readonly FindingKind[],
  store: Kinds,
  actions: KindActions,
): TemplateResult {
  return html`<ul role="tree" aria-label=${name}>
    ${kinds.map((kind) => kindItem(kind, store.of(kind.id), actions))}
  </ul>`;
}

function kindItem(
  kind: FindingKind,
  rows: readonly FindingBrief[],
  actions: KindActions,
): TemplateResult {
  const { id, title, severity, total, first } = kind;
  const alone = total === 1;
  const unfolded = !alone && actions.isUnfolded(id);
  const rest = total - rows.length;
  const selected = actions.isSelected(first) && !unfolded;
  return html`<li role="none">
    <div
      class="kd-card kd-${severity}"
      role="treeitem"
      data-key=${first}
      data-kind=${id}
      aria-level="1"
      aria-selected=${selected}
      aria-expanded=${alone ? nothing : unfolded}
      tabindex=${selected ? 0 : -1}
      @click=${() => {
        if (alone) actions.select(first);
        else actions.toggle(kind);
      }}
    >
      <span class="kd-title"
        >${alone ? nothing : html`<span class="kd-fold-mark" aria-hidden="true">${unfolded ? '▾' : '▸'}</span>`}${title}</span
      >
      <span class="kd-severity kd-${severity}">${findingSeverities[severity]}</span>
      <span class="kd-quiet">${kindText(kind)}</span>
    </div>
    ${
      unfolded
        ? html`<ul role="group">
            ${rows.map((row) => html`<li role="none" class="kd-follows">${actions.card(row)}</li>`)}
            ${
              rest > 0
                ? html`<li role="none" class="kd-more">
                    <button
                      class="kd-link"
                      @click=${() => {
                        actions.more(id);
                      }}
                    >
                      ${t('Show more')}
                    </button>
                    <span class="kd-quiet"
                      >${rich('{0} of {1}', rows.length.toLocaleString('en'), total.toLocaleString('en'))}</span
                    >
                  </li>`
                : nothing
            }
          </ul>`
        : nothing
    }
  </li>`;
}

/** `1,976 pods · 2,012 findings, 3 of them stand at the cursor`. */
function kindText({ total, open, pods }: FindingKind): string {
  const many = (count: number): string => count.toLocaleString('en');
  const parts = [
    ...(pods > 1 ? [t('{0} pods', many(pods))] : []),
    ...(total > 1 && total !== pods ? [t('{0} findings', many(total))] : []),
    open === 0
      ? t('none here at the cursor')
      : total === 1
        ? t('here at the cursor')
        : t('{0} here at the cursor', many(open)),
  ];
  return parts.join(' · ');
}
