import { describe, expect, it } from 'vitest';
import { listItems, parseKlogBody, structMember } from '../../../src/log/klogBody.ts';

/** Message and values of a body, as `message | key=value | …`. */
function told(body: string): string {
  const parsed = parseKlogBody(body);
  if (parsed === undefined) return 'printf';
  const fields = parsed.pairs.fields.map((field) => `${field.key}=${field.value}`);
  return [parsed.message, ...fields, ...(parsed.complete ? [] : ['(cut)'])].join(' | ');
}

describe('a structured body', () => {
  it.each([
    ['no pairs', `"Started kubelet"`, 'Started kubelet'],
    [
      'references and strings',
      `"SyncLoop ADD" source="api" pods=["shop/web-0"]`,
      'SyncLoop ADD | source=api | pods=["shop/web-0"]',
    ],
    ['an unquoted typed string', `"m" podUID=5c0e91e5-ca33 n=3`, 'm | podUID=5c0e91e5-ca33 | n=3'],
    ['a list of 1.21', `"m" pods=[a/b c/d] k="v"`, 'm | pods=[a/b c/d] | k=v'],
    [
      'a struct of 1.21',
      `"m" event=&{ID:u-1 Type:ContainerDied Data:c-1} k=1`,
      'm | event=&{ID:u-1 Type:ContainerDied Data:c-1} | k=1',
    ],
    [
      'a struct of 1.28',
      `"m" event={"ID":"u 1","T":"}"} k=1`,
      'm | event={"ID":"u 1","T":"}"} | k=1',
    ],
    ['a map', `"m" labels=map[a:1 b:map[c:2]] k=1`, 'm | labels=map[a:1 b:map[c:2]] | k=1'],
    ['nil', `"m" a=<nil> b=null`, 'm | a=<nil> | b=null'],
    ['nested quotes once', `"m" err="a \\"b \\\\\\"c\\\\\\"\\""`, 'm | err=a "b \\"c\\""'],
    ['Go escapes', `"m" s="\\a\\x41\\u00e9\\U0001F600\\xc3\\xa9"`, 'm | s=\x07Aé😀é'],
    [
      'odd keys',
      `"m" probe-type="x" subresource(s)=1 pod.CreationTimestamp="t"`,
      'm | probe-type=x | subresource(s)=1 | pod.CreationTimestamp=t',
    ],
    ['a bare value with blanks', `"m" d=1 2 3 k=4`, 'm | d=1 2 3 | k=4'],
    ['a cut string', `"m" k=1 err="no end`, 'm | k=1 | err=no end | (cut)'],
    ['a cut message', `"no end`, 'no end | (cut)'],
    ['printf text', `SyncLoop (ADD, "api"): "a_b(c)"`, 'printf'],
    ['printf text that begins quoted', `"a" is not b`, 'printf'],
  ])('reads %s', (_name, body, expected) => {
    expect(told(body)).toBe(expected);
  });

  it('reads a block of lines, and the pairs behind its end', () => {
    const body = `"m" err=<\n\tfirst\n\t >not yet\n\tlast\n > pod="a/b"`;
    expect(told(body)).toBe('m | err=first\n >not yet\nlast | pod=a/b');
  });
});

describe('listItems', () => {
  it.each([
    ['[a/b c/d]', ['a/b', 'c/d']],
    ['["a/b","c/d"]', ['a/b', 'c/d']],
    ['[{"name":"b","namespace":"a"}]', ['a/b']],
    ['[]', []],
  ])('reads %s', (value, items) => {
    expect(listItems(value)).toEqual(items);
  });
});

describe('structMember', () => {
  it.each([
    ['&{ID:u-1 Type:ContainerDied Data:c-1}', 'Type', 'ContainerDied'],
    ['{"ID":"u-1","Type":"ContainerDied"}', 'Type', 'ContainerDied'],
    ['&pleg.PodLifecycleEvent{ID:"u-1", Type:"x y"}', 'Type', 'x y'],
    ['&{ID:u-1}', 'Type', undefined],
  ])('of %s, %s', (value, name, expected) => {
    expect(structMember(value, name)).toBe(expected);
  });
});
