// An editor follows the end of a log, however long it takes to show a line.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Emitter } from '../../../../src/base/event.ts';
import { sourceId, type InputId } from '../../../../src/base/input.ts';
import { FollowEnd } from '../../../../src/extension/editor/followEnd.ts';
import type { LogDocuments } from '../../../../src/extension/editor/logDocuments.ts';
import type { Session } from '../../../../src/extension/session.ts';

vi.mock('vscode', () => ({
  window: { visibleTextEditors: [{ document: { uri: { scheme: 'kubelet-log' } } }] },
}));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const at = (offset: number): InputId => ({ source: sourceId(0), offset });

test('what came while a line was being shown is shown next', async () => {
  const cursor = new Emitter<{ reason: string; cursor: { input: InputId } }>();
  const shown: number[] = [];
  const documents = {
    reveal: async ({ offset }: InputId): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      shown.push(offset);
    },
  };
  const session = { onCursor: cursor.event };
  const followEnd = new FollowEnd(
    session as unknown as Session,
    documents as unknown as LogDocuments,
  );
  cursor.fire({ reason: 'follow', cursor: { input: at(10) } });
  await vi.advanceTimersByTimeAsync(1_200);
  expect(shown).toEqual([]);
  cursor.fire({ reason: 'follow', cursor: { input: at(20) } });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(shown).toEqual([10, 20]);
  followEnd.dispose();
});
