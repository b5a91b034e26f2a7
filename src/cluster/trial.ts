// One list or watch of pods that a person wants to see answered: it is sent once, never again, and heard within bounds of time and bytes.
import { err, ok, type Result } from '../base/result.ts';
import type { KubeObject } from '../informer/object.ts';
import { metaNamespaceKey } from '../informer/object.ts';
import { initialEventsAnnotation } from '../informer/receiveEvents.ts';
import { describeRequestError, type RequestError } from '../informer/requestError.ts';
import { EventLines } from './eventLines.ts';
import { exchange, type AccessSource } from './exchange.ts';
import { errorOfEvent } from './failures.ts';
import { ListParser } from './listParser.ts';

export interface TrialRequest {
  readonly kind: 'list' | 'watch';
  /** `''`: all. */
  readonly namespace: string;
  /** Pods that are bound to it; `''`: whatever they are bound to. */
  readonly node: string;
  readonly resourceVersion: string;
  readonly resourceVersionMatch: '' | 'Exact' | 'NotOlderThan';
  /** Of a list; 0: none. */
  readonly limit: number;
  /** Of a list. */
  readonly continue: string;
  /** Of a watch. */
  readonly sendInitialEvents: boolean;
  readonly allowWatchBookmarks: boolean;
}

export interface TrialEvent {
  /** Milliseconds after the request. */
  readonly after: number;
  /** `ADDED`, `BOOKMARK`, `ERROR`, … */
  readonly type: string;
  /** `namespace/name`; of an ERROR its words. */
  readonly key: string;
  readonly resourceVersion: string;
  /** The bookmark that ends the initial events. */
  readonly endsInitialEvents: boolean;
}

export interface TrialAnswer {
  /** Of HTTP; undefined where no answer came. */
  readonly code: number | undefined;
  /** Of a refusal; empty else. */
  readonly reason: string;
  readonly message: string;
  /** Seconds. */
  readonly retryAfter: number | undefined;
  /** What ended it: the server, in order; our bound of time or bytes; or what failed, in a sentence. */
  readonly end: 'whole' | 'time' | 'bytes' | 'failed';
  readonly problem: string;
  /** Milliseconds. */
  readonly took: number;
  readonly bytes: number;
  /** Of a list: its version and the token for its rest. */
  readonly resourceVersion: string;
  readonly continue: string;
  /** Of a list its objects as `ITEM`, in order; of many the first. */
  readonly events: readonly TrialEvent[];
  readonly total: number;
}

export interface TrialPlan {
  readonly url: string;
  readonly milliseconds: number;
  readonly bytes: number;
}

const trialBounds = { milliseconds: 10_000, bytes: 4 << 20 } as const;
const keptEvents = 300;

/** `server`: as the kubeconfig has it, which may carry secrets. */
export function planTrial(server: string, request: TrialRequest): TrialPlan {
  const { origin, pathname } = URL.canParse(server) ? new URL(server) : unknownServer;
  return { url: origin + pathname.replace(/\/$/, '') + trialPath(request), ...trialBounds };
}
const unknownServer = { origin: '', pathname: '' };

function trialPath(request: TrialRequest): string {
  const { kind, namespace, node, resourceVersion, resourceVersionMatch } = request;
  const ofKind: Readonly<Record<string, string>> =
    kind === 'list'
      ? {
          limit: request.limit === 0 ? '' : String(request.limit),
          continue: request.continue,
        }
      : {
          watch: 'true',
          sendInitialEvents: request.sendInitialEvents ? 'true' : '',
          allowWatchBookmarks: request.allowWatchBookmarks ? 'true' : '',
        };
  const query = new URLSearchParams({
    ...ofKind,
    resourceVersion,
    resourceVersionMatch,
    fieldSelector: node === '' ? '' : `spec.nodeName=${node}`,
  });
  for (const [name, value] of [...query]) if (value === '') query.delete(name);
  const place = namespace === '' ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
  const text = query.toString();
  return `/api/v1${place}/pods${text === '' ? '' : `?${text}`}`;
}

/** Rejects only for the signal. */
export async function sendTrial(
  source: AccessSource,
  request: TrialRequest,
  signal: AbortSignal,
  bounds: { readonly milliseconds: number; readonly bytes: number } = trialBounds,
): Promise<TrialAnswer> {
  signal.throwIfAborted();
  const heard = new Heard(request.kind);
  return await new Promise((resolve, reject) => {
    const { milliseconds } = bounds;
    const finish = (end: TrialAnswer['end'], error?: RequestError): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      running.dispose();
      resolve(heard.answer(end, error));
    };
    const running = exchange(
      source,
      {
        path: trialPath(request),
        // The bound is ours: a connection that is silent until then is an answer, too.
        patience: { answer: 2 * milliseconds, silence: 2 * milliseconds },
        once: true,
      },
      {
        answered: (_headers, code) => {
          heard.code = code;
        },
        data: (chunk) => {
          const read = heard.take(chunk);
          if (!read.ok) finish('failed', unreadable(read.error));
          else if (heard.bytes > bounds.bytes) finish('bytes');
        },
        ended: () => {
          const read = heard.end();
          if (read.ok) finish('whole');
          else finish('failed', unreadable(read.error));
        },
        failed: (error) => {
          finish('failed', error);
        },
      },
    );
    const timer = setTimeout(() => {
      finish('time');
    }, milliseconds);
    const abort = (): void => {
      clearTimeout(timer);
      running.dispose();
      reject(signal.reason instanceof Error ? signal.reason : new Error('cancelled'));
    };
    signal.addEventListener('abort', abort, { once: true });
  });
}

function unreadable(why: string): RequestError {
  return { type: 'network', code: 'other', message: `the answer cannot be read: ${why}` };
}

/** What came so far. */
class Heard {
  code: number | undefined;
  bytes = 0;
  private readonly began = performance.now();
  private readonly events: TrialEvent[] = [];
  private total = 0;
  private list = { resourceVersion: '', continue: '' };
  private readonly listed: ListParser<object> | undefined;
  private readonly lines = new EventLines(() => undefined);

  constructor(kind: TrialRequest['kind']) {
    if (kind === 'list')
      this.listed = new ListParser<object>((object) => {
        this.note('ITEM', object as KubeObject);
        return {};
      });
  }

  take(chunk: Buffer): Result<undefined> {
    this.bytes += chunk.length;
    if (this.listed !== undefined) {
      this.listed.push(chunk);
      return ok(undefined);
    }
    if (!this.lines.push(chunk)) return err('an event is larger than 16 MiB');
    for (let event = this.lines.next(); event !== undefined; event = this.lines.next()) {
      if (!event.ok) return event;
      this.note(event.value.type, event.value.object as KubeObject);
    }
    return ok(undefined);
  }

  end(): Result<undefined> {
    const whole = this.listed?.end();
    if (whole === undefined) return ok(undefined);
    if (!whole.ok) return whole;
    const { resourceVersion, continue: token = '' } = whole.value;
    this.list = { resourceVersion, continue: token };
    return ok(undefined);
  }

  answer(end: TrialAnswer['end'], error: RequestError | undefined): TrialAnswer {
    const { code, bytes, events, total, list } = this;
    const refusal = error?.type === 'status' ? error : undefined;
    const { reason = '', message = '', details } = refusal?.status ?? {};
    return {
      code: refusal?.status.code ?? code,
      reason,
      message,
      retryAfter: refusal?.retryAfter ?? details?.retryAfterSeconds,
      end: refusal === undefined ? end : 'whole',
      problem: error === undefined || refusal !== undefined ? '' : describeRequestError(error),
      took: Math.round(performance.now() - this.began),
      bytes,
      ...list,
      events,
      total,
    };
  }

  private note(type: string, object: KubeObject): void {
    this.total += 1;
    if (this.events.length >= keptEvents) return;
    const { metadata } = object;
    const key =
      type === 'ERROR'
        ? describeRequestError(errorOfEvent(object))
        : type === 'BOOKMARK'
          ? ''
          : (metaNamespaceKey(object) ?? '');
    this.events.push({
      after: Math.round(performance.now() - this.began),
      type,
      key,
      resourceVersion: metadata?.resourceVersion ?? '',
      endsInitialEvents: metadata?.annotations?.[initialEventsAnnotation] !== undefined,
    });
  }
}
