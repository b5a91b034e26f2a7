import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ListParser } from '../../../src/cluster/listParser.ts';

/** What comes out when the text comes in pieces of a size. */
function parse(text: string, size: number) {
  const parser = new ListParser<unknown>();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) {
    if (!parser.push(bytes.subarray(at, at + size))) break;
  }
  return parser.end();
}

describe('ListParser', () => {
  it('gives the same objects as parsing the whole, however the bytes are cut', () => {
    const object = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue());
    fc.assert(
      fc.property(fc.array(object), fc.jsonValue(), fc.nat(40), (items, other, size) => {
        const metadata = { resourceVersion: '7', items: [{ a: 1 }], continue: 'next' };
        const text = JSON.stringify(
          { other, metadata, items, last: [other, '"items":['] },
          null,
          1,
        );
        const parsed = JSON.parse(text) as { items: unknown };
        expect(parse(text, size + 1)).toEqual({
          ok: true,
          value: { resourceVersion: '7', continue: 'next', items: parsed.items },
        });
      }),
    );
  });

  it.each([1, 2, 5, 9, 1000])('gives each object its kind as a watch does, by %d bytes', (size) => {
    const head = '{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"7"},"items":[';
    const items = '{"metadata":{"name":"a"}}, {}, {"kind":"Own","apiVersion":"v2"}';
    expect(parse(`${head}${items}]}\n`, size)).toMatchObject({
      value: {
        items: [
          { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a' } },
          {},
          { kind: 'Own', apiVersion: 'v2' },
        ],
      },
    });
  });

  it('takes a list whose items are null for an empty one', () => {
    expect(parse('{"metadata":{"resourceVersion":"7"},"items":null}', 5)).toEqual({
      ok: true,
      value: { resourceVersion: '7', items: [] },
    });
  });

  it.each([
    ['', 'it is no list of Kubernetes objects'],
    ['<html>Sign in</html>', 'it is no list of Kubernetes objects'],
    ['{"kind":"Pod","metadata":{}}', 'it is no list of Kubernetes objects'],
    ['{"kind":"Table","metadata":{},"rows":[]}', 'it is no list of Kubernetes objects'],
    ['{"metadata":{},"items":[{"a":1},{"b"', 'it ends in the middle'],
    ['{"metadata":{},"items":[{"a":1}', 'it ends in the middle'],
    ['{"metadata":{},"items":[{"a":1},{b}]}', 'object 2 in it is no JSON'],
    ['{"metadata":{},"items":[]}]}', 'it is no list of Kubernetes objects'],
  ])('says what is wrong with %j', (text, error) => {
    expect(parse(text, 4)).toEqual({ ok: false, error });
  });

  it('takes any bytes without throwing', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '\\', 'a', '1', ' '),
        }),
        (text) => {
          parse(`{"metadata":{},"items":[${text}`, 3);
          parse(text, 3);
        },
      ),
    );
  });
});
