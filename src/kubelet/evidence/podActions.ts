// Evidence of what a sync was going to do: computePodActions and its reasons (pkg/kubelet/kuberuntime/kuberuntime_manager.go).
import type { ToldPodActions } from '../event.ts';
import { bareId, byFormat, podOf } from './reference.ts';
import type { Rule } from './rule.ts';

const uid = '60240547-01a4-4ee2-bfc1-b461cb942bb3';
const id = '479f99d9e759c7de4456eaf05d6bd0e7b1248a25f805b2e351d1ae3b149a1489';
const web = { uid: undefined, namespace: 'default', name: 'web-1' };

const nothing: ToldPodActions = {
  killPod: false,
  createSandbox: false,
  sandboxId: undefined,
  attempt: 0,
  initContainersToStart: [],
  containersToStart: [],
  containersToKill: [],
};

/** More containers than a pod of any cluster has. */
const MOST = 100;

/**
 * The fields of podActions in the three forms of the line: `{KillPod:true CreateSandbox:true SandboxID:479f… Attempt:0 …}` up to 1.27, the
 * same as JSON in JSON logs, and what its String() makes from then on, which leaves out the sandbox: `KillPod: true, …, Attempt: 0, …`.
 */
function actionsIn(text: string): ToldPodActions | undefined {
  const isTrue = (name: string): boolean | undefined => {
    const value = wordAfter(text, name);
    return value === undefined ? undefined : value.startsWith('true');
  };
  const killPod = isTrue('KillPod');
  const createSandbox = isTrue('CreateSandbox');
  if (killPod === undefined || createSandbox === undefined) return undefined;
  const attempt = /^\d{1,9}/.exec(wordAfter(text, 'Attempt') ?? '')?.[0];
  return {
    killPod,
    createSandbox,
    sandboxId: /^[0-9a-f]{12,64}/.exec(wordAfter(text, 'SandboxID') ?? '')?.[0],
    attempt: attempt === undefined ? undefined : Number(attempt),
    initContainersToStart: nextInit(text) ?? initList(text),
    containersToStart: indexesAfter(text, 'ContainersToStart'),
    containersToKill: killed(text),
  };
}

/** What stands after a field's name, up to 70 characters; the name is no end of a longer one. */
function wordAfter(text: string, name: string): string | undefined {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (/[A-Za-z]/.test(text[at - 1] ?? ' ')) continue;
    const rest = text.slice(at + name.length, at + name.length + 80);
    const between = /^"?:[ "]*/.exec(rest)?.[0];
    return between === undefined ? undefined : rest.slice(between.length);
  }
  return undefined;
}

function indexesAfter(text: string, name: string): readonly number[] {
  const list = /^\[([\d ,]*)\]/.exec(wordAfter(text, name) ?? '')?.[1] ?? '';
  return list.split(/[ ,]+/, MOST).flatMap((each) => (each === '' ? [] : [Number(each)]));
}

/** Up to 1.27 there is one at most, printed whole: `&Container{Name:init-a,Image:…`. */
function nextInit(text: string): readonly string[] | undefined {
  const value = wordAfter(text, 'NextInitContainerToStart');
  if (value === undefined) return undefined;
  const name = /^&?(?:Container)?\{(?:Name:|"name":")([a-z0-9-]{1,63})/.exec(value)?.[1];
  return name === undefined ? [] : [name];
}

/** Where no next one is printed, an empty list leaves open whether there is one (1.28 to 1.33). */
function initList(text: string): readonly string[] | undefined {
  const list = indexesAfter(text, 'InitContainersToStart');
  return list.length === 0 ? undefined : list.map(String);
}

/** What follows the map and has ids of containers, too: those that are resized or reset. */
const afterKills = /(?:ContainersToUpdate|ContainersToRemove|ContainersToReset)[\s\S]*$/;

/** A map from a container's id to its name and the reason; the whole specification stands in it, too. */
function killed(text: string): readonly string[] {
  const at = text.indexOf('ContainersToKill');
  if (at < 0) return [];
  const own = text.slice(at, at + 20_000).replace(afterKills, '');
  const ids = own.match(/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g) ?? [];
  return [...new Set(ids)].slice(0, MOST);
}

export const podActionRules: readonly Rule[] = [
  {
    id: 'kuberuntime.podActions',
    v: 3,
    files: ['kuberuntime_manager.go'],
    messages: ['computePodActions got for pod'],
    since: 21,
    until: undefined,
    read: (record, _, refs) => {
      const actions = actionsIn(record.field('podActions') ?? '');
      return actions === undefined
        ? []
        : [{ kind: 'pod.actions', pod: podOf(record, refs), actions }];
    },
    samples: [
      {
        line: `I1121 09:08:34.821533   28299 kuberuntime_manager.go:732] "computePodActions got for pod" podActions={KillPod:false CreateSandbox:false SandboxID:${id} Attempt:1 NextInitContainerToStart:nil ContainersToStart:[0 2] ContainersToKill:map[] EphemeralContainersToStart:[]} pod="default/web-1"`,
        events: [
          {
            kind: 'pod.actions',
            pod: web,
            actions: { ...nothing, sandboxId: id, attempt: 1, containersToStart: [0, 2] },
          },
        ],
      },
      {
        line: 'I1121 09:35:50.047757   27310 kuberuntime_manager.go:1053] "computePodActions got for pod" podActions="KillPod: false, CreateSandbox: false, UpdatePodResources: false, Attempt: 0, InitContainersToStart: [], ContainersToStart: [], EphemeralContainersToStart: [],ContainersToUpdate: map[], ContainersToKill: map[]" pod="default/web-1"',
        events: [
          {
            kind: 'pod.actions',
            pod: web,
            actions: { ...nothing, initContainersToStart: undefined },
          },
        ],
      },
      {
        line: 'I1121 09:35:50.047757   27310 kuberuntime_manager.go:1209] "computePodActions got for pod" podActions="KillPod: true, CreateSandbox: true, UpdatePodResources: false, Attempt: 0, InitContainersToStart: [1], ContainersToStart: [], EphemeralContainersToStart: [3],ContainersToUpdate: map[], ContainersToKill: map[]" pod="default/web-1"',
        events: [
          {
            kind: 'pod.actions',
            pod: web,
            actions: {
              ...nothing,
              killPod: true,
              createSandbox: true,
              initContainersToStart: ['1'],
            },
          },
        ],
      },
    ],
  },
  {
    id: 'kuberuntime.podActionsText',
    v: 3,
    files: ['kuberuntime_manager.go'],
    pattern: /^computePodActions got (\{[\s\S]*\}) for pod "?([^\s"]+)"?$/,
    since: 9,
    until: 20,
    read: (_, [, text = '', pod = '']) => {
      const actions = actionsIn(text);
      return actions === undefined ? [] : [{ kind: 'pod.actions', pod: byFormat(pod), actions }];
    },
    samples: [
      {
        line: `I0321 09:27:43.000000    1200 kuberuntime_manager.go:571] computePodActions got {KillPod:true CreateSandbox:true SandboxID:${id} Attempt:2 NextInitContainerToStart:&Container{Name:init-a,Image:busybox,} ContainersToStart:[] ContainersToKill:map[]} for pod "web-1_default(${uid})"`,
        events: [
          {
            kind: 'pod.actions',
            pod: { ...web, uid },
            actions: {
              ...nothing,
              killPod: true,
              createSandbox: true,
              sandboxId: id,
              attempt: 2,
              initContainersToStart: ['init-a'],
            },
          },
        ],
      },
      {
        line: `I0321 09:27:43.000000    1200 kuberuntime_manager.go:571] computePodActions got {KillPod:false CreateSandbox:false SandboxID:${id} Attempt:0 NextInitContainerToStart:nil ContainersToStart:[0] ContainersToKill:map[{Type:docker ID:${id}}:{container:0xc000a1 name:app message:Container app definition changed}]} for pod "web-1_default(${uid})"`,
        events: [
          {
            kind: 'pod.actions',
            pod: { ...web, uid },
            actions: { ...nothing, sandboxId: id, containersToStart: [0], containersToKill: [id] },
          },
        ],
      },
    ],
  },
  {
    id: 'kuberuntime.killWanted',
    v: 2,
    files: ['kuberuntime_manager.go'],
    messages: ['Message for Container of pod'],
    since: 21,
    until: undefined,
    read: (record, _, refs) => [
      {
        kind: 'container.killWanted',
        pod: podOf(record, refs),
        name: record.field('containerName') ?? '',
        id: bareId(record.field('containerStatusID')) ?? '',
        why: record.field('containerMessage') ?? '',
      },
    ],
    samples: [
      {
        line: `I1121 09:35:50.047757   27310 kuberuntime_manager.go:1110] "Message for Container of pod" containerName="app" containerStatusID="containerd://${id}" pod="default/web-1" containerMessage="Container app failed liveness probe, will be restarted"`,
        events: [
          {
            kind: 'container.killWanted',
            pod: web,
            name: 'app',
            id,
            why: 'Container app failed liveness probe, will be restarted',
          },
        ],
      },
    ],
  },
];
