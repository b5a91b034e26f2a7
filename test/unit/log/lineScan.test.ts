import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decode, encode } from '../../../src/log/bytes.ts';
import {
  ASKED,
  IDENTITY_WIDTH,
  Kind,
  Line,
  LINE_WIDTH,
  makeLineScan,
  SEVERITY,
  STRUCTURED,
  type LineScan,
} from '../../../src/log/lineScan.ts';
import { assertDefined } from '../../../src/base/assert.ts';

function newScan(): LineScan {
  return assertDefined(makeLineScan(), 'this platform has vectors');
}

function lineOf(scan: LineScan, line: number, place: keyof typeof Line): number {
  return scan.lines[line * LINE_WIDTH + Line[place]] ?? 0;
}

const klogLine = `E0621 09:14:02.118043    1511 kubelet/kubelet.go:2447] "SyncLoop ADD" pods=["shop/web-0"]\r\n`;

describe('the scan of lines', () => {
  it('is the code that its source makes', () => {
    const read = (name: string): string =>
      fs.readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');
    const sum = createHash('sha256').update(read('wasm/lineScan.ts')).digest('hex');
    expect(read('src/log/lineScanCode.ts'), 'run node scripts/wasm.mjs').toContain(sum);
  });

  it('tells what a klog line says, and its identities', () => {
    const scan = newScan();
    const [begin, end] = scan.take(encode(`${klogLine}no log line\n${klogLine}cut`), 0);
    expect(scan.scan(begin, end)).toBe(3);
    const text = (from: number, to: number): string => decode(scan.bytes, from, to);
    expect(lineOf(scan, 0, 'end') - begin).toBe(klogLine.length);
    expect(lineOf(scan, 0, 'size')).toBe(klogLine.length - 2);
    expect(lineOf(scan, 0, 'flags')).toBe(4 | STRUCTURED);
    expect(lineOf(scan, 0, 'flags') & SEVERITY).toBe(4);
    expect(lineOf(scan, 0, 'date')).toBe((6 << 5) | 21);
    expect(lineOf(scan, 0, 'seconds')).toBe(9 * 3600 + 14 * 60 + 2);
    expect(lineOf(scan, 0, 'micros')).toBe(118_043);
    expect(lineOf(scan, 0, 'pid')).toBe(1511);
    expect(text(lineOf(scan, 0, 'siteFrom'), lineOf(scan, 0, 'siteTo'))).toBe('kubelet.go:2447');
    expect(text(lineOf(scan, 0, 'messageFrom'), lineOf(scan, 0, 'messageTo'))).toBe('SyncLoop ADD');
    expect(lineOf(scan, 1, 'flags')).toBe(0);
    expect([0, 1, 2].map((line) => lineOf(scan, line, 'identities'))).toEqual([1, 0, 1]);
    const [, from = 0, to = 0, joined] = scan.identities.subarray(0, IDENTITY_WIDTH);
    expect([text(from, to), joined]).toEqual(['shop/web-0', -1]);
  });

  it('gives a text that it learnt its number again', () => {
    const scan = newScan();
    const [begin, end] = scan.take(encode(klogLine), 0);
    scan.scan(begin, end);
    const told = lineOf(scan, 0, 'site');
    expect(told).toBeLessThan(-1);
    scan.learn(told, Kind.site, lineOf(scan, 0, 'siteFrom'), lineOf(scan, 0, 'siteTo'), 17);
    scan.scan(begin, end);
    expect([lineOf(scan, 0, 'site'), lineOf(scan, 0, 'message')]).toEqual([17, expect.any(Number)]);
    expect(lineOf(scan, 0, 'message')).toBeLessThan(-1);
  });

  it('leaves a line to others that names more than there is room for', () => {
    const scan = newScan();
    const many = `${klogLine.trimEnd()} ${'a/b '.repeat(2000)}\n`;
    const [begin, end] = scan.take(encode(klogLine + many + klogLine), 0);
    expect(scan.scan(begin, end)).toBe(1);
    expect(scan.scan(begin + klogLine.length, end)).toBe(2);
    expect([0, 1].map((line) => lineOf(scan, line, 'flags'))).toEqual([0, 4 | STRUCTURED]);
    expect([0, 1].map((line) => lineOf(scan, line, 'identities'))).toEqual([0, 1]);
    expect(scan.findIdentities(begin, end)).toBe(-1);
    expect(scan.findIdentities(begin, begin + klogLine.length)).toBe(1);
    expect(scan.identities[ASKED * IDENTITY_WIDTH + 1]).toBeGreaterThan(begin);
  });
});
