// One request: signs in, asks, signs in anew when the server says 401, and tells what comes. Whatever goes wrong becomes a
// RequestError; ended from outside, nothing more is told and the connection of an unfinished answer is closed.
import http from 'node:http';
import https from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import zlib from 'node:zlib';
import { toDisposable, type Disposable } from '../base/disposable.ts';
import { keepSecret } from '../base/secrets.ts';
import type { RequestError } from '../informer/requestError.ts';
import { errorOfAnswer, errorOnTheWay } from './failures.ts';
import { isLoopback } from './proxy.ts';

/** How to reach a server now. */
export interface Access {
  /** With the path under which the server has its API, if any; no user, no password. */
  readonly server: URL;
  /** Keeps connections alive, and knows proxies and certificates. */
  readonly agent: http.Agent;
  readonly headers: http.OutgoingHttpHeaders;
}

export interface AccessSource extends Disposable {
  /** Rejects with an error whose message is for a person. */
  access(): Promise<Access>;
  /** The server knew nobody by what was sent. True if the next `access` brings something newer. */
  renew(): boolean;
}

export interface ExchangeObserver {
  /** The server said yes, and an answer begins. */
  answered(headers: http.IncomingHttpHeaders, code: number): void;
  data(chunk: Buffer): void;
  ended(): void;
  /** After `answered`: the answer was cut. */
  failed(error: RequestError): void;
}

/** A connection counts as silent when nothing came between so many looks. */
const looksBeforeSilence = 4;

/** An error's text is not read beyond this. */
const longestRefusal = 1 << 20;

/** Milliseconds, after which a connection is taken for dead: the network may lose one without a word. */
export interface Patience {
  /** From the request being made until an answer begins, connecting included. */
  readonly answer: number;
  /** In the answer, until more of it comes. */
  readonly silence: number;
}

export interface ExchangeRequest {
  /** With its query, from the server's root. */
  readonly path: string;
  readonly patience: Patience;
  /** Default: GET. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: { readonly type: string; readonly text: string };
  /** Beside those that sign in. */
  readonly headers?: http.OutgoingHttpHeaders;
  /**
   * The answer may be large: packed it is a tenth, which is worth the packing but to a server on this machine. Default: false.
   */
  readonly packed?: boolean;
  /** Never sent twice, also where a kept connection was closed under it or the server knew nobody by what was sent. Default: false. */
  readonly once?: boolean;
}

export function exchange(
  source: AccessSource,
  request: ExchangeRequest,
  observer: ExchangeObserver,
): Disposable {
  const made = new Exchange(source, request, observer);
  made.begin();
  return toDisposable(() => {
    made.stop();
  });
}

class Exchange {
  private readonly source: AccessSource;
  private readonly wanted: ExchangeRequest;
  private readonly observer: ExchangeObserver;
  private request: http.ClientRequest | undefined;
  private answerTimer: NodeJS.Timeout | undefined;
  private silenceTimer: NodeJS.Timeout | undefined;
  /** At the answer, since something of it came. */
  private looks = 0;
  private ended = false;
  private renewed = false;

  constructor(source: AccessSource, wanted: ExchangeRequest, observer: ExchangeObserver) {
    this.source = source;
    this.wanted = wanted;
    this.observer = observer;
  }

  begin(): void {
    this.source.access().then(
      (access) => {
        if (!this.ended) this.send(access);
      },
      (thrown: unknown) => {
        const message = thrown instanceof Error ? thrown.message : String(thrown);
        this.fail({ type: 'network', code: 'other', message });
      },
    );
  }

  stop(): void {
    this.ended = true;
    clearTimeout(this.answerTimer);
    clearInterval(this.silenceTimer);
    this.request?.destroy();
  }

  private send(access: Access): void {
    const { server, agent } = access;
    const { path, method = 'GET', body } = this.wanted;
    const place = server.host;
    // An answer may quote what it was sent.
    keepSecret(String(access.headers['Authorization'] ?? '').replace(/^\w+ /, ''));
    const headers = {
      Accept: 'application/json',
      'User-Agent': 'kubelet-debugger',
      ...(this.wanted.packed === true && !isLoopback(server) ? { 'Accept-Encoding': 'gzip' } : {}),
      ...(body === undefined ? {} : { 'Content-Type': body.type }),
      ...this.wanted.headers,
      ...access.headers,
    };
    const url = new URL(server.pathname.replace(/\/$/, '') + path, server);
    const { request: ask } = url.protocol === 'http:' ? http : https;
    let request: http.ClientRequest;
    try {
      request = ask(url, { agent, headers, method });
    } catch (thrown) {
      // A header that cannot be sent.
      this.fail(errorOnTheWay(thrown, place));
      return;
    }
    this.request = request;
    this.startAnswerTimer(place);
    request.on('error', (thrown) => {
      if (this.ended) return;
      // The server had closed a kept connection while the request was under way on it: that is nobody's failure.
      const error = errorOnTheWay(thrown, place);
      const isStale = request.reusedSocket && error.type === 'network' && error.code === 'reset';
      if (isStale && this.wanted.once !== true) this.begin();
      else this.fail(error);
    });
    request.on('response', (response) => {
      clearTimeout(this.answerTimer);
      if (this.ended) return;
      this.startSilenceTimer(place);
      const code = response.statusCode ?? 0;
      if (code >= 200 && code < 300) this.read(response, place, code);
      else this.refused(response, code);
    });
    request.on('socket', (socket) => socket.setKeepAlive(true, 30_000));
    request.end(body?.text);
  }

  /** A socket's own timeout does not run before it is connected. */
  private startAnswerTimer(place: string): void {
    clearTimeout(this.answerTimer);
    const { answer } = this.wanted.patience;
    this.answerTimer = setTimeout(() => {
      this.failSilent(place, answer);
    }, answer);
  }

  /** A timer of the socket's own would be set anew with each piece of an answer, which costs more. */
  private startSilenceTimer(place: string): void {
    const { silence } = this.wanted.patience;
    clearInterval(this.silenceTimer);
    this.looks = 0;
    this.silenceTimer = setInterval(() => {
      this.looks += 1;
      if (this.looks > looksBeforeSilence) this.failSilent(place, silence);
    }, silence / looksBeforeSilence);
  }

  private failSilent(place: string, milliseconds: number): void {
    const message = `${place}: nothing came for ${Math.round(milliseconds / 1000)} s`;
    this.fail({ type: 'network', code: 'timeout', message });
  }

  private read(response: http.IncomingMessage, place: string, code: number): void {
    const { observer } = this;
    observer.answered(response.headers, code);
    const body = unpacked(response);
    body.on('data', (chunk: Buffer) => {
      this.looks = 0;
      if (!this.ended) observer.data(chunk);
    });
    body.on('end', () => {
      if (this.ended) return;
      this.ended = true;
      clearInterval(this.silenceTimer);
      observer.ended();
    });
    const cut = (): void => {
      const message = `${place}: the answer was cut`;
      this.fail({ type: 'network', code: 'unexpected-eof', message });
    };
    body.on('error', cut);
    response.on('aborted', cut);
  }

  private refused(response: http.IncomingMessage, code: number): void {
    const parts: Buffer[] = [];
    let size = 0;
    const body = unpacked(response);
    body.on('data', (part: Buffer) => {
      this.looks = 0;
      size += part.length;
      if (size <= longestRefusal) parts.push(part);
      else body.destroy();
    });
    const done = (): void => {
      if (this.ended) return;
      if (code === 401 && !this.renewed && this.wanted.once !== true && this.source.renew()) {
        this.renewed = true;
        clearInterval(this.silenceTimer);
        this.begin();
        return;
      }
      this.fail(errorOfAnswer(code, response.headers, Buffer.concat(parts)));
    };
    body.on('error', () => undefined);
    body.on('close', done);
  }

  private fail(error: RequestError): void {
    if (this.ended) return;
    this.stop();
    this.observer.failed(error);
  }
}

/** What was packed: each end of it, good or bad, is that of the answer, and what cannot be unpacked is an error. */
function unpacked(response: http.IncomingMessage): Readable {
  if (response.headers['content-encoding'] !== 'gzip') return response;
  return pipeline(response, zlib.createGunzip({ chunkSize: 64 << 10 }), () => undefined);
}
