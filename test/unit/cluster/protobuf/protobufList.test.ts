import { describe, expect, it } from 'vitest';
import { Decoder } from '../../../../src/cluster/protobuf/decoder.ts';
import { ProtobufList } from '../../../../src/cluster/protobuf/protobufList.ts';
import { enveloped, field, listOf, protobufSamples } from '../../../support/protobuf.ts';

/** What comes out when the bytes come in pieces of a size. */
function parse(bytes: Buffer, size: number) {
  const list = new ProtobufList<unknown>(new Decoder({ managedFields: 'keep' }));
  for (let at = 0; at < bytes.length; at += size) {
    if (!list.push(bytes.subarray(at, at + size))) break;
  }
  return list.end();
}

const pods = protobufSamples().filter(({ kind }) => kind === 'Pod');
const whole = listOf(
  'Pod',
  '7',
  pods.map(({ bytes }) => bytes),
);

describe('ProtobufList', () => {
  it.each([1, 2, 3, 7, 1000, 1 << 20])('gives objects with their kind, by %d bytes', (size) => {
    const items = pods.map(({ object }) => ({ kind: 'Pod', apiVersion: 'v1', ...object }));
    expect(parse(whole, size)).toEqual({ ok: true, value: { resourceVersion: '7', items } });
  });

  it('tells where the next page is', () => {
    const page = enveloped('PodList', field(1, field(2, '7'), field(3, 'next')));
    const value = { resourceVersion: '7', continue: 'next', items: [] };
    expect(parse(page, 5)).toEqual({ ok: true, value });
  });

  it('takes a list without anything for an empty one', () => {
    const value = { resourceVersion: '', items: [] };
    expect(parse(enveloped('PodList', Buffer.alloc(0)), 3)).toEqual({ ok: true, value });
  });

  it('says that it was cut, wherever that is', () => {
    for (let end = 5; end < whole.length - 4; end += 97) {
      const result = parse(whole.subarray(0, end), 50);
      expect(result.ok ? result.value : result.error).toMatch(/ends in the middle|no list/);
    }
  });

  it.each([
    ['', 'it is no list of Kubernetes objects'],
    ['{"kind":"PodList"}', 'it is no list of Kubernetes objects'],
    ['k8s\0\x08\x01', 'it is no list of Kubernetes objects'],
    [
      enveloped('LeaseList', field(2, field(1, 'a'))).toString('latin1'),
      'object 1 in it: objects of the kind "Lease" are not known',
    ],
    [enveloped('PodList', field(2, 'no pod')).toString('latin1'), /^object 1 in it: /],
  ])('says what is wrong with %j', (text, error) => {
    const matching = typeof error === 'string' ? error : (expect.stringMatching(error) as string);
    expect(parse(Buffer.from(text, 'latin1'), 4)).toEqual({ ok: false, error: matching });
  });
});
