// The journals in test/fixtures/journals were written by systemd-journal-remote 252 from lines of the capture teardown-v2, the exports made of them
// by journalctl 252. It packs with Zstandard only: the fields of two were packed anew with LZ4 and xz, and journalctl exports them alike.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { jenkins, sipHash } from '../../../src/log/journal/fieldHash.ts';
import { unpackLz4 } from '../../../src/log/journal/lz4.ts';
import { readArchive, tarOf } from '../../support/archives.ts';
import { instant, tableOf } from '../../support/log.ts';

const folder = path.join(import.meta.dirname, '../../fixtures/journals');
const fixture = (name: string): Buffer =>
  zlib.gunzipSync(fs.readFileSync(path.join(folder, `${name}.gz`)));

const exported = { regular: 'regular', compact: 'compact', lz4: 'regular', xz: 'regular' };

async function read(bytes: Uint8Array, name = 'system.journal') {
  const [only] = await readArchive(name, bytes);
  return only;
}

describe('a binary journal', () => {
  for (const [kind, told] of Object.entries(exported)) {
    it(`gives what journalctl exports of it: ${kind}`, async () => {
      const whole = await read(fixture(`${kind}.journal`));
      expect(whole?.problem).toBeUndefined();
      expect(whole?.text).toBe(fixture(`${told}.export`).toString());
    });
  }

  it('becomes the records of the lines that were logged', async () => {
    const whole = await read(fixture('compact.journal'));
    const table = tableOf(whole?.text ?? '');
    expect(table.length).toBe(60);
    const second = table.record(1);
    expect(second.program).toBe('kubelet');
    expect(second.message).toMatch(/^FLAG: --/);
    expect(second.time).toBe(instant('2024-11-21T09:33:47.339840Z'));
    expect(table.record(9).text).toContain('\n\tsecond line');
  });

  it('is read within archives', async () => {
    const packed = zlib.gzipSync(fixture('regular.journal'));
    const tar = await tarOf({ 'var/log/journal/6c1d/system.journal.gz': packed });
    const [only] = await readArchive('node.tar', tar);
    expect(only?.name).toBe('node.tar/var/log/journal/6c1d/system.journal');
    expect(only?.text).toBe(fixture('regular.export').toString());
  });

  it('that was not closed gives all its entries, and says so', async () => {
    const online = fixture('regular.journal');
    online[16] = 1;
    const whole = await read(online);
    expect(whole?.problem).toMatch(
      /the journal was not closed: what was written last may be missing/,
    );
    expect(whole?.text).toBe(fixture('regular.export').toString());
  });

  it('that is cut gives what stands before, and says so', async () => {
    const bytes = fixture('regular.journal');
    const used = bytes.findLastIndex((byte) => byte !== 0);
    const whole = await read(bytes.subarray(0, used - 4096));
    const text = fixture('regular.export').toString();
    expect(whole?.problem).toMatch(
      /the journal is cut or damaged: \d+ of its 60 entries were read/,
    );
    expect(whole?.text.length).toBeGreaterThan(text.length / 2);
    expect(text.startsWith(whole?.text.slice(0, -2000) ?? '?')).toBe(true);
    const head = await read(bytes.subarray(0, 100));
    expect(head?.problem).toMatch(/the journal is cut: not even its head is there/);
  });

  it('whose list of entries is broken gives them all the same', async () => {
    const bytes = fixture('regular.journal');
    bytes.writeBigUInt64LE(12_345n, 176);
    const whole = await read(bytes);
    expect(whole?.text).toBe(fixture('regular.export').toString());
    expect(whole?.problem).toMatch(/60 of them stand in no list of it/);
  });

  it('of a newer kind is refused with a sentence', async () => {
    const bytes = fixture('regular.journal');
    bytes[12] = 0x84;
    expect((await read(bytes))?.problem).toMatch(/of a newer kind than is read here/);
  });

  it('with any byte changed ends, and tells what is lost', async () => {
    const bytes = fixture('regular.journal');
    const used = bytes.findLastIndex((byte) => byte !== 0);
    const entries = fixture('regular.export').toString().split('\n\n').length;
    for (let i = 0; i < 24; i++) {
      const changed = Buffer.from(bytes);
      const at = i < 8 ? 88 + i * 16 : Math.floor((used * i) / 24) & ~7;
      changed[at + (i % 8)] = 0xff - (changed[at + (i % 8)] ?? 0);
      const whole = await read(changed);
      if (whole?.problem === undefined)
        expect(whole?.text.split('\n\n'), `changed at ${at}`).toHaveLength(entries);
    }
  });
});

describe('the hash of a field', () => {
  const hex = ([low, high]: readonly [number, number]): string =>
    [high, low].map((half) => half.toString(16).padStart(8, '0')).join('');

  // The vectors that the reference implementations print.
  it.each([
    ['', 'deadbeefdeadbeef'],
    ['Four score and seven years ago', '17770551ce7226e6'],
  ])('is that of lookup3 in older files: %s', (text, told) => {
    expect(hex(jenkins(Buffer.from(text)))).toBe(told);
  });

  it.each([
    [0, '726fdb47dd0e0e31'],
    [8, '93f5f5799a932462'],
    [15, 'a129ca6149be45e5'],
    [63, '958a324ceb064572'],
  ])('is SipHash-2-4, of %i bytes', (length, told) => {
    const count = (size: number): Uint8Array => Uint8Array.from({ length: size }, (_, i) => i);
    expect(hex(sipHash(count(length), count(16)))).toBe(told);
  });

  it.each(['regular', 'compact', 'lz4', 'xz'])(
    'tells that one is another, and what comes after is read: %s',
    async (kind) => {
      const bytes = fixture(`${kind}.journal`);
      const before = (await read(bytes))?.text.split('\n\n') ?? [];
      // A letter of a message that stands there as it is.
      const at = bytes.indexOf('MESSAGE=') + 12;
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      const whole = await read(bytes);
      const after = whole?.text.split('\n\n') ?? [];
      expect(whole?.problem).toMatch(/1 fields in it are damaged and were left out/);
      expect(after.length).toBe(before.length);
      const changed = after.filter((entry, i) => entry !== before[i]);
      expect(changed.length).toBe(1);
      expect(changed[0]).not.toMatch(/^MESSAGE=/m);
    },
  );
});

describe('LZ4', () => {
  it('copies what the copy itself writes, and refuses what leads out', () => {
    // One letter, then seven more of it: back 1.
    expect(unpackLz4(Uint8Array.of(0x13, 97, 1, 0, 0), 8)?.join()).toBe(Array(8).fill(97).join());
    expect(unpackLz4(Uint8Array.of(0x13, 97, 2, 0, 0), 8)).toBeUndefined();
    expect(unpackLz4(Uint8Array.of(0xf0, 255, 255), 8)).toBeUndefined();
    expect(unpackLz4(Uint8Array.of(0x10, 97), 8)).toBeUndefined();
  });
});
