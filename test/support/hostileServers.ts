// Servers that are broken or hostile: how each answers a list and a watch, as what a reflector hears and as what goes over HTTP.
import type http from 'node:http';
import type { ListOptions, ObjectList, WatchObserver } from '../../src/informer/listerWatcher.ts';
import type { KubeObject } from '../../src/informer/object.ts';
import type { RequestError } from '../../src/informer/requestError.ts';

const status = (code: number, reason = '', retryAfter?: number): RequestError => ({
  type: 'status',
  status: { code, reason },
  ...(retryAfter === undefined ? {} : { retryAfter }),
});
const lost = (code: 'refused' | 'reset' | 'timeout' | 'eof' | 'other'): RequestError => ({
  type: 'network',
  code,
  message: code,
});
export const pod = (n: number): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: `p${n}`, namespace: 'd', uid: String(n), resourceVersion: String(n) },
});
export const podsOf = (count: number): KubeObject[] =>
  Array.from({ length: count }, (_, n) => pod(n));
export const whole: ObjectList<KubeObject> = { resourceVersion: '7', items: podsOf(2) };

type List = (options: ListOptions, n: number) => ObjectList<KubeObject> | RequestError;
type Watch = (observer: WatchObserver<KubeObject>, n: number) => void;
export const lists: Readonly<Record<string, List>> = {
  whole: () => whole,
  'always 410': () => status(410, 'Gone'),
  'always Expired': () => status(410, 'Expired'),
  'an old version': () => status(504, 'Timeout'),
  'continue without end, with nothing': (_, n) => ({
    resourceVersion: '1',
    continue: `t${n}`,
    items: [],
  }),
  'continue without end, one by one': (_, n) => ({
    resourceVersion: '1',
    continue: `t${n}`,
    items: [pod(n)],
  }),
  'continue in a circle': () => ({ resourceVersion: '1', continue: 'again', items: [pod(1)] }),
  'continue, then Expired': ({ continue: token }) =>
    token === ''
      ? { resourceVersion: '1', continue: 'a', items: [pod(1)] }
      : status(410, 'Expired'),
  '429 with no time to wait': () => status(429, 'TooManyRequests', 0),
  '503 with no time to wait': () => status(503, 'ServiceUnavailable', 0),
  '500': () => status(500, 'InternalError'),
  '401': () => status(401, 'Unauthorized'),
  '403': () => status(403, 'Forbidden'),
  '404': () => status(404, 'NotFound'),
  refused: () => lost('refused'),
  reset: () => lost('reset'),
  'cut off': () => lost('eof'),
  'no list': () => lost('other'),
};
export const watches: Readonly<Record<string, Watch>> = {
  'closes at once': (observer) => {
    observer.opened();
    observer.closed();
  },
  'closes after one event': (observer, n) => {
    observer.opened();
    observer.event({ type: 'MODIFIED', object: pod(n) });
    observer.closed();
  },
  'closes after a bookmark': (observer, n) => {
    observer.opened();
    observer.event({ type: 'BOOKMARK', object: pod(n) });
    observer.closed();
  },
  'an unknown event': (observer, n) => {
    observer.opened();
    observer.event({ type: 'X', object: pod(n) });
    observer.closed();
  },
  'is 410': (observer) => {
    observer.failed(status(410, 'Gone'));
  },
  'is 410 in the stream': (observer) => {
    observer.opened();
    observer.failed(status(410, 'Expired'));
  },
  'is 429': (observer) => {
    observer.failed(status(429, 'TooManyRequests', 0));
  },
  'is 429 in the stream': (observer) => {
    observer.opened();
    observer.failed(status(429, 'TooManyRequests'));
  },
  'is 500 in the stream': (observer) => {
    observer.opened();
    observer.failed(status(500, 'InternalError'));
  },
  'is refused': (observer) => {
    observer.failed(lost('refused'));
  },
  'is reset': (observer) => {
    observer.failed(lost('reset'));
  },
  'is too large a version': (observer) => {
    observer.failed({
      type: 'status',
      status: {
        code: 504,
        reason: 'Timeout',
        details: { causes: [{ reason: 'ResourceVersionTooLarge' }] },
      },
    });
  },
};

export const servers = [
  ...Object.keys(lists).map((list) => [list, 'closes at once', true] as const),
  ...Object.keys(watches).map((watch) => ['whole', watch, true] as const),
  ...Object.keys(watches).map((watch) => ['whole', watch, false] as const),
];

/** What a server sends, and what a person is told of it. */
export interface HttpServer {
  readonly name: string;
  /** Which question it answers so; the other, and streaming lists, are answered well. */
  readonly of: 'list' | 'watch' | 'both';
  readonly answer: (response: http.ServerResponse, url: URL) => void;
  readonly sentence: RegExp;
}

const line = (text: string) => (response: http.ServerResponse) => {
  response.write(`${text}\n`);
};
const body = (text: string) => (response: http.ServerResponse) => {
  response.end(text);
};
const flood = (text: string) => (response: http.ServerResponse) => {
  const chunk = Buffer.from(text.repeat(Math.ceil((1 << 20) / text.length)));
  const go = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', go);
  go();
};

const bodies: readonly (readonly [
  'list' | 'watch',
  string,
  (response: http.ServerResponse) => void,
  string,
])[] = [
  ['watch', 'null', line('null'), 'it is no event'],
  ['watch', 'a number', line('5'), 'it is no event'],
  ['watch', 'a list', line('[]'), 'it is no event'],
  ['watch', 'a null object', line('{"type":"ADDED","object":null}'), 'it is no event'],
  ['watch', 'a text for an object', line('{"type":"ADDED","object":"x"}'), 'it is no event'],
  ['watch', 'a list for an object', line('{"type":"ADDED","object":[]}'), 'it is no event'],
  ['watch', 'no type', line('{"object":{}}'), 'it is no event'],
  ['watch', 'a null error', line('{"type":"ERROR","object":null}'), 'it is no event'],
  [
    'watch',
    'an error without a Status',
    line('{"type":"ERROR","object":{}}'),
    'an error that is no Status',
  ],
  ['watch', 'HTML', line('<html><title>Sign in</title>'), 'it is no JSON'],
  ['watch', 'a line without end', flood('x'), 'it is larger than 16 MiB'],
  [
    'watch',
    'an object without end',
    flood('{"type":"ADDED","object":{"a":"'),
    'it is larger than 16 MiB',
  ],
  ['list', 'nothing', body(''), 'no list of Kubernetes objects'],
  ['list', 'HTML', body('<html>'), 'no list of Kubernetes objects'],
  ['list', 'null', body('null'), 'no list of Kubernetes objects'],
  ['list', 'items that are null', body('{"metadata":{},"items":[null,{}]}'), 'has no metadata'],
  [
    'list',
    'items that are none',
    body('{"metadata":{},"items":{}}'),
    'no list of Kubernetes objects',
  ],
  ['list', 'items without metadata', body('{"metadata":{},"items":[{}]}'), 'has no metadata'],
  [
    'list',
    'items with a null metadata',
    body('{"metadata":{},"items":[{"metadata":null}]}'),
    'has no metadata',
  ],
  [
    'list',
    'a list without end',
    flood('{"metadata":{},"items":[{"a":"'),
    'one object in it is larger than 16 MiB',
  ],
  ['list', 'spaces without end', flood(' '), 'larger than 16 MiB'],
];

/** The same answers over HTTP. */
function overHttp(list: string, watch: string, streams: boolean): HttpServer['answer'] {
  let asked = 0;
  return (response, url) => {
    const parameters = url.searchParams;
    if (parameters.get('watch') === 'true') {
      if (!streams && parameters.has('sendInitialEvents')) response.writeHead(422).end();
      else sendWatch(response, watch, asked++);
      return;
    }
    const limit = Number(parameters.get('limit') ?? 0);
    const token = parameters.get('continue') ?? '';
    const options = { resourceVersion: '', limit, continue: token };
    const result = lists[list]?.(options, asked++) ?? whole;
    if ('type' in result) {
      fail(response, result);
      return;
    }
    const { resourceVersion, items, continue: more } = result;
    const metadata = { resourceVersion, ...(more === undefined ? {} : { continue: more }) };
    response.end(JSON.stringify({ kind: 'PodList', apiVersion: 'v1', metadata, items }));
  };
}

function sendWatch(response: http.ServerResponse, watch: string, n: number): void {
  const send = (event: object): void => {
    response.write(`${JSON.stringify(event)}\n`);
  };
  let isOpen = false;
  watches[watch]?.(
    {
      opened: () => {
        isOpen = true;
        response.flushHeaders();
      },
      event: send,
      failed: (error) => {
        if (!isOpen) {
          fail(response, error);
          return;
        }
        if (error.type === 'status')
          send({ type: 'ERROR', object: { kind: 'Status', ...error.status } });
        response.end();
      },
      closed: () => {
        response.end();
      },
    },
    n,
  );
}

function fail(response: http.ServerResponse, error: RequestError): void {
  if (error.type === 'status') {
    const { retryAfter, status: body } = error;
    const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
    response.writeHead(body.code ?? 500, headers).end(JSON.stringify({ kind: 'Status', ...body }));
  } else if (error.type === 'network' && error.code === 'other') response.end('nothing of use');
  else response.destroy();
}

const codeOf = (error: RequestError): RegExp =>
  error.type === 'status'
    ? new RegExp(`the server answered ${error.status.code}`)
    : error.type === 'network' && error.code === 'other'
      ? /no list of Kubernetes objects/
      : /socket hang up|connection|closed/i;

/** What is told of a list that is one of `lists`. */
function sentenceOfList(list: string): RegExp {
  if (/continue without end/.test(list)) return /comes in pages of [01], not of 500/;
  if (/in a circle/.test(list)) return /it continues where it has been before/;
  if (/continue, then/.test(list)) return /the server answered 410/;
  const options = { resourceVersion: '', limit: 500, continue: '' };
  const result = lists[list]?.(options, 0) ?? whole;
  return 'type' in result ? codeOf(result) : /ends the stream of/;
}

function sentenceOfWatch(watch: string): RegExp {
  let sentence = /ends the stream of/;
  const nothing = (): void => undefined;
  const failed = (error: RequestError): void => {
    sentence = codeOf(error);
  };
  watches[watch]?.({ opened: nothing, event: nothing, closed: nothing, failed }, 0);
  return sentence;
}

export const httpServers: readonly HttpServer[] = [
  ...Object.keys(lists).map((list) => ({
    of: 'both' as const,
    name: `list: ${list}`,
    answer: overHttp(list, 'closes at once', false),
    sentence: sentenceOfList(list),
  })),
  ...[true, false].flatMap((streams) =>
    Object.keys(watches).map((watch) => ({
      of: 'both' as const,
      name: `watch: ${watch}; streaming lists: ${streams}`,
      answer: overHttp('whole', watch, streams),
      sentence: sentenceOfWatch(watch),
    })),
  ),
  ...bodies.map(([of, name, answer, sentence]) => ({
    of,
    name: `${of}: ${name}`,
    answer,
    sentence: new RegExp(sentence),
  })),
];

/** Answers as a server does, to all that is asked of it about nodes and pods. */
export function answerOf({ of, answer }: HttpServer): http.RequestListener {
  return ({ url = '' }, response) => {
    response.on('error', () => undefined);
    const asked = new URL(url, 'http://server');
    const isWatch = asked.searchParams.get('watch') === 'true';
    if (of === 'both') answer(response, asked);
    else if (isWatch && asked.searchParams.has('sendInitialEvents')) response.writeHead(422).end();
    else if (isWatch === (of === 'watch')) answer(response, asked);
    else if (isWatch) response.flushHeaders();
    else
      response.end(
        '{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[]}',
      );
  };
}
