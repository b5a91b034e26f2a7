// The pods that a kubelet's endpoint lists, as far as they are compared with what others say: `/pods` has statuses, `/runningpods/`
// only the names of the containers that run.
import type { ContainerSummary } from './clusterObjects.ts';
import { listField } from './clusterObjects.ts';
import { field, isRecord, jsonOf, textField } from './json.ts';

export interface PodFacts {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  /** `api`, `file`, `http`; empty where the endpoint does not tell. */
  readonly origin: string;
  readonly deleting: boolean;
  readonly phase: string;
  readonly containers: readonly Pick<ContainerSummary, 'name'>[];
}

/** Undefined for an answer that is no list of pods. */
export function podFacts(answer: string): readonly PodFacts[] | undefined {
  const list = jsonOf(answer);
  if (!isRecord(list) || !/^(PodList|List)?$/.test(textField(list, 'kind') ?? '')) return undefined;
  return listField(list, 'items').map((pod) => {
    const metadata = field(pod, 'metadata');
    const annotations = field(metadata, 'annotations');
    return {
      uid: textField(metadata, 'uid') ?? '',
      namespace: textField(metadata, 'namespace') ?? '',
      name: textField(metadata, 'name') ?? '',
      origin: textField(annotations, 'kubernetes.io/config.source') ?? '',
      deleting: textField(metadata, 'deletionTimestamp') !== undefined,
      phase: textField(field(pod, 'status'), 'phase') ?? '',
      containers: listField(field(pod, 'spec'), 'containers').map((container) => ({
        name: textField(container, 'name') ?? '',
      })),
    };
  });
}
