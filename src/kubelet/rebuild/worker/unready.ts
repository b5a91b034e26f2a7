// What a pod's REMOVE does while the kubelet does not know the pods of all its sources.
import { micros } from '../../../base/time.ts';
import type { Clues } from './clues.ts';
import { passAfter } from './inferForgetting.ts';
import type { Run } from '../facts/runs.ts';

/**
 * A REMOVE that came before the API had told its pods did nothing: the first pass of housekeeping after that finds that the pod is in no
 * source (deletePod in pkg/kubelet/kubelet.go). One that came after that waits for another source, and no line says when all are ready:
 * then what is killed of the pod tells that housekeeping found it.
 */
export function whenReady(clues: Clues, run: Run): Clues {
  const { remove, unready } = clues;
  if (remove === undefined || unready === undefined || unready.position < remove.position)
    return clues;
  const { apiListed } = run;
  if (apiListed === undefined) return { ...clues, remove: undefined };
  const kill = clues.kills.find((fact) => fact.at > apiListed && fact.position > unready.position);
  const isOther = unready.at > apiListed;
  if (isOther && kill === undefined) return { ...clues, remove: undefined };
  const pass = isOther ? Infinity : passAfter(run, micros(Math.max(remove.at, apiListed)));
  const { position, input, event, severity } = remove;
  const at = micros(Math.min(pass, kill?.at ?? Infinity));
  return { ...clues, remove: { at, position, input, event, severity } };
}
