// Evidence of the status manager: what it sends to the API server, and when a pod has gone from there (syncPod in
// pkg/kubelet/status/status_manager.go).
import type { KubeletEvent, PodRef } from '../event.ts';
import { asNumber, asUid, byFormat, podOf } from './reference.ts';
import type { Rule } from './rule.ts';

const uid = '60240547-01a4-4ee2-bfc1-b461cb942bb3';
const job = { uid, namespace: 'default', name: 'job-1' };
const named = { uid: undefined, namespace: 'default', name: 'job-1' };
const imaged = '4d1f'.repeat(16);

export const statusManagerRules: readonly Rule[] = [
  {
    id: 'status.patch',
    v: 3,
    files: ['status_manager.go'],
    messages: ['Patch status for pod'],
    pattern: /^Patch status for pod "([^"]+)" with "([\s\S]*)"$/,
    since: 12,
    until: undefined,
    read: (record, [, named, quoted]) => {
      const patch = quoted ?? record.field('patch') ?? record.field('patchBytes') ?? '';
      const phase = /\\?"phase\\?":\\?"(\w+)/.exec(patch)?.[1];
      const pod = named === undefined ? podOf(record) : byFormat(named);
      const id = pod.uid ?? asUid(/\\?"uid\\?":\\?"([0-9a-f-]{36})/.exec(patch)?.[1]);
      const ref = { ...pod, uid: id };
      return [
        phase === undefined
          ? { kind: 'mention', pod: ref }
          : { kind: 'pod.phase', pod: ref, phase },
        ...imagesIn(patch, ref),
      ];
    },
    samples: [
      {
        line: `I1121 09:35:55.304242   27310 status_manager.go:1038] "Patch status for pod" pod="default/job-1" podUID="${uid}" patch="{\\"metadata\\":{\\"uid\\":\\"${uid}\\"},\\"status\\":{\\"phase\\":\\"Succeeded\\"}}"`,
        events: [{ kind: 'pod.phase', pod: job, phase: 'Succeeded' }],
      },
      {
        line: `I1121 09:35:52.304242   27310 status_manager.go:1038] "Patch status for pod" pod="default/job-1" podUID="${uid}" patch="{\\"status\\":{\\"containerStatuses\\":[{\\"containerID\\":\\"containerd://${imaged}\\",\\"image\\":\\"busybox\\",\\"imageID\\":\\"\\",\\"lastState\\":{\\"terminated\\":{\\"exitCode\\":1,\\"reason\\":\\"Error\\"}},\\"name\\":\\"app\\"}]}}"`,
        events: [
          { kind: 'mention', pod: job },
          {
            kind: 'container.image',
            pod: job,
            id: imaged,
            name: 'app',
            image: 'busybox',
            imageId: '',
          },
        ],
      },
      {
        line: `I1121 09:35:53.304242   27310 status_manager.go:1038] "Patch status for pod" pod="default/job-1" podUID="${uid}" patch="{\\"status\\":{\\"containerStatuses\\":[{\\"containerID\\":\\"containerd://${imaged}\\",\\"image\\":\\"busybox\\",\\"imageID\\":\\"\\",\\"lastState\\":{\\"terminated\\":{\\"exitCode\\":1,\\"message\\":\\"x\\\\\\"}},\\\\\\"name\\\\\\":\\\\\\"evil\\"}},\\"name\\":\\"app\\"}]}}"`,
        events: [
          { kind: 'mention', pod: job },
          { kind: 'container.image', pod: job, id: imaged, image: 'busybox', imageId: '' },
        ],
      },
      {
        line: `I0823 11:35:55.304242    3901 status_manager.go:571] Patch status for pod "job-1_default(${uid})" with "{\\"status\\":{\\"phase\\":\\"Succeeded\\"}}"`,
        events: [{ kind: 'pod.phase', pod: job, phase: 'Succeeded' }],
      },
    ],
  },
  {
    // What syncPod says last of a status; before 1.12 it says nothing else.
    id: 'status.updated',
    v: 3,
    files: ['status_manager.go'],
    messages: ['Status for pod updated successfully', 'Status for pod is up-to-date'],
    pattern: /^Status for pod "([^"]+)" (?:updated successfully|is up-to-date): \((\d+)/,
    since: 9,
    until: undefined,
    read: (record, [, pod, version = record.field('statusVersion')]) => [
      {
        kind: 'pod.status',
        pod: pod === undefined ? podOf(record) : byFormat(pod),
        version: asNumber(version),
        isNew: record.message.includes('updated successfully'),
      },
    ],
    samples: [
      {
        line: 'I1121 09:35:55.310242   27310 status_manager.go:1047] "Status for pod updated successfully" pod="default/job-1" statusVersion=3 status={"phase":"Succeeded"}',
        events: [{ kind: 'pod.status', pod: named, version: 3, isNew: true }],
      },
      {
        line: 'I1121 09:35:55.310242   27310 status_manager.go:1045] "Status for pod is up-to-date" pod="default/job-1" statusVersion=3',
        events: [{ kind: 'pod.status', pod: named, version: 3, isNew: false }],
      },
      {
        line: `I0823 11:35:55.310242    3901 status_manager.go:572] Status for pod "job-1_default(${uid})" updated successfully: (3, {Phase:Succeeded Conditions:[]})`,
        events: [{ kind: 'pod.status', pod: job, version: 3, isNew: true }],
      },
      {
        line: `I0823 11:35:55.310242    3901 status_manager.go:570] Status for pod "job-1_default(${uid})" is up-to-date: (3)`,
        events: [{ kind: 'pod.status', pod: job, version: 3, isNew: false }],
      },
    ],
  },
  {
    // generateAPIPodStatus, which up to 1.21 the sync loop calls, too (cleanUpContainersInPod).
    id: 'status.generated',
    v: 3,
    files: ['kubelet_pods.go'],
    messages: ['Generating pod status'],
    pattern: /^Generating status for "([^"]+)"$/,
    since: 9,
    until: undefined,
    read: (record, [, pod]) => [
      { kind: 'status.generated', pod: pod === undefined ? podOf(record) : byFormat(pod) },
    ],
    samples: [
      {
        line: `I0823 11:35:55.300000    3901 kubelet_pods.go:1333] Generating status for "job-1_default(${uid})"`,
        events: [{ kind: 'status.generated', pod: job }],
      },
      {
        line: 'I1121 09:35:55.300000   27310 kubelet_pods.go:1441] "Generating pod status" pod="default/job-1"',
        events: [{ kind: 'status.generated', pod: named }],
      },
    ],
  },
  {
    id: 'status.deleted',
    v: 3,
    files: ['status_manager.go'],
    messages: ['Pod fully terminated and removed from etcd'],
    pattern: /^Pod "([^"]+)" fully terminated and removed from etcd$/,
    since: 9,
    until: undefined,
    read: (record, [, pod]) => [
      { kind: 'pod.deletedFromApi', pod: pod === undefined ? podOf(record) : byFormat(pod) },
    ],
    samples: [
      {
        line: 'I1121 09:36:20.000000   27310 status_manager.go:1070] "Pod fully terminated and removed from etcd" pod="default/job-1"',
        events: [{ kind: 'pod.deletedFromApi', pod: named }],
      },
    ],
  },
  {
    // Of a pod that was replaced: the one whose status it was, and the one that has the name now.
    id: 'status.recreated',
    v: 2,
    files: ['status_manager.go'],
    messages: ['Pod was deleted and then recreated, skipping status update'],
    pattern:
      /^Pod "([^"]+)" was deleted and then recreated, skipping status update; old UID "([^"]*)", new UID "([^"]*)"$/,
    since: 9,
    until: undefined,
    read: (record, [, pod, old, id]) => {
      const ref = pod === undefined ? podOf(record) : byFormat(pod);
      const uid = asUid(id ?? record.field('podUID'));
      const oldUid = asUid(old ?? record.field('oldPodUID'));
      return uid === undefined ? [] : [{ kind: 'pod.recreated', pod: { ...ref, uid }, oldUid }];
    },
    samples: [
      {
        line: `I0823 11:15:51.651502    3901 status_manager.go:561] Pod "job-1_default(22ebc173297c8b7cfd9ef4cafe73d6b3)" was deleted and then recreated, skipping status update; old UID "22ebc173297c8b7cfd9ef4cafe73d6b3", new UID "${uid}"`,
        events: [{ kind: 'pod.recreated', pod: job, oldUid: '22ebc173297c8b7cfd9ef4cafe73d6b3' }],
      },
      {
        line: `I1121 20:15:51.651502    1002 status_manager.go:1027] "Pod was deleted and then recreated, skipping status update" pod="default/job-1" oldPodUID="22ebc173297c8b7cfd9ef4cafe73d6b3" podUID="${uid}"`,
        events: [{ kind: 'pod.recreated', pod: job, oldUid: '22ebc173297c8b7cfd9ef4cafe73d6b3' }],
      },
    ],
  },
];

/** Members stand in the order of their names. What a container said as it ended has quotes of its own: then no name is read. */
const containerStatus =
  /"containerID":"\w+:\/\/([0-9a-f]{64})","image":"([^"\\]+)","imageID":"([^"\\]*)"(?:,"lastState":\{(?:"terminated":\{(?:"\w+":(?:"[^"\\]*"|-?\d+),?){0,9}\})?\},"name":"([^"\\]+)")?/g;

/** What images the containers run, of the statuses in a patch. */
function imagesIn(patch: string, pod: PodRef): KubeletEvent[] {
  const plain = patch.startsWith('{\\"') ? patch.replaceAll('\\"', '"') : patch;
  return [...plain.matchAll(containerStatus)].map(
    ([, id = '', image = '', imageId = '', name]) => ({
      kind: 'container.image',
      pod,
      id,
      ...(name === undefined ? {} : { name }),
      image,
      imageId,
    }),
  );
}
