import { mapEntries, mapGet } from '../../../src/base/persistentMap.ts';
import { micros, MINUTE, SECOND } from '../../../src/base/time.ts';
import {
  emptyPodWorkers,
  isStarted,
  isTerminated,
  isTerminationRequested,
  type PodSyncStatus,
  type PodWorker,
  type PodWorkersEffect,
  type PodWorkersEvent,
  type UpdatePodOptions,
} from '../../../src/kubelet/podWorkers.ts';
import { stepPodWorkers } from '../../../src/kubelet/podWorkersMachine.ts';
import type { KubeletVersion } from '../../../src/kubelet/version/index.ts';
import { parseScript, podOfSpec, text, time, type Op, type PodSpecOp } from './script.ts';

const now = micros(1000 * SECOND);

/** Runs the workers with a cache that answers at once and sync functions that block until they are released. */
class Run {
  state = emptyPodWorkers;
  readonly cache = new Map<string, string>();
  readonly inSync = new Set<string>();
  events: string[] = [];
  completed: string[] = [];
  recorded: string[] = [];
  private readonly version: KubeletVersion;

  constructor(version: KubeletVersion) {
    this.version = version;
  }

  step(event: PodWorkersEvent): void {
    const { state, effects } = stepPodWorkers(this.state, event, this.version);
    this.state = state;
    for (const effect of effects) this.perform(effect);
  }

  private perform(effect: PodWorkersEffect): void {
    switch (effect.kind) {
      case 'log':
      case 'cancel':
        return;
      case 'wake':
        this.step({ kind: 'take', uid: effect.uid, now, random: 0.5 });
        return;
      case 'getNewerThan': {
        const failed = this.cache.get(effect.uid) === 'error';
        const answer = { kind: 'statusReady', uid: effect.uid, now, random: 0.5 } as const;
        this.step(failed ? { ...answer, err: 'cache error' } : answer);
        return;
      }
      case 'completed':
        this.completed.push(`completed ${effect.channel}`);
        return;
      case 'recordEvent':
        this.recorded.push(`event ${effect.type} ${effect.reason} ${effect.message}`);
        return;
      case 'enqueue':
        this.events.push(`${effect.uid} enqueue ${delayClass(effect.delay)}`);
        return;
      case 'known':
        this.events.push(showKnown(effect, this.version));
        return;
      default:
        this.events.push(showCall(effect));
        this.inSync.add(effect.uid);
    }
  }
}

function delayClass(delay: number): string {
  if (delay === 0) return 'now';
  if (delay >= SECOND && delay <= 1.5 * SECOND) return 'transient';
  if (delay >= 10 * SECOND && delay <= 15 * SECOND) return 'backoff';
  return delay >= MINUTE && delay <= 1.5 * MINUTE ? 'resync' : 'other';
}

function showKnown(
  effect: PodWorkersEffect & { kind: 'known' },
  { podWorkers }: KubeletVersion,
): string {
  const { uid, state, orphan, hasConfig, isStatic } = effect;
  if (podWorkers === 'pending') {
    return `known ${uid} ${state} orphan=${orphan} config=${hasConfig} static=${isStatic}`;
  }
  return `known ${uid} ${effect.recreated === true ? 'recreated' : state} orphan=false config=false static=false`;
}

type Call = PodWorkersEffect & {
  kind: 'syncPod' | 'syncTerminatingPod' | 'syncTerminatingRuntimePod' | 'syncTerminatedPod';
};

function showCall(call: Call): string {
  switch (call.kind) {
    case 'syncPod': {
      const image = call.pod.spec.containers[0]?.image ?? '';
      return `${call.uid} syncPod ${call.updateType} image=${image} mirror=${call.mirrorPod !== undefined}`;
    }
    case 'syncTerminatingPod':
      return `${call.uid} syncTerminatingPod grace=${call.gracePeriod ?? -1} fn=${call.podStatusFunc ?? ''} running=${call.runningPod !== undefined}`;
    case 'syncTerminatingRuntimePod':
    case 'syncTerminatedPod':
      return `${call.uid} ${call.kind}`;
  }
}

/** Traces a script of kind `podworkers`. */
export function tracePodWorkers(lines: readonly string[]): string[] {
  const { ops, version } = parseScript(lines);
  const run = new Run(version);
  const trace: string[] = [];
  ops.forEach((op, i) => {
    trace.push(`#${i} ${text(op, 'op')}`);
    perform(run, op);
    trace.push(...flush(run, version));
  });
  return trace;
}

const results: Readonly<Record<string, Partial<PodWorkersEvent & { kind: 'syncDone' }>>> = {
  terminal: { isTerminal: true },
  error: { err: 'some error' },
  network: { err: 'network is not ready: no plugin' },
  cancel: { canceled: true },
  wrapped: { err: 'waiting: context canceled' },
};

function perform(run: Run, op: Op): void {
  const uid = text(op, 'uid');
  switch (text(op, 'op')) {
    case 'update': {
      const options = optionsOf(op);
      const target = options.pod?.metadata.uid ?? options.runningPod?.id ?? '';
      const held = run.cache.get(target);
      const cacheTerminal = held !== 'running' && held !== 'error';
      run.step({ kind: 'updatePod', options, now, cacheTerminal });
      return;
    }
    case 'release':
      if (!run.inSync.delete(uid)) return;
      run.step({ kind: 'syncDone', uid, now, random: 0.5, ...results[text(op, 'result')] });
      return;
    case 'cache':
      run.cache.set(uid, text(op, 'state'));
      return;
    case 'forget':
      run.step({ kind: 'forgetWorker', uid });
      return;
    case 'known':
      run.step({ kind: 'syncKnownPods', desired: new Set(op['uids'] as string[]), now });
  }
}

function optionsOf(op: Op): UpdatePodOptions {
  const type = text(op, 'type');
  const updateType = type === 'create' || type === 'update' || type === 'kill' ? type : 'sync';
  const startTime = time(op, 'start');
  const pod = op['pod'] as PodSpecOp | undefined;
  const mirror = text(op, 'mirror');
  const running = text(op, 'running');
  const kill = op['kill'] as
    { evict?: boolean; grace?: number; ch?: string; fn?: string } | undefined;
  return {
    updateType,
    ...(startTime === undefined ? {} : { startTime }),
    ...(pod === undefined ? {} : { pod: podOfSpec(pod) }),
    ...(mirror === '' ? {} : { mirrorPod: podOfSpec({ uid: mirror, name: mirror, image: 'm' }) }),
    ...(running === ''
      ? {}
      : {
          runningPod: {
            id: running,
            name: running,
            namespace: 'ns',
            containers: [],
            sandboxes: [],
          },
        }),
    ...(kill === undefined
      ? {}
      : {
          killPodOptions: {
            ...(kill.evict === undefined ? {} : { evict: kill.evict }),
            ...(kill.ch === undefined ? {} : { completedCh: kill.ch }),
            ...(kill.fn === undefined ? {} : { podStatusFunc: kill.fn }),
            ...(kill.grace === undefined
              ? {}
              : { podTerminationGracePeriodSecondsOverride: kill.grace }),
          },
        }),
  };
}

const firstWord = (line: string): string => line.slice(0, line.indexOf(' '));
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function flush(run: Run, version: KubeletVersion): string[] {
  const events = [...run.events, ...run.recorded].sort(
    (a, b) => byText(firstWord(a), firstWord(b)) || (a.startsWith('known ') ? byText(a, b) : 0),
  );
  const lines = [...events, ...run.completed.sort(byText)];
  run.events = [];
  run.completed = [];
  run.recorded = [];
  if (version.podWorkers === 'classic') return [...lines, ...classicRows(run)];
  const rows: string[] = [];
  for (const [uid, worker] of mapEntries(run.state.workers)) {
    if (worker.status !== undefined) rows.push(showRow(uid, worker, worker.status, run, version));
  }
  lines.push(...rows.sort(byText));
  const started: string[] = [];
  const waiting: string[] = [];
  for (const [name, uid] of mapEntries(run.state.startedStaticPodsByFullname)) {
    started.push(`${name}=${uid}`);
  }
  for (const [name, uids] of mapEntries(run.state.waitingToStartStaticPodsByFullname)) {
    waiting.push(`${name}=[${uids.join(' ')}]`);
  }
  lines.push(`static ${started.sort(byText).join(' ')}`);
  lines.push(`waiting ${waiting.sort(byText).join(' ')}`);
  return lines;
}

/** Classic workers have no status: what they hold of each UID. */
function classicRows(run: Run): string[] {
  const rows = mapEntries(run.state.workers).flatMap(([uid, worker]) => {
    const { isWorking, channel, lastUndelivered } = worker;
    if (!channel && !isWorking) return [];
    const waits = lastUndelivered?.options;
    const image = waits?.pod?.spec.containers[0]?.image ?? '';
    const pending = waits === undefined ? '-' : `${waits.updateType}/${image}`;
    const blocked = run.inSync.has(uid);
    return [
      `${uid}: working=${isWorking} channel=${channel} pending=${pending} blocked=${blocked}`,
    ];
  });
  return rows.sort(byText);
}

function showUpdate(options: UpdatePodOptions | undefined): string {
  if (options === undefined) return '-';
  const image = options.pod?.spec.containers[0]?.image ?? '-';
  const evict = options.killPodOptions?.evict === true;
  const grace = options.killPodOptions?.podTerminationGracePeriodSecondsOverride ?? '-';
  const mirror = options.mirrorPod !== undefined;
  return `${options.updateType}/${image}/${mirror}/${options.runningPod !== undefined}/${evict}/${grace}`;
}

function showRow(
  uid: string,
  worker: PodWorker,
  s: PodSyncStatus,
  run: Run,
  { podWorkers }: KubeletVersion,
): string {
  const modern = podWorkers === 'pending';
  const flags = Object.entries({
    working: s.working,
    started: modern && isStarted(s),
    terminating: isTerminationRequested(s),
    startedTerminating: s.startedTerminating,
    terminated: isTerminated(s),
    deleted: s.deleted,
    evicted: s.evicted,
    finished: s.finished,
    restart: s.restartRequested,
    observed: modern && s.observedRuntime,
  })
    .filter(([, set]) => set)
    .map(([name]) => ` ${name}`)
    .join('');
  const pending = showUpdate(modern ? s.pendingUpdate : worker.lastUndelivered?.options);
  const active = showUpdate(modern ? s.activeUpdate : undefined);
  const channel = mapGet(run.state.workers, uid)?.channel === true;
  return `${uid}:${flags} grace=${s.gracePeriod} ctx=${s.ctx} notify=${s.notifyPostTerminating.length} fns=${s.statusPostTerminating.length} pending=${pending} active=${active} blocked=${run.inSync.has(uid)} channel=${channel} full=${s.fullname}`;
}
