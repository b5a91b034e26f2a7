// What becomes of a container that the topology manager lets go of (“RemoveContainer”). computePodActions makes it do so for the dead
// container that is the newest of its name, at each sync (pkg/kubelet/kuberuntime/kuberuntime_manager.go), and PLEG and the pod cache go on
// to hold that one as exited; removeContainer (kuberuntime_container.go) for what it then takes from the runtime.
import { inferred, unknown, type Value } from '../../../base/input.ts';
import type { Fact, Of } from '../facts/fact.ts';
import type { WorkerTracks } from '../history.ts';
import type { Moment } from '../track.ts';

/** A container, and the position of the first line that names it. */
interface Met {
  readonly id: string;
  readonly name: string | undefined;
  readonly first: number;
}

export class LetGo {
  private readonly all: ReadonlyMap<string, Met>;
  private readonly worker: WorkerTracks;
  private readonly purges: ReadonlySet<Fact>;

  /** Of the containers of one pod, and its facts in order. */
  constructor(all: readonly Met[], worker: WorkerTracks, facts: readonly Fact[]) {
    this.all = new Map(all.map((one) => [one.id, one]));
    this.worker = worker;
    this.purges = purgesIn(facts);
  }

  /** `since`: the position from which on it was dead. */
  state(fact: Of<'container.removing'>, since: number | undefined): Value<'exited' | 'removed'> {
    const { event, input, position } = fact;
    const own = this.all.get(event.id);
    const from = since ?? own?.first ?? -1;
    const newer = [...this.all.values()].filter(({ first }) => first > from && first < position);
    const isReplaced = newer.some(({ name }) => name !== undefined && name === own?.name);
    const isLeft = this.isLeft(fact);
    const isTold = event.by === 'runtimeManager';
    if (isTold || isReplaced || isLeft === true || this.purges.has(fact))
      return inferred('removed', input);
    const isUnclear = newer.some(({ name }) => name === undefined || own?.name === undefined);
    return isUnclear || isLeft === undefined
      ? unknown('exited, or removed: at --v=4 the kubelet says what it removes', input)
      : inferred('exited', input);
  }

  /** Whether no sync looks at the pod any more (ShouldPodContentBeRemoved in pkg/kubelet/pod_workers.go). */
  private isLeft({ at, position }: Fact): boolean | undefined {
    const { present, deleted, evicted } = this.worker;
    const moment: Moment = { time: at, position, hindsight: 'now' };
    if (present.at(moment).value === false) return true;
    const asked = [deleted.at(moment).value, evicted.at(moment).value];
    if (asked.includes(true)) return true;
    return asked.includes(undefined) ? undefined : false;
  }
}

/** What goes before a new sandbox is made (purgeInitContainers): the plan of such a sync looks at no container. */
function purgesIn(facts: readonly Fact[]): ReadonlySet<Fact> {
  const found = new Set<Fact>();
  let isMade = true;
  for (const fact of facts) {
    const { event } = fact;
    if (event.kind === 'sandbox.needed') isMade = false;
    else if (event.kind === 'pleg.event') isMade ||= event.type === 'ContainerStarted';
    else if (event.kind === 'container.removing' && !isMade) found.add(fact);
  }
  return found;
}
