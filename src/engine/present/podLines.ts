import type { PodHistory } from '../../kubelet/rebuild/history.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import { ChannelError } from '../../protocol/channel.ts';
import type { LinePage, LineRange } from '../../protocol/pageApi.ts';
import type { RowSeverity } from '../../protocol/rows.ts';
import type { Incident } from './incident.ts';
import { inputRow } from './inputs.ts';
import { plain } from './pageRows.ts';
import { shortId } from './values.ts';

/** The lines of one pod by their position; made once for a pod, as the cursor moves through them. */
export class PodLines {
  private readonly incident: Incident;
  private readonly podKey: string;
  private readonly positions: Uint32Array;

  constructor(incident: Incident, pod: PodHistory) {
    this.incident = incident;
    this.podKey = pod.key;
    this.positions = positionsOf(incident, pod);
  }

  isOf(incident: Incident, podKey: string): boolean {
    return this.incident === incident && this.podKey === podKey;
  }

  page(moment: Moment, { start, count }: LineRange): LinePage {
    const { positions, incident } = this;
    const size = Math.max(1, count);
    const after = positions.findIndex((position) => position > moment.position);
    const current = (after < 0 ? positions.length : after) - 1;
    const first = Math.max(0, start ?? Math.floor(current / size) * size);
    const rows = [...positions.subarray(first, first + size)].flatMap((position) => {
      const record = incident.tape.record(position);
      if (record === undefined) return [];
      const row = inputRow(incident.tape, position, record);
      return [{ ...row, text: plain(row.text), loud: loudness(row.severity) }];
    });
    return { start: first, total: positions.length, rows };
  }
}

function loudness(severity: string): RowSeverity {
  if (severity === 'error' || severity === 'fatal') return 'error';
  return severity === 'warning' ? 'warning' : 'none';
}

const found = new WeakMap<
  PodHistory,
  { readonly length: number; readonly positions: Uint32Array }
>();

/** Positions, rising, of all lines that name a pod or one of its ids; looked up once for a tape. */
export function positionsOf(incident: Incident, pod: PodHistory): Uint32Array {
  const { length } = incident.tape;
  const known = found.get(pod);
  if (known?.length === length) return known.positions;
  const positions = findPositions(incident, pod);
  found.set(pod, { length, positions });
  return positions;
}

/** A life ends for its namesake where the next one begins. */
function findPositions({ tape, history }: Incident, pod: PodHistory): Uint32Array {
  const namesakes = history.podsNamed(pod.namespace, pod.name);
  const next = namesakes[namesakes.indexOf(pod) + 1];
  const from = namesakes[0] === pod ? -Infinity : pod.firstSeen;
  const to = next?.firstSeen ?? Infinity;
  const found = pod.events.map(({ position }) => position);
  const named = (name: string, isOwn: (time: number) => boolean): void => {
    tape.sources.forEach(({ table }, source) => {
      for (const row of table.rowsNaming(name) ?? []) {
        const position = tape.positionOfOrdinal(source, row);
        if (isOwn(tape.time[position] ?? NaN)) found.push(position);
      }
    });
  };
  named(`${pod.namespace}/${pod.name}`, (time) => !(time < from || time >= to));
  for (const id of idsOf(pod)) named(id, () => true);
  const sorted = Uint32Array.from(found).sort();
  return sorted.filter((position, index) => position !== sorted[index - 1]);
}

function idsOf(pod: PodHistory): readonly string[] {
  const own = [
    ...pod.sandboxes.map(({ sandboxId }) => sandboxId),
    ...pod.containers.map(({ containerId }) => containerId),
  ];
  return pod.uid.value === undefined ? own : [pod.uid.value, ...own];
}

/** The pod of a key, or a refusal that says so. */
export function podOf({ history }: Incident, podKey: string): PodHistory {
  const pod = history.pod(podKey);
  if (pod === undefined)
    throw new ChannelError(`No pod ${shortId(podKey)} is in this log.`, 'no-pod');
  return pod;
}
