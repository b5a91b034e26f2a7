// Playing the log: one step after the other, to the end or until it is told to stop.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Player } from '../../webview/syncLoop/player.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function playing(length: number) {
  let at = 0;
  const player = new Player(
    () => Promise.resolve(++at < length),
    () => undefined,
  );
  return { player, at: () => at };
}

test('it steps at its speed, and ends with the log', async () => {
  const { player, at } = playing(5);
  player.speed = 10;
  player.toggle();
  await vi.advanceTimersByTimeAsync(0);
  expect(at()).toBe(1);
  await vi.advanceTimersByTimeAsync(250);
  expect(at()).toBe(3);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(at()).toBe(5);
  expect(player.playing).toBe(false);
});

test('it stops when told, also in the middle of a pause', async () => {
  const { player, at } = playing(100);
  player.toggle();
  await vi.advanceTimersByTimeAsync(600);
  player.toggle();
  const stopped = at();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(at()).toBe(stopped);
  expect(player.playing).toBe(false);
});

test('a step that fails ends it', async () => {
  const player = new Player(
    () => Promise.reject(new Error('No log is open.')),
    () => undefined,
  );
  player.toggle();
  await vi.advanceTimersByTimeAsync(0);
  expect(player.playing).toBe(false);
});
