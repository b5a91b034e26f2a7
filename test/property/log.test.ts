import fc from 'fast-check';
import fs from 'node:fs';
import zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sourceId } from '../../src/base/input.ts';
import { BytesRecord } from '../../src/log/bytesRecord.ts';
import { MemoryBytes } from '../../src/log/byteStore.ts';
import { decode } from '../../src/log/bytes.ts';
import { compileFilter } from '../../src/log/filter.ts';
import { findRows } from '../../src/log/findRows.ts';
import { formats } from '../../src/log/formats.ts';
import { findGaps } from '../../src/log/gaps.ts';
import { goUnescape } from '../../src/log/goString.ts';
import { parseKlogBody } from '../../src/log/klogBody.ts';
import { LineHead } from '../../src/log/lineHead.ts';
import { FormatNames } from '../../src/log/readHead.ts';
import { readLog } from '../../src/log/readLog.ts';
import type { LogRecord, LogTable } from '../../src/log/record.ts';
import { Columns } from '../../src/log/columns.ts';
import { makeLineScan, type LineScan } from '../../src/log/lineScan.ts';
import { Postings } from '../../src/log/postings.ts';
import { sourceFacts } from '../../src/log/sourceFacts.ts';
import { TableBuilder } from '../../src/log/tableBuilder.ts';
import { Vocabulary } from '../../src/log/vocabulary.ts';

/** Inputs of the mutation test: the greater part of this room's fuzzing. */
const MUTATIONS = 200_000;

const captures = new URL('../fixtures/captures/', import.meta.url);

/** Lines of the real captures, each message once, and the samples of all formats. */
const lines = [
  ...captureLines(),
  ...formats.flatMap(({ samples }) => samples.map(({ line }) => line)),
];

function captureLines(): string[] {
  const kept = new Map<string, string>();
  for (const name of fs.readdirSync(captures)) {
    const file = new URL(`${name}/kubelet.log.gz`, captures);
    if (!fs.existsSync(file)) continue;
    for (const line of zlib.gunzipSync(fs.readFileSync(file)).toString().split('\n')) {
      const kind = /([\w.]+\.go:\d+)/.exec(line)?.[1] ?? line.slice(0, 20);
      if (!kept.has(kind)) kept.set(kind, line);
    }
  }
  return [...kept.values()];
}

const special = [
  '"',
  '\\',
  '\n',
  '\t',
  ' ',
  '{',
  '}',
  '[',
  ']',
  '<',
  '=<\n',
  ' >',
  '\0',
  '\x1b[31m',
  '\ufeff',
  'é',
  ':',
  '=',
  '\r\n',
  '__CURSOR=',
  '{\n',
  '{\n    "events": [\n',
  '#011',
  '\u00a0',
  '}\n',
  '-- Boot',
  '2024-02-30T99:99:99Z',
  '😀',
];

interface Mutation {
  readonly at: number;
  readonly cut: number;
  readonly put: string;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(400),
  cut: fc.oneof({ weight: 3, arbitrary: fc.nat(3) }, fc.nat(200)),
  put: fc.oneof(
    fc.constantFrom(...special),
    fc.constantFrom(...lines).map((line) => line.slice(0, 60)),
    fc.string({ maxLength: 4, unit: 'binary' }),
  ),
});

const text = fc
  .tuple(
    fc.array(fc.constantFrom(...lines), { minLength: 1, maxLength: 4 }),
    fc.array(mutation, { maxLength: 4 }),
    fc.constantFrom('\n', '\r\n', '\n\n'),
  )
  .map(([base, mutations, end]) => {
    let all = base.join(end);
    for (const { at, cut, put } of mutations) {
      const place = all.length === 0 ? 0 : at % all.length;
      all = all.slice(0, place) + put + all.slice(place + cut);
    }
    return all;
  });

const encoder = new TextEncoder();

/** Records lie behind each other from the first byte to the last, and each can be read. */
function expectCovered(table: LogTable, bytes: Uint8Array): void {
  let place = 0;
  let read = 0;
  let line = 1;
  for (let row = 0; row < table.length; row++) {
    if (table.offsetOf(row) !== place || table.lineOf(row) !== line)
      expect([table.offsetOf(row), table.lineOf(row)]).toEqual([place, line]);
    const size = table.sizeOf(row);
    const record = table.record(row);
    const own = bytes.subarray(place, place + size);
    const stood = decode(own).replace(/\r?\n$/, '');
    if (record.text !== stood) expect(record.text).toBe(stood);
    read += record.message.length;
    for (const field of record.fields) read += field.value.length;
    place += size;
    line += own.filter((byte) => byte === 10).length;
  }
  expect(read).toBeGreaterThanOrEqual(0);
  if (place !== bytes.length || table.bytes !== bytes.length) expect(place).toBe(bytes.length);
}

describe('reading a log', () => {
  it('never throws and never loses a byte, whatever has become of the lines', () => {
    fc.assert(
      fc.property(text, (all) => {
        const bytes = encoder.encode(all);
        expectCovered(readLog(sourceId(0), bytes), bytes);
      }),
      { numRuns: MUTATIONS },
    );
  }, 300_000);

  it('never throws on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        const table = readLog(sourceId(0), bytes);
        expectCovered(table, bytes);
        sourceFacts(table);
        findGaps(table);
      }),
      { numRuns: 5_000 },
    );
  });

  it('gives the same table however the bytes come', () => {
    const told = (table: LogTable): unknown[] =>
      Array.from({ length: table.length }, (_, row) => [
        table.offsetOf(row),
        table.sizeOf(row),
        table.time[row],
        table.formatOf(row),
        table.messages.at(table.message[row] ?? 0),
      ]);
    fc.assert(
      fc.property(
        text,
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }),
        (all, sizes) => {
          const bytes = encoder.encode(all);
          const builder = new TableBuilder(sourceId(0), new MemoryBytes(bytes));
          for (let from = 0, i = 0; from < bytes.length; i++) {
            const size = sizes[i % sizes.length] ?? 1;
            builder.append(bytes.subarray(from, from + size));
            from += size;
          }
          builder.finish();
          // The year is looked for in the first chunk: only that may differ.
          const fixed = readLog(sourceId(0), bytes, { year: 2024, utcOffset: 0 });
          const again = new TableBuilder(sourceId(0), new MemoryBytes(bytes), {
            year: 2024,
            utcOffset: 0,
          });
          for (let from = 0; from < bytes.length; from += 7)
            again.append(bytes.subarray(from, from + 7));
          again.finish();
          expect(told(again.table)).toEqual(told(fixed));
          expect(builder.table.length).toBe(fixed.length);
        },
      ),
      {
        numRuns: 3_000,
        // What looks like a stamp goes on behind the end of its line.
        examples: [
          [
            '1718961242118,"Jun \r\n 09:14:02 node kubelet: I0621 09:14:02.118043 1 a.go:7] m"',
            [1],
          ],
        ],
      },
    );
  });
});

/** All that a table says, and whom each row names. */
function dump(builder: TableBuilder): unknown {
  const { columns, words, postings, cutRows, continued, clock } = builder.kept;
  return {
    time: [...columns.time],
    severity: [...columns.severity],
    message: [...columns.message],
    site: [...columns.site],
    pid: [...columns.pid],
    format: [...columns.format],
    sizes: [...columns.sizes],
    messages: decode(words.messages.bytes),
    sites: decode(words.sites.bytes),
    identities: decode(words.identities.bytes),
    ends: [words.messages.ends, words.sites.ends, words.identities.ends].map((ends) => [...ends]),
    formats: words.formats,
    refs: [...postings.refs],
    counts: [...postings.counts],
    cutRows: [...cutRows],
    continued: [...continued],
    clock,
  };
}

function builderOf(bytes: Uint8Array, scan: LineScan | undefined): TableBuilder {
  const words = new Vocabulary();
  // A scan numbers the bare klog format from the start.
  words.formats.add(0, 'klog');
  const postings = new Postings(words.identities);
  const rows = { columns: new Columns(), postings, scan };
  const options = { year: 2024, utcOffset: 0 };
  return new TableBuilder(sourceId(0), new MemoryBytes(bytes), options, words, rows);
}

const uid = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
);
const nameLike = fc.string({
  unit: fc.nat(21).map((i) => 'abcdef019-.zZ_/"(:,[ \\'.charAt(i)),
  maxLength: 20,
});
const namesOfAll = fc
  .array(
    fc.oneof(
      uid,
      uid.map((id) => id.replaceAll('-', '')),
      uid.map((id) => id.replaceAll('-', '').repeat(2)),
      uid.map((id) => `pod${id}`),
      nameLike,
      fc.constantFrom(' ', '"', '\n', '\\"', '{"name":"', '","namespace":"', '"}', '=<', ' >'),
      fc.constantFrom(...lines).map((line) => line.slice(0, 50)),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

/** Its record goes on to the end of the unit file. */
const printedUnit = [
  'I0518 00:24:39.998386   12869 main.go:128] output: <nil>: [Unit]',
  'Description=Docker\n\n[Service]\n# Why.\nType=notify\n\n[Install]',
];

describe('the vector scan', () => {
  it('is there', () => {
    expect(makeLineScan()).toBeDefined();
  });

  it.each([
    ['lines of the captures, damaged', text],
    ['names of all kinds', namesOfAll],
    [
      'klog lines with names',
      fc.tuple(fc.constantFrom(...lines), namesOfAll).map(([line, names]) => line + names),
    ],
  ])(
    'makes the same table as the plain reader: %s',
    (_, texts) => {
      fc.assert(
        fc.property(fc.array(texts, { minLength: 1, maxLength: 4 }), (parts) => {
          const bytes = encoder.encode(parts.join('\n'));
          const [plain, fast] = [undefined, makeLineScan()].map((each) => {
            const builder = builderOf(bytes, each);
            builder.append(bytes);
            // Met again, a text is remembered.
            builder.append(bytes);
            builder.finish();
            return dump(builder);
          });
          expect(fast).toEqual(plain);
        }),
        { numRuns: 3_000, examples: [[printedUnit], [printedUnit.map((line) => `${line}\r`)]] },
      );
    },
    120_000,
  );

  it('makes the same table of a whole capture', () => {
    for (const name of ['churn-v4', 'vol-v4']) {
      const bytes = zlib.gunzipSync(fs.readFileSync(new URL(`${name}/kubelet.log.gz`, captures)));
      const [plain, fast] = [undefined, makeLineScan()].map((each) => {
        const builder = builderOf(bytes, each);
        for (let from = 0; from < bytes.length; from += 50_000)
          builder.append(bytes.subarray(from, from + 50_000));
        builder.finish();
        return dump(builder);
      });
      expect(fast).toEqual(plain);
    }
  });
});

/** Go's quoting, as klog prints strings. */
function goQuote(value: string): string {
  const inner = Array.from(value, (char) => {
    const code = char.codePointAt(0) ?? 0;
    if (char === '"' || char === '\\') return `\\${char}`;
    if (char === '\n') return '\\n';
    if (char === '\t') return '\\t';
    if (code < 32 || code === 127) return `\\x${code.toString(16).padStart(2, '0')}`;
    return char;
  });
  return `"${inner.join('')}"`;
}

const word = fc.string({ unit: 'grapheme-ascii', maxLength: 20 });
const anyText = fc.oneof(
  word,
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom('a "b" c', 'x=1 y=2', '\\"', '{"a":1}'),
);
const key = fc.stringMatching(/^[a-zA-Z][a-zA-Z.()-]{0,12}$/);

/** A value with the text that klog prints for it. */
const printed = fc.oneof(
  anyText.map((value) => ({ value, text: goQuote(value) })),
  fc.integer().map((n) => ({ value: String(n), text: String(n) })),
  fc
    .array(key, { maxLength: 4 })
    .map((names) => ({ value: JSON.stringify(names), text: JSON.stringify(names) })),
  fc
    .dictionary(key, anyText, { maxKeys: 3 })
    .map((members) => ({ value: JSON.stringify(members), text: JSON.stringify(members) })),
  fc.array(fc.stringMatching(/^[ -~]{0,20}$/), { minLength: 1, maxLength: 3 }).map((block) => ({
    value: block.join('\n'),
    text: `<\n${block.map((line) => `\t${line}\n`).join('')} >`,
  })),
);

describe('klog', () => {
  it('is read as it was printed', () => {
    fc.assert(
      fc.property(anyText, fc.array(fc.tuple(key, printed), { maxLength: 5 }), (message, pairs) => {
        const body = [
          goQuote(message),
          ...pairs.map(([name, { text: value }]) => `${name}=${value}`),
        ].join(' ');
        const parsed = parseKlogBody(body);
        expect(parsed?.message).toBe(message);
        expect(parsed?.pairs.fields.map(({ key: name, value }) => [name, value])).toEqual(
          pairs.map(([name, { value }]) => [name, value]),
        );
        expect(parsed?.complete).toBe(true);
      }),
      { numRuns: 20_000 },
    );
  });

  it('unquotes what Go quotes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(goUnescape(goQuote(value).slice(1, -1))).toBe(value);
      }),
    );
  });
});

/** As if nothing were known of the row but its bytes. */
function readWhole(table: LogTable, row: number, bytes: Uint8Array): LogRecord {
  const offset = table.offsetOf(row);
  const own = bytes.subarray(offset, offset + table.sizeOf(row));
  const words = { formats: new FormatNames(), head: new LineHead(), site: undefined };
  const id = { source: table.source, offset };
  return new BytesRecord(id, row, table.lineOf(row), table.time[row] ?? NaN, own, words);
}

function told(record: LogRecord, keys: readonly string[]): unknown {
  const { id, line, time, severity, program, pid, file, fileLine, structured, message } = record;
  const head = { id, line, time, severity, program, pid, file, fileLine, structured, message };
  const values = keys.map((name) => [
    record.field(name),
    record.member(name, 'ID'),
    record.member(name, 'a'),
    record.isQuoted(name),
  ]);
  return { ...head, values, text: record.text, fields: record.fields };
}

/** Every row of a text, read by the table's columns as far as it is asked, is the record that its bytes are. */
function expectSameAsWhole(all: string): void {
  const bytes = encoder.encode(all);
  const table = readLog(sourceId(0), bytes, { year: 2026, utcOffset: 0 });
  for (let row = 0; row < table.length; row++) {
    const whole = readWhole(table, row, bytes);
    // The last first: what is found on the way must not depend on what was asked before.
    const keys = [...whole.fields.map((field) => field.key).reverse(), 'pod', 'no such key'];
    expect(told(table.record(row), keys)).toEqual(told(whole, keys));
    // One record stands for all rows in turn.
    expect(told(table.glance(row), keys)).toEqual(told(whole, keys));
  }
}

describe('a row that is read by its columns', () => {
  it('is the record that its bytes are, whatever has become of the line', () => {
    fc.assert(fc.property(text, expectSameAsWhole), { numRuns: 20_000 });
  }, 120_000);

  it('is so with pairs of all kinds', () => {
    const junk = fc.constantFrom(
      '',
      '',
      '',
      ' ',
      ' x',
      '\t',
      ' = ',
      '"',
      '\u00a0b=1',
      '}',
      ' map[a:b] c=d',
      ' e=<nil>',
      '\r',
    );
    const struct = fc
      .tuple(
        fc.constantFrom('{', '&{'),
        fc.array(
          fc.constantFrom('"ID":"x"', '"a":"b"', '"a":1', '"a":"\\n"', 'ID:u', ',', ' ', '"'),
          { maxLength: 5 },
        ),
        fc.constantFrom('}', '} ', '}}', ''),
      )
      .map(([open, parts, close]) => ({ value: '', text: `${open}${parts.join(',')}${close}` }));
    const pair = fc.tuple(
      key,
      fc.oneof(
        printed,
        struct,
        word.map((value) => ({ value, text: value })),
      ),
      junk,
    );
    fc.assert(
      fc.property(anyText, fc.array(pair, { maxLength: 5 }), (message, pairs) => {
        const body = pairs
          .map(([name, { text: value }, after]) => ` ${name}=${value}${after}`)
          .join('');
        expectSameAsWhole(
          `I1121 09:32:42.905526   21879 kubelet.go:2546] ${goQuote(message)}${body}\n`,
        );
      }),
      { numRuns: 20_000 },
    );
  }, 120_000);
});

describe('a filter', () => {
  it('is compiled or refused with a sentence, and never throws', () => {
    const table = readLog(sourceId(0), encoder.encode(lines.slice(0, 60).join('\n')));
    const piece = fc.constantFrom(
      'pod=',
      'sev>=',
      'W',
      'msg~',
      '"',
      '(',
      ')',
      ' or ',
      ' not ',
      '-',
      'after=10:42',
      'a',
      '\\',
      '*',
      ' ',
      '=',
      '!=',
      'text:',
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 8 }),
        (pieces) => {
          const filter = compileFilter(pieces.join(''));
          if (filter.ok)
            expect([...findRows(table, filter.value, 1)].length).toBeLessThanOrEqual(60);
          else expect(filter.error).toMatch(/\.$/);
        },
      ),
      { numRuns: 3_000 },
    );
  });
});
