import { describe, expect, it } from 'vitest';
import { Pool } from '../../../../../src/kubelet/rebuild/facts/pool.ts';

const uid = '41a1f5a8-9d63-4b4c-8f0b-0c1de6ab3d52';
const digits = '1070614e4c7cd9903de1c5c55b0d010a1ebaeda59e12c9d15ad9c6a10d457b4b';

describe('the pool of what lines name', () => {
  it('keeps a pod by its UID alone and the same with its name beside each other', () => {
    const pool = new Pool();
    const alone = pool.key(undefined, uid);
    const named = pool.key('default/web-0', uid);
    expect(pool.key(undefined, uid)).toBe(alone);
    expect(pool.key('default/web-0', uid)).toBe(named);
    expect(pool.pods).toHaveLength(3);
  });

  it('gives an id for its digits alone, whatever a line called an id before', () => {
    const pool = new Pool();
    for (const id of ['no id', digits]) pool.share({ kind: 'container.unknown', id });
    expect(pool.id('no id')).toBe('');
    expect(pool.id(digits)).toBe(digits);
    expect(pool.id(digits.slice(0, 12))).toBe(digits.slice(0, 12));
    expect(pool.id(digits.slice(0, 11))).toBe('');
    expect(pool.id('')).toBe('');
  });

  it('numbers the id of the event that was shared last, not one that was only asked for', () => {
    const pool = new Pool();
    pool.id(digits);
    pool.share({ kind: 'container.unknown', id: 'other' });
    const other = pool.idNumber;
    pool.share({ kind: 'container.unknown', id: digits });
    expect([pool.ids[other], pool.ids[pool.idNumber]]).toEqual(['other', digits]);
    pool.share({ kind: 'loop.skip', reason: '' });
    expect(pool.idNumber).toBe(0);
  });
});
