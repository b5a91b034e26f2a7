// One event in words for a person: short, in Kubernetes' own names.
import { formatBytes } from '../../../base/formatBytes.ts';
import { formatDuration } from '../../../base/time.ts';
import type { KubeletEvent, ToldPodActions } from '../../event.ts';
import type { IdIndex } from '../identity/ids.ts';

const needs = {
  none: 'no sandbox exists yet',
  notReady: 'no sandbox is ready',
  several: 'more than one sandbox is ready',
  changed: 'the sandbox no longer fits the pod',
  noIp: 'the sandbox has no IP address',
} as const;

const reasons = {
  deleted: 'the pod was deleted',
  evicted: 'the pod is evicted',
  removed: 'the pod is gone from its source',
  orphaned: 'no source knows the pod',
  terminal: 'the pod had ended',
  completed: 'its containers ended by themselves',
} as const;

const volumeWords = {
  attached: 'is wanted',
  mountStarted: 'is being mounted',
  mounted: 'is mounted',
  unmountStarted: 'is being unmounted',
  unmounted: 'is unmounted',
  detached: 'is detached',
  failed: 'failed',
} as const;

const configWords = {
  ADD: 'added by',
  UPDATE: 'changed by',
  DELETE: 'deletion asked for by',
  REMOVE: 'gone from',
  RECONCILE: 'status came back from',
} as const;

/** Undefined for events that are no part of a pod's story. */
export function describe(event: KubeletEvent, ids: IdIndex): string | undefined {
  switch (event.kind) {
    case 'config':
      return `${configWords[event.op]} source ${event.source || 'unknown'}`;
    case 'loop.sync':
      return 'its sync is due';
    case 'loop.probe':
      return `${event.probe} probe: ${event.status || 'not ready'}`;
    case 'admission.denied':
      return `refused at admission: ${event.reason}`;
    case 'pleg.event':
      return plegText(event.type, event.id, ids);
    case 'pleg.finished':
      return `${thing(event.id, ids)} ended with exit code ${event.exitCode}`;
    case 'pleg.transition':
      return `${thing(event.id, ids)}: ${event.from} → ${event.to}`;
    case 'pod.actions':
      return actionsText(event.actions);
    case 'container.killWanted':
      return `container ${event.name} is to be killed: ${event.why}`;
    case 'sandbox.needed':
      return needs[event.need];
    case 'sandbox.stopping':
      return event.anew ? 'its old sandbox is stopped' : 'its sandbox is stopped';
    case 'sandbox.creating':
      return 'creating its sandbox';
    case 'sandbox.created':
      return `sandbox ${short(event.id)} created`;
    case 'sandbox.failed':
      return `sandbox could not be created: ${event.error}`;
    case 'sandbox.stopFailed':
      return `sandbox ${short(event.id ?? '')} could not be stopped`;
    case 'podKiller.killing':
      return 'podKiller kills what runs of it';
    case 'podKiller.failed':
      return `podKiller failed: ${event.error}`;
    case 'container.creating':
      return `creating container ${event.name}`;
    case 'sandbox.stopped':
      return `sandbox ${short(event.id)} stopped`;
    case 'container.created':
      return `container ${event.name} created`;
    case 'container.started':
      return `${thing(event.id, ids)} started by the runtime`;
    case 'container.killing':
      return `killing container ${event.name ?? short(event.id)}, grace period ${event.grace ?? '?'} s`;
    case 'container.preStop':
      return `preStop hook of ${thing(event.id, ids)} begins`;
    case 'container.killed':
      return `${thing(event.id, ids)} exited in time`;
    case 'container.removing':
      return event.by === 'runtimeManager'
        ? `${thing(event.id, ids)} is removed`
        : `the topology manager lets go of ${thing(event.id, ids)}`;
    case 'runtime.failed':
      return `${event.call} failed: ${event.error}`;
    case 'network.failed':
      return `CNI ${event.command} failed: ${event.error}`;
    case 'network.begun':
      return `CNI ${event.command}${ofNetwork(event.network)} begins`;
    case 'network.done':
      return `CNI ${event.command}${ofNetwork(event.network)} succeeded`;
    case 'network.teardown':
      return 'CNI DEL of its sandbox begins';
    case 'network.netns':
      return `network namespace not found: ${event.error}`;
    default:
      return imageText(event) ?? workerText(event) ?? lifeText(event);
  }
}

/** What the sync goes on to do; one that finds nothing to do is no part of a story. */
export function actionsText(actions: ToldPodActions): string | undefined {
  const { killPod, createSandbox, attempt } = actions;
  const steps = [
    // It is also set before the very first sandbox is made, when there is nothing to kill.
    ...(killPod && !(createSandbox && attempt === 0) ? ['stop what runs'] : []),
    ...(createSandbox
      ? [`make a sandbox${attempt === undefined ? '' : `, attempt ${attempt}`}`]
      : []),
    ...listed('kill', 'container', actions.containersToKill.map(short)),
    ...listed('start', 'init container', actions.initContainersToStart ?? []),
    ...listed('start', 'container', actions.containersToStart),
  ];
  return steps.length === 0 ? undefined : `the sync is to ${steps.join(', ')}`;
}

function listed(verb: string, what: string, which: readonly (string | number)[]): string[] {
  return which.length === 0
    ? []
    : [`${verb} ${which.length === 1 ? what : `${what}s`} ${which.join(' and ')}`];
}

function imageText(event: KubeletEvent): string | undefined {
  switch (event.kind) {
    case 'image.pulling':
      return `the runtime pulls image ${event.image}`;
    case 'image.pulled': {
      const { image, names, size, took } = event;
      const told = [
        ...(size === undefined ? [] : [formatBytes(size)]),
        ...(took === undefined ? [] : [`in ${formatDuration(took)}`]),
      ].join(' ');
      return `the runtime has pulled image ${image ?? names[0] ?? ''}${told === '' ? '' : `, ${told}`}`;
    }
    case 'image.pullFailed':
      return `the runtime could not pull image ${event.image ?? ''}: ${event.error}`.replace(
        'image :',
        'the image:',
      );
    default:
      return undefined;
  }
}

function workerText(event: KubeletEvent): string | undefined {
  switch (event.kind) {
    case 'worker.first':
      return 'worker created';
    case 'worker.begin':
      return `worker begins: ${event.work}`;
    case 'worker.end':
      return `worker done: ${event.work}`;
    case 'worker.terminating':
      return `worker begins to terminate: ${reasons[event.reason]}`;
    case 'worker.grace':
      return event.seconds === undefined ? undefined : `grace period ${event.seconds} s`;
    case 'worker.terminated':
      return 'all containers are stopped';
    case 'worker.orphaned':
      return 'housekeeping finds it gone from its source';
    case 'worker.orphanDone':
    case 'worker.finished':
      return 'worker finished';
    case 'worker.forgotten':
      return 'worker forgotten';
    case 'worker.waitsToStart':
      return 'waits for an older static pod of the same name';
    case 'worker.error':
      return `sync failed: ${event.error}`;
    default:
      return undefined;
  }
}

function lifeText(event: KubeletEvent): string | undefined {
  switch (event.kind) {
    case 'volume':
      return `volume ${event.volume} ${volumeWords[event.step]}${event.error === undefined ? '' : `: ${event.error}`}`;
    case 'volumes.cleaned':
      return 'volume directory cleaned up';
    case 'volumes.pathGone':
      return 'its control group is still there';
    case 'pod.started':
      return `all containers started after ${event.duration}`;
    case 'pod.deletedFromApi':
      return 'deleted from the API server';
    case 'pod.phase':
      return `status sent: ${event.phase}`;
    case 'pod.status':
      return `the API server has version ${event.version ?? '?'} of its status${event.isNew ? '' : ' already'}`;
    case 'eviction.ranked':
      return 'ranked for eviction';
    case 'pod.evicting':
      return 'eviction begins';
    case 'pod.evicted':
      return 'evicted';
    case 'pod.evictionFailed':
      return `its eviction is no longer waited for: ${event.error}`;
    case 'admission.madeRoom':
      return 'admission goes on';
    case 'pod.event':
      return `${event.reason}: ${event.message}`;
    case 'sample.probe':
      return event.failures === 0
        ? undefined
        : `${event.probe} probe of ${event.container} failed ${event.failures === 1 ? 'once' : `${event.failures} times`} since the sample before`;
    case 'probe.failed':
      return `${event.probe} probe of ${event.container} failed: ${event.output.trim()}`;
    case 'mirror':
      return `mirror pod ${event.step}`;
    default:
      return undefined;
  }
}

function plegText(type: string, id: string, ids: IdIndex): string {
  const what = thing(id, ids);
  switch (type) {
    case 'ContainerStarted':
      return `${what} started`;
    case 'ContainerDied':
      return `${what} died`;
    case 'ContainerRemoved':
      return `${what} removed`;
    default:
      return `${what}: ${type}`;
  }
}

function thing(id: string, ids: IdIndex): string {
  const known = ids.get(id);
  if (known?.isSandbox === true) return `sandbox ${short(id)}`;
  const what = known?.isUnclear === true ? 'container or sandbox' : 'container';
  return `${what} ${known?.name ?? short(id)}`;
}

function short(id: string): string {
  return id.slice(0, 12);
}

function ofNetwork(name: string | undefined): string {
  return name === undefined ? '' : ` of network ${name}`;
}
