import { describe, expect, it } from 'vitest';
import { inferred, seen, sourceId } from '../../../src/base/input.ts';
import { micros } from '../../../src/base/time.ts';
import { OpenTrack } from '../../../src/kubelet/rebuild/track.ts';

const input = { source: sourceId(0), offset: 0 };

describe('track', () => {
  it('holds a value until the next change', () => {
    const track = new OpenTrack<string>();
    track.set(micros(10), seen('sync', input), 1);
    track.set(micros(30), seen('terminating', input), 3);
    const value = (time: number): string | undefined =>
      track.at({ time: micros(time), position: 9, hindsight: 'now' }).value;
    expect([9, 10, 29, 30].map(value)).toEqual([undefined, 'sync', 'sync', 'terminating']);
  });

  it('does not count, in the mode `then`, what is proved later', () => {
    const track = new OpenTrack<string>();
    track.set(micros(10), seen('running', input), 1);
    track.set(micros(20), inferred('dead', input), 5);
    const at = (position: number, hindsight: 'then' | 'now'): string | undefined =>
      track.at({ time: micros(25), position, hindsight }).value;
    expect(at(4, 'then')).toBe('running');
    expect(at(4, 'now')).toBe('dead');
    expect(at(5, 'then')).toBe('dead');
  });

  it('takes changes in any order and leaves out what says the same', () => {
    const track = new OpenTrack<boolean>();
    track.set(micros(30), seen(false, input), 3);
    track.set(micros(10), seen(true, input), 1);
    track.set(micros(15), seen(true, input), 2);
    expect(track.changes.map((change) => [change.at, change.value.value])).toEqual([
      [10, true],
      [30, false],
    ]);
  });

  it('says why when nothing tells', () => {
    expect(
      new OpenTrack<boolean>().at({ time: micros(1), position: 0, hindsight: 'now' }),
    ).toMatchObject({ known: 'unknown', why: 'nothing in the log so far shows it' });
  });
});
