import { describe, expect, it } from 'vitest';
import { decode, encode } from '../../../src/log/bytes.ts';
import { scanIdentities } from '../../../src/log/identityScan.ts';
import { tableOf } from '../../support/log.ts';

const uid = '5c0e91e5-ca33-4316-ac70-0cfb035016d4';
const long = '9936f76e4b93'.padEnd(64, '0');
const short = '6e1c5b52d2aad4455b926dd422eb38cd';

function told(text: string): string[] {
  const found: string[] = [];
  const bytes = encode(text);
  scanIdentities(bytes, 0, bytes.length, (own, from, to) => found.push(decode(own, from, to)));
  return found;
}

describe('identities of a line', () => {
  it.each([
    [`pod="default/web-1" podUID="${uid}"`, ['default/web-1', uid]],
    [`pods=["a/b","c/d.e"] x`, ['a/b', 'c/d.e']],
    ['pods=[a/b c/d]', ['a/b', 'c/d']],
    [`event={"ID":"${uid}","Data":"${long}"}`, [uid, long]],
    [`event=&{ID:${uid} Data:${long}}`, [uid, long]],
    [`containerID="containerd://${long}"`, [long]],
    [`"web-1_default(${uid})"`, ['default/web-1', uid]],
    [`"pod":{"name":"web-1","namespace":"default"}`, ['default/web-1']],
    [`/var/lib/kubelet/pods/${uid}/volumes`, [uid]],
    [`/kubepods/pod${uid}/x`, [uid]],
    [`etcd_kube-system(${short})`, ['kube-system/etcd', short]],
    [`err="for \\"${uid}\\" with"`, [uid]],
    ['a plain/path/of three', []],
    ['x_y z_', []],
  ])('%s', (text, expected) => {
    expect(told(text)).toEqual(expected);
  });

  it('give the rows that name them, in continuation lines too', () => {
    const table = tableOf(
      [
        `I0101 00:00:00.000000 1 a.go:1] "m" pod="default/web-1"`,
        `I0101 00:00:00.000000 1 a.go:1] other`,
        `E0101 00:00:00.000000 1 a.go:1] "m" err=<`,
        `\tfailed for ${uid}`,
        ' > pod="default/web-1"',
      ].join('\n'),
    );
    expect([...(table.rowsNaming('default/web-1') ?? [])]).toEqual([0, 2]);
    expect([...(table.rowsNaming(uid) ?? [])]).toEqual([2]);
    expect([...(table.rowsNaming('no/where') ?? [])]).toEqual([]);
    expect(table.rowsNaming('just a text')).toBeUndefined();
  });
});
