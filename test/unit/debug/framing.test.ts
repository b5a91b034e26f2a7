import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frame, Unframer } from '../../../src/debug/framing.ts';

test('what is framed comes out again, however the bytes are cut', () => {
  fc.assert(
    fc.property(fc.array(fc.dictionary(fc.string(), fc.string())), fc.nat(40), (messages, cut) => {
      const bytes = Buffer.concat(messages.map((message) => frame(message)));
      const unframer = new Unframer();
      const read: unknown[] = [];
      for (let at = 0; at < bytes.length; at += cut + 1)
        read.push(...unframer.push(bytes.subarray(at, at + cut + 1)));
      expect(read).toEqual(messages.map((message) => ({ ...message })));
    }),
  );
});

test('a header or a body that can’t be read is left out, and the next message comes', () => {
  const unframer = new Unframer();
  const bad = new TextEncoder().encode('Content-Length: x\r\n\r\nContent-Length: 3\r\n\r\n{a}');
  expect(unframer.push(bad)).toEqual([]);
  expect(unframer.push(frame({ seq: 1 }))).toEqual([{ seq: 1 }]);
});
