// Mirror pods: tryReconcileMirrorPods of pkg/kubelet/kubelet.go (a part of syncPod up to 1.31) and pkg/kubelet/pod/mirror_client.go.
import type { LogValue } from '../kubelet/effect.ts';
import { goAddress } from '../kubelet/goStructs.ts';
import {
  ConfigHashAnnotationKey,
  ConfigMirrorAnnotationKey,
  isMirrorPodOf,
  type Pod,
  type PodUid,
} from '../kubelet/pod.ts';
import { goQuote } from './goQuote.ts';
import type { NodeClient } from './nodeClient.ts';
import { uuid, type Random } from './random.ts';
import { calling, say, type SyncContext } from './syncContext.ts';
import type { StatusManager } from './statusManager.ts';
import type { Task } from './task.ts';

/** What a sync does about the mirror of a static pod. */
export interface MirrorPods {
  readonly client: NodeClient;
  readonly random: Random;
  readonly status: Pick<StatusManager, 'waitForBatch'>;
}

const kubelet = 'kubelet.go';
const mirrorClient = 'mirror_client.go';

/** `mirrorPod`: the one that the static pod's update came with, as Go has it; it may have left the API server since. */
export function* reconcileMirrorPod(
  context: SyncContext,
  mirrors: MirrorPods,
  pod: Pod,
  mirrorPod: Pod | undefined,
): Task<void> {
  const { uid } = pod.metadata;
  if (mirrorPod !== undefined) {
    const isDeleting = mirrorPod.metadata.deletionTimestamp !== undefined;
    if (!isDeleting && isMirrorPodOf(mirrorPod, pod)) return;
    if (!(yield* deleteOutdated(context, mirrors, uid, mirrorPod))) return;
  }
  const v = context.version.minor >= 32 ? 0 : 4;
  const ref = refOf(pod);
  say(context, kubelet, 'Creating a mirror pod for static pod', [ref], { v });
  const create = createMirrorPod(mirrors, pod);
  const err = yield* calling(context, { uid, call: 'CreateMirrorPod', of: '' }, create);
  // `needsUpdate`: no status was sent to this one.
  if (err === undefined) {
    mirrors.status.waitForBatch(uid);
    return;
  }
  const text = 'Failed creating a mirror pod';
  const words = context.version.minor >= 32 ? text : `${text} for`;
  say(context, kubelet, words, [ref], { severity: 'E', err });
}

/** Whether a new mirror pod is to be made. */
function* deleteOutdated(
  context: SyncContext,
  mirrors: MirrorPods,
  uid: PodUid,
  mirrorPod: Pod,
): Task<boolean> {
  const { version } = context;
  const byUid = version.deletesMirrorByUid;
  const ref = refOf(mirrorPod);
  const podUID = ['podUID', { uid: mirrorPod.metadata.uid }] as const;
  if (byUid) say(context, kubelet, 'Trying to delete pod', [ref, podUID]);
  else say(context, kubelet, 'Deleting mirror pod because it is outdated', [ref]);
  const address = goAddress(mirrorPod.metadata.uid, version.minor);
  const older = [['uidPointer', { raw: `(*types.UID)(${address})` }]] as const;
  say(context, mirrorClient, 'Deleting a mirror pod', [ref, podUID], { v: 2, older });
  const remove = deleteMirrorPod(mirrors, mirrorPod, byUid);
  const err = yield* calling(context, { uid, call: 'DeleteMirrorPod', of: '' }, remove);
  const isMissing = err?.endsWith('not found') === true;
  if (err !== undefined && !isMissing)
    say(context, mirrorClient, 'Failed deleting a mirror pod', [ref], { severity: 'E', err });
  // Before, the client kept its errors to itself.
  if (!byUid) return true;
  if (err !== undefined) return false;
  const text =
    version.minor >= 32
      ? "Deleted mirror pod as it didn't match the static Pod"
      : 'Deleted mirror pod because it is outdated';
  say(context, kubelet, text, [ref]);
  return true;
}

function* deleteMirrorPod(
  { client }: MirrorPods,
  { metadata }: Pod,
  byUid: boolean,
): Task<string | undefined> {
  const { api } = client.options;
  const { namespace, name, uid } = metadata;
  const err = yield* asking(client, 'Delete', `${podsOf(namespace)}/${name}`);
  if (err !== undefined) return err;
  const found = byUid ? api.get(uid) : api.named(namespace, name);
  if (found === undefined) return `pods ${goQuote(name)} not found`;
  api.remove(found.metadata.uid);
  return undefined;
}

function* createMirrorPod(
  { client, random }: MirrorPods,
  { metadata, spec }: Pod,
): Task<string | undefined> {
  const { api, node } = client.options;
  const { namespace, name } = metadata;
  const err = yield* asking(client, 'Post', podsOf(namespace));
  if (err !== undefined) return err;
  if (api.named(namespace, name) !== undefined) return `pods ${goQuote(name)} already exists`;
  const hash = metadata.annotations?.[ConfigHashAnnotationKey] ?? '';
  const annotations = { [ConfigMirrorAnnotationKey]: hash, [ConfigHashAnnotationKey]: hash };
  const uid = uuid(random);
  api.put({ metadata: { ...metadata, uid, annotations }, spec: { ...spec, nodeName: node } });
  return undefined;
}

function refOf({ metadata }: Pod): readonly ['pod', LogValue] {
  return ['pod', { ref: [metadata.namespace, metadata.name, metadata.uid] }];
}

function podsOf(namespace: string): string {
  return `/api/v1/namespaces/${namespace}/pods`;
}

/** Waits for the server's answer: what it does then, those who watch hear of later. */
function* asking(
  client: NodeClient,
  method: 'Delete' | 'Post',
  path: string,
): Task<string | undefined> {
  let failed: string | undefined;
  yield (resume) => {
    client.request(method, path, (err) => {
      failed = err;
      resume();
    });
  };
  return failed;
}
