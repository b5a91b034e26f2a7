// Whose the lines of a call of the plug-in are, which give a pod's name: the pod that owns the sandbox for which the call is. Up to 1.21 the
// pod killer takes the network of a removed pod down while another one of its name runs (pkg/kubelet/kubelet_pods.go).
import { MILLISECOND } from '../../../base/time.ts';
import type { KubeletEvent } from '../../event.ts';
import type { Fact } from '../facts/fact.ts';
import type { FactTable } from '../facts/factTable.ts';
import type { IdIndex } from './ids.ts';
import type { Life } from './life.ts';
import type { Lives } from './lives.ts';

/** How long before the plug-in is called TearDownPod says that it begins: docker is asked for the namespace in between. */
const BEGINS = 100 * MILLISECOND;

/** The pod of a sandbox, where the name beside it was that of several. */
export function lifeOfSandbox(
  named: Life | undefined,
  sandboxId: string | undefined,
  ids: IdIndex,
): Life | undefined {
  const own = sandboxId === undefined ? undefined : ids.get(sandboxId)?.life;
  return own !== undefined && own.namesakes === named?.namesakes ? own : named;
}

/** By the index of a fact the life that it is of, where its name alone would mean another. */
export function sandboxLives(
  facts: FactTable,
  lives: Lives,
  ids: IdIndex,
): ReadonlyMap<number, Life> {
  const found = new Map<number, Life>();
  if (!lives.list.some(({ number }) => number > 1)) return found;
  /** By the lives of a name its last teardown, whose sandbox no line has told yet. */
  const begun = new Map<readonly Life[], { readonly index: number; readonly fact: Fact }>();
  facts.each(ofCalls, (fact, index) => {
    const { event, at, position } = fact;
    const named = 'pod' in event ? lives.find(event.pod, position) : undefined;
    if (event.kind === 'network.teardown' && named !== undefined)
      begun.set(named.namesakes, { index, fact });
    const own = lifeOfSandbox(named, sandboxOf(event), ids) ?? ids.lifeOf(event);
    if (event.kind === 'network.teardown' || own === undefined) return;
    if (named !== undefined && own !== named) found.set(index, own);
    const begin = begun.get(own.namesakes);
    if (begin !== undefined && at - begin.fact.at <= BEGINS) found.set(begin.index, own);
    begun.delete(own.namesakes);
  });
  return found;
}

const ofCalls = [
  'network.teardown',
  'network.netns',
  'network.begun',
  'network.done',
  'network.failed',
] as const;

function sandboxOf(event: KubeletEvent): string | undefined {
  return 'sandboxId' in event ? event.sandboxId : undefined;
}
