// Mirrors what client-go's REST client sends and hears for lists and watches (client-go v0.37), in JSON over HTTP/1.1.
import { err } from '../base/result.ts';
import { toDisposable } from '../base/disposable.ts';
import type { ListerWatcher, WatchObserver } from '../informer/listerWatcher.ts';
import type { RequestError } from '../informer/requestError.ts';
import { EventLines } from './eventLines.ts';
import { exchange, type AccessSource, type Patience } from './exchange.ts';
import { errorOfEvent, undecodable } from './failures.ts';
import { field, isRecord, jsonOf, textField } from './json.ts';
import { ListParser } from './listParser.ts';

export interface ListedResource {
  /** `/api/v1/pods`, `/apis/apps/v1/namespaces/default/deployments`. */
  readonly path: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** False never asks for streaming lists, which cost a JSON client more time than a list. Default: as the informer likes. */
  readonly streamingLists?: boolean;
  /** Who has set which field is a third of a pod's text and more of its memory. Default: keep it. */
  readonly managedFields?: 'keep' | 'drop';
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

export function httpListerWatcher<T>(
  source: AccessSource,
  resource: ListedResource,
  patience = usualPatience,
): ListerWatcher<T> {
  const { path, labelSelector = '', fieldSelector = '', streamingLists, managedFields } = resource;
  const received = managedFields === 'drop' ? dropManagedFields : keepAll;
  const { silence } = patience;
  const urlFor = (parameters: Readonly<Record<string, string>>): string => {
    const query = new URLSearchParams({ ...parameters, labelSelector, fieldSelector });
    for (const [name, value] of [...query]) if (value === '') query.delete(name);
    return `${path}?${query.toString()}`;
  };
  return {
    ...(streamingLists === undefined ? {} : { supportsWatchList: streamingLists }),
    list: ({ resourceVersion, limit, continue: token }, answer) => {
      const parser = new ListParser<T>(received);
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
        { path: url, patience: { answer: patience.list, silence } },
        {
          answered: () => undefined,
          data: (chunk) => {
            if (parser.push(chunk)) return;
            request.dispose();
            const result = parser.end();
            failed(unreadable(result.ok ? 'it cannot be read' : result.error));
          },
          ended: () => {
            const result = parser.end();
            if (result.ok) answer(result);
            else failed(unreadable(result.error));
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
      return watch(source, url, { answer: patience.watch, silence }, observer, received);
    },
  };
}

function keepAll(): void {
  // An object stays as it came.
}

/** They come last in the metadata, so that taking them away leaves an object as compact as one that never had them. */
function dropManagedFields(object: unknown): void {
  const metadata = field(object, 'metadata');
  if (isRecord(metadata)) Reflect.deleteProperty(metadata, 'managedFields');
}

function watch<T>(
  source: AccessSource,
  url: string,
  patience: Patience,
  observer: WatchObserver<T>,
  received: (object: unknown) => void,
) {
  const lines = new EventLines();
  let open = false;
  let stopped = false;
  const request = exchange(
    source,
    { path: url, patience },
    {
      answered: () => {
        open = true;
        observer.opened();
      },
      data: (chunk) => {
        if (!lines.push(chunk)) fail(undecodable('it is larger than 64 MiB'));
        for (let line = lines.next(); line !== undefined && !isStopped(); line = lines.next()) {
          deliver(line);
        }
      },
      // A line that the end of the stream has cut is lost with the connection, and comes again.
      ended: () => {
        observer.closed();
      },
      failed: (error) => {
        if (open) observer.closed();
        else observer.failed(error);
      },
    },
  );
  const isStopped = (): boolean => stopped;
  const fail = (error: RequestError): void => {
    stopped = true;
    request.dispose();
    observer.failed(error);
  };
  const deliver = (line: string): void => {
    const event = jsonOf(line);
    const type = textField(event, 'type');
    const object = field(event, 'object');
    if (type === undefined || object === undefined) {
      fail(undecodable(event === undefined ? 'it is no JSON' : 'it is no event'));
    } else if (type === 'ERROR') fail(errorOfEvent(object));
    else {
      received(object);
      observer.event({ type, object: object as T });
    }
  };
  return toDisposable(() => {
    stopped = true;
    request.dispose();
  });
}
