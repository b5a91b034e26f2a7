// Random scripts: of everything a queue, an indexer, a reflector and an informer can be told, most of the common.
import fc from 'fast-check';

/** A script as it is sent: a header and operations, or a scenario alone. */
export type Script = readonly [Header, ...Operation[]];

export interface Header {
  readonly kind: string;
  readonly [option: string]: unknown;
}

export interface Operation {
  readonly op: string;
  readonly args?: readonly unknown[];
  readonly mode?: string;
  readonly during?: readonly Operation[];
}

export const kinds = ['fifo', 'deltafifo', 'realfifo', 'indexer', 'reflector', 'informer'] as const;
export type Kind = (typeof kinds)[number];

export const versions = ['1.37', '1.32', '1.22', '1.9'] as const;
export type Version = (typeof versions)[number];

/** What each client-go is asked: of the two oldest the queues alone. */
export const kindsOf: Readonly<Record<Version, readonly Kind[]>> = {
  '1.37': kinds,
  '1.32': kinds.filter((kind) => kind !== 'realfifo'),
  '1.22': ['fifo', 'deltafifo'],
  '1.9': ['fifo', 'deltafifo'],
};

/** What stands often is likely. */
function words(text: string): fc.Arbitrary<string> {
  return fc.constantFrom(...text.split(' '));
}

function chance(percent: number): fc.Arbitrary<boolean> {
  return fc.integer({ min: 1, max: 100 }).map((n) => n > 100 - percent);
}

/** Few enough that the same one comes again. */
const version = fc.integer({ min: 1, max: 90 }).map(String);
const key = words('a/x a/y b/x b/z c');
const thing = fc.tuple(key, version).map(([k, rv]) => `${k}@${rv}`);

/** Now and then something that has no key. */
function sometimesBad(object: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof({ weight: 40, arbitrary: object }, { weight: 1, arbitrary: fc.constant('!bad') });
}

const labelled = fc
  .tuple(thing, words('- web db web,db db,db'), words('- - t1 t2'), fc.nat(60))
  .map(([object, app, tier, err]) => {
    const labels = [
      ...(app === '-' ? [] : [`app=${app}`]),
      ...(tier === '-' ? [] : [`tier=${tier}`]),
      ...(err === 0 ? ['err=1'] : []),
    ];
    return labels.length === 0 ? object : `${object}?${labels.join('&')}`;
  });

function operation(
  name: string,
  object: fc.Arbitrary<string>,
  header: Header,
): fc.Arbitrary<Operation> {
  const index = words('namespace app app tier nope');
  const withArgs = (...args: fc.Arbitrary<unknown>[]): fc.Arbitrary<Operation> =>
    fc.tuple(...args).map((values) => ({ op: name, args: values }));
  switch (name) {
    case 'Delete': {
      const deleted = fc.tuple(object, chance(header.kind === 'fifo' ? 0 : 10));
      return withArgs(deleted.map(([o, gone]) => (gone && !o.startsWith('!') ? `~${o}` : o)));
    }
    case 'Replace':
      return withArgs(fc.array(object, { maxLength: 5 }), version);
    case 'Transaction':
      return fc
        .array(
          fc.tuple(words('Add Update Delete'), object).map(([verb, o]) => `${verb} ${o}`),
          { minLength: 1, maxLength: 4 },
        )
        .map((args) => ({ op: name, args }));
    case 'Bookmark':
      return withArgs(version);
    case 'Index':
      return withArgs(index, object);
    case 'ByIndex':
    case 'IndexKeys':
      return withArgs(index, words('a b web db'));
    case 'ListIndexFuncValues':
      return withArgs(index);
    case 'AddIndexers':
      return withArgs(words('app tier err namespace'));
    case 'GetByKey':
      return withArgs(key);
    case 'Pop':
    case 'PopBatch':
      return pop(name, object, header);
    case 'Resync':
    case 'Close':
    case 'List':
    case 'ListKeys':
    case 'LastStoreSyncResourceVersion':
      return fc.constant({ op: name });
    default:
      return withArgs(object);
  }
}

function pop(name: string, object: fc.Arbitrary<string>, header: Header): fc.Arbitrary<Operation> {
  const modes = words(
    header['requeues'] === true ? '- - - noop fail requeue' : '- - - - noop fail',
  );
  const mode = modes.map((m) => (m === '-' ? '' : m));
  if (header['unlock'] !== true) return mode.map((m) => ({ op: name, mode: m }));
  const producer = words('Add Update Delete Replace Resync Bookmark').chain((verb) =>
    operation(verb, object, header),
  );
  return fc
    .tuple(mode, fc.array(producer, { maxLength: 2 }))
    .map(([m, during]) => ({ op: name, mode: m, during }));
}

const queueOperations = 'Add Add Update Update Update Delete Delete Replace Resync Pop Pop Pop Pop';
const indexerOperations =
  'Add Add Add Update Update Update Delete Delete Replace Index ByIndex IndexKeys ListIndexFuncValues AddIndexers Get GetByKey List ListKeys Resync';

function storeScript(header: Header, operations: string): fc.Arbitrary<Script> {
  const object = header.kind === 'indexer' ? labelled : thing;
  const step = words(operations).chain((name) => operation(name, sometimesBad(object), header));
  const queue = header.kind !== 'indexer';
  const first: fc.Arbitrary<Operation[]> = queue
    ? fc.array(operation('Replace', sometimesBad(object), header), { maxLength: 1 })
    : fc.constant([]);
  const last: Operation[] = queue
    ? [{ op: 'Close' }, { op: 'Pop' }, { op: 'Pop' }, { op: 'Pop' }, { op: 'Pop' }]
    : [];
  return fc
    .tuple(first, fc.array(step, { minLength: 20, maxLength: 40, size: 'max' }))
    .map(([begin, middle]): Script => [header, ...begin, ...middle, ...last]);
}

const flag = fc.boolean();
const transform = words('- - tag tag-fail-x').map((kind) => (kind === '-' ? '' : kind));

function script(kind: Kind, version: Version): fc.Arbitrary<Script> {
  const old = version !== '1.37';
  const requeues = old;
  const transforms = version === '1.37' || version === '1.32';
  const putsBack = old ? ' AddIfNotPresent AddIfNotPresent' : '';
  switch (kind) {
    case 'fifo':
      return storeScript({ kind, requeues }, queueOperations + putsBack);
    case 'deltafifo':
      return fc
        .record({
          kind: fc.constant(kind),
          known: chance(80),
          replaced: version === '1.9' ? fc.constant(false) : flag,
          transform: transforms ? transform : fc.constant(''),
        })
        .chain((header) =>
          storeScript({ ...header, requeues }, `${queueOperations} KnownDelete${putsBack}`),
        );
    case 'realfifo':
      return fc
        .record({
          kind: fc.constant(kind),
          atomic: flag,
          unlock: flag,
          bookmark: flag,
          batchSize: fc.integer({ min: 1, max: 4 }),
          transform,
        })
        .chain((header) => {
          const { atomic } = header;
          return storeScript(
            { ...header, unlock: atomic && header.unlock, bookmark: atomic && header.bookmark },
            `${queueOperations} KnownDelete Bookmark PopBatch PopBatch PopBatch PopBatch`,
          );
        });
    case 'indexer':
      return fc
        .constantFrom(['namespace'], ['namespace', 'app'])
        .chain((indexers) =>
          storeScript(
            { kind, indexers },
            indexerOperations +
              (old ? '' : ' Bookmark Transaction Transaction LastStoreSyncResourceVersion'),
          ),
        );
    case 'reflector':
    case 'informer':
      return fc
        .oneof(
          { weight: 6, arbitrary: scenario(kind, old) },
          { weight: kind === 'informer' ? 1 : 0, arbitrary: resyncs },
        )
        .map((header): Script => [header]);
  }
}

const listErrors =
  'expired gone toolarge toolarge-cause toolarge-msg timeout 429 internal refused forbidden eof';
const requestErrors = `${listErrors} invalid unexpected-eof`;

const list = fc.record({
  // A watch from these two begins with the present state.
  rv: fc
    .oneof({ weight: 8, arbitrary: version }, { weight: 1, arbitrary: words('- 0') })
    .map((rv) => (rv === '-' ? '' : rv)),
  items: fc.array(thing, { maxLength: 4 }),
  continue: words('- - - more').map((token) => (token === '-' ? '' : token)),
  err: words(`${'- '.repeat(24)}${listErrors}`).map((name) => (name === '-' ? '' : name)),
});

const event = fc.oneof(
  {
    weight: 12,
    arbitrary: fc
      .tuple(words('ADDED ADDED MODIFIED MODIFIED MODIFIED DELETED DELETED WEIRD'), thing)
      .map(([type, object]) => `${type} ${object}`),
  },
  { weight: 2, arbitrary: version.map((rv) => `BOOKMARK @${rv}`) },
  { weight: 1, arbitrary: version.map((rv) => `BOOKMARK-END @${rv}`) },
  { weight: 1, arbitrary: words('300 900 1500 65000').map((ms) => `SLEEP ${ms}`) },
  { weight: 1, arbitrary: fc.constant('ADDED !bad') },
);

function watch(handlers: boolean, old: boolean) {
  const streamErrors = words(
    '- - - - - - - - expired gone internal internal internal 429 timeout forbidden toolarge',
  );
  const change = words('+late +later -h1 -late');
  const some = handlers
    ? fc.oneof({ weight: 8, arbitrary: event }, { weight: 1, arbitrary: change })
    : event;
  return fc
    .record({
      init: fc.array(thing, { maxLength: 4 }),
      // An older client-go does not stop a stream that ends without it, which would show as a difference.
      initRV: old
        ? version
        : fc.oneof({ weight: 6, arbitrary: version }, { weight: 1, arbitrary: fc.constant('') }),
      events: fc.array(some, { maxLength: 6 }),
      error: streamErrors,
      err: words(`${'- '.repeat(26)}${requestErrors}`).map((name) => (name === '-' ? '' : name)),
    })
    .map(({ error, events, ...rest }) => ({
      ...rest,
      events: error === '-' ? events : [...events, `ERROR ${error}`],
    }));
}

function scenario(kind: 'reflector' | 'informer', old: boolean): fc.Arbitrary<Header> {
  const informer = kind === 'informer';
  const common = {
    kind: fc.constant(kind),
    // The informer of an older client-go takes this from its environment.
    watchList: informer && old ? fc.constant(false) : flag,
    transform: words('- - tag').map((name) => (name === '-' ? '' : name)),
    lists: fc.array(list, { minLength: 3, maxLength: 6 }),
    watches: fc.array(watch(informer, old), { minLength: 4, maxLength: 9 }),
  };
  if (informer) return fc.record({ ...common, handlers: fc.constant(['h1', 'h2']) });
  return fc.record({
    ...common,
    failZ: chance(20),
    pageSize: words('0 0 0 2').map(Number),
    retryInternalMs: words('0 60000 1000').map(Number),
  });
}

/** No sum of a few of them is a multiple of a resync period: what comes at one instant has no order. */
const pause = words('301 703 1109').map((ms) => `SLEEP ${ms}`);
const period = words('0 400 1000 2000 3000 5000');

/** Handlers that want to hear everything again now and then, on one watch that lasts. */
const resyncs: fc.Arbitrary<Header> = fc
  .record({
    resyncMs: words('0 1000 2000 7000').map(Number),
    handlers: fc.tuple(period, period).map(([a, b]) => [`h1@${a}`, `h2@${b}`, 'h3']),
    items: fc.uniqueArray(thing, { maxLength: 4, selector: (object) => object.split('@')[0] }),
    events: fc.array(
      fc.oneof(
        { weight: 4, arbitrary: pause },
        {
          weight: 2,
          arbitrary: fc.tuple(words('ADDED MODIFIED DELETED'), thing).map((e) => e.join(' ')),
        },
        { weight: 1, arbitrary: period.map((ms) => `+late@${ms}`) },
        { weight: 1, arbitrary: fc.constant('-h3') },
      ),
      { maxLength: 12, size: 'max' },
    ),
  })
  .map(({ items, events, ...rest }) => ({
    ...rest,
    kind: 'informer',
    timed: true,
    lists: [{ rv: '95', items }],
    // Not at the beginning, which is an instant too.
    watches: [{ events: ['SLEEP 301', ...events.filter((_, i) => fewPauses(events, i))] }],
  }));

function fewPauses(events: readonly string[], place: number): boolean {
  const before = events.slice(0, place).filter((event) => event.startsWith('SLEEP'));
  return before.length < 6 || events[place]?.startsWith('SLEEP') !== true;
}

/** So many scripts of a kind; a seed gives the same ones again. */
export function generate(kind: Kind, version: Version, seed: number, count: number): Script[] {
  return fc.sample(script(kind, version), { seed, numRuns: count });
}
