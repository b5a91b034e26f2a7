// Each try to set up or tear down a sandbox's network that left a line, gathered into one operation for each sandbox and command.
// Two lines of one try (the plug-in's, the CRI client's) are one attempt; successes are silent below v=4.
import { inferred, seen, unknown, type InputId, type Value } from '../../base/input.ts';
import { micros, SECOND, type Micros } from '../../base/time.ts';
import type { Fact } from './facts.ts';
import type { NetworkOperation } from './history.ts';
import type { IdIndex } from './ids.ts';
import { type Life, lifeKey, type Lives } from './lives.ts';

/** Lines about one try come within this time of each other. */
const ONE_TRY = 2 * SECOND;

interface Draft {
  readonly command: 'ADD' | 'DEL';
  sandboxId: string | undefined;
  life: Life | undefined;
  plugin: string | undefined;
  readonly attempts: AttemptDraft[];
}

interface AttemptDraft {
  readonly at: Micros;
  readonly position: number;
  ok: Value<boolean>;
  error: string | undefined;
  by: 'sync' | 'gc' | 'unknown';
  readonly provedBy: InputId[];
}

export interface RebuiltOperation {
  readonly life: Life | undefined;
  readonly operation: NetworkOperation;
}

export function rebuildNetwork(
  facts: readonly Fact[],
  lives: Lives,
  ids: IdIndex,
): readonly RebuiltOperation[] {
  const drafts = new Map<string, Draft>();
  for (const fact of facts) note(drafts, fact, lives, ids);
  const ends = endings(facts, lives, ids);
  return [...drafts.values()].map((draft) => ({
    life: draft.life,
    operation: finish(draft, ends),
  }));
}

function note(drafts: Map<string, Draft>, fact: Fact, lives: Lives, ids: IdIndex): void {
  const { event } = fact;
  if (event.kind === 'network.failed') {
    const life = lives.find(event.pod, fact.position) ?? ids.get(event.sandboxId)?.life;
    const draft = draftOf(drafts, event.command, event.sandboxId, life);
    draft.plugin ??= event.plugin;
    attempt(draft, fact, event.error, event.by);
  } else if (event.kind === 'network.done') {
    const draft = drafts.get(`${event.command} ${event.sandboxId ?? ''}`);
    draft?.attempts.push(newAttempt(fact, undefined, 'unknown', seen(true, fact.input)));
  } else if (event.kind === 'sandbox.stopFailed') {
    const draft = drafts.get(`DEL ${event.id ?? ''}`);
    const last = draft?.attempts.at(-1);
    if (last !== undefined && fact.at - last.at < ONE_TRY) {
      last.by = event.by;
      last.provedBy.push(fact.input);
    }
  } else if (event.kind === 'network.netns') {
    const draft = drafts.get(`DEL ${event.sandboxId ?? ''}`);
    const last = draft?.attempts.at(-1);
    if (last !== undefined && fact.at - last.at < ONE_TRY && last.ok.value !== false)
      last.provedBy.push(fact.input);
  }
}

function draftOf(
  drafts: Map<string, Draft>,
  command: 'ADD' | 'DEL',
  sandboxId: string | undefined,
  life: Life | undefined,
): Draft {
  const key = `${command} ${sandboxId ?? (life === undefined ? '' : lifeKey(life))}`;
  const known = drafts.get(key);
  if (known !== undefined) {
    known.life ??= life;
    return known;
  }
  const draft: Draft = { command, sandboxId, life, plugin: undefined, attempts: [] };
  drafts.set(key, draft);
  return draft;
}

function attempt(draft: Draft, fact: Fact, error: string, by: 'sync' | 'gc' | 'unknown'): void {
  const last = draft.attempts.at(-1);
  if (last?.error !== undefined && fact.at - last.at < ONE_TRY && sameTry(last, error)) {
    last.provedBy.push(fact.input);
    if (error.length > last.error.length) last.error = error;
    return;
  }
  draft.attempts.push(newAttempt(fact, error, by, seen(false, fact.input)));
}

/** The CRI client repeats what the plug-in's own line said just before; after "Failed to stop sandbox" a try is over. */
function sameTry(last: AttemptDraft, error: string): boolean {
  const text = last.error ?? '';
  return last.by === 'unknown' && (error.includes(text) || text.includes(error));
}

function newAttempt(
  fact: Fact,
  error: string | undefined,
  by: 'sync' | 'gc' | 'unknown',
  ok: Value<boolean>,
): AttemptDraft {
  return { at: fact.at, position: fact.position, ok, error, by, provedBy: [fact.input] };
}

/** What can end an operation: the pod's REMOVE or the next sandbox that started. */
interface Endings {
  readonly removed: ReadonlyMap<Life, Fact>;
  readonly sandboxStarted: ReadonlyMap<Life, readonly Fact[]>;
}

function endings(facts: readonly Fact[], lives: Lives, ids: IdIndex): Endings {
  const removed = new Map<Life, Fact>();
  const sandboxStarted = new Map<Life, Fact[]>();
  for (const fact of facts) {
    const { event, position } = fact;
    if (event.kind === 'config' && event.op === 'REMOVE')
      for (const pod of event.pods) {
        const life = lives.find(pod, position);
        if (life !== undefined && !lives.isMirror(pod, event.source)) removed.set(life, fact);
      }
    if (event.kind === 'pleg.event' && event.type === 'ContainerStarted') {
      const known = ids.get(event.id);
      if (known?.isSandbox !== true || known.life === undefined) continue;
      const list = sandboxStarted.get(known.life);
      if (list === undefined) sandboxStarted.set(known.life, [fact]);
      else list.push(fact);
    }
  }
  return { removed, sandboxStarted };
}

function finish(draft: Draft, ends: Endings): NetworkOperation {
  const [first] = draft.attempts;
  const last = draft.attempts.at(-1) ?? first;
  const end = last === undefined ? undefined : endOf(draft, last, ends);
  return {
    command: draft.command,
    podKey: draft.life === undefined ? undefined : lifeKey(draft.life),
    sandboxId: draft.sandboxId,
    plugin: draft.plugin,
    attempts: draft.attempts,
    from: first?.at ?? micros(NaN),
    until: end?.until ?? unknown('no line shows an end'),
    outcome: end?.outcome ?? unknownOutcome(draft),
  };
}

function endOf(
  draft: Draft,
  last: AttemptDraft,
  ends: Endings,
): Pick<NetworkOperation, 'until' | 'outcome'> | undefined {
  if (last.ok.value === true)
    return {
      until: seen(last.at, ...last.provedBy),
      outcome: seen('succeeded', ...last.provedBy),
    };
  if (draft.life === undefined) return undefined;
  const fact =
    draft.command === 'DEL'
      ? ends.removed.get(draft.life)
      : ends.sandboxStarted.get(draft.life)?.find((one) => one.at >= last.at);
  if (fact === undefined || fact.at < last.at) return undefined;
  return {
    until: inferred(fact.at, fact.input),
    outcome: inferred('succeeded', fact.input),
  };
}

function unknownOutcome(draft: Draft): NetworkOperation['outcome'] {
  const last = draft.attempts.at(-1);
  return inferred('failing', ...(last?.provedBy.slice(0, 1) ?? []));
}
