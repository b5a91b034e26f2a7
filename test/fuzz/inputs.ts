// What inputs are made of: real lines, cut, joined and changed.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { packTar } from 'modern-tar';
import { rules } from '../../src/kubelet/evidence/rules.ts';
import { SECRET } from './oracles.ts';

const cases = new URL('../cases/', import.meta.url);

/** Every sample line of the evidence, and the first lines of each case. */
const lines: readonly string[] = [
  ...rules.flatMap(({ samples }) => samples.map(({ line }) => line)),
  ...readdirSync(cases).flatMap((name) => {
    const log = readdirSync(new URL(`${name}/`, cases)).find((file) => file.endsWith('.log'));
    return log === undefined
      ? []
      : readFileSync(new URL(`${name}/${log}`, cases), 'utf8')
          .split('\n')
          .slice(0, 6);
  }),
].map((line) => line.slice(0, 2_000));

const part = fc.constantFrom(
  '"',
  '\\',
  '\\"',
  '{',
  '}',
  '[',
  ']',
  '(',
  ')',
  '=',
  ' ',
  '\t',
  '/',
  '_',
  ':',
  ',',
  '\r',
  '\0',
  '\x1b[31m',
  '\x1b]52;c;aGk=\x07',
  '\u202e',
  'é',
  '\ud800',
  '\n',
  'NaN',
  '1e999',
  '-1',
  '0',
  'null',
  'pods=[',
  'err="',
  '5c0e91e5-ca33-4316-ac70-0cfb035016d4',
  'f'.repeat(64),
  'default/web-1',
  '99:99:99',
  'E1121 09:34:10.754055',
  'a'.repeat(300),
);

interface Change {
  readonly at: number;
  readonly cut: number;
  readonly put: string;
}
const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(2_000),
  cut: fc.oneof(fc.constant(0), fc.nat(30)),
  put: fc.oneof(fc.constant(''), part, fc.string({ maxLength: 8 })),
});

export function changed(text: string, changes: readonly Change[]): string {
  return changes.reduce((now, { at, cut, put }) => {
    const place = now.length === 0 ? 0 : at % (now.length + 1);
    return now.slice(0, place) + put + now.slice(place + cut);
  }, text);
}

export const changes = fc.array(change, { maxLength: 4 });

const line = fc
  .tuple(fc.constantFrom(...lines), fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, changes))
  .map(([text, how]) => changed(text, how));

export const log = fc
  .array(line, { minLength: 1, maxLength: 12 })
  .map((all) => `${all.join('\n')}\n`);

/** Logs that hold a secret in one of the forms that are known to be written. */
export const logWithSecret = fc
  .tuple(
    log,
    fc.constantFrom(
      `Authorization: Bearer ${SECRET}`,
      `https://user:${SECRET}@host/x`,
      `password=${SECRET}`,
      `AWS_SECRET_ACCESS_KEY=${SECRET}`,
      `{"password":"${SECRET}"}`,
    ),
  )
  .map(
    ([text, secret]) => `${text}E1121 09:34:10.754055   26449 a.go:1] "failed" err="${secret}"\n`,
  );

export const bytesChanged = (
  bytes: Uint8Array,
  at: readonly (readonly [number, number])[],
): Uint8Array => {
  const copy = bytes.slice();
  for (const [place, value] of at) if (copy.length > 0) copy[place % copy.length] = value;
  return copy;
};

export const flips = fc.oneof(
  fc.constant([]),
  fc.array(fc.tuple(fc.nat(5_000), fc.nat(255)), { maxLength: 4 }),
);

const name = fc.oneof(
  fc.constantFrom(
    'kubelet.log',
    'a/kubelet.log',
    '../x.log',
    '/etc/y.log',
    'case.json',
    'a\x1b[2J.log',
  ),
  // fflate, which packs the zips here, makes a prototype of an entry of that name; what reads them in the product is our own.
  fc.string({ minLength: 1, maxLength: 12 }).filter((text) => text !== '__proto__'),
);

export const archive = fc
  .tuple(
    fc.array(fc.tuple(name, log), { minLength: 1, maxLength: 4 }),
    fc.constantFrom('zip', 'gz', 'tar', 'tgz'),
    flips,
    fc.option(fc.nat(3_000), { freq: 4 }),
  )
  .map(([files, how, flipped, cut]) => ({ files, how, flipped, cut }));

/** Not now: the bytes of one input are the same each time. */
const mtime = new Date('2026-11-21T09:34:10Z');

export async function packed({ files, how, flipped, cut }: ArchiveInput): Promise<Uint8Array> {
  const [[, first] = ['', '']] = files;
  let bytes: Uint8Array;
  if (how === 'zip')
    bytes = zipSync(Object.fromEntries(files.map(([name, text]) => [name, strToU8(text)])), {
      mtime,
    });
  else if (how === 'gz') bytes = new Uint8Array(gzipSync(first));
  else {
    const entries = files.map(([name, text]) => ({
      header: { name, size: Buffer.byteLength(text), type: 'file' as const, mtime },
      body: text,
    }));
    bytes = await packTar(entries);
    if (how === 'tgz') bytes = new Uint8Array(gzipSync(bytes));
  }
  return bytesChanged(cut === null ? bytes : bytes.subarray(0, cut % (bytes.length + 1)), flipped);
}

export interface ArchiveInput {
  readonly files: readonly (readonly [string, string])[];
  readonly how: string;
  readonly flipped: readonly (readonly [number, number])[];
  readonly cut: number | null;
}

const filterPart = fc.constantFrom(
  'pod=default/web-1',
  'pod=*?*?*?x',
  'sev>=E',
  'not',
  'or',
  'and',
  '(',
  ')',
  '!',
  '-',
  'msg~"(a+)+$"',
  'msg~"(.*a){9}"',
  'text:PLEG',
  'after=10:42',
  'before=99:99',
  'pid=78',
  'site=*e*e*e*',
  '"',
  '\\',
  'sandbox=f*',
  'x>=1e999',
  'x~[',
  'file=kubelet.go',
  '~',
  '=',
  ' ',
);
export const filter = fc
  .array(fc.oneof({ weight: 4, arbitrary: filterPart }, fc.string({ maxLength: 6 })), {
    maxLength: 10,
  })
  .map((parts) => parts.join(' '));
