// What the last sync of each pod was going to do, field by field of `podActions`, and why.
import { mapEntries } from '../../../base/persistentMap.ts';
import { computePodActions, usesInitList } from '../../../kubelet/computePodActions.ts';
import {
  findContainerStatusByName,
  hashContainer,
  podActionsFields,
  type PodActions,
  type PodActionsField,
} from '../../../kubelet/podActions.ts';
import type { Pod } from '../../../kubelet/pod.ts';
import type { KubeletVersion } from '../../../kubelet/version/index.ts';
import type { PodActionsPart, PodActionsRow } from '../../../protocol/machineApi.ts';
import type { ActionsEvent } from '../../../simulate/journal/parts.ts';
import { plural, shortId } from '../values.ts';
import { ofPod, partHead, type Asked } from './asked.ts';

export function podActionsPart(asked: Asked): PodActionsPart {
  const { inside, step, count } = asked;
  const { journal } = inside;
  const { podActions } = journal.parts;
  const all = ofPod(asked, mapEntries(podActions.stateBy(step)));
  const plans = all.map(([uid, event]) => {
    const made: number = journal.backFrom(uid, step, 'podActions').next().value ?? -1;
    return { uid, event, made };
  });
  plans.sort((a, b) => b.made - a.made);
  return {
    ...partHead(asked, 'podActions'),
    plans: plans.slice(0, count).map(({ uid, event, made }) => ({
      pod: inside.pod(uid),
      at: inside.timeOf(made),
      step: made,
      fields: fieldsOf(asked, event),
      hashes: hashesOf(event),
    })),
    total: all.length,
  };
}

type Decided = readonly [text: string, why: string];

/** The plan made again from what it was made of: each field with what decided it. */
function fieldsOf(
  { inside }: Asked,
  { pod, status, liveness }: ActionsEvent,
): PodActionsRow['fields'] {
  const { version } = inside.journal.options;
  const probes = { liveness, startup: new Map<string, never>() };
  const { actions } = computePodActions(pod, status, probes, version);
  const decided: Readonly<Record<PodActionsField, Decided>> = {
    ...sandboxFields(actions, status.sandboxStatuses),
    ...startFields(actions, pod, version),
    ContainersToKill: killField(actions),
    ...resizeFields(version),
  };
  return podActionsFields(version).map((name) => {
    const [text, why] = decided[name];
    return { name, text, why };
  });
}

function sandboxFields(
  actions: PodActions,
  sandboxes: ActionsEvent['status']['sandboxStatuses'],
): Readonly<Record<'KillPod' | 'CreateSandbox' | 'SandboxID' | 'Attempt', Decided>> {
  const { killPod, createSandbox, sandboxId, attempt } = actions;
  return {
    KillPod: [String(killPod), killPod ? killReason(actions) : 'its sandbox is good'],
    CreateSandbox: [String(createSandbox), sandboxReason(actions, sandboxes.length)],
    SandboxID:
      sandboxId === ''
        ? ['none', 'there is none']
        : [shortId(sandboxId), 'the newest that the runtime shows'],
    Attempt: [String(attempt), attemptReason(sandboxes[0]?.attempt)],
  };
}

function startFields(actions: PodActions, pod: Pod, version: KubeletVersion) {
  const names = namesOf(pod);
  const list = (indices: readonly number[], of: readonly string[]): string =>
    indices.length === 0 ? 'none' : indices.map((i) => of[i] ?? String(i)).join(', ');
  const init = list(actions.initContainersToStart, names.init);
  const decided: Decided = [
    init,
    names.init.length === 0 ? 'the pod has none' : 'what the runtime shows of them',
  ];
  const byList = usesInitList(pod, version);
  const other: Decided = [
    'none',
    `${byList ? 'InitContainersToStart' : 'NextInitContainerToStart'} has them: the pod has ${byList ? 'an' : 'no'} init container that restarts`,
  ];
  return {
    NextInitContainerToStart: byList ? other : decided,
    InitContainersToStart: byList ? decided : other,
    ContainersToStart: [
      list(actions.containersToStart, names.containers),
      actions.containersToStart.length === 0
        ? 'each runs, is to stay as it is, or waits for init containers'
        : 'they do not run and are to',
    ],
    EphemeralContainersToStart: [
      list(actions.ephemeralContainersToStart, names.ephemeral),
      names.ephemeral.length === 0 ? 'the pod has none' : 'those that never ran',
    ],
  } satisfies Partial<Record<PodActionsField, Decided>>;
}

function killField({ containersToKill: kills }: PodActions): Decided {
  if (kills.length === 0)
    return ['none', 'none has changed, failed a probe or is in an unknown state'];
  return [
    kills.map(({ name }) => name).join(', '),
    kills.map(({ name, message }) => `${name}: ${message}`).join('; '),
  ];
}

/** Nothing simulated is resized or reset; the gates are those of pkg/features/kube_features.go. */
function resizeFields({ minor }: KubeletVersion) {
  const behind = (gate: string, since: number, why: string): string =>
    minor < since ? `the gate ${gate} is off before 1.${since}` : why;
  const resize = 'InPlacePodVerticalScaling';
  const level = 'InPlacePodLevelResourcesVerticalScaling';
  const reset = 'RestartAllContainersOnContainerExits';
  return {
    ContainersToUpdate: ['none', behind(resize, 33, 'no container’s resources have changed')],
    UpdatePodResources: ['false', behind(resize, 33, 'no resize asks for a restart')],
    ContainersToReset: ['none', behind(reset, 36, 'no container’s exit restarts them all')],
    UpdatePodLevelResources: ['false', behind(level, 36, 'the pod’s own resources are the same')],
  } satisfies Partial<Record<PodActionsField, Decided>>;
}

function hashesOf({ pod, status }: ActionsEvent): PodActionsRow['hashes'] {
  const { initContainers = [], containers } = pod.spec;
  return [...initContainers, ...containers].map((container) => {
    const found = findContainerStatusByName(status, container.name);
    return {
      name: container.name,
      wanted: hashContainer(container).toString(16),
      made: found?.hash?.toString(16),
      state: found?.state,
    };
  });
}

function namesOf({ spec }: Pod): Readonly<Record<'init' | 'containers' | 'ephemeral', string[]>> {
  const names = (all: readonly { readonly name: string }[] = []): string[] =>
    all.map(({ name }) => name);
  return {
    init: names(spec.initContainers),
    containers: names(spec.containers),
    ephemeral: names(spec.ephemeralContainers),
  };
}

function killReason({ createSandbox, sandboxId }: PodActions): string {
  if (sandboxId === '') return 'set for a pod without a sandbox, too: there is nothing to kill';
  return createSandbox
    ? 'its sandbox is not good: all goes with it'
    : 'nothing is to run in it any more';
}

function sandboxReason({ createSandbox }: PodActions, sandboxes: number): string {
  if (!createSandbox) return 'the newest one is to stay';
  return sandboxes === 0
    ? 'the runtime shows none'
    : `none of ${plural(sandboxes, 'sandbox', 'sandboxes')} is as it should be`;
}

function attemptReason(newest: number | undefined): string {
  return newest === undefined
    ? 'the first sandbox'
    : `the newest sandbox was made in try ${newest}`;
}
