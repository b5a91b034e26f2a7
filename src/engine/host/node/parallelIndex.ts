// A file read by worker threads, each of which reads its parts from the disk itself.
import fs from 'node:fs';
import os from 'node:os';
import { Worker } from 'node:worker_threads';
import type { TableBuilder, TablePart } from '../../../log/tableBuilder.ts';
import { indexParts, OpenAsks, type PartAsk, type PartLane } from '../indexParts.ts';
import type { IndexRequest } from '../sourceHost.ts';
import type { FileBytes } from './byteStore.ts';

export interface PartRequest extends PartAsk {
  readonly path: string;
}

export interface ParallelRequest extends IndexRequest {
  readonly path: string;
  readonly bytes: FileBytes;
  /** The bundled or plain `indexWorker`. */
  readonly workerFile: string | URL;
}

/** As `indexParts`. */
export async function parallelIndex(request: ParallelRequest): Promise<TableBuilder | undefined> {
  const { path, workerFile } = request;
  return await indexParts({
    ...request,
    lanes(count) {
      const threads = Math.min(count, os.availableParallelism());
      return Promise.resolve(Array.from({ length: threads }, () => new Lane(path, workerFile)));
    },
  });
}

class Lane implements PartLane {
  private readonly path: string;
  private readonly worker: Worker;
  private readonly asks = new OpenAsks();

  constructor(path: string, file: string | URL) {
    this.path = path;
    this.worker = new Worker(file, {
      name: 'kubelet-index',
      // Hardly an object is made while reading; room for more would only be left unused.
      resourceLimits: { maxYoungGenerationSizeMb: 1 },
    });
    this.worker.on('message', (part: TablePart) => {
      this.asks.answer(part);
    });
    this.worker.on('error', (error: Error) => {
      this.stop(error);
    });
    this.worker.on('exit', () => {
      this.stop(new Error('a thread that read the file ended'));
    });
  }

  async read(ask: PartAsk): Promise<TablePart> {
    return await this.asks.ask(() => {
      const request: PartRequest = { ...ask, path: this.path };
      this.worker.postMessage(request, ask.room === undefined ? [] : [ask.room]);
    });
  }

  stop(error: Error): void {
    this.asks.stop(error);
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }
}

/** The worker's file beside the running bundle; undefined where there is none, as in tests. */
export function indexWorkerFile(): string | undefined {
  if (typeof __dirname !== 'string') return undefined;
  const file = `${__dirname}/indexer.cjs`;
  return fs.existsSync(file) ? file : undefined;
}
