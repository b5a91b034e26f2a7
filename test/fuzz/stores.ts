// What log stores answer: a Loki and an Elasticsearch whose answers are nearly right, from one question on or all of them.
import fc from 'fast-check';
import { micros, parseRfc3339 } from '../../src/base/time.ts';
import { findStore, readNode } from '../../src/store/main.ts';
import { FakeElastic } from '../support/fakeElastic.ts';
import { FakeLoki } from '../support/fakeLoki.ts';
import type { Answer } from '../support/fakeStore.ts';
import { changed, changes } from './inputs.ts';

const hour = '2026-11-21T09';
const span = {
  from: parseRfc3339(`${hour}:00:00Z`) ?? micros(0),
  to: parseRfc3339(`${hour}:59:00Z`) ?? micros(0),
};
const lines = Array.from({ length: 5 }, (_, n) => ({
  seconds: String(n * 7).padStart(2, '0'),
  line: `E1121 09:00:${String(n * 7).padStart(2, '0')}.000001   77 a.go:1] "failed" pod="default/web-${n}" err="${n}"`,
}));

const loki = await new FakeLoki().listen();
loki.push(
  'node-1',
  lines.map(({ seconds, line }) => [
    BigInt(Date.parse(`${hour}:00:${seconds}Z`)) * 1_000_000n,
    line,
  ]),
);
const elastic = await new FakeElastic().listen();
elastic.push(
  'node-1',
  lines.map(({ seconds, line }) => [`${hour}:00:${seconds}.000000000Z`, line]),
);
for (const store of [loki, elastic]) store.unref();

const body = fc.oneof(
  fc.constantFrom('', 'null', '[]', '{}', '5', '<html><title>Sign in</title>', '{"data":null}'),
  fc.constantFrom(
    '{"status":"success","data":{"result":[{"stream":5,"values":[[1,2],["x","y"],null,["99","z"]]}]}}',
    '{"hits":{"hits":[null,{"_source":5,"sort":null},{"sort":["x"],"_source":{"@timestamp":"9999-99-99"}}]}}',
  ),
);
const meddling = fc.record({
  changes: fc.oneof(fc.constant([]), changes),
  /** In place of the answer. */
  body: fc.option(body, { freq: 3 }),
  code: fc.constantFrom(200, 200, 200, 200, 204, 301, 400, 401, 403, 404, 500),
  cutAt: fc.option(fc.nat(400), { freq: 6 }),
});

/** What is done with each question in turn; those after them are answered well. */
export const meddlings = fc.array(fc.option(meddling, { freq: 3 }), { maxLength: 8 });
type Meddlings = Parameters<Parameters<typeof meddlings.map>[0]>[0];

export const readLoki = (how: Meddlings): Promise<string> => readStore(loki, how);
export const readElastic = (how: Meddlings): Promise<string> => readStore(elastic, how);

async function readStore(store: FakeLoki | FakeElastic, how: Meddlings): Promise<string> {
  let n = 0;
  store.asked.length = 0;
  store.after = (answer): Answer => {
    const one = how[n++];
    if (one === undefined || one === null) return answer;
    return {
      ...answer,
      code: one.code,
      body: changed(one.body ?? answer.body, one.changes),
      ...(one.cutAt === null ? {} : { cutAt: one.cutAt }),
    };
  };
  const { signal } = new AbortController();
  const url = store === elastic ? `${store.url}/filebeat-*` : store.url;
  const view = await findStore({ url }, span, signal, { environment: {}, wait: 1 });
  try {
    const rows = await view.count(span, signal);
    const said = await view.said(
      span,
      [
        {
          id: 'x',
          patterns: [{ text: 'failed', literals: ['failed'], not: undefined }],
          phrases: [['failed']],
        },
      ],
      signal,
    );
    const parts: unknown[] = [];
    for await (const part of readNode(view, 'node-1', span, signal))
      parts.push(part.kind === 'data' ? Buffer.from(part.bytes).toString() : part);
    return JSON.stringify([rows, said, parts]).replaceAll(store.url.slice(7), 'HOST');
  } finally {
    view.dispose();
  }
}
