// How long each phase takes the pods of a tape: what one pod's own is held against.
import type { PodHistory, PodPhase } from '../../kubelet/rebuild/history.ts';

interface Ended {
  readonly podKey: string;
  readonly length: number;
}

export class UsualPhases {
  /** Phases that have ended, the shortest first. */
  private readonly ended = new Map<PodPhase['kind'], Ended[]>();

  constructor(pods: readonly PodHistory[]) {
    for (const pod of pods)
      for (const { kind, from, to } of pod.phases) {
        if (to === undefined) continue;
        const list = this.ended.get(kind) ?? [];
        list.push({ podKey: pod.key, length: to - from });
        this.ended.set(kind, list);
      }
    for (const list of this.ended.values()) list.sort((a, b) => a.length - b.length);
  }

  /** Median of all pods but one, µs. */
  of(
    kind: PodPhase['kind'],
    except: string,
  ): { readonly median: number; readonly pods: number } | undefined {
    const others = (this.ended.get(kind) ?? []).filter(({ podKey }) => podKey !== except);
    const middle = others[Math.floor(others.length / 2)];
    return middle === undefined
      ? undefined
      : { median: middle.length, pods: new Set(others.map(({ podKey }) => podKey)).size };
  }
}
