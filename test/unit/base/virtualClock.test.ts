import fc from 'fast-check';
import { expect, test } from 'vitest';
import { micros } from '../../../src/base/time.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';

test('timers fire in the order of their time, then of their setting', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 40 }), (delays) => {
      const clock = new VirtualClock(micros(1000));
      const fired: [number, number][] = [];
      delays.forEach((delay, i) => clock.after(delay, () => fired.push([clock.now() - 1000, i])));
      clock.advance(20);
      const expected = delays
        .map((delay, i): [number, number] => [delay, i])
        .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      expect(fired).toEqual(expected);
      expect(clock.now()).toBe(1020);
    }),
  );
});

test('an ended timer does not fire, and one set while another fires is heard', () => {
  const clock = new VirtualClock();
  const heard: string[] = [];
  const ended = clock.after(1, () => heard.push('ended'));
  clock.after(2, () => {
    heard.push('first');
    clock.after(3, () => heard.push('nested'));
  });
  ended.dispose();
  clock.advance(4);
  expect(heard).toEqual(['first']);
  expect(clock.nextDue).toBe(5);
  expect(clock.step()).toBe(true);
  expect(heard).toEqual(['first', 'nested']);
  expect(clock.now()).toBe(5);
  expect(clock.step()).toBe(false);
});
