// One question with a whole answer: what is small enough to wait for its end.
import type { IncomingHttpHeaders } from 'node:http';
import { err, ok, type Result } from '../base/result.ts';
import type { RequestError } from '../informer/requestError.ts';
import { exchange, type AccessSource, type ExchangeRequest } from './exchange.ts';

export interface Answer {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** An answer is not read beyond this. */
export const longestAnswer = 64 << 20;

/** Rejects only for the signal, with its reason. */
export async function ask(
  source: AccessSource,
  request: ExchangeRequest,
  signal?: AbortSignal,
): Promise<Result<Answer, RequestError>> {
  signal?.throwIfAborted();
  return await new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    let headers: IncomingHttpHeaders = {};
    const finish = (result: Result<Answer, RequestError>): void => {
      signal?.removeEventListener('abort', abort);
      resolve(result);
    };
    const running = exchange(source, request, {
      answered: (received) => {
        headers = received;
      },
      data: (chunk) => {
        size += chunk.length;
        parts.push(chunk);
        if (size <= longestAnswer) return;
        running.dispose();
        const message = `the answer to ${request.path} is larger than 64 MiB`;
        finish(err({ type: 'network', code: 'other', message }));
      },
      ended: () => {
        finish(ok({ headers, body: Buffer.concat(parts) }));
      },
      failed: (error) => {
        finish(err(error));
      },
    });
    const abort = (): void => {
      running.dispose();
      reject(signal?.reason instanceof Error ? signal.reason : new Error('cancelled'));
    };
    signal?.addEventListener('abort', abort, { once: true });
  });
}
