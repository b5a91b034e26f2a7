// A reflector's way to a server in the same process: for simulations, where nothing is lost on the way but on purpose.
import { toDisposable, type Disposable } from '../../base/disposable.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type {
  ListerWatcher,
  ListOptions,
  ObjectList,
  WatchObserver,
  WatchOptions,
} from '../listerWatcher.ts';
import type { KubeObject } from '../object.ts';
import type { RequestError, Status } from '../requestError.ts';
import { everything, type Cacher } from './cacher.ts';

/** @param object what a bookmark carries is metadata alone; this makes an object of the watched type of it */
export function localTransport<T extends KubeObject>(
  cacher: Cacher<T>,
  object: (bookmark: KubeObject) => T,
  matches: (object: T) => boolean = everything,
): ListerWatcher<T> {
  return {
    list: (options, answer) => list(cacher, options, matches, answer),
    watch: (options, observer) => watch(cacher, options, { object, matches, observer }),
  };
}

function list<T extends KubeObject>(
  cacher: Cacher<T>,
  options: ListOptions,
  matches: (object: T) => boolean,
  answer: (result: Result<ObjectList<T>, RequestError>) => void,
): Disposable {
  return cacher.list({ ...options, resourceVersionMatch: '' }, matches, (result) => {
    answer(result.ok ? ok(result.value) : err(refusal(result.error)));
  });
}

function watch<T extends KubeObject>(
  cacher: Cacher<T>,
  options: WatchOptions,
  to: {
    readonly object: (bookmark: KubeObject) => T;
    readonly matches: (object: T) => boolean;
    readonly observer: WatchObserver<T>;
  },
): Disposable {
  const { observer } = to;
  let silent = false;
  let open = false;
  const opened = (): void => {
    if (!open) observer.opened();
    open = true;
  };
  const result = cacher.watch(
    {
      ...options,
      continue: '',
      resourceVersionMatch: options.sendInitialEvents ? 'NotOlderThan' : '',
      sendInitialEvents: options.sendInitialEvents ? true : undefined,
    },
    to.matches,
    {
      send: (event) => {
        opened();
        if (!silent) observer.event({ type: event.type, object: to.object(event.object) });
        return true;
      },
      fail: (status) => {
        opened();
        if (!silent) observer.failed({ type: 'status', status });
        silent = true;
      },
      close: () => {
        opened();
        if (!silent) observer.closed();
        silent = true;
      },
    },
  );
  if (!result.ok) {
    observer.failed(refusal(result.error));
    return toDisposable(() => undefined);
  }
  opened();
  return toDisposable(() => {
    silent = true;
    result.value.dispose();
  });
}

/** As it comes over HTTP: the seconds to wait stand in a header, too. */
function refusal(status: Status): RequestError {
  const seconds = status.details?.retryAfterSeconds;
  return { type: 'status', status, ...(seconds === undefined ? {} : { retryAfter: seconds }) };
}
