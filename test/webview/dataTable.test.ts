// @vitest-environment happy-dom
// A table of a page, in the order of the column that is clicked.
import { render } from 'lit';
import { beforeEach, expect, test } from 'vitest';
import { assertDefined } from '../../src/base/assert.ts';
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
