// Of all kubelets that are open: who looked into each.
import type { OpenedSource } from '../../openedSource.ts';
import type { KubeletTruth } from '../../truth/kubeletTruth.ts';
import type { PodHistory } from '../../../kubelet/rebuild/history.ts';
import type { Incident } from '../incident.ts';
import { InsideKubelet } from './inside.ts';
import { JournalEye } from './journalEye.ts';
import type { SecondEye } from './secondEye.ts';
import { TruthEye } from './truth/truthEye.ts';

type Opened = Incident & {
  readonly sources: readonly OpenedSource[];
  readonly truths: readonly KubeletTruth[];
};

const made = new WeakMap<Opened, readonly SecondEye[]>();

/** Of all nodes that were looked into; made once for what is open. */
export function eyesOf(incident: Opened): readonly SecondEye[] {
  const known = made.get(incident) ?? eyesIn(incident);
  made.set(incident, known);
  return known;
}

/** Whether anybody looked into a kubelet. */
export function hasEye({ sources, truths }: Opened): boolean {
  return truths.length > 0 || sources.some(({ text }) => text.inside !== undefined);
}

function eyesIn(incident: Opened): readonly SecondEye[] {
  if (!hasEye(incident)) return [];
  const { sources, truths, history } = incident;
  const journals = new Set(
    sources.flatMap(({ text }) => (text.inside === undefined ? [] : [text.inside.journal])),
  );
  const pods = new Map(
    history.pods.flatMap((pod): [string, PodHistory][] =>
      pod.uid.value === undefined ? [] : [[pod.uid.value, pod]],
    ),
  );
  return [
    ...Array.from(
      journals,
      (journal) => new JournalEye(new InsideKubelet(incident, journal, pods)),
    ),
    ...truths.map((truth) => new TruthEye(incident, truth, pods)),
  ];
}
