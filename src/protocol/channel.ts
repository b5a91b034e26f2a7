// Room protocol: what crosses a thread or an iframe. Plain data, one channel class for both, nothing of the engine's types.
import { Emitter, type Event } from '../base/event.ts';
import { bugIn } from '../base/bug.ts';
import type { Disposable } from '../base/disposable.ts';

/** Anything that carries messages both ways: a worker's port, a webview, a pair in a test. */
export interface Port {
  post(message: unknown, transfer?: readonly ArrayBuffer[]): void;
  /** At most one listener; called in the order of posting. */
  listen(listener: (message: unknown) => void): Disposable;
}

/** An error that travels: `message` is a sentence for a person, `code` for programs. */
export class ChannelError extends Error {
  override readonly name = 'ChannelError';
  readonly code: string;
  /** Of a bug: what those need who mend it, and nobody else. */
  readonly detail: string | undefined;

  constructor(message: string, code: string, detail?: string) {
    super(message);
    this.code = code;
    this.detail = detail;
  }
}

/** Contracts are interfaces of methods that answer with promises of plain data. */
type Method = (...args: never[]) => Promise<unknown>;
export type Contract<Api> = { readonly [K in keyof Api]: Method };

export interface CallOptions {
  /** Cancels: the caller's promise rejects with code `cancelled`, the other side's signal fires. */
  readonly signal?: AbortSignal;
}

/** What a method is told beside its arguments. */
export interface CallContext {
  readonly signal: AbortSignal;
}

/** The methods as the serving side writes them: with a last argument that tells of cancellation. */
export type Handlers<Api extends Contract<Api>> = {
  readonly [K in keyof Api]: Api[K] extends (...args: infer A) => Promise<infer R>
    ? (...args: [...A, CallContext]) => Promise<R> | R
    : never;
};

interface Call {
  readonly kind: 'call';
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
}
type Envelope =
  | Call
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'ok'; readonly id: number; readonly value: unknown }
  | {
      readonly kind: 'error';
      readonly id: number;
      readonly message: string;
      readonly code: string;
      readonly stack?: string;
    }
  | { readonly kind: 'event'; readonly value: unknown };

const kinds: ReadonlySet<string> = new Set(['call', 'cancel', 'ok', 'error', 'event']);

function isEnvelope(message: unknown): message is Envelope {
  return (
    typeof message === 'object' &&
    message !== null &&
    'kind' in message &&
    typeof message.kind === 'string' &&
    kinds.has(message.kind)
  );
}

/** The code of a mistake of ours. */
const BUG = 'bug';

function failed(error: unknown): ChannelError {
  return new ChannelError(error instanceof Error ? error.message : String(error), 'failed');
}

const closed = new ChannelError('the connection is closed', 'disposed');

/** The asking side. Every call is answered, or rejected when the client is disposed. */
export class Client<Api extends Contract<Api>, Events> implements Disposable {
  private readonly port: Port;
  private readonly emitter = new Emitter<Events>();
  private readonly listening: Disposable;
  private readonly pending = new Map<
    number,
    { resolve(value: unknown): void; reject(error: Error): void }
  >();
  private nextId = 1;
  /** Why nothing is answered any more. */
  private ended: ChannelError | undefined;

  readonly onEvent: Event<Events> = this.emitter.event;

  constructor(port: Port) {
    this.port = port;
    this.listening = port.listen((message) => {
      if (isEnvelope(message)) this.receive(message);
    });
  }

  call<K extends keyof Api & string>(
    method: K,
    args: Parameters<Api[K]>,
    options: CallOptions = {},
  ): ReturnType<Api[K]> {
    const promise = new Promise((resolve, reject: (error: Error) => void) => {
      if (this.ended !== undefined) {
        reject(this.ended);
        return;
      }
      if (options.signal?.aborted === true) {
        reject(new ChannelError('cancelled', 'cancelled'));
        return;
      }
      const id = this.nextId++;
      this.pending.set(id, { resolve, reject });
      options.signal?.addEventListener('abort', () => {
        this.cancel(id);
      });
      this.port.post({ kind: 'call', id, method, args } satisfies Envelope);
    });
    // The contract's type and the wire meet here, and nowhere else.
    return promise as ReturnType<Api[K]>;
  }

  private cancel(id: number): void {
    const waiting = this.pending.get(id);
    if (waiting === undefined) return;
    this.pending.delete(id);
    this.port.post({ kind: 'cancel', id } satisfies Envelope);
    waiting.reject(new ChannelError('cancelled', 'cancelled'));
  }

  private receive(message: Envelope): void {
    if (message.kind === 'event') {
      this.emitter.fire(message.value as Events);
      return;
    }
    if (message.kind !== 'ok' && message.kind !== 'error') return;
    const waiting = this.pending.get(message.id);
    if (waiting === undefined) return;
    this.pending.delete(message.id);
    if (message.kind === 'ok') waiting.resolve(message.value);
    else waiting.reject(new ChannelError(message.message, message.code, message.stack));
  }

  /** `why`: what those are told who wait for an answer, or ask later. */
  dispose(why = closed): void {
    this.ended ??= why;
    this.listening.dispose();
    this.emitter.dispose();
    for (const waiting of this.pending.values()) waiting.reject(this.ended);
    this.pending.clear();
  }
}

/** The answering side: one handler for each method; what it throws travels back as an error. */
export class Server<Api extends Contract<Api>, Events> implements Disposable {
  private readonly port: Port;
  private readonly handlers: Handlers<Api>;
  private readonly listening: Disposable;
  private readonly running = new Map<number, AbortController>();
  private readonly shown: (answer: unknown) => unknown;

  /** `shown`: what of an answer or an event may leave this side. */
  constructor(port: Port, handlers: Handlers<Api>, shown = (answer: unknown): unknown => answer) {
    this.port = port;
    this.shown = shown;
    this.handlers = handlers;
    this.listening = port.listen((message) => {
      if (!isEnvelope(message)) return;
      if (message.kind === 'call') void this.answer(message);
      else if (message.kind === 'cancel') this.running.get(message.id)?.abort();
    });
  }

  emit(event: Events): void {
    this.port.post({ kind: 'event', value: this.shown(event) } satisfies Envelope);
  }

  private async answer({ id, method, args }: Call): Promise<void> {
    const controller = new AbortController();
    this.running.set(id, controller);
    try {
      const handler = this.handlerOf(method);
      if (handler === undefined)
        throw new ChannelError(`there is no method ${method}`, 'no-method');
      const answer = await handler.call(this.handlers, ...args, { signal: controller.signal });
      const value = this.shown(answer);
      if (!controller.signal.aborted) {
        this.port.post({ kind: 'ok', id, value } satisfies Envelope, columnsOf(value));
      }
    } catch (error) {
      this.port.post({ kind: 'error', id, ...this.told(error) } satisfies Envelope);
    } finally {
      this.running.delete(id);
    }
  }

  /** A sentence as it is; a bug as one, with its stack beside it. */
  private told(error: unknown): { message: string; code: string; stack?: string } {
    const bug = bugIn(error);
    if (bug !== undefined) return { ...bug, stack: String(this.shown(bug.stack)), code: BUG };
    const { message, code, detail } = error instanceof ChannelError ? error : failed(error);
    const shown = String(this.shown(message));
    const stack = detail === undefined ? {} : { stack: String(this.shown(detail)) };
    return { message: shown, code, ...stack };
  }

  private handlerOf(method: string): ((...args: unknown[]) => unknown) | undefined {
    if (!Object.hasOwn(this.handlers, method)) return undefined;
    const handler: unknown = Reflect.get(this.handlers, method);
    return typeof handler === 'function' ? (handler as (...args: unknown[]) => unknown) : undefined;
  }

  dispose(): void {
    this.listening.dispose();
    for (const controller of this.running.values()) controller.abort();
  }
}

/** Buffers of typed arrays that stand directly in an answer's `columns`: they are handed over, not copied. */
function columnsOf(value: unknown): ArrayBuffer[] {
  if (typeof value !== 'object' || value === null || !('columns' in value)) return [];
  const { columns } = value;
  if (typeof columns !== 'object' || columns === null) return [];
  const buffers = new Set<ArrayBuffer>();
  for (const column of Object.values(columns)) {
    if (ArrayBuffer.isView(column) && column.buffer instanceof ArrayBuffer)
      buffers.add(column.buffer);
  }
  return [...buffers];
}
