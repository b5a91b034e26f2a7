// A table whose rows stand in the order of whichever column the person chose.
import { html, nothing, type TemplateResult } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { directive } from 'lit/directive.js';
import { ordered, type Direction } from '../../src/base/ordered.ts';
import { rich, t } from './l10n.ts';
import { button } from './parts.ts';

export interface Column<Row, By extends string = never> {
  readonly name: string;
  cell(row: Row): unknown;
  /** What the column sorts by; without it, it does not. Rows without a value come last. */
  readonly value?: (row: Row) => number | string | undefined;
  /** What the engine sorts by for it, in a table whose rows it sorts. */
  readonly by?: By;
  /** `end`: numbers; `fit`: no wider than its words; `sign`: the same, and the name is for screen readers alone; `strip`: a drawing. */
  readonly look?: 'end' | 'fit' | 'sign' | 'strip';
  /** Of what matters at its upper end, as how bad something is, the first click has that at the top, as it has of numbers. */
  readonly first?: Direction;
}

export interface Table<Row, By extends string = never> {
  /** What the table lists, for a screen reader. */
  readonly label: string;
  readonly columns: readonly Column<Row, By>[];
  readonly rows: readonly Row[];
  /** Rows that there are; where it is more than `rows`, a button asks for more of them. */
  readonly total?: number;
  readonly more?: () => void;
  /** Of so many at most, once they are sorted, the first are drawn. */
  readonly most?: number;
  /** Where the rows are a part of many: the engine sorts them all. */
  readonly asked?: AskedOrder<By>;
  readonly rowClass?: (row: Row) => string;
  /** What has no room in the columns: over the whole width, below them. */
  readonly below?: (row: Row) => TemplateResult | typeof nothing;
}

/** The order of rows that the engine sorts. */
export interface AskedOrder<By extends string> {
  /** How a column sorts now, and what a click on its heading does. */
  column(
    by: By,
    first: Direction,
  ): { readonly now: Direction | undefined; readonly sort: () => void };
}

/** By which column rows are sorted. */
export interface Sorting<By> {
  readonly by: By;
  readonly direction: Direction;
}

/** After a click: the first has what one looks for at the top, the second turns it round, the third leaves it as it was. */
export function turned<By>(
  now: Sorting<By> | undefined,
  by: By,
  first: Direction,
): Sorting<By> | undefined {
  if (now?.by !== by) return { by, direction: first };
  return now.direction === first ? { by, direction: first === 'up' ? 'down' : 'up' } : undefined;
}

/** The heading of a column; `now`: how it sorts. Without a click it does not. */
export function sortHeading(
  name: unknown,
  look: string,
  now: Direction | undefined,
  click?: () => void,
): TemplateResult {
  const sorted = now === 'up' ? 'ascending' : 'descending';
  return html`<th scope="col" class=${look} aria-sort=${now === undefined ? nothing : sorted}>
    ${
      click === undefined
        ? name
        : html`<button class="kd-sort" title=${t('Sort by this column')} @click=${click}>
            ${name}<span class="kd-arrow" aria-hidden="true"
              >${now === undefined ? '' : now === 'up' ? '▲' : '▼'}</span
            >
          </button>`
    }
  </th>`;
}

/** A table without the type of its rows. */
interface Drawn {
  readonly label: string;
  readonly most: number;
  readonly columns: readonly {
    readonly name: unknown;
    readonly look: string;
    readonly first: Direction | undefined;
    /** Of a column that the engine sorts. */
    readonly asked: { readonly now: Direction | undefined; readonly sort: () => void } | undefined;
  }[];
  readonly rows: readonly {
    draw(): TemplateResult;
    value(column: number): number | string | undefined;
  }[];
}

/** Keeps by which column its table is sorted for as long as the table is there. */
class SortedTable extends AsyncDirective {
  private sorting: Sorting<number> | undefined;

  render(table: Drawn): TemplateResult {
    const { label, columns } = table;
    return html`<table aria-label=${label}>
      <thead>
        <tr>
          ${columns.map((column, index) => this.heading(column, index, table))}
        </tr>
      </thead>
      <tbody>
        ${this.sorted(table)
          .slice(0, table.most)
          .map((row) => row.draw())}
      </tbody>
    </table>`;
  }

  private heading(column: Drawn['columns'][number], index: number, table: Drawn): TemplateResult {
    const { name, look, first, asked } = column;
    if (asked !== undefined) return sortHeading(name, look, asked.now, asked.sort);
    if (first === undefined) return sortHeading(name, look, undefined);
    const now = index === this.sorting?.by ? this.sorting.direction : undefined;
    return sortHeading(name, look, now, () => {
      this.sorting = turned(this.sorting, index, first);
      this.setValue(this.render(table));
    });
  }

  private sorted({ rows, columns }: Drawn): Drawn['rows'] {
    const { sorting } = this;
    if (sorting === undefined || columns[sorting.by]?.first === undefined) return rows;
    return ordered(rows, (row) => row.value(sorting.by), sorting.direction);
  }
}

const sortedTable = directive(SortedTable);

const looks = { end: 'kd-end kd-fit', fit: 'kd-fit', sign: 'kd-fit', strip: 'kd-strip' } as const;

export function dataTable<Row, By extends string = never>(table: Table<Row, By>): TemplateResult {
  const { label, columns, rows, total = rows.length, more, most = Infinity } = table;
  const { asked, rowClass, below } = table;
  // A part of the rows, sorted, would say that the others are not worth a look.
  const sorts = total <= rows.length && total > 1;
  const classes = columns.map(({ look }) => (look === undefined ? '' : looks[look]));
  const belowOf = (row: Row): TemplateResult | typeof nothing => {
    const content = below?.(row) ?? nothing;
    if (content === nothing) return nothing;
    return html`<tr class="kd-below">
      <td colspan=${columns.length}>${content}</td>
    </tr>`;
  };
  const draw = (row: Row): TemplateResult =>
    html`<tr class=${rowClass?.(row) ?? ''}>
        ${columns.map((column, i) => html`<td class=${classes[i] ?? ''}>${column.cell(row)}</td>`)}
      </tr>
      ${belowOf(row)}`;
  const drawn: Drawn = {
    label,
    most,
    columns: columns.map(
      ({ name, look, value, by, first = look === 'end' ? 'down' : 'up' }, i) => ({
        name: look === 'sign' ? html`<span class="kd-hidden">${name}</span>` : name,
        look: classes[i] ?? '',
        first: asked !== undefined || !sorts || value === undefined ? undefined : first,
        asked: asked === undefined || by === undefined ? undefined : asked.column(by, first),
      }),
    ),
    rows: rows.map((row) => ({
      draw: () => draw(row),
      value: (column) => columns[column]?.value?.(row),
    })),
  };
  return html`<div class="kd-wide">${sortedTable(drawn)}</div>
    ${
      total > rows.length && more !== undefined
        ? html`<p>
            ${button(t('Show more'), more)}
            <span class="kd-note"
              >${rich('{0} of {1}', rows.length.toLocaleString('en'), total.toLocaleString('en'))}</span
            >
          </p>`
        : nothing
    }`;
}
