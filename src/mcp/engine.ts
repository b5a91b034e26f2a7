import type { Disposable } from '../base/disposable.ts';
import { ENGINE_ENDED, type EngineClient } from '../engine/client.ts';
import type { ChannelError } from '../protocol/channel.ts';
import type { EngineApi, EngineEvent } from '../protocol/engineApi.ts';

export interface StartedEngine {
  readonly client: EngineClient;
  stop(): Promise<void>;
}

/** An engine may come from another bundle than this: its errors are told by their names. */
export function asChannelError(error: unknown): ChannelError | undefined {
  return error instanceof Error && error.name === 'ChannelError' && 'code' in error
    ? (error as ChannelError)
    : undefined;
}

/** The engine of one client of the server, started when it is first asked; one that ended is started again as it was at first. */
export class Engine {
  private readonly start: () => Promise<StartedEngine>;
  private readonly logs: readonly string[];
  private started: Promise<StartedEngine> | undefined;

  /** `logs`: open from the first question on. */
  constructor(start: () => Promise<StartedEngine>, logs: readonly string[]) {
    this.start = start;
    this.logs = logs;
  }

  /** What can't be started is tried again with the next question. */
  private async begin(): Promise<StartedEngine> {
    try {
      const engine = await this.start();
      const sources = this.logs.map((path) => ({ kind: 'path', path }) as const);
      if (sources.length > 0) await engine.client.call('open', [{ sources }]);
      return engine;
    } catch (error) {
      this.started = undefined;
      throw error;
    }
  }

  async ask<K extends keyof EngineApi>(
    method: K,
    args: Parameters<EngineApi[K]>,
    signal: AbortSignal,
  ): Promise<Awaited<ReturnType<EngineApi[K]>>> {
    this.started ??= this.begin();
    const mine = this.started;
    try {
      const { client } = await mine;
      return await client.call(method, args, { signal });
    } catch (error) {
      const ended = asChannelError(error)?.code === ENGINE_ENDED;
      if (ended && this.started === mine) this.started = undefined;
      throw error;
    }
  }

  /** While `work` runs, what the engine tells of its own accord. */
  async hearing<T>(hear: (event: EngineEvent) => void, work: () => Promise<T>): Promise<T> {
    this.started ??= this.begin();
    const { client } = await this.started;
    const listening: Disposable = client.onEvent(hear);
    try {
      return await work();
    } finally {
      listening.dispose();
    }
  }

  async stop(): Promise<void> {
    const { started } = this;
    this.started = undefined;
    await started?.then(
      (engine) => engine.stop(),
      () => undefined,
    );
  }
}
