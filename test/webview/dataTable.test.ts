// @vitest-environment happy-dom
// A table of a page, in the order of the column that is clicked.
import { render } from 'lit';
import { beforeEach, expect, test } from 'vitest';
import { assertDefined } from '../../src/base/assert.ts';
import { AskedRows } from '../../webview/shared/askedRows.ts';
import { dataTable, type Table } from '../../webview/shared/dataTable.ts';

interface Row {
  readonly name: string;
  readonly count: number | undefined;
}

beforeEach(() => {
  document.body.replaceChildren(document.createElement('main'));
});

function show(shownTable: Table<Row>): void {
  render(
    dataTable(shownTable),
    assertDefined(document.querySelector('main') ?? undefined, 'it was made'),
  );
}

const rows: readonly Row[] = [
  { name: 'web-10', count: 2 },
  { name: 'web-9', count: undefined },
  { name: 'api', count: 30 },
];
const table: Table<Row> = {
  label: 'Things',
  rows,
  columns: [
    { name: 'Name', cell: ({ name }) => name, value: ({ name }) => name },
    { name: 'Count', look: 'end', cell: ({ count }) => count ?? '', value: ({ count }) => count },
    { name: 'Sign', look: 'sign', cell: () => '' },
  ],
};

function shown(): (string | null)[] {
  return [...document.querySelectorAll('tbody td:first-child')].map(
    ({ textContent }) => textContent,
  );
}

function click(name: string): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('.kd-sort')];
  buttons.find(({ textContent }) => textContent.includes(name))?.click();
}

test('numbers begin with the greatest, words with the first, the third click leaves the order', () => {
  show(table);
  expect(shown()).toEqual(['web-10', 'web-9', 'api']);
  click('Count');
  expect(shown()).toEqual(['api', 'web-10', 'web-9']);
  expect(document.querySelector('[aria-sort]')?.getAttribute('aria-sort')).toBe('descending');
  click('Count');
  expect(shown()).toEqual(['web-10', 'api', 'web-9']);
  click('Count');
  expect(shown()).toEqual(['web-10', 'web-9', 'api']);
  click('Name');
  expect(shown()).toEqual(['api', 'web-9', 'web-10']);
});

test('the order stays when the rows are others', () => {
  show(table);
  click('Count');
  show({ ...table, rows: [...rows, { name: 'db', count: 5 }] });
  expect(shown()).toEqual(['api', 'db', 'web-10', 'web-9']);
});

test('a part of the rows is not sorted', () => {
  show({ ...table, total: 9, more: () => undefined });
  expect(document.querySelectorAll('.kd-sort').length).toBe(0);
});

test('of many rows the first are drawn once they are sorted', () => {
  show({ ...table, most: 1 });
  expect(shown()).toEqual(['web-10']);
  click('Count');
  expect(shown()).toEqual(['api']);
});

test('rows that the engine sorts stay as they came, and a click asks for another order of all', () => {
  const asked: unknown[] = [];
  const order: AskedRows<'name' | 'count'> = new AskedRows(2, () => {
    asked.push(order.query);
    draw();
  });
  const columns = [
    { name: 'Name', by: 'name', cell: ({ name }: Row) => name },
    { name: 'Count', look: 'end', by: 'count', cell: ({ count }: Row) => count ?? '' },
  ] as const;
  const draw = (): void => {
    render(
      dataTable<Row, 'name' | 'count'>({ label: 'Things', rows, total: 9, columns, asked: order }),
      assertDefined(document.querySelector('main') ?? undefined, 'it was made'),
    );
  };
  draw();
  expect(document.querySelector('[aria-sort]')).toBeNull();
  click('Count');
  expect(asked.at(-1)).toEqual({ start: 0, count: 2, by: 'count', order: 'down' });
  expect(document.querySelector('[aria-sort]')?.getAttribute('aria-sort')).toBe('descending');
  click('Count');
  expect(asked.at(-1)).toEqual({ start: 0, count: 2, by: 'count', order: 'up' });
  click('Count');
  expect(asked.at(-1)).toEqual({ start: 0, count: 2 });
  expect(shown()).toEqual(['web-10', 'web-9', 'api']);
});
