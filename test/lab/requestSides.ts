// Who is asked: the lab's API server, and the model of one. Both answer in the same words, in which a version is called by the
// last write of the script that it has seen; what others write meanwhile has no name.
import { MILLISECOND, SECOND } from '../../src/base/time.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { initialEventsAnnotation } from '../../src/informer/receiveEvents.ts';
import type { KubeObject } from '../../src/informer/object.ts';
import type { Status } from '../../src/informer/requestError.ts';
import { Cacher, everything } from '../../src/informer/server/cacher.ts';
import { Etcd } from '../../src/informer/server/etcd.ts';
import type { ObjectList } from '../../src/informer/listerWatcher.ts';
import type { Api } from './api.ts';
import { compactEtcd } from './etcd.ts';
import { watchSeconds, type Question, type Write } from './requestScript.ts';

export interface Answer {
  readonly status: number;
  /** A list's version and objects, a watch's events, or why it was refused. */
  readonly lines: readonly string[];
  /** Until the last of it was there. */
  readonly seconds: number;
  readonly token: string;
}

/** What the versions of writes are called. */
export class Versions {
  private readonly known: { readonly revision: number; readonly name: string }[] = [];

  add(revision: number, name: string): void {
    this.known.push({ revision, name });
  }

  of(name: string): number {
    return this.known.find((each) => each.name === name)?.revision ?? Number.NaN;
  }

  named(version: string | undefined): string {
    const found = this.known.findLast(({ revision }) => revision <= Number(version));
    return found?.name ?? `before all`;
  }

  /** The large numbers of a sentence by their names; that of the future has none. */
  inWords(text: string, future: number): string {
    return text.replace(/\d{2,}/g, (digits) =>
      Number(digits) === future ? 'the future' : this.named(digits),
    );
  }
}

/** A question whose names are put into numbers and tokens. */
export type Query = Omit<Question, 'name'>;

const namespace = 'default';
const objects = `/api/v1/namespaces/${namespace}/configmaps`;

interface Body extends KubeObject {
  readonly kind?: string;
  readonly metadata?: KubeObject['metadata'] & { readonly continue?: string };
  readonly items?: readonly KubeObject[] | null;
}

export class RealServer {
  private readonly api: Api;
  private writes = 0;

  constructor(api: Api) {
    this.api = api;
  }

  /** Writes; the revision that it made, and when that was. */
  async write({ do: what, name }: Write): Promise<{ revision: number; at: number }> {
    const path = what === 'touch' ? objects.replace('configmaps', 'secrets') : objects;
    const one = `${path}/${name}`;
    this.writes += 1;
    const data = { n: String(this.writes) };
    const there = what !== 'touch' && (await this.api.answers(one));
    const [method, target] =
      what === 'delete' ? ['DELETE', one] : there ? ['PATCH', one] : ['POST', path];
    const body = what === 'touch' ? { metadata: { name } } : { metadata: { name }, data };
    // A deletion does not say its own revision; the event of it does.
    const from = what === 'delete' ? await this.newest() : '';
    const reply = await this.api.request(method, target, what === 'delete' ? undefined : body);
    if (reply.status > 299) throw new Error(`${method} ${target}: ${reply.status} ${reply.text}`);
    const at = performance.now();
    if (what === 'delete') return { revision: await this.deletion(from, name), at };
    return { revision: Number((JSON.parse(reply.text) as Body).metadata?.resourceVersion), at };
  }

  async compact(): Promise<void> {
    await compactEtcd();
  }

  async ask(query: Query): Promise<{ status: number; text: string; seconds: number }> {
    const began = performance.now();
    const reply = await this.api.request('GET', `${objects}?${asText(query)}`);
    return { ...reply, seconds: (performance.now() - began) / 1000 };
  }

  /** The version of the list that its cache began with: the oldest that a watch may begin at. */
  async firstVersion(): Promise<number> {
    const { text } = await this.ask({ watch: true, resourceVersion: '1' });
    const found = /too old resource version: 1 \((\d+)\)/.exec(text);
    if (found === null) throw new Error(`version 1 is not too old: ${text}`);
    return Number(found[1]);
  }

  private async newest(): Promise<string> {
    const one = `${objects}?resourceVersion=0`;
    return (JSON.parse(await this.api.text(one)) as Body).metadata?.resourceVersion ?? '';
  }

  private async deletion(from: string, name: string): Promise<number> {
    const query = `watch=true&timeoutSeconds=1&resourceVersion=${from}`;
    const field = `fieldSelector=metadata.name%3D${name}`;
    const text = await this.api.text(`${objects}?${query}&${field}`);
    const deleted = eventsOf(text).find(({ type }) => type === 'DELETED');
    return Number(deleted?.object.metadata?.resourceVersion);
  }
}

/** What the server sent, in words. */
export function realAnswer(
  { status, text, seconds }: { status: number; text: string; seconds: number },
  { query, versions, future }: { query: Query; versions: Versions; future: number },
): Answer {
  const words = (each: string): string => versions.inWords(each, future);
  if (status === 200 && query.watch === true) {
    const lines = eventsOf(text).map(({ type, object }) => {
      if (type !== 'ERROR') return eventLine(type, object, versions);
      return `ERROR ${statusLine(object as unknown as Status, words)}`;
    });
    return { status, lines: withoutRepeats(lines), seconds, token: '' };
  }
  const body = JSON.parse(text) as Body;
  if (status !== 200) {
    const refusal = statusLine(body, words);
    return { status, lines: [refusal], seconds, token: body.metadata?.continue ?? '' };
  }
  const { resourceVersion = '', continue: token = '' } = body.metadata ?? {};
  const result = { resourceVersion, continue: token, items: body.items ?? [] };
  return { status, lines: listLines(result, versions), seconds, token };
}

/** A bookmark that is due in a second may come twice, as where the seconds begin is by chance; the other says nothing new. */
function withoutRepeats(lines: readonly string[]): readonly string[] {
  return lines.filter((line, i) => !line.startsWith('BOOKMARK') || line !== lines[i - 1]);
}

function eventsOf(text: string): { type: string; object: KubeObject }[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { type: string; object: KubeObject });
}

function asText({ watch, ...rest }: Query): string {
  const query = new URLSearchParams();
  if (watch === true) query.set('watch', 'true');
  if (watch === true) query.set('timeoutSeconds', String(watchSeconds));
  for (const [key, value] of Object.entries(rest)) query.set(key, String(value));
  return query.toString();
}

function statusLine(status: Status, words: (text: string) => string): string {
  const { code, reason, message, details } = status;
  const causes = (details?.causes ?? []).map((cause) => `${cause.reason}: ${cause.message}`);
  const retry = details?.retryAfterSeconds;
  const after = retry === undefined ? '' : `, again after ${retry} s`;
  // What follows are the words of Go's JSON decoder, or whatever else a token could not be read by.
  const said = (message ?? '').replace(/(continue key is not valid): .*/, '$1');
  return `${code} ${reason ?? ''}: ${words(said)}${after} [${words(causes.join('; '))}]`;
}

function listLines(result: ObjectList<KubeObject>, versions: Versions): string[] {
  const more = (result.continue ?? '') === '' ? 'all' : 'more to come';
  const head = `version ${versions.named(result.resourceVersion)}, ${more}`;
  return [head, ...result.items.map((item) => shown(item, versions))];
}

function eventLine(type: string, object: KubeObject, versions: Versions): string {
  if (type !== 'BOOKMARK') return `${type} ${shown(object, versions)}`;
  const ends = object.metadata?.annotations?.[initialEventsAnnotation] === 'true';
  return `BOOKMARK ${versions.named(object.metadata?.resourceVersion)}${ends ? ', ends the initial events' : ''}`;
}

function shown({ metadata }: KubeObject, versions: Versions): string {
  return `${metadata?.name ?? ''} of ${versions.named(metadata?.resourceVersion)}`;
}

/** The model, on a clock of its own. */
export class ModelServer {
  readonly clock = new VirtualClock();
  private readonly etcd = new Etcd<KubeObject>();
  private readonly versions: Versions;
  private cacher = this.begin();

  constructor(versions: Versions) {
    this.versions = versions;
  }

  /** @param firstVersion what the new server's cache began with */
  restart(firstVersion: number): void {
    this.cacher.dispose();
    this.moveOnTo(firstVersion);
    this.cacher = this.begin();
  }

  private begin(): Cacher<KubeObject> {
    const { clock } = this;
    const cacher = new Cacher(this.etcd, { clock, random: () => 0.5, lag: MILLISECOND });
    clock.advance(SECOND);
    return cacher;
  }

  /** Others have written. */
  moveOnTo(revision: number): void {
    while (this.etcd.revision < revision) this.etcd.touch();
  }

  write({ do: what, name }: Write, revision: number): void {
    this.moveOnTo(revision - 1);
    if (what === 'put') this.etcd.put({ metadata: { namespace, name } });
    else if (what === 'delete') this.etcd.delete(`${namespace}/${name}`);
    else this.etcd.touch();
    if (this.etcd.revision !== revision)
      throw new Error(`${what} ${name} made ${revision}, in the model ${this.etcd.revision}`);
  }

  compact(): void {
    this.etcd.compact();
  }

  /** Answers when it does; time is the caller's to move. */
  ask(query: Query, future: number, answer: (answer: Answer) => void): void {
    const began = this.clock.now();
    const words = (text: string): string => this.versions.inWords(text, future);
    const end = (status: number, lines: readonly string[], token = ''): void => {
      answer({ status, lines, seconds: (this.clock.now() - began) / SECOND, token });
    };
    const refuse = (status: Status): void => {
      end(status.code ?? 0, [statusLine(status, words)], status.metadata?.continue);
    };
    if (query.watch === true) this.watch(query, { words, end, refuse });
    else
      this.cacher.list(
        {
          resourceVersion: query.resourceVersion ?? '',
          resourceVersionMatch: query.resourceVersionMatch ?? '',
          limit: query.limit ?? 0,
          continue: query.continue ?? '',
        },
        everything,
        (result) => {
          if (!result.ok) refuse(result.error);
          else end(200, listLines(result.value, this.versions), result.value.continue);
        },
      );
  }

  private watch(
    query: Query,
    to: {
      readonly words: (text: string) => string;
      readonly end: (status: number, lines: readonly string[]) => void;
      readonly refuse: (status: Status) => void;
    },
  ): void {
    const lines: string[] = [];
    const result = this.cacher.watch(
      {
        resourceVersion: query.resourceVersion ?? '',
        resourceVersionMatch: query.resourceVersionMatch ?? '',
        continue: query.continue ?? '',
        sendInitialEvents: query.sendInitialEvents,
        allowWatchBookmarks: query.allowWatchBookmarks ?? false,
        timeoutSeconds: watchSeconds,
      },
      everything,
      {
        send: ({ type, object }) => {
          lines.push(eventLine(type, object, this.versions));
          return true;
        },
        fail: (status) => {
          lines.push(`ERROR ${statusLine(status, to.words)}`);
        },
        close: () => {
          to.end(200, withoutRepeats(lines));
        },
      },
    );
    if (!result.ok) to.refuse(result.error);
  }
}
