import { describe, expect, it } from 'vitest';
import { sourceId } from '../../../../src/base/input.ts';
import { BlockBytes } from '../../../../src/engine/host/node/byteStore.ts';
import { encode } from '../../../../src/log/bytes.ts';
import { TableBuilder } from '../../../../src/log/tableBuilder.ts';
import { kubeletText } from '../../../support/archives.ts';

describe('a small text', () => {
  it('takes little memory: a bundle may hold twenty thousand', () => {
    const line = encode(kubeletText(1));
    const kept: TableBuilder[] = [];
    const before = process.memoryUsage().arrayBuffers;
    for (let i = 0; i < 500; i++) {
      const bytes = new BlockBytes();
      bytes.append(line);
      const builder = new TableBuilder(sourceId(i), bytes);
      builder.append(line);
      builder.finish();
      kept.push(builder);
    }
    const each = (process.memoryUsage().arrayBuffers - before) / kept.length;
    expect(each).toBeLessThan(24 << 10);
  });

  it('that grows is read as it was written, block by block', () => {
    const bytes = new BlockBytes();
    const whole = encode(kubeletText(9000));
    for (let from = 0; from < whole.length; from += 997) {
      bytes.append(whole.subarray(from, from + 997));
      const end = Math.min(from + 997, whole.length);
      expect(bytes.read(end - 10, 20)).toEqual(whole.subarray(end - 10, end));
    }
    expect(bytes.read(0, whole.length)).toEqual(whole);
  });

  it('has no bytes around a place that were not written yet', () => {
    const bytes = new BlockBytes();
    const whole = encode(kubeletText(3000));
    for (let from = 0; from < whole.length; from += 997) {
      bytes.append(whole.subarray(from, from + 997));
      const around = bytes.around(bytes.size - 1);
      const end = around.from + around.bytes.length;
      expect(end).toBe(bytes.size);
      expect(around.bytes).toEqual(whole.subarray(around.from, end));
    }
  });
});
