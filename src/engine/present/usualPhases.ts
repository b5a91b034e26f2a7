// How long each phase takes the pods of a tape: what one pod's own is held against.
import { middleOf } from '../../base/rhythm.ts';
import { SECOND } from '../../base/time.ts';
import type { PodHistory, PodPhase } from '../../kubelet/rebuild/history.ts';

/** A phase, or several that a person takes for one. */
export type TimedPhase = Pick<PodPhase, 'from' | 'to' | 'known' | 'provedBy'> & {
  readonly kind: PodPhase['kind'] | 'startup';
};

interface Lengths {
  /** Of phases whose end is known, the shortest first. */
  readonly sorted: readonly number[];
  /** Places in them that are one pod's. */
  readonly places: ReadonlyMap<string, readonly number[]>;
}

/** Longer than usual by this factor, and by a second. */
const SLOW = 2;

export class UsualPhases {
  private readonly lengths: ReadonlyMap<TimedPhase['kind'], Lengths>;

  constructor(pods: readonly PodHistory[]) {
    const ended = new Map<TimedPhase['kind'], { podKey: string; length: number }[]>();
    for (const pod of pods)
      for (const { kind, from, to, known } of timedPhases(pod)) {
        if (to === undefined || known === 'unknown') continue;
        const list = ended.get(kind) ?? [];
        list.push({ podKey: pod.key, length: to - from });
        ended.set(kind, list);
      }
    this.lengths = new Map(
      [...ended].map(([kind, list]) => {
        list.sort((a, b) => a.length - b.length);
        const places = new Map<string, number[]>();
        for (const [place, { podKey }] of list.entries()) {
          const own = places.get(podKey);
          if (own === undefined) places.set(podKey, [place]);
          else own.push(place);
        }
        return [kind, { sorted: list.map(({ length }) => length), places }];
      }),
    );
  }

  /** Median of all pods but one, µs. */
  of(
    kind: TimedPhase['kind'],
    except: string,
  ): { readonly median: number; readonly pods: number } | undefined {
    const lengths = this.lengths.get(kind);
    if (lengths === undefined) return undefined;
    const { sorted, places } = lengths;
    const own = places.get(except) ?? [];
    const others = sorted.length - own.length;
    const at = (rank: number): number | undefined => {
      let place = rank;
      for (const one of own) if (one <= place) place++;
      return sorted[place];
    };
    const upper = at(Math.floor(others / 2));
    const lower = at(Math.max(0, Math.ceil(others / 2) - 1));
    const median = upper === undefined || lower === undefined ? undefined : (lower + upper) / 2;
    return median === undefined
      ? undefined
      : { median, pods: places.size - (own.length === 0 ? 0 : 1) };
  }

  /** Of all pods. */
  spread(
    kind: TimedPhase['kind'],
  ): { readonly median: number; readonly p95: number; readonly pods: number } | undefined {
    const { sorted = [], places } = this.lengths.get(kind) ?? {};
    const median = middleOf(sorted);
    const p95 = sorted[Math.ceil(0.95 * sorted.length) - 1];
    return median === undefined || p95 === undefined
      ? undefined
      : { median, p95, pods: places?.size ?? 0 };
  }
}

/** The phases of a pod, and its start as one. */
export function timedPhases({ phases }: PodHistory): readonly TimedPhase[] {
  const first = phases.find(
    ({ kind }) => kind === 'queue' || kind === 'sandbox' || kind === 'start',
  );
  const running = phases.find(({ kind }) => kind === 'running');
  const never =
    running === undefined &&
    phases.some(
      ({ kind }) => kind === 'initOrRunning' || kind === 'terminating' || kind === 'finished',
    );
  if (first === undefined || never) return phases;
  const provedBy = [...first.provedBy.slice(0, 1), ...(running?.provedBy.slice(0, 1) ?? [])];
  return [
    { kind: 'startup', from: first.from, to: running?.from, known: 'inferred', provedBy },
    ...phases,
  ];
}

/** `usual`: what it takes others, µs. */
export function isSlow(length: number, usual: number): boolean {
  return length > SLOW * usual && length > usual + SECOND;
}
