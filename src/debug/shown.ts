// What a client is shown at a stop: threads, frames, scopes, values. Numbers that stand for things live until the next stop.
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { DebugFrame, DebugPlace, DebugThreadId, DebugVariable } from '../protocol/debugApi.ts';
import type { Ask } from './host.ts';
import type { LogSources } from './logSources.ts';
import { maybeNumber, maybeText, number, Refusal, text, type Args } from './messages.ts';

/** Threads that one reply lists: clients draw each of them. */
const MAX_THREADS = 200;
const FIRST_POD = 1000;
/** The most children that one reply holds. */
const MAX_CHILDREN = 2000;

const partNumbers: Readonly<Record<string, number>> = {
  syncLoop: 1,
  pleg: 2,
  status: 3,
  volumes: 4,
  probes: 5,
  other: 6,
};

export class Shown {
  private readonly ask: Ask;
  private readonly sources: LogSources;
  private readonly lineShift: number;
  /** Threads keep their number for the whole session: a pod that is made anew under its name is another one. */
  private readonly threadKeys = new Map<number, DebugThreadId>(
    Object.entries(partNumbers).map(([key, own]) => [own, key]),
  );
  private readonly threadNumbers = new Map<DebugThreadId, number>(Object.entries(partNumbers));
  private readonly pinned = new Set<DebugThreadId>();
  /** As the client heard last. */
  private listed: readonly DebugThreadId[] = [];
  private readonly places: DebugPlace[] = [];
  private readonly placeNumbers = new Map<string, number>();
  private frames: { readonly frame: DebugFrame; readonly thread: DebugThreadId }[] = [];
  private values: DebugVariable[] = [];

  constructor(ask: Ask, sources: LogSources, lineShift: number) {
    this.ask = ask;
    this.sources = sources;
    this.lineShift = lineShift;
  }

  /**
   * Forgets the frames and values of the stop before; `thread` must be listed at this one. `keepsAll`: all that were listed, too: a client
   * that misses the thread it shows takes the focus to another.
   */
  reset(thread: DebugThreadId, keepsAll: boolean): void {
    this.frames = [];
    this.values = [];
    this.pinned.clear();
    for (const each of [thread, ...(keepsAll ? this.listed : [])]) this.pinned.add(each);
  }

  threadNumber(key: DebugThreadId): number {
    const known = this.threadNumbers.get(key);
    if (known !== undefined) return known;
    const own = FIRST_POD + this.threadNumbers.size;
    this.threadNumbers.set(key, own);
    this.threadKeys.set(own, key);
    return own;
  }

  /** The thread that a request is about; the sync loop when it names none. */
  threadOf(args: Args): DebugThreadId {
    const own = maybeNumber(args, 'threadId');
    if (own === undefined) return 'syncLoop';
    const key = this.threadKeys.get(own);
    if (key === undefined) throw new Refusal(`There is no thread ${own}.`);
    return key;
  }

  /** Also how many workers were left out. */
  async threads(): Promise<{ readonly threads: DebugProtocol.Thread[]; readonly left: number }> {
    const { threads, left } = await this.ask('debugThreads', [MAX_THREADS, [...this.pinned]]);
    this.listed = threads.map(({ id }) => id);
    return {
      threads: threads.map(({ id, name }) => ({ id: this.threadNumber(id), name })),
      left,
    };
  }

  async stack(args: Args): Promise<DebugProtocol.StackTraceResponse['body']> {
    const thread = this.threadOf(args);
    const frames = this.ordered(await this.ask('debugStack', [thread]));
    const start = Math.max(0, maybeNumber(args, 'startFrame') ?? 0);
    const levels = maybeNumber(args, 'levels') ?? 0;
    const wanted = frames.slice(start, levels > 0 ? start + levels : undefined);
    const stackFrames: DebugProtocol.StackFrame[] = [];
    for (const frame of wanted) stackFrames.push(await this.frame(frame, thread));
    return { stackFrames, totalFrames: frames.length };
  }

  /** A client shows the first frame: who looks at Go source sees the statement. */
  private ordered(frames: readonly DebugFrame[]): readonly DebugFrame[] {
    const [line, statement, ...rest] = frames;
    const isWritten = statement?.go !== undefined && statement.go.line > 0;
    return line?.kind === 'line' && isWritten && this.sources.isInGo
      ? [statement, line, ...rest]
      : frames;
  }

  private async frame(frame: DebugFrame, thread: DebugThreadId): Promise<DebugProtocol.StackFrame> {
    this.frames.push({ frame, thread });
    const place = await this.sources.ofFrame(frame);
    const source =
      place === undefined
        ? {}
        : {
            source:
              frame.known === 'inferred'
                ? { ...place.source, origin: 'inferred from the model' }
                : place.source,
          };
    return {
      id: this.frames.length,
      name: frame.name,
      ...source,
      line: place === undefined ? 0 : place.line - this.lineShift,
      column: place === undefined ? 0 : 1 - this.lineShift,
      canRestart: frame.began !== undefined,
      presentationHint: hintOf(frame),
    };
  }

  frameOf(args: Args): { readonly frame: DebugFrame; readonly thread: DebugThreadId } {
    const id = number(args, 'frameId');
    const found = this.frames[id - 1];
    if (found === undefined) throw new Refusal(`There is no frame ${id} at this stop.`);
    return found;
  }

  async scopes(args: Args): Promise<readonly DebugProtocol.Scope[]> {
    const { thread } = this.frameOf(args);
    const scopes = await this.ask('debugScopes', [thread]);
    return scopes.map((scope, i) => ({
      name: scope.name,
      variablesReference: this.reference(scope),
      expensive: scope.expression === 'kubelet' || scope.expression === 'informers',
      ...(i === 0 ? { presentationHint: 'locals' } : {}),
      ...counts(scope),
    }));
  }

  async variables(args: Args): Promise<readonly DebugProtocol.Variable[]> {
    const parent = this.valueOf(number(args, 'variablesReference'));
    const filter = maybeText(args, 'filter');
    if (filter !== undefined && (filter === 'indexed') !== parent.indexed) return [];
    const start = Math.max(0, Math.trunc(maybeNumber(args, 'start') ?? 0));
    const count = maybeNumber(args, 'count') ?? 0;
    const range = { start, count: count > 0 ? Math.min(count, MAX_CHILDREN) : MAX_CHILDREN };
    const children = await this.ask('debugChildren', [parent.expression, range]);
    return children.map((child) => this.variable(child));
  }

  private valueOf(reference: number): DebugVariable {
    const found = this.values[reference - 1];
    if (found === undefined)
      throw new Refusal(`There is no value with the number ${reference} at this stop.`);
    return found;
  }

  private variable(
    value: DebugVariable,
  ): DebugProtocol.Variable & { readonly [key: string]: unknown } {
    return {
      name: value.name,
      value: value.value,
      evaluateName: value.expression,
      variablesReference: this.reference(value),
      ...this.described(value),
      ...(value.place === undefined ? {} : { __vscodeVariableMenuContext: 'proved' }),
    };
  }

  private described(
    value: DebugVariable,
  ): Pick<
    DebugProtocol.Variable,
    'type' | 'valueLocationReference' | 'presentationHint' | 'namedVariables' | 'indexedVariables'
  > {
    const { known, place } = value;
    const line = place === undefined ? '' : `, line ${place.line}`;
    return {
      ...(known === '' ? {} : { type: `${known}${line}` }),
      ...(place === undefined ? {} : { valueLocationReference: this.placeNumber(place) }),
      presentationHint: {
        attributes: ['readOnly'],
        ...(known === 'inferred' || known === 'unknown' ? { kind: 'virtual' } : {}),
      },
      ...counts(value),
    };
  }

  /** A number for what has children, 0 for what has none. */
  private reference(value: DebugVariable): number {
    return value.children === 0 ? 0 : this.values.push(value);
  }

  private placeNumber(place: DebugPlace): number {
    const key = `${place.input.source}:${place.input.offset}`;
    const known = this.placeNumbers.get(key);
    if (known !== undefined) return known;
    const own = this.places.push(place);
    this.placeNumbers.set(key, own);
    return own;
  }

  async location(args: Args): Promise<object> {
    const place = this.places[number(args, 'locationReference') - 1];
    const shown = place === undefined ? undefined : await this.sources.shown(place);
    if (shown === undefined) throw new Refusal('This value has no line.');
    return { source: shown.source, line: shown.line - this.lineShift, column: 1 - this.lineShift };
  }

  async evaluate(args: Args): Promise<DebugProtocol.EvaluateResponse['body']> {
    const value = await this.ask('debugEvaluate', [text(args, 'expression')]);
    return {
      result: value.value,
      variablesReference: this.reference(value),
      ...this.described(value),
    };
  }

  /** Whether a breakpoint can be set on a child of a shown value, or on an expression. */
  async dataBreakpoint(args: Args): Promise<DebugProtocol.DataBreakpointInfoResponse['body']> {
    const name = text(args, 'name');
    const reference = maybeNumber(args, 'variablesReference') ?? 0;
    const value =
      reference > 0 ? await this.child(reference, name) : await this.ask('debugEvaluate', [name]);
    if (value?.watchable !== true)
      return { dataId: null, description: `${name} is no value that a breakpoint can be set on.` };
    return {
      dataId: value.expression,
      description: value.expression,
      accessTypes: ['write'],
      canPersist: true,
    };
  }

  private async child(reference: number, name: string): Promise<DebugVariable | undefined> {
    const parent = this.valueOf(reference);
    const range = { start: 0, count: MAX_CHILDREN };
    const children = await this.ask('debugChildren', [parent.expression, range]);
    return children.find((child) => child.name === name);
  }
}

/** Subtle: what the model infers, and of a sample the frames of programs that the kubelet is made of. */
function hintOf({ kind, known, sample, go }: DebugFrame): 'label' | 'subtle' | 'normal' {
  if (kind === 'label') return 'label';
  const isForeign = sample !== undefined && go?.path === undefined;
  return known === 'inferred' || isForeign ? 'subtle' : 'normal';
}

function counts(value: DebugVariable): { namedVariables?: number; indexedVariables?: number } {
  if (value.children === 0) return {};
  return value.indexed ? { indexedVariables: value.children } : { namedVariables: value.children };
}
