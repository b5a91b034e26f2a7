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

/** A tree whose rows are asked for, and how often VS Code was told of a change. */
function tellingTree(load: () => readonly TreeRow[]) {
  const refresh = vi.fn();
  const shell = {
    view: { onDidCollapseElement: never, onDidChangeVisibility: never },
    serve: () => undefined,
    refresh,
  };
  const session = { onChanged: never, onCursor: never, info: {} };
  const tree = new EngineTree(shell as never, session as never, () => {
    const rows = load();
    return Promise.resolve({ rows, total: rows.length });
  });
  const renew = async () => {
    tree.refresh();
    await vi.advanceTimersByTimeAsync(100);
    return refresh.mock.calls.length;
  };
  return { tree, renew };
}

test('VS Code is told of another answer only: a row that is clicked while all rows are fetched has no target', async () => {
  let rows: readonly TreeRow[] = [row];
  const { tree, renew } = tellingTree(() => structuredClone(rows));
  expect(await renew()).toBe(1);
  const [first] = await tree.getChildren();
  expect(await renew()).toBe(1);
  rows = [{ ...row, label: 'CNI ADD fails' }];
  expect(await renew()).toBe(2);
  expect(await tree.getChildren()).toEqual(rows);
  rows = [row];
  expect(await renew()).toBe(3);
  expect(await tree.getChildren()).toEqual([first]);
});

test('what VS Code has asked for by itself may be newer than what it was told', async () => {
  let rows: readonly TreeRow[] = [row];
  const { tree, renew } = tellingTree(() => rows);
  await renew();
  await tree.getChildren();
  rows = [{ ...row, label: 'CNI ADD fails' }];
  expect(await tree.getChildren()).toEqual(rows);
  rows = [row];
  expect(await renew()).toBe(2);
});

test('rows that say the same are the same to VS Code', async () => {
  const child: TreeRow = { id: 'a/b', label: 'cause' };
  const { tree, renew } = tellingTree(() => [{ ...row, children: [{ ...child }] }]);
  await renew();
  const [parent] = await tree.getChildren();
  const [below] = await tree.getChildren(parent);
  await renew();
  expect(tree.getParent(below ?? child)).toBe(parent);
});
