// The volumes of one pod over time, from what the volume manager said of them (pkg/kubelet/volumemanager).
import { shortVolumeName } from '../identity/identify.ts';
import { seen } from '../../../base/input.ts';
import type { Fact } from '../facts/fact.ts';
import type { VolumeHistory } from '../history.ts';
import { OpenTrack, type Track } from '../track.ts';

type State = VolumeHistory['state'] extends Track<infer S> ? S : never;

export function rebuildVolumes(facts: readonly Fact[]): readonly VolumeHistory[] {
  const volumes = new Map<string, { state: OpenTrack<State>; error: string | undefined }>();
  for (const { event, at, input, position } of facts) {
    if (event.kind !== 'volume') continue;
    const name = shortVolumeName(event.volume);
    const volume = volumes.get(name) ?? { state: new OpenTrack<State>(), error: undefined };
    volume.state.set(at, seen(event.step, input), position);
    if (event.error !== undefined) volume.error = event.error;
    volumes.set(name, volume);
  }
  return [...volumes].map(([name, { state, error }]) => ({ name, state, error }));
}
