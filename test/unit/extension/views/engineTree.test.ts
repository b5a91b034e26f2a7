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
