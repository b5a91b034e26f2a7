// The engine of one debug session. One that has hung over a question is followed by another, with the same logs, breakpoints and cursor:
// the question is refused with a sentence, and debugging goes on.
import { ENGINE_ENDED, type EngineClient } from '../engine/client.ts';
import { ChannelError } from '../protocol/channel.ts';
import type { EngineApi, SessionInfo } from '../protocol/engineApi.ts';
import { askOf, type OpenedLogs } from './host.ts';

export interface StartedEngine {
  readonly client: EngineClient;
  stop(): Promise<void>;
}

export class LastingEngine {
  private readonly start: () => Promise<StartedEngine>;
  private readonly open: (client: EngineClient) => Promise<SessionInfo>;
  private running: Promise<StartedEngine> | undefined;
  private closed = false;
  /** What another engine has to be told, as it was told last. */
  private readonly told = new Map<keyof EngineApi, (client: EngineClient) => Promise<unknown>>();
  private position = 0;

  constructor(
    start: () => Promise<StartedEngine>,
    open: (client: EngineClient) => Promise<SessionInfo>,
  ) {
    this.start = start;
    this.open = open;
  }

  async opened(): Promise<OpenedLogs> {
    const engine = await this.start();
    this.running = Promise.resolve(engine);
    try {
      const info = await this.open(engine.client);
      this.follow(engine.client);
      return { info, ask: (...question) => this.ask(...question), close: () => this.close() };
    } catch (error) {
      await engine.stop();
      throw error;
    }
  }

  private async ask<K extends keyof EngineApi>(
    method: K,
    args: Parameters<EngineApi[K]>,
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<EngineApi[K]>>> {
    const asked = this.running;
    const client = (await asked)?.client;
    if (client === undefined) throw new ChannelError('The log is closed.', 'not-open');
    if (method === 'debugBreakpoints' || method === 'setHindsight')
      this.told.set(method, (other) => askOf(other)(method, args));
    try {
      return await askOf(client)(method, args, signal);
    } catch (error) {
      const hasEnded = error instanceof ChannelError && error.code === ENGINE_ENDED;
      if (hasEnded && !this.closed && this.running === asked) this.running = this.again();
      if (hasEnded) await this.running?.catch(() => undefined);
      throw error;
    }
  }

  private async again(): Promise<StartedEngine> {
    const engine = await this.start();
    const { client } = engine;
    try {
      await this.open(client);
      for (const tell of this.told.values()) await tell(client);
      await client.call('debugGoto', [this.position, 'goto']);
    } catch (error) {
      await engine.stop();
      throw error;
    }
    this.follow(client);
    return engine;
  }

  private follow(client: EngineClient): void {
    client.onEvent((event) => {
      if (event.kind === 'cursorMoved') this.position = event.cursor.position;
    });
  }

  private async close(): Promise<void> {
    this.closed = true;
    const engine = await this.running?.catch(() => undefined);
    await engine?.stop();
  }
}
