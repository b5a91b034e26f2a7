import type { History } from '../../src/kubelet/rebuild/history.ts';
import { Track } from '../../src/kubelet/rebuild/track.ts';
import { micros } from '../../src/base/time.ts';

/** A history that knows nothing: rules must then do with the text alone. */
export function emptyHistory(): History {
  return {
    from: micros(0),
    to: micros(0),
    runs: [],
    pods: [],
    pleg: { events: [], healthy: new Track(), relists: [] },
    network: [],
    loopSkips: new Track(),
    gaps: [],
    understood: { lines: 0, unmatched: 0, commonUnmatched: [] },
    pod: () => undefined,
    podsNamed: () => [],
    identify: () => undefined,
  };
}
