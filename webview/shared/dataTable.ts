// A table whose rows stand in the order of whichever column the person chose.
import { html, nothing, type TemplateResult } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { directive } from 'lit/directive.js';
import { rich, t } from './l10n.ts';
import { button } from './parts.ts';

export interface Column<Row> {
  readonly name: string;
  cell(row: Row): unknown;
  /** What the column sorts by; without it, it does not. Rows without a value come last. */
  readonly value?: (row: Row) => number | string | undefined;
  /** `end`: numbers; `fit`: no wider than its words; `sign`: the same, and the name is for screen readers alone. */
  readonly look?: 'end' | 'fit' | 'sign';
}

export interface Table<Row> {
  /** What the table lists, for a screen reader. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Rows that there are; where it is more than `rows`, a button asks for more of them. */
  readonly total?: number;
  readonly more?: () => void;
  readonly rowClass?: (row: Row) => string;
  /** What has no room in the columns: over the whole width, below them. */
  readonly below?: (row: Row) => TemplateResult;
}

export type Direction = 'up' | 'down';

/** The heading of a column that sorts: `now` is how it does. */
export function sortButton(
  name: unknown,
  now: Direction | undefined,
  click: () => void,
): TemplateResult {
  return html`<button class="kd-sort" title=${t('Sort by this column')} @click=${click}>
    ${name}<span class="kd-arrow" aria-hidden="true"
      >${now === undefined ? '' : now === 'up' ? '▲' : '▼'}</span
    >
  </button>`;
}

/** For `aria-sort` of a heading. */
export function ariaSort(now: Direction | undefined): string | typeof nothing {
  return now === undefined ? nothing : now === 'up' ? 'ascending' : 'descending';
}

/** A table without the type of its rows. */
interface Drawn {
  readonly label: string;
  readonly columns: readonly {
    readonly name: unknown;
    readonly look: string;
    readonly first: Direction | undefined;
  }[];
  readonly rows: readonly {
    draw(): TemplateResult;
    value(column: number): number | string | undefined;
  }[];
}

/** Keeps by which column its table is sorted for as long as the table is there. */
class SortedTable extends AsyncDirective {
  private by: number | undefined;
  private direction: Direction = 'up';

  render(table: Drawn): TemplateResult {
    const { label, columns } = table;
    return html`<table aria-label=${label}>
      <thead>
        <tr>
          ${columns.map(({ name, look, first }, column) => {
            const now = column === this.by ? this.direction : undefined;
            return html`<th scope="col" class=${look} aria-sort=${ariaSort(now)}>
              ${
                first === undefined
                  ? name
                  : sortButton(name, now, () => {
                      this.turn(column, first);
                      this.setValue(this.render(table));
                    })
              }
            </th>`;
          })}
        </tr>
      </thead>
      <tbody>
        ${this.sorted(table).map((row) => row.draw())}
      </tbody>
    </table>`;
  }

  /** The first click has what one looks for at the top, the second turns it round, the third leaves it as it was. */
  private turn(column: number, first: Direction): void {
    if (this.by !== column) {
      this.by = column;
      this.direction = first;
    } else if (this.direction === first) this.direction = first === 'up' ? 'down' : 'up';
    else this.by = undefined;
  }

  private sorted({ rows, columns }: Drawn): Drawn['rows'] {
    const { by } = this;
    if (by === undefined || columns[by]?.first === undefined) return rows;
    const sign = this.direction === 'up' ? 1 : -1;
    const valued = rows.map((row) => ({ row, value: row.value(by) }));
    const known = valued.filter(({ value }) => value !== undefined);
    const rest = valued.filter(({ value }) => value === undefined);
    known.sort((a, b) => sign * compared(a.value, b.value));
    return [...known, ...rest].map(({ row }) => row);
  }
}

function compared(a: number | string | undefined, b: number | string | undefined): number {
  return typeof a === 'number' && typeof b === 'number'
    ? a - b
    : String(a).localeCompare(String(b), 'en', { numeric: true });
}

const sortedTable = directive(SortedTable);

export function dataTable<Row>(table: Table<Row>): TemplateResult {
  const { label, columns, rows, total = rows.length, more, rowClass, below } = table;
  // A part of the rows, sorted, would say that the others are not worth a look.
  const sorts = total <= rows.length && total > 1;
  const looks = columns.map(({ look }) =>
    look === undefined ? '' : look === 'end' ? 'kd-end kd-fit' : 'kd-fit',
  );
  const draw = (row: Row): TemplateResult =>
    html`<tr class=${rowClass?.(row) ?? ''}>
        ${columns.map((column, i) => html`<td class=${looks[i] ?? ''}>${column.cell(row)}</td>`)}
      </tr>
      ${
        below === undefined
          ? nothing
          : html`<tr class="kd-below">
              <td colspan=${columns.length}>${below(row)}</td>
            </tr>`
      }`;
  const drawn: Drawn = {
    label,
    columns: columns.map(({ name, look, value }, i) => ({
      name: look === 'sign' ? html`<span class="kd-hidden">${name}</span>` : name,
      look: looks[i] ?? '',
      first: !sorts || value === undefined ? undefined : look === 'end' ? 'down' : 'up',
    })),
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
