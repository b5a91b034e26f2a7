// Back and forward through the places where the cursor was.
import { expect, test } from 'vitest';
import { CursorTrail } from '../../../../src/extension/commands/cursorTrail.ts';

/** Goes as the extension does: the engine tells of the move that going back makes, too. */
function went(trail: CursorTrail, by: 1 | -1): number | undefined {
  const place = trail.go(by);
  if (place !== undefined) trail.hear('seek', place);
  return place;
}

test('a jump is a place, a step moves it, and both ways lead along the jumps', () => {
  const trail = new CursorTrail();
  trail.hear('open', 0);
  trail.hear('seek', 50);
  trail.hear('step', 51);
  trail.hear('select', 51);
  trail.hear('seek', 90);
  expect(went(trail, -1)).toBe(51);
  expect(went(trail, -1)).toBe(0);
  expect(went(trail, -1)).toBeUndefined();
  expect(went(trail, 1)).toBe(51);
  expect(went(trail, 1)).toBe(90);
  expect(went(trail, 1)).toBeUndefined();
});

test('a jump from a place before forgets the ones behind it', () => {
  const trail = new CursorTrail();
  trail.hear('open', 0);
  trail.hear('seek', 50);
  trail.hear('seek', 90);
  expect(went(trail, -1)).toBe(50);
  trail.hear('seek', 7);
  expect(went(trail, 1)).toBeUndefined();
  expect(went(trail, -1)).toBe(50);
});

test('another log has places of its own', () => {
  const trail = new CursorTrail();
  trail.hear('open', 0);
  trail.hear('seek', 50);
  trail.hear('open', 3);
  expect(trail.go(-1)).toBeUndefined();
});
