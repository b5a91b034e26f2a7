// Why the sync loop skips, and since when (`syncLoop` of pkg/kubelet/kubelet.go).
import { inferred, seen } from '../../../base/input.ts';
import { micros, SECOND, type Micros } from '../../../base/time.ts';
import type { FactPass, FactTable } from '../facts/factTable.ts';
import { turns } from '../facts/runs.ts';
import { OpenTrack, type Moment, type Track } from '../track.ts';

/** A loop that skips prints a line after each sleep of 5 s at most; longer without one, on a busy node too, and it took its turns. */
const UNBROKEN = 10 * SECOND;

export function loopSkips(facts: FactTable): Track<string> {
  return facts.has('loop.skip') ? facts.pass(skips, 0, facts.length).track : new OpenTrack();
}

interface Skips {
  readonly track: OpenTrack<string>;
  /** Of the last skip line, while no turn follows it. */
  last: Micros | undefined;
}

const skips: FactPass<Skips> = {
  kinds: ['loop.skip', 'process.loopStarted', ...turns],
  begin: () => ({ track: new OpenTrack(), last: undefined }),
  copy: ({ track, last }) => ({ track: track.copy(), last }),
  take(state, { event, at, input, position }) {
    const { track, last } = state;
    if (event.kind !== 'loop.skip') {
      if (last !== undefined) track.set(at, seen('', input), position);
      state.last = undefined;
      return;
    }
    if (last !== undefined && at - last > UNBROKEN)
      track.set(micros(last + UNBROKEN), inferred('', input), position);
    track.set(at, seen(event.reason, input), position);
    state.last = at;
  },
};

/** When the loop began to skip, or to run: each line of a run of skips may give another reason, with another age in it. */
export function loopSince(track: Track<string>, moment: Moment): Micros | undefined {
  const last = track.changeAt(moment);
  if (last === undefined) return undefined;
  let since = last.at;
  for (const { at, value, provenAt } of track.changes.toReversed()) {
    const isKnown = moment.hindsight === 'now' || provenAt <= moment.position;
    if (at > last.at || !isKnown) continue;
    if ((value.value === '') !== (last.value.value === '')) break;
    since = at;
  }
  return since;
}
