// A line may name pods without end; a kubelet does not.
import { expect, it } from 'vitest';
import { formatList, mostListed, podList } from '../../../../src/kubelet/evidence/reference.ts';

const uid = '5c0e91e5-ca33-4316-ac70-0cfb035016d4';
const many = (one: (i: number) => string, between: string): string =>
  Array.from({ length: 3 * mostListed }, (_, i) => one(i)).join(between);

it.each([
  ['in quotes', () => podList(`[${many((i) => `"d/p${i}"`, ',')}]`)],
  ['bare', () => podList(`[${many((i) => `d/p${i}`, ' ')}]`)],
  ['as objects', () => podList(`[${many((i) => `{"name":"p${i}","namespace":"d"}`, ',')}]`)],
  ['with UIDs', () => formatList(many((i) => `p${i}_d(${uid})`, ', '))],
])('of pods %s, as many are read as a kubelet may have', (_, read) => {
  const pods = read();
  expect(pods.length).toBe(mostListed);
  expect(pods.at(-1)).toMatchObject({ namespace: 'd', name: `p${mostListed - 1}` });
});
