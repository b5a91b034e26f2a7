// Whose the lines "Killing unwanted pod" are: the pod killer of pkg/kubelet/kubelet_pods.go, up to 1.21, gives a pod's name alone.
import type { FactTable } from '../facts/factTable.ts';
import { itself, type Life } from './life.ts';
import type { Lives } from './lives.ts';

/** By the index of a fact the one life that it can be of; a name that several pods could have is nobody's. */
export function killedLives(facts: FactTable, lives: Lives): ReadonlyMap<number, Life> {
  const found = new Map<number, Life>();
  facts.each(['podKiller.killing'], ({ event, position }, index) => {
    const name = 'pod' in event ? event.pod.name : undefined;
    const meant = lives.list.filter((life) => life.name === name && mayRun(life, position));
    const [life, ...others] = new Set(meant.map(itself));
    if (life !== undefined && others.length === 0) found.set(index, life);
  });
  return found;
}

/** What is killed runs: what came after another of its name has started before. */
function mayRun({ from, number, firstStart }: Life, position: number): boolean {
  return from <= position && (number === 1 || (firstStart ?? Infinity) <= position);
}
