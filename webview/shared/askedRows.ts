// Which of many rows a page shows, and in whose order: the engine sorts and cuts them, the page turns.
import { html, nothing, type TemplateResult } from 'lit';
import type { Direction } from '../../src/base/ordered.ts';
import type { Ordered, Range } from '../../src/protocol/cursor.ts';
import { turned, type AskedOrder, type Sorting } from './dataTable.ts';
import { rich, t } from './l10n.ts';
import { button } from './parts.ts';

export class AskedRows<By extends string> implements AskedOrder<By> {
  private readonly size: number;
  private readonly again: () => void;
  private readonly usual: Sorting<By> | undefined;
  private chosen: Sorting<By> | undefined;
  private start = 0;

  /** `again` asks for the rows; `usual`: the column by which they are sorted before a person has chosen one, where it is one. */
  constructor(size: number, again: () => void, usual?: Sorting<By>) {
    this.size = size;
    this.again = again;
    this.usual = usual;
  }

  get sorting(): Sorting<By> | undefined {
    return this.chosen ?? this.usual;
  }

  get order(): Ordered<By> {
    const { sorting } = this;
    return sorting === undefined ? {} : { by: sorting.by, order: sorting.direction };
  }

  get query(): Range & Ordered<By> {
    return { start: this.start, count: this.size, ...this.order };
  }

  /** Other rows, or another order: from the first on. */
  readonly restart = (): void => {
    this.start = 0;
    this.again();
  };

  column(by: By, first: Direction): ReturnType<AskedOrder<By>['column']> {
    const { sorting } = this;
    return {
      now: sorting?.by === by ? sorting.direction : undefined,
      sort: () => {
        this.chosen = turned(sorting, by, first);
        this.restart();
      },
    };
  }

  /** Of `total` rows so many are shown. */
  turner(total: number, shown: number): TemplateResult | typeof nothing {
    if (total <= shown && this.start === 0) return nothing;
    const turn = (by: number) => (): void => {
      this.start = Math.max(0, this.start + by);
      this.again();
    };
    const last = this.start + shown;
    return html`<p>
      ${this.start === 0 ? nothing : button(t('Previous'), turn(-this.size))}
      ${last >= total ? nothing : button(t('Next'), turn(this.size))}
      <span class="kd-note"
        >${rich('{0}–{1} of {2}', this.start + 1, last, total.toLocaleString('en'))}</span
      >
    </p>`;
  }
}
