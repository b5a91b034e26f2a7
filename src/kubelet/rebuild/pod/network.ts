// Each try to set up or tear down a sandbox's network that left a line, gathered into operations: DEL by sandbox; ADD by pod, for a
// runtime that cleans up after a failed ADD makes a new sandbox each time. Lines about one try (the plug-in's, the CRI
// client's) are one attempt; successes are silent below v=4.
import { inferred, seen, unknown, type InputId, type Value } from '../../../base/input.ts';
import { micros, MINUTE, SECOND, type Micros } from '../../../base/time.ts';
import type { KubeletEvent, PodRef } from '../../event.ts';
import type { Fact } from '../facts/fact.ts';
import type { FactTable, Kind } from '../facts/factTable.ts';
import type { NetworkOperation } from '../history.ts';
import type { IdIndex } from '../identity/ids.ts';
import { type Life, lifeKey } from '../identity/life.ts';
import type { Lives } from '../identity/lives.ts';

/** Lines about one try come within this time of each other. */
const ONE_TRY = 2 * SECOND;
/** How long a call to the runtime may hang before the kubelet gives it up (runtimeRequestTimeout; twice that to make a sandbox). */
const CALL = 2 * MINUTE;
/** The container collector comes each minute; it tries again what failed. */
const GC_PERIOD = MINUTE;

interface Draft {
  readonly command: 'ADD' | 'DEL';
  sandboxId: string | undefined;
  life: Life | undefined;
  podName: string | undefined;
  plugin: string | undefined;
  readonly attempts: AttemptDraft[];
  /** What showed that it succeeded in the end. */
  end: Fact | undefined;
  /** The sandbox of a teardown is gone: `removeSandbox` of kuberuntime_gc.go removes what StopPodSandbox has stopped, nothing else. */
  removed: Fact | undefined;
}

interface AttemptDraft {
  readonly at: Micros;
  /** Earlier than `at` for a call that hung. */
  readonly begun: Micros;
  readonly position: number;
  ok: Value<boolean>;
  error: string | undefined;
  by: 'sync' | 'gc' | 'unknown';
  provedBy: readonly InputId[];
}

export interface RebuiltOperation {
  readonly life: Life | undefined;
  readonly operation: NetworkOperation;
}

/** When a pod's worker was done with all its containers and sandboxes, if it was. */
export type TerminatedAt = (life: Life) => { at: Micros; provedBy: readonly InputId[] } | undefined;

export function rebuildNetwork(
  facts: FactTable,
  lives: Lives,
  ids: IdIndex,
  terminatedAt: TerminatedAt,
  to: Micros,
): readonly RebuiltOperation[] {
  const gatherer = new Gatherer(lives, ids);
  const isTry = facts.flags(ofTries);
  const isEither = facts.flags([...ofTries, 'pleg.event', 'pleg.transition']);
  // Events tell of operations that go on, and these are few.
  for (let index = facts.next(isTry, 0); index >= 0;) {
    const fact = facts.list[index];
    if (fact !== undefined) gatherer.take(fact);
    index = facts.next(gatherer.hasOpen ? isEither : isTry, index + 1);
  }
  return gatherer.drafts
    .filter((draft) =>
      draft.attempts.some((one) => one.error !== undefined || one.ok.value === true),
    )
    .map((draft) => ({ life: draft.life, operation: finish(draft, terminatedAt, to) }));
}

/** Without one of these there is no operation. */
const ofTries: readonly Kind[] = [
  'network.failed',
  'network.done',
  'network.netns',
  'runtime.failed',
  'sandbox.failed',
  'sandbox.stopFailed',
];

/** Whether a line tells of an operation, also when nobody knows whose it is. */
export function isOfTry(event: KubeletEvent): boolean {
  return ofTries.includes(event.kind) && (event.kind !== 'runtime.failed' || isHungStop(event));
}

function isHungStop({ call, error }: Extract<KubeletEvent, { kind: 'runtime.failed' }>): boolean {
  return call === 'StopPodSandbox' && isHang(error);
}

class Gatherer {
  readonly drafts: Draft[] = [];
  private readonly open = new Map<string, Draft>();
  private readonly lives: Lives;
  private readonly ids: IdIndex;

  constructor(lives: Lives, ids: IdIndex) {
    this.lives = lives;
    this.ids = ids;
  }

  get hasOpen(): boolean {
    return this.open.size > 0;
  }

  take(fact: Fact): void {
    const { event } = fact;
    switch (event.kind) {
      case 'network.failed':
        this.failed(event, fact);
        break;
      case 'network.done':
        this.done(event.command, event.sandboxId, fact);
        break;
      case 'network.netns':
        this.draft('DEL', event.sandboxId, undefined)?.attempts.push(
          attempt(
            fact,
            undefined,
            'unknown',
            unknown('how it ended is not in the log', fact.input),
          ),
        );
        break;
      case 'runtime.failed':
        if (isHungStop(event)) this.hung('DEL', event, fact);
        break;
      case 'sandbox.failed':
        if (isHang(event.error)) this.hung('ADD', event, fact);
        break;
      case 'sandbox.stopFailed':
        this.asked(event.id, event.by, fact);
        break;
      case 'pleg.event':
        if (event.type === 'ContainerStarted') this.started(event.id, fact);
        break;
      case 'pleg.transition':
        if (event.to === 'non-existent') this.removed(event.id, fact);
        break;
      default:
        break;
    }
  }

  private failed(event: Extract<KubeletEvent, { kind: 'network.failed' }>, fact: Fact): void {
    const life = this.lives.find(event.pod, fact.position) ?? this.ids.get(event.sandboxId)?.life;
    const by = event.command === 'ADD' ? 'sync' : event.by;
    const draft = this.draft(event.command, event.sandboxId, life);
    if (draft === undefined) return;
    draft.podName ??= nameOf(event.pod);
    draft.plugin ??= event.plugin;
    draft.sandboxId = event.sandboxId ?? draft.sandboxId;
    const last = draft.attempts.at(-1);
    if (last !== undefined && isSameTry(last, event.error, fact)) {
      last.provedBy = last.provedBy.concat(fact.input);
      last.ok = seen(false, fact.input);
      if (event.error.length > (last.error?.length ?? 0)) last.error = event.error;
    } else draft.attempts.push(attempt(fact, event.error, by, seen(false, fact.input)));
  }

  /** A call that ran into its deadline: what it waited for is most likely the plug-in, which is not seen. */
  private hung(
    command: 'ADD' | 'DEL',
    event: Extract<KubeletEvent, { kind: 'runtime.failed' | 'sandbox.failed' }>,
    fact: Fact,
  ): void {
    const life = 'pod' in event ? this.lives.find(event.pod, fact.position) : undefined;
    const draft = this.draft(command, 'id' in event ? event.id : undefined, life);
    const last = draft?.attempts.at(-1);
    if (last !== undefined && isSameTry(last, event.error, fact)) {
      last.provedBy = last.provedBy.concat(fact.input);
      return;
    }
    const length = command === 'ADD' ? 2 * CALL : CALL;
    draft?.attempts.push({
      ...attempt(
        fact,
        event.error,
        command === 'ADD' ? 'sync' : 'unknown',
        inferred(false, fact.input),
      ),
      begun: micros(fact.at - length),
    });
  }

  private done(command: 'ADD' | 'DEL', sandboxId: string | undefined, fact: Fact): void {
    const life = this.ids.get(sandboxId)?.life;
    const key = keyOf(command, sandboxId, life);
    const draft = this.open.get(key);
    if (draft === undefined) return;
    draft.attempts.push(attempt(fact, undefined, 'unknown', seen(true, fact.input)));
    draft.end = fact;
    this.open.delete(key);
  }

  private asked(sandboxId: string | undefined, by: 'sync' | 'gc', fact: Fact): void {
    const life = this.ids.get(sandboxId)?.life;
    const last = this.open.get(keyOf('DEL', sandboxId, life))?.attempts.at(-1);
    if (last === undefined || fact.at - last.at > ONE_TRY) return;
    last.by = by;
    last.provedBy = last.provedBy.concat(fact.input);
  }

  /** A sandbox that runs has a network. */
  private started(id: string, fact: Fact): void {
    const known = this.ids.get(id);
    if (known?.isSandbox !== true || known.life === undefined) return;
    const key = keyOf('ADD', id, known.life);
    const draft = this.open.get(key);
    if (draft === undefined) return;
    draft.end = fact;
    this.open.delete(key);
  }

  private removed(id: string, fact: Fact): void {
    const draft = this.open.get(keyOf('DEL', id, undefined));
    if (draft !== undefined) draft.removed ??= fact;
  }

  private draft(
    command: 'ADD' | 'DEL',
    sandboxId: string | undefined,
    named: Life | undefined,
  ): Draft | undefined {
    const life = named ?? this.ids.get(sandboxId)?.life;
    if (life === undefined && sandboxId === undefined) return undefined;
    const key = keyOf(command, sandboxId, life);
    const known = this.open.get(key);
    if (known !== undefined) return known;
    const draft: Draft = {
      command,
      sandboxId,
      life,
      podName: undefined,
      plugin: undefined,
      attempts: [],
      end: undefined,
      removed: undefined,
    };
    this.drafts.push(draft);
    this.open.set(key, draft);
    return draft;
  }
}

function keyOf(command: string, sandboxId: string | undefined, life: Life | undefined): string {
  const owner = life === undefined ? undefined : lifeKey(life);
  return command === 'ADD' ? `ADD ${owner ?? sandboxId ?? ''}` : `DEL ${sandboxId ?? owner ?? ''}`;
}

function attempt(
  fact: Fact,
  error: string | undefined,
  by: 'sync' | 'gc' | 'unknown',
  ok: Value<boolean>,
): AttemptDraft {
  const { at, position, input } = fact;
  return { at, begun: at, position, ok, error, by, provedBy: [input] };
}

function nameOf({ namespace, name }: PodRef): string | undefined {
  return namespace === undefined || name === undefined ? undefined : `${namespace}/${name}`;
}

function isHang(error: string): boolean {
  return /DeadlineExceeded|context deadline exceeded/.test(error);
}

/** The CRI client repeats what the plug-in's own line said just before; who had asked for it comes last, and then the try is over. */
function isSameTry(last: AttemptDraft, error: string, fact: Fact): boolean {
  if (fact.at - last.at > ONE_TRY || last.by === 'gc' || last.ok.value === true) return false;
  if (last.error === undefined) return true;
  if (last.by === 'sync' && last.provedBy.length > 1) return false;
  return error.includes(last.error) || last.error.includes(error);
}

function finish(draft: Draft, terminatedAt: TerminatedAt, to: Micros): NetworkOperation {
  const [first] = draft.attempts;
  const last = draft.attempts.at(-1);
  const end = last === undefined ? undefined : endOf(draft, last, terminatedAt, to);
  const ended = end?.outcome.value === 'succeeded';
  return {
    command: draft.command,
    podKey: draft.life === undefined ? undefined : lifeKey(draft.life),
    podName: draft.podName,
    sandboxId: draft.sandboxId,
    plugin: draft.plugin,
    attempts: draft.attempts.map((one) =>
      one.ok.known === 'unknown' && ended && one === last
        ? { ...one, ok: inferred(true, ...end.outcome.provedBy) }
        : one,
    ),
    from: first?.begun ?? micros(NaN),
    until: end?.until ?? unknown('it had not succeeded when the log ends'),
    outcome: end?.outcome ?? inferred('failing', ...(last?.provedBy.slice(0, 1) ?? [])),
  };
}

function endOf(
  draft: Draft,
  last: AttemptDraft,
  terminatedAt: TerminatedAt,
  to: Micros,
): Pick<NetworkOperation, 'until' | 'outcome'> | undefined {
  if (last.ok.value === true)
    return { until: seen(last.at, ...last.provedBy), outcome: seen('succeeded', ...last.provedBy) };
  if (draft.end !== undefined)
    return {
      until: inferred(draft.end.at, draft.end.input),
      outcome: inferred('succeeded', draft.end.input),
    };
  if (draft.command === 'ADD') return undefined;
  const done = draft.life === undefined ? undefined : terminatedAt(draft.life);
  if (done !== undefined && done.at >= last.at)
    return {
      until: inferred(done.at, ...done.provedBy),
      outcome: inferred('succeeded', ...done.provedBy),
    };
  const { removed } = draft;
  if (removed !== undefined && removed.at >= last.at)
    return {
      until: inferred(removed.at, removed.input),
      outcome: inferred('succeeded', removed.input),
    };
  // A minute later the collector would have tried, and printed, again.
  if (last.by !== 'gc' || to - last.at < GC_PERIOD * 1.5) return undefined;
  return {
    until: inferred(micros(last.at + GC_PERIOD), ...last.provedBy),
    outcome: inferred('succeeded', ...last.provedBy),
  };
}
