// What a debugger asks of a tape over and over: whose line stands at a position, and what its messages have in common.
import type { InputId } from '../../base/input.ts';
import type { Micros } from '../../base/time.ts';
import type { KubeletRun, PodHistory } from '../../kubelet/rebuild/history.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import type { LogRecord } from '../../log/record.ts';
import { parseKubeletVersion } from '../../kubelet/version/index.ts';
import type { DebugPlace, DebugThreadId, GoPlace } from '../../protocol/debugApi.ts';
import { functionOf, goPath, inSyncLoop } from './goFunctions.ts';
import { severities } from '../../log/record.ts';
import { holdsGoroutines } from '../../log/goroutineDump.ts';
import type { Tape } from '../../replay/tape.ts';
import { readDump, type OpenDump } from '../goroutineDumps.ts';
import type { Incident } from './incident.ts';

/** Threads that are no pod worker, in the order on screen. */
export const parts = [
  ['syncLoop', 'syncLoop'],
  ['pleg', 'PLEG'],
  ['status', 'status manager'],
  ['volumes', 'volume manager'],
  ['probes', 'probe manager'],
  ['other', 'other parts of the kubelet'],
] as const;

const partOfFile: Readonly<Record<string, DebugThreadId>> = {
  'generic.go': 'pleg',
  'evented.go': 'pleg',
  'status_manager.go': 'status',
  'prober.go': 'probes',
  'prober_manager.go': 'probes',
  'worker.go': 'probes',
  'reconciler.go': 'volumes',
  'reconciler_common.go': 'volumes',
  'reconciler_new.go': 'volumes',
  'reconstruct.go': 'volumes',
  'reconstruct_common.go': 'volumes',
  'reconstruct_new.go': 'volumes',
  'operation_generator.go': 'volumes',
  'operation_executor.go': 'volumes',
  'nestedpendingoperations.go': 'volumes',
  'desired_state_of_world_populator.go': 'volumes',
  'volume_manager.go': 'volumes',
};

export class DebugIndex {
  readonly incident: Incident;
  /** By position: number of the pod whose event it is, counted from 1; 0: none. */
  private readonly podAt: Uint32Array;
  private readonly sampled = new Map<number, Uint32Array>();
  private written: readonly OpenDump[] | undefined;
  private readonly ofFiles = new Map<string, ReadonlyMap<number, readonly number[]>>();

  constructor(incident: Incident) {
    this.incident = incident;
    this.podAt = new Uint32Array(incident.tape.length);
    incident.history.pods.forEach((pod, number) => {
      for (const { position } of pod.events)
        if (this.podAt[position] === 0) this.podAt[position] = number + 1;
    });
  }

  record(position: number): LogRecord | undefined {
    return position < 0 || position >= this.incident.tape.length
      ? undefined
      : this.incident.tape.record(position);
  }

  podOf(position: number): PodHistory | undefined {
    return this.incident.history.pods[(this.podAt[position] ?? 0) - 1];
  }

  threadAt(position: number): DebugThreadId {
    const record = this.record(position);
    if (record === undefined) return 'syncLoop';
    const part = this.partOf(record);
    return part ?? this.podOf(position)?.key ?? 'other';
  }

  private partOf(record: LogRecord): DebugThreadId | undefined {
    const name = functionOf(record);
    if (name !== undefined && inSyncLoop(name)) return 'syncLoop';
    if (record.file === 'kubelet.go' && /sync loop/i.test(record.message)) return 'syncLoop';
    return partOfFile[record.file];
  }

  place(input: InputId | undefined): DebugPlace | undefined {
    if (input === undefined) return undefined;
    const { tape } = this.incident;
    const table = tape.sources[tape.indexOfSource(input.source)]?.table;
    const ordinal = table?.ordinalAt(input.offset) ?? -1;
    return table === undefined || ordinal < 0 ? undefined : { input, line: table.lineOf(ordinal) };
  }

  runAt(time: Micros): KubeletRun | undefined {
    const { runs } = this.incident.history;
    return runs.findLast((run) => run.from <= time) ?? runs[0];
  }

  /** When the process of the pod's node began that ran then, as far as the tape tells. */
  processFrom(pod: PodHistory, time: Micros): Micros {
    const { history } = this.incident;
    const node = history.nodes?.find((one) => one.history.pod(pod.key) === pod);
    const { runs } = node?.history ?? history;
    return runs.findLast((run) => run.from <= time)?.from ?? history.from;
  }

  /** 1.x of the kubelet that ran then. */
  minorAt(time: Micros): number | undefined {
    const version = this.runAt(time)?.version.value;
    return version === undefined ? undefined : parseKubeletVersion(version)?.minor;
  }

  /** Whether the kubelet said that its runtime is docker. */
  isDockerAt(time: Micros): boolean {
    return this.runAt(time)?.runtime.value?.startsWith('docker') === true;
  }

  goPlace(file: string, line: number, moment: Moment): GoPlace {
    const run = this.runAt(moment.time);
    const version = run?.version.value;
    const minor = this.minorAt(moment.time);
    const place = { file, line, path: goPath(file, minor), version };
    return run?.version.known === 'inferred' ? { ...place, isVersionInferred: true } : place;
  }

  /** Of a Go file, by its base name: for each of its lines that wrote something the positions of what it wrote, ascending. */
  writtenBy(file: string): ReadonlyMap<number, readonly number[]> {
    const known = this.ofFiles.get(file);
    if (known !== undefined) return known;
    const found = new Map<number, number[]>();
    this.incident.tape.sources.forEach(({ table }, source) => {
      const lines = new Map<number, number>();
      for (let site = 1; site < table.sites.size; site++) {
        const text = table.sites.at(site);
        const line = text.startsWith(`${file}:`) ? Number(text.slice(file.length + 1)) : 0;
        if (line > 0) lines.set(site, line);
      }
      if (lines.size === 0) return;
      for (let row = 0; row < table.length; row++) {
        const line = lines.get(table.site[row] ?? 0);
        if (line === undefined) continue;
        const position = this.incident.tape.positionOfOrdinal(source, row);
        const list = found.get(line);
        if (list === undefined) found.set(line, [position]);
        else list.push(position);
      }
    });
    for (const positions of found.values()) positions.sort((a, b) => a - b);
    this.ofFiles.set(file, found);
    return found;
  }

  /** First position at or after a time. */
  positionFrom(time: Micros): number {
    const times = this.incident.tape.time;
    let low = 0;
    let high = this.incident.tape.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((times[middle] ?? 0) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Goroutine dumps that stand in the logs: what a kubelet writes when it is told to quit, or ends by itself. */
  get dumps(): readonly OpenDump[] {
    this.written ??= this.incident.tape.sources.flatMap((_, source) =>
      dumpsIn(this.incident.tape, source),
    );
    return this.written;
  }

  /** For each message number of a source one record that has it; -1 where none has. */
  samples(source: number): Uint32Array {
    const known = this.sampled.get(source);
    if (known !== undefined) return known;
    const table = this.incident.tape.sources[source]?.table;
    const samples = new Uint32Array(table?.messages.size ?? 0).fill(0xffffffff);
    if (table !== undefined)
      for (let row = table.length - 1; row >= 0; row--) samples[table.message[row] ?? 0] = row;
    this.sampled.set(source, samples);
    return samples;
  }
}

const fatal = severities.indexOf('fatal');

/** A dump has the time of the line above it where its own lines have none. */
function dumpsIn(tape: Tape, source: number): readonly OpenDump[] {
  const found: OpenDump[] = [];
  const { table, name = '' } = tape.sources[source] ?? {};
  for (let row = 0; row < tape.recordsOf(source); row++) {
    if (table?.severity[row] !== fatal) continue;
    const { id, text } = table.shown(row);
    if (!holdsGoroutines(text)) continue;
    const at = tape.timeAt(tape.positionOfOrdinal(source, row));
    found.push({ ...readDump({ name, text }), at, input: id });
  }
  return found;
}
