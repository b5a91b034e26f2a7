import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LogPart } from '../../../src/cluster/logPart.ts';
import { starred } from '../../../src/cluster/starred.ts';

async function through(text: Buffer, cuts: readonly number[]): Promise<Buffer> {
  const bounds = [0, ...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b)];
  async function* parts(): AsyncGenerator<LogPart> {
    for (const [i, from] of bounds.entries()) {
      yield { kind: 'data', bytes: text.subarray(from, bounds[i + 1] ?? text.length) };
      await Promise.resolve();
    }
  }
  const out: Uint8Array[] = [];
  for await (const part of starred(parts())) if (part.kind === 'data') out.push(part.bytes);
  return Buffer.concat(out);
}

test('a token is starred out wherever the text is cut, and all else stays, byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(), { maxLength: 6 }),
      fc.uint8Array({ maxLength: 40 }).map((bytes) => bytes.map((byte) => (byte & 0x3f) | 0x80)),
      async (cuts, noise) => {
        const before = Buffer.concat([noise, Buffer.from(' é Authorization: Bearer ')]);
        const after = Buffer.concat([Buffer.from(' end\n'), noise, Buffer.from('\nlast')]);
        const text = Buffer.concat([before, Buffer.from('planted-token'), after]);
        const clean = await through(text, cuts);
        expect(clean).toEqual(Buffer.concat([before, Buffer.from('*'.repeat(13)), after]));
      },
    ),
  );
});
