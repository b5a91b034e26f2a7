import { micros, SECOND, type Micros } from '../../../src/base/time.ts';
import {
  emptyPleg,
  plegChannelCapacity,
  plegHealth,
  stepPleg,
  type PlegEffect,
  type PlegInput,
} from '../../../src/kubelet/pleg.ts';
import type {
  ContainerState,
  PodStatus,
  RunningContainer,
  RunningPod,
} from '../../../src/kubelet/pod.ts';
import {
  cacheGet,
  emptyPodCache,
  stepPodCache,
  type CacheEvent,
} from '../../../src/kubelet/podCache.ts';
import type { KubeletVersion } from '../../../src/kubelet/version/index.ts';
import { number, parseScript, text, type Op } from './script.ts';

interface ContainerOp {
  readonly id: string;
  readonly state: ContainerState;
}

interface PodOp {
  readonly uid: string;
  readonly containers: readonly ContainerOp[];
  readonly sandboxes: readonly ContainerOp[];
  readonly ip: string;
  readonly fails: boolean;
}

function listed(containers: readonly ContainerOp[]): RunningContainer[] {
  return containers.map(({ id, state }) => ({ id, name: id, state }));
}

function runningPod(op: PodOp): RunningPod {
  const { uid, containers, sandboxes } = op;
  return {
    id: uid,
    name: uid,
    namespace: 'ns',
    containers: listed(containers),
    sandboxes: listed(sandboxes),
  };
}

function statusOf(op: PodOp | undefined, uid: string): PodStatus {
  return {
    id: uid,
    name: uid,
    namespace: 'ns',
    ips: op === undefined || op.ip === '' ? [] : [op.ip],
    containerStatuses: (op?.containers ?? []).map(({ id, state }) => ({
      id,
      name: id,
      state,
      exitCode: 3,
    })),
    sandboxStatuses: (op?.sandboxes ?? []).map(({ id, state }) => ({
      id,
      state: state === 'running' ? 'ready' : 'notready',
      createdAt: micros(0),
      attempt: 0,
      ip: '',
    })),
  };
}

/** A PLEG with its cache and a runtime that answers at once. */
class Run {
  pleg = emptyPleg;
  cache = emptyPodCache;
  now: Micros = micros(1000 * SECOND);
  pods: readonly PodOp[] = [];
  fails = false;
  room: number;
  sent: string[] = [];
  readonly version: KubeletVersion;

  constructor(version: KubeletVersion, room: number) {
    this.version = version;
    this.room = room;
  }

  step(input: PlegInput): void {
    const { state, effects } = stepPleg(this.pleg, input, this.version);
    this.pleg = state;
    for (const effect of effects) this.perform(effect);
  }

  private perform(effect: PlegEffect): void {
    switch (effect.kind) {
      case 'getPods': {
        const answer = { kind: 'podsListed', timestamp: this.now, room: this.room } as const;
        this.step(
          this.fails
            ? { ...answer, err: 'no list' }
            : { ...answer, pods: this.pods.map(runningPod) },
        );
        return;
      }
      case 'getPodStatus':
        this.inspect(effect.pod.id);
        return;
      case 'cacheSet': {
        const { uid, status, err, time } = effect;
        this.write({ kind: 'set', uid, status, time, ...(err === undefined ? {} : { err }) });
        return;
      }
      case 'cacheDelete':
        this.write({ kind: 'delete', uid: effect.uid });
        return;
      case 'cacheUpdateTime':
        this.write({ kind: 'updateTime', time: effect.time });
        return;
      case 'send':
        this.sent.push(`${effect.event.id} ${effect.event.type} ${effect.event.data}`);
        this.room -= 1;
        return;
      // Scripts list all pods.
      case 'getPod':
      case 'cacheSetObservedTime':
      case 'discard':
      case 'relistDone':
      case 'log':
    }
  }

  private write(event: CacheEvent): void {
    const options = { version: this.version, eventedPleg: false };
    this.cache = stepPodCache(this.cache, event, options).state;
  }

  private inspect(uid: string): void {
    const op = this.pods.find((pod) => pod.uid === uid);
    const held = cacheGet(this.cache, uid);
    const answer = {
      kind: 'podInspected',
      uid,
      time: this.now,
      heldIps: held.status?.ips ?? [],
      room: this.room,
    } as const;
    const failed = op?.fails === true;
    this.step(failed ? { ...answer, err: 'no status' } : { ...answer, status: statusOf(op, uid) });
  }

  /** The events in the channel, which they leave. */
  read(): string[] {
    const first = (line: string): string => line.slice(0, line.indexOf(' '));
    const { sent } = this;
    this.sent = [];
    return sent.sort((a, b) => (first(a) < first(b) ? -1 : first(a) > first(b) ? 1 : 0));
  }

  show(): string[] {
    const lines: string[] = [];
    for (const uid of ['u1', 'u2', 'u3']) {
      const { status, err } = cacheGet(this.cache, uid);
      if (err !== undefined) {
        lines.push(`cache ${uid} error ${err}`);
        continue;
      }
      const containers = status?.containerStatuses.map(({ id, state }) => ` ${id}=${state}`) ?? [];
      const sandboxes =
        status?.sandboxStatuses.map(({ id, state }) => ` ${id}=${state === 'ready'}`) ?? [];
      lines.push(
        `cache ${uid} [${(status?.ips ?? []).join(' ')}]${containers.join('')}${sandboxes.join('')}`,
      );
    }
    return lines;
  }
}

/** Traces a script of kind `pleg`; its first line may limit the channel. */
export function tracePleg(lines: readonly string[]): string[] {
  const { ops, version } = parseScript(lines);
  const capacity = number(ops[0] ?? {}, 'room') || plegChannelCapacity;
  const run = new Run(version, capacity);
  const trace: string[] = [];
  for (const op of ops) {
    perform(run, op, capacity, trace);
    trace.push(`healthy ${plegHealth(run.pleg, run.now, version) ?? '<nil>'}`);
  }
  return trace;
}

function perform(run: Run, op: Op, capacity: number, trace: string[]): void {
  if (text(op, 'op') === 'advance') {
    run.now = micros(run.now + Math.round(number(op, 'seconds') * SECOND));
  }
  if (text(op, 'op') !== 'relist') return;
  run.pods = op['pods'] as PodOp[];
  run.fails = op['fails'] === true;
  run.room = capacity;
  run.step({ kind: 'relist' });
  while (run.pleg.relist !== undefined) {
    trace.push(...run.read(), 'waits for room');
    run.room = capacity;
    run.step({ kind: 'roomAgain', room: capacity });
  }
  trace.push(...run.read(), ...run.show());
}
