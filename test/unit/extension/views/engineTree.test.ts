// What a view knows of its selection while VS Code, told of a change, fetches its rows anew: it then says that nothing is selected.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EngineTree } from '../../../../src/extension/views/engineTree.ts';
import type { TreeRow } from '../../../../src/extension/views/row.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const row: TreeRow = { id: 'a', label: 'CNI DEL fails' };
const never = () => ({ dispose: () => undefined });

function treeOver(selection: () => readonly TreeRow[]): EngineTree {
  const view = {
    get selection() {
      return selection();
    },
    onDidCollapseElement: never,
    onDidExpandElement: never,
    onDidChangeVisibility: never,
  };
  const shell = { view, serve: () => undefined };
  const session = { onChanged: never, onCursor: never };
  // No more of a shell and a session is used before the view is asked for rows.
  return new EngineTree(shell as never, session as never, () =>
    Promise.reject(new Error('unasked')),
  );
}

async function after<T>(milliseconds: number, wanted: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  return await wanted;
}

test('what is selected is told at once', async () => {
  expect(await after(0, treeOver(() => [row]).selected())).toEqual([row]);
});

test('a selection that is away for a moment is waited for', async () => {
  let rows: readonly TreeRow[] = [];
  const tree = treeOver(() => rows);
  setTimeout(() => (rows = [row]), 300);
  expect(await after(400, tree.selected())).toEqual([row]);
});

test('where nothing is selected it says so', async () => {
  expect(await after(2_000, treeOver(() => []).selected())).toEqual([]);
});

/** A tree whose rows are asked for, and what VS Code was told to ask for again. */
function tellingTree(
  load: () => readonly TreeRow[],
  below?: (row: TreeRow) => readonly TreeRow[],
  cursor?: { position: number },
) {
  const refresh = vi.fn<(rows?: readonly TreeRow[]) => void>();
  let expanded: ((event: { element: TreeRow }) => void) | undefined;
  let collapsed: typeof expanded;
  const view = {
    onDidCollapseElement: (heard: typeof expanded) => ((collapsed = heard), never()),
    onDidExpandElement: (heard: typeof expanded) => ((expanded = heard), never()),
    onDidChangeVisibility: never,
  };
  const shell = { view, serve: () => undefined, refresh };
  const session = { onChanged: never, onCursor: never, info: {}, cursor };
  const tree = new EngineTree(
    shell as never,
    session as never,
    () => {
      const rows = structuredClone(load());
      return Promise.resolve({ rows, total: rows.length });
    },
    {
      keptAt: () => 7,
      ...(below === undefined ? {} : { below: (parent) => Promise.resolve(below(parent)) }),
    },
  );
  /** What VS Code is told when all is asked for again: `all`, or the ids of rows. */
  const renew = async (): Promise<'all' | readonly string[] | undefined> => {
    refresh.mockClear();
    tree.refresh();
    await vi.advanceTimersByTimeAsync(100);
    expect(refresh.mock.calls.length).toBeLessThan(2);
    const told = refresh.mock.calls[0];
    return told && (told[0]?.map(({ id }) => id) ?? 'all');
  };
  return {
    tree,
    renew,
    expand: (element: TreeRow) => expanded?.({ element }),
    collapse: (element: TreeRow) => collapsed?.({ element }),
  };
}

const web: TreeRow = { id: 'web', label: 'web', children: [{ id: 'web/age', label: '1 s' }] };

test('VS Code is told of rows that say something else only: a row that is fetched anew has no target when it is clicked', async () => {
  let rows: readonly TreeRow[] = [row, web];
  const { tree, renew } = tellingTree(() => rows);
  expect(await renew()).toBe('all');
  const [first, second] = await tree.getChildren();
  expect(await renew()).toBeUndefined();
  rows = [{ ...row, label: 'CNI ADD fails' }, web];
  expect(await renew()).toEqual(['a']);
  expect(first).toEqual({ ...rows[0], children: undefined });
  rows = [rows[0] ?? row, { ...web, children: [{ id: 'web/age', label: '2 s' }] }];
  expect(await renew()).toEqual(['web/age']);
  expect((await tree.getChildren(second)).map(({ label }) => label)).toEqual(['2 s']);
  rows = [rows[0] ?? row, { ...web, children: [] }];
  expect(await renew()).toEqual(['web']);
  const again = await tree.getChildren();
  expect(again[0]).toBe(first);
  expect(again[1]).toBe(second);
});

test('other rows, or another order, is told as a whole, and what was there before is the same to VS Code', async () => {
  let rows: readonly TreeRow[] = [row, web];
  const { tree, renew } = tellingTree(() => rows);
  await renew();
  const [first, second] = await tree.getChildren();
  rows = [web, row];
  expect(await renew()).toBe('all');
  const turned = await tree.getChildren();
  expect(turned[0]).toBe(second);
  expect(turned[1]).toBe(first);
  rows = [web];
  expect(await renew()).toBe('all');
  expect(await tree.getChildren()).toEqual([second]);
});

test('rows stay under the pointer while the cursor is where one of them brought it', async () => {
  const more: TreeRow = { id: 'more', label: 'more' };
  let rows: readonly TreeRow[] = [row, web];
  const cursor = { position: 5 };
  const { tree, renew } = tellingTree(() => rows, undefined, cursor);
  const ids = async (): Promise<string[]> => (await tree.getChildren()).map(({ id }) => id);
  await renew();
  cursor.position = 7;
  rows = [more, web, row];
  await renew();
  expect(await ids()).toEqual(['a', 'web', 'more']);
  cursor.position = 8;
  await renew();
  expect(await ids()).toEqual(['more', 'web', 'a']);
});

test('what a row no longer has is not kept of it', async () => {
  let rows: readonly TreeRow[] = [{ ...row, description: 'twice', podKey: 'default/web' }];
  const { tree, renew } = tellingTree(() => rows);
  await renew();
  const [first] = await tree.getChildren();
  rows = [row];
  expect(await renew()).toEqual(['a']);
  expect(first?.podKey).toBeUndefined();
});

test('what VS Code has asked for by itself it is not told again', async () => {
  let rows: readonly TreeRow[] = [row];
  const { tree, renew } = tellingTree(() => rows);
  await renew();
  await tree.getChildren();
  rows = [row, web];
  expect((await tree.getChildren()).length).toBe(2);
  expect(await renew()).toBeUndefined();
});

test('rows below a row that asks for them are asked for again while it is unfolded', async () => {
  let age = '1 s';
  const asks: TreeRow = { id: 'pod', label: 'pod', asks: true };
  const { tree, renew, expand, collapse } = tellingTree(
    () => [asks],
    () => [{ id: 'pod/age', label: age }],
  );
  await renew();
  const [parent] = await tree.getChildren();
  if (parent === undefined) throw new Error('no row');
  const [below] = await tree.getChildren(parent);
  expect(tree.getParent(below ?? row)).toBe(parent);
  age = '2 s';
  expect(await renew()).toEqual(['pod/age']);
  expect(below?.label).toBe('2 s');
  collapse(parent);
  age = '3 s';
  expect(await renew()).toBeUndefined();
  // VS Code shows what lay below it without asking.
  expand(parent);
  await vi.advanceTimersByTimeAsync(100);
  expect(below?.label).toBe('3 s');
});

test('rows that say the same are the same to VS Code', async () => {
  const { tree, renew } = tellingTree(() => [web]);
  await renew();
  const [parent] = await tree.getChildren();
  const [below] = await tree.getChildren(parent);
  await renew();
  expect(tree.getParent(below ?? row)).toBe(parent);
});
