import type { MachineGo, MachineStep } from '../../../protocol/machineApi.ts';
import type { JournalPart } from '../../../simulate/journal/kubeletJournal.ts';
import type { InsideKubelet } from './inside.ts';
import type { HeldQuery } from './secondEye.ts';
import { machineStep } from './steps.ts';

/** What a part is asked for: its state after a step, of one pod or of all. */
export interface Asked extends HeldQuery {
  readonly inside: InsideKubelet;
}

/** What every part begins with. */
export function partHead(
  { inside, step }: Asked,
  part: JournalPart,
): { readonly go: MachineGo; readonly last: MachineStep | undefined } {
  const journal = inside.journal.parts[part];
  const last = journal.stepOf(journal.lastBy(step));
  return { go: inside.go(part), last: machineStep(inside, last) };
}

/** Of entries those of the pod that is asked for. */
export function ofPod<T>(
  { uid }: Pick<HeldQuery, 'uid'>,
  entries: readonly (readonly [uid: string, value: T])[],
): readonly (readonly [string, T])[] {
  return uid === undefined ? entries : entries.filter(([own]) => own === uid);
}

interface Stated {
  readonly state: string;
}

/** `sandboxes: 1 not ready; containers: 1 running, 2 exited`; undefined for nothing at all. */
export function countedStates(
  sandboxes: readonly Stated[] = [],
  containers: readonly Stated[] = [],
): string | undefined {
  const kinds = [
    ['sandboxes', sandboxes],
    ['containers', containers],
  ] as const;
  const texts = kinds.flatMap(([kind, all]) => {
    if (all.length === 0) return [];
    const counts = new Map<string, number>();
    for (const { state } of all) counts.set(state, (counts.get(state) ?? 0) + 1);
    const told = Array.from(
      counts,
      ([state, count]) => `${count} ${state === 'notready' ? 'not ready' : state}`,
    );
    return [`${kind}: ${told.join(', ')}`];
  });
  return texts.length === 0 ? undefined : texts.join('; ');
}
