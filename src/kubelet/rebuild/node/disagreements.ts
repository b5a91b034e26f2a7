// Where a sample says another thing than the log: neither is believed over the other, both are shown. Only what the log has said for
// a while before and after the sample counts, for an answer is up to some seconds old and clocks differ.
import type { InputId } from '../../../base/input.ts';
import { micros, SECOND, type Micros } from '../../../base/time.ts';
import type { SampledPod, WorkType } from '../../event.ts';
import type { Disagreement } from '../history.ts';
import type { SampleFact } from '../facts/samples.ts';
import type { Track } from '../track.ts';
import type { Life } from '../identity/life.ts';
import type { KnownLives } from '../identity/lives.ts';
import type { RebuiltPod } from '../pod/rebuiltPod.ts';

/** Housekeeping, the cache of the runtime and a list on its way may each take some of it. */
const BEFORE = 6 * SECOND;
const AFTER = 2 * SECOND;

export interface RebuiltLife {
  readonly life: Life;
  readonly pod: Pick<RebuiltPod, 'key' | 'worker' | 'firstSeen'>;
}

/** In order of time; what goes on from sample to sample is told once. */
export function findDisagreements(
  samples: readonly SampleFact[],
  lives: KnownLives,
  rebuilt: { readonly told: readonly RebuiltLife[] },
): readonly Disagreement[] {
  if (samples.length === 0) return [];
  const search = new Search(lives, rebuilt.told);
  return samples.flatMap((sample) => search.look(sample));
}

type Claim = Omit<Disagreement, 'at' | 'position' | 'input'>;

class Search {
  private readonly lives: KnownLives;
  private readonly pods: readonly RebuiltLife[];
  private readonly byLife: ReadonlyMap<Life, RebuiltLife>;
  private readonly open = new Map<string, ReadonlySet<string>>();

  constructor(lives: KnownLives, pods: readonly RebuiltLife[]) {
    this.lives = lives;
    this.pods = pods;
    this.byLife = new Map(pods.map((one) => [one.life, one]));
  }

  look({ at, position, input, event }: SampleFact): readonly Disagreement[] {
    const claims =
      event.kind === 'sample.pods'
        ? [...this.unknownToLog(event.listed, at, position), ...this.unlisted(event.listed, at)]
        : event.kind === 'sample.running'
          ? this.stillRunning(event.listed, at, position)
          : event.kind === 'sample.metrics'
            ? this.miscounted(event.working, at)
            : [];
    const before = this.open.get(event.kind) ?? new Set();
    this.open.set(event.kind, new Set(claims.map(keyOf)));
    return claims
      .filter((claim) => !before.has(keyOf(claim)))
      .map((claim) => ({ ...claim, at, position, input }));
  }

  private find(listed: SampledPod, position: number): RebuiltLife | undefined {
    const life = this.lives.find(listed.pod, position);
    return life === undefined ? undefined : this.byLife.get(life);
  }

  private unknownToLog(listed: readonly SampledPod[], at: Micros, position: number): Claim[] {
    return listed.flatMap((one) => {
      const pod = this.find(one, position)?.pod;
      const present = pod === undefined ? undefined : held(pod.worker.present, at);
      if (pod === undefined || present?.value !== false) return [];
      const text = '/pods lists it; by the log its worker is forgotten';
      return [{ podKey: pod.key, text, log: present.provedBy }];
    });
  }

  private unlisted(listed: readonly SampledPod[], at: Micros): Claim[] {
    const uids = new Set(listed.map(({ pod }) => pod.uid));
    return this.pods.flatMap(({ life, pod }) => {
      if (life.uid === undefined || uids.has(life.uid) || life.source === undefined) return [];
      const state = held(pod.worker.state, at);
      if (state?.value !== 'sync' || held(pod.worker.present, at)?.value !== true) return [];
      const text = '/pods does not list it; by the log it is to run';
      return [{ podKey: pod.key, text, log: state.provedBy }];
    });
  }

  private stillRunning(listed: readonly SampledPod[], at: Micros, position: number): Claim[] {
    return listed.flatMap((one) => {
      const pod = this.find(one, position)?.pod;
      const terminated = pod === undefined ? undefined : held(pod.worker.terminated, at);
      if (pod === undefined || terminated?.value !== true) return [];
      const text = '/runningpods/ lists it; by the log all its containers are stopped';
      return [{ podKey: pod.key, text, log: terminated.provedBy }];
    });
  }

  /** Counts are compared only while the log knows the state of every worker. */
  private miscounted(working: Readonly<Record<WorkType, number>> | undefined, at: Micros): Claim[] {
    if (working === undefined) return [];
    const counts = { sync: 0, terminating: 0, terminated: 0 };
    for (const { pod } of this.pods) {
      if (pod.firstSeen > at) continue;
      const present = held(pod.worker.present, at);
      if (present === undefined) return [];
      if (!present.value) continue;
      const state = held(pod.worker.state, at);
      if (state === undefined) return [];
      counts[state.value]++;
    }
    return (['sync', 'terminating', 'terminated'] as const)
      .filter((state) => counts[state] !== working[state])
      .map((state) => ({
        podKey: undefined,
        text: `kubelet_working_pods counts ${working[state]} ${state}; by the log there are ${counts[state]}`,
        log: [],
      }));
  }
}

function keyOf({ podKey, text }: Claim): string {
  return `${podKey ?? ''} ${text}`;
}

/** The value that a track has had for a while and keeps for a moment, when it is known. */
function held<T>(
  track: Track<T>,
  at: Micros,
): { readonly value: T; readonly provedBy: readonly InputId[] } | undefined {
  const valueAt = (time: number): ReturnType<Track<T>['at']> =>
    track.at({ time: micros(time), position: Infinity, hindsight: 'now' });
  const value = valueAt(at);
  if (value.known === 'unknown') return undefined;
  const around = [valueAt(at - BEFORE), valueAt(at + AFTER)];
  return around.every((one) => one.value === value.value) ? value : undefined;
}
