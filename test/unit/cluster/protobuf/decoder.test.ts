import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decoder } from '../../../../src/cluster/protobuf/decoder.ts';
import { enveloped, field, protobufSamples } from '../../../support/protobuf.ts';

const samples = protobufSamples();

function read(decoder: Decoder, kind: string, bytes: Buffer) {
  return decoder.bare(kind, bytes, 0, bytes.length, {});
}

describe('Decoder', () => {
  it.each(samples)('reads a $kind as the JSON that Go makes of it', ({ kind, bytes, object }) => {
    expect(read(new Decoder({ managedFields: 'keep' }), kind, bytes)).toEqual({
      ok: true,
      value: object,
    });
  });

  it('reads the same again from what it shares, and changes nothing that it gave', () => {
    const decoder = new Decoder({ managedFields: 'keep' });
    const given = [1, 2, 3].map(() => samples.map(({ kind, bytes }) => read(decoder, kind, bytes)));
    const expected = samples.map(({ object }) => ({ ok: true, value: object }));
    expect(given).toEqual([expected, expected, expected]);
  });

  it('shares what is written alike, and nothing but that', () => {
    const decoder = new Decoder({ managedFields: 'keep' });
    const pod = (name: string, node: string) =>
      Buffer.concat([field(1, field(1, name)), field(2, field(10, node))]);
    const specs = [
      ['a', 'node-1'],
      ['b', 'node-1'],
      ['c', 'node-1'],
      ['d', 'node-2'],
    ].map(([name = '', node = '']) => {
      const result = read(decoder, 'Pod', pod(name, node));
      return result.ok ? result.value['spec'] : result.error;
    });
    // Kept when it comes the second time.
    expect(specs[2]).toBe(specs[1]);
    expect(specs[3]).toEqual({ containers: null, nodeName: 'node-2' });
  });

  it('leaves out managedFields on request', () => {
    const dropping = new Decoder({ managedFields: 'drop' });
    let held = 0;
    for (const { kind, bytes, object } of samples) {
      if (kind === 'Status') continue;
      const { managedFields, ...metadata } = object['metadata'] as Record<string, unknown>;
      if (managedFields !== undefined) held += 1;
      expect(read(dropping, kind, bytes)).toEqual({ ok: true, value: { ...object, metadata } });
    }
    expect(held).toBeGreaterThan(0);
  });

  it('goes past fields that a newer server writes', () => {
    const newer = Buffer.concat([
      field(1, field(1, 'a'), field(400, 'new')),
      Buffer.from([0xf8, 0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]),
      Buffer.from([0xfd, 0x0a, 1, 2, 3, 4, 0xf9, 0x0a, 1, 2, 3, 4, 5, 6, 7, 8]),
    ]);
    expect(read(new Decoder({ managedFields: 'keep' }), 'Pod', newer)).toEqual({
      ok: true,
      value: { metadata: { name: 'a' } },
    });
  });

  it('keeps a label of any name', () => {
    const label = field(11, field(1, '__proto__'), field(2, 'x'));
    const result = read(new Decoder({ managedFields: 'keep' }), 'Pod', field(1, label));
    expect(JSON.stringify(result)).toContain('{"labels":{"__proto__":"x"}}');
  });

  it('says of what kind an object is, or that it knows none such', () => {
    const decoder = new Decoder({ managedFields: 'keep' });
    const pod = enveloped('Pod', field(1, field(1, 'a')));
    expect(decoder.enveloped(pod, 0, pod.length)).toEqual({
      ok: true,
      value: { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a' } },
    });
    const lease = enveloped('Lease', field(1, field(1, 'a')));
    expect(decoder.enveloped(lease, 0, lease.length)).toEqual({
      ok: false,
      error: 'objects of the kind "Lease" are not known',
    });
  });

  it('takes any bytes without throwing', () => {
    const decoder = new Decoder({ managedFields: 'keep' });
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat(), fc.nat(), (noise, which, where) => {
        const { kind, bytes } = samples[which % samples.length] ?? {
          kind: 'Pod',
          bytes: Buffer.from(noise),
        };
        const broken = Buffer.from(bytes);
        broken.set(noise.subarray(0, broken.length), where % Math.max(1, broken.length - 60));
        read(decoder, kind, broken);
        read(decoder, kind, bytes.subarray(0, where % (bytes.length + 1)));
        const envelope = Buffer.concat([Buffer.from('k8s\0'), noise]);
        decoder.enveloped(envelope, 0, envelope.length);
        decoder.event(envelope, 4, envelope.length);
      }),
    );
  });
});
