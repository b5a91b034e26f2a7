// A client of the debug adapter for tests: asks, waits for events, and reads a stop as a text.
import { KubeletDebugAdapter } from '../../src/debug/adapter.ts';
import { askOf, type DebugHost, type OpenedLogs } from '../../src/debug/host.ts';
import type { EngineClient } from '../../src/engine/client.ts';
import { engineHere } from './engine.ts';
import { readCapture } from './captures.ts';

type Body = Record<string, unknown>;

export interface Stopped {
  readonly reason: string;
  readonly threadId: number;
  readonly description: string;
  readonly text: string;
  readonly hitBreakpointIds?: readonly number[];
}

/** Opens logs whose names are captures, each behind the path `/logs/NAME.log`. */
export function captureHost(): DebugHost {
  return hostOf((log) => readCapture(log.replace(/^\/logs\/|\.log$/g, '')).log);
}

/** Opens texts instead of files. */
export function hostOf(read: (log: string) => Uint8Array): DebugHost {
  return {
    attach: () => Promise.reject(new Error('There is no cluster here.')),
    async open({ logs, scenario, simulation, ...options }) {
      const engine = await engineHere();
      const sources =
        scenario === undefined
          ? logs.map((log) => ({ kind: 'bytes' as const, name: log, bytes: read(log) }))
          : [{ kind: 'scenario' as const, name: 'own.yaml', text: scenario, ...simulation }];
      const opened = await engine.call('open', [{ year: 2026, ...options, sources }]);
      const info = {
        ...opened,
        sources: opened.sources.map((row) => ({ ...row, path: row.name })),
      };
      return {
        info,
        ask: askOf(engine),
        close() {
          engine.dispose();
          return Promise.resolve();
        },
      };
    },
  };
}

/** Attaches to a log that grows as it is told to; no cluster is asked. */
export class GrowingHost implements DebugHost {
  private engine: EngineClient | undefined;
  private readonly log: Uint8Array;
  private written = 0;

  constructor(log: Uint8Array) {
    this.log = log;
  }

  open(): Promise<never> {
    return Promise.reject(new Error('There is only a live node here.'));
  }

  async attach(): Promise<OpenedLogs> {
    const engine = await engineHere();
    this.engine = engine;
    const sources = [{ kind: 'pushed', name: 'node-a' }] as const;
    const info = await engine.call('open', [{ sources, year: 2026 }]);
    await this.grow(20_000);
    return {
      info,
      ask: askOf(engine),
      close() {
        engine.dispose();
        return Promise.resolve();
      },
    };
  }

  /** So many bytes more of the log, cut anywhere. */
  async grow(bytes: number): Promise<void> {
    const from = this.written;
    this.written = Math.min(this.log.length, from + bytes);
    await this.engine?.call('push', [0, this.log.slice(from, this.written)]);
  }
}

export class DapClient {
  readonly adapter: KubeletDebugAdapter;
  readonly messages: Body[] = [];
  private readonly waiting: {
    readonly wanted: (message: Body) => boolean;
    take(message: Body): void;
  }[] = [];
  private seq = 1;

  constructor(host: DebugHost) {
    this.adapter = new KubeletDebugAdapter(host);
    this.adapter.onDidSendMessage((message) => {
      const own: Body = structuredClone({ ...message });
      this.messages.push(own);
      const index = this.waiting.findIndex(({ wanted }) => wanted(own));
      if (index >= 0) this.waiting.splice(index, 1)[0]?.take(own);
    });
  }

  /** A reply's body; rejects with the reply's message. */
  async ask(command: string, args: object = {}): Promise<Body> {
    const reply = await this.raw(command, args);
    if (reply['success'] !== true) throw new Error(String(reply['message']));
    return bodyOf(reply);
  }

  raw(command: string, args: unknown): Promise<Body> {
    const seq = this.seq++;
    const reply = this.next(
      (message) => message['type'] === 'response' && message['request_seq'] === seq,
    );
    this.adapter.handleMessage({ seq, type: 'request', command, arguments: args });
    return reply;
  }

  private next(wanted: (message: Body) => boolean): Promise<Body> {
    return new Promise((take) => {
      this.waiting.push({ wanted, take });
    });
  }

  event(name: string): Promise<Body> {
    return this.next((message) => message['event'] === name).then(bodyOf);
  }

  /** Asks for a movement and waits for its stop. */
  async move(command: string, args: object = {}): Promise<Stopped> {
    const stopped = this.event('stopped');
    const cursor = this.event('kubelet/cursor');
    await this.ask(command, args);
    await cursor;
    return (await stopped) as unknown as Stopped;
  }

  /** The same for one that says where the cursor is on its way, too. */
  async stop(command: string, args: object = {}): Promise<Stopped> {
    const stopped = this.event('stopped');
    await this.ask(command, args);
    const stop = (await stopped) as unknown as Stopped;
    await this.ask('threads');
    return stop;
  }

  async launch(logs: readonly string[], args: object = {}, client: object = {}): Promise<void> {
    await this.ask('initialize', { adapterID: 'kubelet', ...client });
    const initialized = this.event('initialized');
    await this.ask('launch', { ...(logs.length === 0 ? {} : { logs }), ...args });
    await initialized;
  }

  /** Launched and stopped on the first line. */
  async entered(logs: readonly string[], args: object = {}, client: object = {}): Promise<Stopped> {
    await this.launch(logs, args, client);
    return await this.move('configurationDone');
  }

  async list(command: string, args: object, name: string): Promise<readonly Body[]> {
    const body = await this.ask(command, args);
    return body[name] as readonly Body[];
  }

  /** Tape position of the last stop. */
  get position(): number {
    const last = this.messages.findLast((message) => message['event'] === 'kubelet/cursor');
    return Number(last === undefined ? NaN : bodyOf(last)['position']);
  }

  async frames(threadId: number): Promise<readonly Body[]> {
    return await this.list('stackTrace', { threadId }, 'stackFrames');
  }

  async scopes(threadId: number): Promise<readonly Body[]> {
    const [top] = await this.frames(threadId);
    return await this.list('scopes', { frameId: top?.['id'] }, 'scopes');
  }

  /** Everything that a person could read at a stop: threads, frames, and values two levels deep. */
  async picture(stopped: Stopped): Promise<string> {
    const lines: string[] = [];
    for (const { id, name } of await this.list('threads', {}, 'threads'))
      lines.push(`thread ${String(id)} ${String(name)}`);
    for (const frame of await this.frames(stopped.threadId))
      lines.push(`frame ${String(frame['name'])} ${String(frame['line'])}`);
    for (const scope of await this.scopes(stopped.threadId)) {
      lines.push(`scope ${String(scope['name'])}`);
      await this.children(scope, '  ', 2, lines);
    }
    return lines.join('\n');
  }

  private async children(
    parent: Body,
    indent: string,
    depth: number,
    lines: string[],
  ): Promise<void> {
    if (parent['variablesReference'] === 0 || depth === 0) return;
    const { variablesReference } = parent;
    for (const value of await this.list('variables', { variablesReference }, 'variables')) {
      const { name, value: text, type = '' } = value;
      lines.push(`${indent}${String(name)} = ${String(text)} (${String(type)})`);
      await this.children(value, `${indent}  `, depth - 1, lines);
    }
  }
}

function bodyOf(message: Body): Body {
  return (message['body'] ?? {}) as Body;
}
