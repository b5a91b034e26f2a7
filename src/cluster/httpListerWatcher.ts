// Mirrors what client-go's REST client sends and hears for lists and watches (client-go v0.37), over HTTP/1.1.
import type { IncomingHttpHeaders } from 'node:http';
import { err } from '../base/result.ts';
import { toDisposable } from '../base/disposable.ts';
import type { ListerWatcher, WatchObserver } from '../informer/listerWatcher.ts';
import type { RequestError } from '../informer/requestError.ts';
import { EventLines } from './eventLines.ts';
import { exchange, type AccessSource, type ExchangeRequest } from './exchange.ts';
import { errorOfEvent, undecodable } from './failures.ts';
import { field, isRecord } from './json.ts';
import { KeptObjects } from './keptObjects.ts';
import { ListParser } from './listParser.ts';
import { Decoder } from './protobuf/decoder.ts';
import { acceptProtobuf, isProtobuf } from './protobuf/mediaType.ts';
import { ProtobufEvents } from './protobuf/protobufEvents.ts';
import { ProtobufList } from './protobuf/protobufList.ts';
import { tooMany, type EventReader, type ListReader } from './readers.ts';

export interface ListedResource {
  /** `/api/v1/pods`, `/apis/apps/v1/namespaces/default/deployments`. */
  readonly path: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** False never asks for streaming lists, which cost a JSON client more time than a list. Default: as the informer likes. */
  readonly streamingLists?: boolean;
  /** Who has set which field is a third of a pod's text and more of its memory. Default: keep it. */
  readonly managedFields?: 'keep' | 'drop';
  /** What is kept of an object, which may be itself. Default: all. */
  readonly slim?: (object: unknown) => unknown;
  /** Takes all that the server sends, however much that is. Default: what is kept may come to 64 MiB. */
  readonly trusted?: boolean;
  /** Hears how many bytes came, unpacked. */
  readonly heard?: (bytes: number) => void;
  /** `protobuf` is four times as fast for a first list. Default: it, for the kinds that are known (pods and nodes). */
  readonly encoding?: 'protobuf' | 'json';
}

/** How long to wait, in milliseconds. */
export interface ListWatchPatience {
  /** For a list to begin. */
  readonly list: number;
  /** For a watch to begin. */
  readonly watch: number;
  /** For more of either. */
  readonly silence: number;
}

/**
 * The server gives up a list after a minute. It answers a watch at once, but one that has to queue, up to a quarter of a
 * minute; and on a quiet watch a bookmark comes each minute.
 */
const usualPatience: ListWatchPatience = { list: 70_000, watch: 30_000, silence: 90_000 };

/** Bytes of one answer, of which a little is kept. */
const largestList = 2 ** 31;

export function httpListerWatcher<T>(
  source: AccessSource,
  resource: ListedResource,
  patience = usualPatience,
): ListerWatcher<T> {
  const { path, labelSelector = '', fieldSelector = '', streamingLists, heard } = resource;
  const answers = new Answers(resource);
  const { silence } = patience;
  const urlFor = (parameters: Readonly<Record<string, string>>): string => {
    const query = new URLSearchParams({ ...parameters, labelSelector, fieldSelector });
    for (const [name, value] of [...query]) if (value === '') query.delete(name);
    return `${path}?${query.toString()}`;
  };
  return {
    ...(streamingLists === undefined ? {} : { supportsWatchList: streamingLists }),
    list: ({ resourceVersion, limit, continue: token }, answer) => {
      let reader: ListReader<T> | undefined;
      let size = 0;
      if (token === '') answers.kept.begin();
      const url = urlFor({
        resourceVersion,
        limit: limit === 0 ? '' : String(limit),
        continue: token,
      });
      const failed = (error: RequestError): void => {
        answer(err(error));
      };
      const unreadable = (why: string): RequestError => {
        return { type: 'network', code: 'other', message: `the answer to ${path}: ${why}` };
      };
      const request = exchange(
        source,
        {
          path: url,
          patience: { answer: patience.list, silence },
          headers: answers.headers,
          packed: true,
        },
        {
          answered: (headers) => {
            reader = answers.list<T>(headers);
          },
          data: (chunk) => {
            size += chunk.length;
            heard?.(chunk.length);
            if (size > largestList) {
              request.dispose();
              failed(unreadable('it is larger than 2 GiB'));
              return;
            }
            if (reader?.push(chunk) !== false) return;
            request.dispose();
            const result = reader.end();
            failed(unreadable(result.ok ? 'it cannot be read' : result.error));
          },
          ended: () => {
            const result = reader?.end();
            const strange = result?.ok === true ? result.value.items.findIndex(isNoObject) : -1;
            if (strange >= 0) failed(unreadable(`object ${strange + 1} in it has no metadata`));
            else if (result?.ok === true) answer(result);
            else failed(unreadable(result?.error ?? 'it has no beginning'));
          },
          failed,
        },
      );
      return request;
    },
    watch: (options, observer) => {
      const url = urlFor({
        watch: 'true',
        resourceVersion: options.resourceVersion,
        allowWatchBookmarks: options.allowWatchBookmarks ? 'true' : '',
        timeoutSeconds: String(options.timeoutSeconds),
        sendInitialEvents: options.sendInitialEvents ? 'true' : '',
        resourceVersionMatch: options.sendInitialEvents ? 'NotOlderThan' : '',
      });
      if (options.sendInitialEvents) answers.kept.begin();
      const request = { path: url, patience: { answer: patience.watch, silence } };
      return watch(source, request, observer, answers, heard);
    },
  };
}

/** Reads what a resource's requests are answered with: in JSON, or in protobuf where that is known and the server has it. */
class Answers {
  readonly headers: Readonly<Record<string, string>>;
  readonly kept: KeptObjects;
  private readonly managedFields: 'keep' | 'drop';
  private readonly slim: (object: unknown) => unknown;
  /** One for all answers: objects share what they have in common. */
  private decoder: Decoder | undefined;

  constructor({
    path,
    managedFields = 'keep',
    slim = (object) => object,
    encoding,
    trusted,
  }: ListedResource) {
    this.kept = new KeptObjects(trusted);
    this.managedFields = managedFields;
    this.slim = slim;
    const known = knownPath.test(path) && encoding !== 'json';
    this.headers = known ? { Accept: acceptProtobuf } : {};
  }

  list<T>(headers: IncomingHttpHeaders): ListReader<T> {
    const packed = isProtobuf(headers);
    const received = (object: unknown): unknown => {
      if (!packed) this.dropManagedFields(object);
      // What has no metadata is told by its place in the list.
      if (isNoObject(object)) return object;
      const slim = this.slim(object);
      return this.kept.take(slim) ? slim : undefined;
    };
    return packed ? new ProtobufList<T>(this.protobuf(), received) : new ListParser<T>(received);
  }

  events(headers: IncomingHttpHeaders): EventReader {
    return isProtobuf(headers)
      ? new ProtobufEvents(this.protobuf())
      : new EventLines((object) => {
          this.dropManagedFields(object);
        });
  }

  /** What is kept of the object of an event; undefined: nothing more can be. */
  take(type: string, object: unknown): unknown {
    if (type === 'BOOKMARK' || isNoObject(object)) return object;
    const slim = this.slim(object);
    if (type === 'DELETED') this.kept.drop(slim);
    else if (!this.kept.take(slim)) return undefined;
    return slim;
  }

  /** They come last in the metadata, so that taking them away leaves an object as compact as one that never had them. */
  private dropManagedFields(object: unknown): void {
    const metadata = field(object, 'metadata');
    if (this.managedFields === 'drop' && isRecord(metadata))
      Reflect.deleteProperty(metadata, 'managedFields');
  }

  private protobuf(): Decoder {
    this.decoder ??= new Decoder({ managedFields: this.managedFields });
    return this.decoder;
  }
}

function isNoObject(item: unknown): boolean {
  return !isRecord(field(item, 'metadata'));
}

const knownPath = /^\/api\/v1\/(?:nodes|(?:namespaces\/[^/]+\/)?pods)$/;

function watch<T>(
  source: AccessSource,
  asked: ExchangeRequest,
  observer: WatchObserver<T>,
  answers: Answers,
  heard: ListedResource['heard'],
) {
  let reader: EventReader | undefined;
  let stopped = false;
  const request = exchange(
    source,
    { ...asked, headers: answers.headers },
    {
      answered: (headers) => {
        reader = answers.events(headers);
        observer.opened();
      },
      data: (chunk) => {
        heard?.(chunk.length);
        if (reader?.push(chunk) === false) fail(undecodable('it is larger than 16 MiB'));
        while (!stopped) {
          const event = reader?.next();
          if (event === undefined) return;
          if (!event.ok) fail(undecodable(event.error));
          else if (event.value.type === 'ERROR') fail(errorOfEvent(event.value.object));
          else {
            const { type } = event.value;
            const object = answers.take(type, event.value.object);
            if (object === undefined) fail(undecodable(tooMany));
            else observer.event({ type, object: object as T });
          }
        }
      },
      // An event that the end of the stream has cut is lost with the connection, and comes again.
      ended: () => {
        observer.closed();
      },
      failed: (error) => {
        if (reader === undefined) observer.failed(error);
        else observer.closed();
      },
    },
  );
  const fail = (error: RequestError): void => {
    stopped = true;
    request.dispose();
    observer.failed(error);
  };
  return toDisposable(() => {
    stopped = true;
    request.dispose();
  });
}
