// Asks a store and gets JSON, or a sentence: it waits where the store says that it is busy, and tells what else may answer at an
// address (a page to sign in on, another program, half an answer).
import { ask } from '../cluster/ask.ts';
import type { ExchangeRequest } from '../cluster/exchange.ts';
import { field, jsonOf, textField } from '../cluster/json.ts';
import { pause } from '../cluster/logPoll.ts';
import { longestRetryAfter } from '../cluster/remotePolicy.ts';
import { describeRequestError, type RequestError } from '../informer/requestError.ts';
import type { StoreTarget } from '../protocol/storeApi.ts';
import { shownLine } from '../base/shownText.ts';
import { StoreAccess } from './storeAccess.ts';
import { StoreError } from './storeError.ts';

export interface StoreClientOptions {
  readonly environment?: NodeJS.ProcessEnv;
  /** Milliseconds before a question is asked again; doubled each time, unless the store tells when. Default 500. */
  readonly wait?: number;
  /** Milliseconds after which nothing answers at an address. Default 5000. */
  readonly reach?: number;
}

export interface StoreQuestion {
  /** With its query. */
  readonly path: string;
  /** Sent as JSON, by POST. */
  readonly body?: unknown;
  readonly method?: 'POST' | 'DELETE';
}

/** What a store said instead of an answer. */
export class StoreRefusal extends StoreError {
  readonly status: number;
  /** Its own words. */
  readonly said: string;

  constructor(message: string, status: number, said: string) {
    super(message, status === 401 ? 'sign-in' : 'store');
    this.status = status;
    this.said = said;
  }
}

const attempts = 5;
/** Milliseconds: a store that wants to be left alone for longer is not waited for. */
const longestWait = 30_000;
/** Milliseconds: counting may take a store long. */
const patience = { answer: 120_000, silence: 60_000 };

export class StoreClient {
  readonly server: string;
  /** What there is to say of a web page that a probe has met. */
  page: string | undefined;
  private readonly access: StoreAccess;
  private readonly wait: number;
  private readonly reach: number;

  constructor(target: StoreTarget, options: StoreClientOptions = {}) {
    this.access = new StoreAccess(target, options.environment);
    this.server = this.access.server.host;
    this.wait = options.wait ?? 500;
    this.reach = options.reach ?? 5_000;
  }

  /** The path of the address, without a slash at its end. */
  get path(): string {
    return this.access.server.pathname.replace(/\/+$/, '');
  }

  /** From here on, paths begin below this one. */
  rootAt(path: string): void {
    this.access.server.pathname = path;
  }

  /** The answer to a question. */
  async json(question: StoreQuestion, signal: AbortSignal): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      const answer = await ask(this.access, this.requestOf(question), signal);
      if (answer.ok) return this.parsed(answer.value.body.toString());
      const wait = attempt < attempts ? this.waitAfter(answer.error, attempt) : undefined;
      if (wait === undefined) throw this.failure(answer.error, question.path);
      await pause(wait, signal);
      signal.throwIfAborted();
    }
  }

  /** The same of what may not be there: undefined where the server has no such path or keeps it to itself. Asked once, quickly. */
  async probe(path: string, signal: AbortSignal): Promise<unknown> {
    const quick = { answer: this.reach, silence: this.reach };
    const answer = await ask(this.access, { path, patience: quick }, signal);
    if (answer.ok) {
      const text = answer.value.body.toString();
      if (isPage(text)) this.page = this.pageSentence(text);
      return jsonOf(text);
    }
    const { error } = answer;
    if (error.type !== 'status') throw this.failure(error, path);
    if (error.status.code === 401) throw this.failure(error, path);
    return undefined;
  }

  private requestOf({ path, body, method }: StoreQuestion): ExchangeRequest {
    if (body === undefined) return { path, patience, ...(method === undefined ? {} : { method }) };
    const text = JSON.stringify(body);
    return { path, patience, method: method ?? 'POST', body: { type: 'application/json', text } };
  }

  private parsed(text: string): unknown {
    if (isPage(text)) throw new StoreError(this.pageSentence(text));
    const value = jsonOf(text);
    if (value !== undefined) return value;
    const begins = shownLine(this.withoutSecrets(text.trim()), 60);
    throw new StoreError(
      text.trimStart().startsWith('{')
        ? `The answer of ${this.server} breaks off in its middle: something between cuts it.`
        : `${this.server} answers what no log store says: “${begins}”.`,
    );
  }

  private pageSentence(text: string): string {
    const title = /<title[^>]*>([^<]{1,200})/i.exec(text)?.[1]?.trim() ?? '';
    const named = title === '' ? '' : ` (“${shownLine(this.withoutSecrets(title), 80)}”)`;
    return `${this.server} answers with a web page${named}, not as a log store: a page to sign in on, or another program, stands at this address.`;
  }

  /** Milliseconds, or undefined when asking again is of no use. */
  private waitAfter(error: RequestError, attempt: number): number | undefined {
    const usual = this.wait * 2 ** (attempt - 1);
    if (error.type === 'network')
      return error.code === 'reset' || error.code === 'unexpected-eof' ? usual : undefined;
    if (error.type !== 'status') return undefined;
    const { code = 0 } = error.status;
    if (code !== 429 && code < 500) return undefined;
    const told = error.retryAfter === undefined ? usual : error.retryAfter * 1_000;
    return told > longestWait ? undefined : Math.max(usual, told);
  }

  private failure(error: RequestError, path: string): StoreError {
    if (error.type !== 'status') {
      // The advice that stands in brackets is about kubeconfigs.
      const told = describeRequestError(error).replace(/ \([^()]*kubeconfig[^()]*\)$/, '');
      const why = this.withoutSecrets(told);
      return new StoreError(
        error.type === 'network' && error.code === 'unexpected-eof'
          ? `The answer of ${this.server} breaks off in its middle: something between cuts it.`
          : `No log store can be reached: ${why}.${isCertificate(why) ? ' Name the certificate of its authority.' : ''}`,
        isCertificate(why) ? 'certificate' : 'store',
      );
    }
    const { code = 0, message = '' } = error.status;
    const said = this.withoutSecrets(wordsOf(message));
    return new StoreRefusal(this.refusal(code, said, path, error.retryAfter), code, said);
  }

  private refusal(code: number, said: string, path: string, retryAfter?: number): string {
    const quoted = said === '' ? '' : ` It says: “${shownLine(said, 300)}”.`;
    const { server } = this;
    switch (code) {
      case 401:
        return `${server} wants to know who asks (401): sign in with a user and password, a token or an API key that it knows.${quoted}`;
      case 403:
        return `${server} knows who asks and does not allow it (403).${quoted}`;
      case 404:
        return `${server} has nothing at ${path.replace(/\?.*/s, '')} (404): the address may lack a part of its path, or name another program.${quoted}`;
      case 429: {
        const wait =
          retryAfter === undefined
            ? ''
            : ` It asks to wait ${retryAfter} s${retryAfter < longestRetryAfter ? '' : ' or more'}.`;
        return `${server} is asked too much at the moment (429), and stayed so.${wait}${quoted}`;
      }
      default:
        return code >= 500
          ? `${server} could not answer (${code}), also when asked again.${quoted}`
          : `${server} refuses the question (${code}).${quoted}`;
    }
  }

  private withoutSecrets(text: string): string {
    return this.access.secrets.reduce((left, secret) => left.replaceAll(secret, '…'), text);
  }

  dispose(): void {
    this.access.dispose();
  }
}

function isPage(text: string): boolean {
  return /^\s*</.test(text);
}

function isCertificate(why: string): boolean {
  return /certificate|self.signed/i.test(why);
}

/** What a refusal says: Loki's is plain text, Elasticsearch's has a reason in JSON; a page says nothing. */
function wordsOf(body: string): string {
  if (isPage(body)) return '';
  const error = field(jsonOf(body), 'error');
  const [cause] = listOf(field(error, 'root_cause'));
  return (
    textField(cause, 'reason') ??
    textField(error, 'reason') ??
    textField(jsonOf(body), 'message') ??
    (typeof error === 'string' ? error : body)
  );
}

/** The members of a list, none where it is no list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
