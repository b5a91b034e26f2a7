import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sourceId, type InputId, type Value } from '../../../../../src/base/input.ts';
import { micros } from '../../../../../src/base/time.ts';
import {
  ProofColumns,
  TrackColumns,
  TrackDraft,
} from '../../../../../src/kubelet/rebuild/worker/packedTracks.ts';
import { OpenTrack, type Track } from '../../../../../src/kubelet/rebuild/track.ts';

const why = 'nobody saw it';

interface Step {
  readonly at: number;
  readonly known: 'seen' | 'inferred' | 'unknown';
  readonly value: number;
  readonly provenAt: number;
  readonly proofs: number;
}

const step = fc.record<Step>({
  at: fc.integer({ min: 0, max: 20 }),
  known: fc.constantFrom('seen', 'inferred', 'unknown'),
  value: fc.integer({ min: 0, max: 2 }),
  provenAt: fc.integer({ min: -1, max: 20 }),
  proofs: fc.integer({ min: 0, max: 3 }),
});

function proofOf({ proofs, at }: Step): readonly InputId[] {
  return Array.from({ length: proofs }, (_, i) => ({ source: sourceId(i), offset: 5e9 + at }));
}

function packed(columns: TrackColumns<number>, steps: readonly Step[]): number {
  const draft = new TrackDraft(columns);
  for (const one of steps) {
    const proof = { at: micros(one.at), provedBy: proofOf(one), provenAt: one.provenAt };
    if (one.known === 'unknown') draft.blur(proof);
    else draft.set(one.known, one.value, proof);
  }
  return draft.close();
}

function open(steps: readonly Step[]): Track<number> {
  const track = new OpenTrack<number>();
  for (const one of steps) {
    const provedBy = proofOf(one);
    const value: Value<number> =
      one.known === 'unknown'
        ? { known: 'unknown', provedBy, why }
        : { known: one.known, value: one.value, provedBy };
    track.set(micros(one.at), value, one.provenAt);
  }
  return track;
}

describe('tracks in columns', () => {
  it('say what tracks of objects say', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(step, { maxLength: 12 }), { maxLength: 4 }),
        fc.integer({ min: -1, max: 21 }),
        fc.integer({ min: -1, max: 21 }),
        (tracks, time, position) => {
          const columns = new TrackColumns<number>(new ProofColumns(2), why, 2);
          const made = tracks.map((steps) => packed(columns, steps));
          columns.settle();
          columns.proofs.settle();
          made.forEach((number, i) => {
            const track = columns.track(number);
            const plain = open(tracks[i] ?? []);
            expect(track.changes).toEqual(plain.changes);
            for (const value of [0, 1, 2])
              expect(track.firstTo(value)).toEqual(plain.firstTo(value));
            for (const hindsight of ['now', 'then'] as const) {
              const moment = { time: micros(time), position, hindsight };
              expect(track.changeAt(moment)).toEqual(plain.changeAt(moment));
              expect(track.at(moment)).toEqual(plain.at(moment));
            }
          });
        },
      ),
    );
  });
});
