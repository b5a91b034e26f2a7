import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { packTar, type TarEntry } from 'modern-tar';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byRotation, openPath } from '../../../../../src/engine/host/node/openPaths.ts';
import type { OpenedText } from '../../../../../src/engine/host/sourceHost.ts';
import { decode } from '../../../../../src/log/bytes.ts';

const line = (n: number): string =>
  `I0621 09:14:02.${String(n).padStart(6, '0')}    1511 kubelet.go:2447] "SyncLoop ADD" source="api"\n`;
const log = Array.from({ length: 50 }, (_, n) => line(n)).join('');
const text = Buffer.from(log);
const words = Buffer.from('nothing to see here\n'.repeat(20));

/** One klog line of 54 bytes. */
const packedByXz =
  '/Td6WFoAAATm1rRGAgAhARYAAAB0L+WjAQA1STA2MjEgMDk6MTQ6MDIuMDAwMDAxICAgIDE1MTEga3ViZWxldC5nbzoyNDQ3XSBwYWNrZWQKAAAA39dVrGtz2QAAAU42OULGgR+2830BAAAAAARZWg==';

let dir = '';
const at = (name: string): string => path.join(dir, name);
const put = (name: string, bytes: Uint8Array): string => {
  fs.mkdirSync(path.dirname(at(name)), { recursive: true });
  fs.writeFileSync(at(name), bytes);
  return at(name);
};
const tar = async (...entries: TarEntry[]): Promise<Uint8Array> => packTar(entries);
const file = (name: string, body: Uint8Array): TarEntry => ({
  header: { name, size: body.length, type: 'file' },
  body,
});

beforeAll(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'kd-open-'));
});
afterAll(() => {
  fs.rmSync(dir, { recursive: true });
});

/** Each source as `name: size` or `name! problem`; checks that the store gives what the chunks gave. */
async function told(paths: readonly string[]): Promise<string[]> {
  const all: string[] = [];
  const sources = paths.map((one) => openPath(one));
  for (const given of sources) all.push(...(await toldOf(given)));
  return all;
}

async function toldOf(sources: AsyncIterable<OpenedText>): Promise<string[]> {
  const all: string[] = [];
  for await (const source of sources) {
    const parts: Uint8Array[] = [];
    for await (const chunk of source.chunks(new AbortController().signal))
      parts.push(chunk.slice());
    const whole = Buffer.concat(parts);
    expect(decode(source.bytes.read(0, whole.length))).toBe(whole.toString());
    const name = source.name.replace(`${dir}/`, '');
    all.push(
      source.problem === undefined
        ? `${name}: ${whole.length}`
        : `${name}! ${source.problem.replaceAll(`${dir}/`, '')}`,
    );
    source.dispose();
  }
  return all;
}

describe('openPath', () => {
  it('reads a file, whatever it is called, as it stands', async () => {
    expect(await told([put('any.txt', text)])).toEqual([`any.txt: ${text.length}`]);
    expect(await told([put('words', words)])).toEqual([`words: ${words.length}`]);
  });

  it('reads gzip, Zstandard and xz', async () => {
    const packed = put('k.log.gz', zlib.gzipSync(text));
    const twice = put('two.log.gz', Buffer.concat([zlib.gzipSync(text), zlib.gzipSync(text)]));
    const zst = put('k.log.zst', zlib.zstdCompressSync(text));
    const xz = put('x.log.xz', Buffer.from(packedByXz, 'base64'));
    expect(await told([packed, twice, zst, xz])).toEqual([
      `k.log: ${text.length}`,
      `two.log: ${2 * text.length}`,
      `k.log: ${text.length}`,
      'x.log: 54',
    ]);
  });

  it('reads archives in archives, and only what is a log of the kubelet', async () => {
    const inner = await tar(file('var/log/kubelet.log', text), file('readme', words));
    const outer = zipSync({
      'node-1.tar.gz': zlib.gzipSync(inner),
      'node-2/kubelet.log': text,
      'node-2/pods/a_b_c/app/0.log': text,
    });
    expect(await told([put('bundle.zip', outer)])).toEqual([
      `bundle.zip/node-1.tar/var/log/kubelet.log: ${text.length}`,
      `bundle.zip/node-2/kubelet.log: ${text.length}`,
    ]);
  });

  it('reads UTF-16, with its mark or without', async () => {
    const wide = Buffer.from(`\ufeff${log}`, 'utf16le');
    expect(await told([put('wide.log', wide), put('bare.log', wide.subarray(2))])).toEqual([
      `wide.log: ${text.length}`,
      `bare.log: ${text.length}`,
    ]);
  });

  it('reads a folder, rotated pieces oldest first, and no link that leads out', async () => {
    put('d/kubelet.log', text);
    put('d/kubelet.log.1', text);
    put('d/kubelet.log.2.gz', zlib.gzipSync(text));
    put('d/other.txt', words);
    fs.symlinkSync(at('any.txt'), at('d/out.log'));
    fs.symlinkSync(at('d'), at('d/loop'));
    const size = text.length;
    expect(await told([at('d')])).toEqual([
      `d/kubelet.log.2: ${size}`,
      `d/kubelet.log.1: ${size}`,
      `d/kubelet.log: ${size}`,
    ]);
    expect(await told([at('d/kubelet.log*')])).toHaveLength(3);
    expect(['k.log', 'k.log.10', 'k.log.2'].sort(byRotation)).toEqual([
      'k.log.10',
      'k.log.2',
      'k.log',
    ]);
  });

  it('reads the journals in a folder that have lines of the kubelet, the oldest first', async () => {
    const journal = zlib.gunzipSync(
      fs.readFileSync(
        path.join(import.meta.dirname, '../../../../fixtures/journals/compact.journal.gz'),
      ),
    );
    const id = 'a'.repeat(32);
    const archived = `journal/m/system@${id}-0000000000000001-00061b62da364e6b.journal`;
    const disposed = 'journal/m/system@00061b62da300000-0123456789abcdef.journal~';
    put('journal/m/system.journal', journal);
    put(archived, journal);
    put(disposed, journal);
    const other = Buffer.from(
      journal.toString('latin1').replaceAll('kubelet', 'another'),
      'latin1',
    );
    put('journal/m/user-1000.journal', other);
    const names = (await told([at('journal')])).map((one) => one.replace(/: \d+$/, ''));
    expect(names).toEqual([disposed, archived, 'journal/m/system.journal']);
  });

  it('reads a pipe', async () => {
    execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', at('pipe')]);
    const writing = fs.promises.writeFile(at('pipe'), zlib.gzipSync(text));
    expect(await told([at('pipe')])).toEqual([`pipe: ${text.length}`]);
    await writing;
  });

  it('says in a sentence what can not be read', async () => {
    const cut = put('cut.gz', zlib.gzipSync(text).subarray(0, 100));
    const journal = put('system.journal', Buffer.from('LPKSHHRH and more'));
    fs.mkdirSync(at('hollow'), { recursive: true });
    expect(
      await told([
        at('missing.log'),
        put('empty.log', Buffer.alloc(0)),
        cut,
        journal,
        at('hollow'),
      ]),
    ).toEqual([
      'missing.log! missing.log does not exist.',
      'empty.log! empty.log is empty.',
      'cut! cut: the gzip data is cut or damaged; what stands before that was read.',
      'system.journal! system.journal: the journal is cut: not even its head is there.',
      'hollow! No kubelet log was found in hollow.',
    ]);
  });

  it('refuses names that lead out of an archive, and links', async () => {
    const bad = await tar(
      file('../../etc/evil.log', text),
      { header: { name: 'l', size: 0, type: 'symlink', linkname: '/etc/passwd' } },
      file('good/kubelet.log', text),
    );
    expect(await told([put('bad.tar', bad)])).toEqual([
      'bad.tar/../../etc/evil.log! bad.tar/../../etc/evil.log: its name leads out of the archive; it was not read.',
      'bad.tar/l! bad.tar/l: it is a link to /etc/passwd, and links in archives are not followed.',
      `bad.tar/good/kubelet.log: ${text.length}`,
    ]);
  });

  it('stops at a bomb, keeping what came before', async () => {
    const part = zlib.gzipSync(Buffer.alloc(100 << 20), { level: 9 });
    // 10 MB that would unpack to 10 GB.
    const bomb = put('bomb.gz', Buffer.concat(Array.from({ length: 100 }, () => part)));
    const [only = ''] = await told([bomb]);
    expect(only).toMatch(/^bomb! bomb: it unpacks to more than 200 times its size/);
    const [, given] = /size \((\d+) bytes/.exec(only) ?? [];
    expect(Number(given)).toBeLessThan(90 << 20);
  });

  it('stops at archives nested without end', async () => {
    let nested: Uint8Array = text;
    for (let i = 0; i < 8; i++) nested = zlib.gzipSync(nested);
    const [only] = await told([put('deep.gz', nested)]);
    expect(only).toMatch(/nested more than 5 deep/);
  });
});
