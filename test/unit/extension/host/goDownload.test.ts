// Getting Go source with a `go` that does what each test says: what is in the way gets its sentence, and nothing half made is left.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { downloadModule } from '../../../../src/extension/host/goDownload.ts';
import { SourceStore } from '../../../../src/extension/host/sourceStore.ts';
import { unpackSource } from '../../../../src/extension/host/unpackSource.ts';
import { messages } from '../../../../src/extension/messages.ts';
import { SourceProblem } from '../../../../src/extension/sourceProblem.ts';
import { strToU8, zipSync, gzipSync } from 'fflate';

let folder = '';
let store: SourceStore;
const wanted = { module: 'k8s.io/kubernetes', query: 'v1.9.4' };

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kubelet-go-'));
  mkdirSync(path.join(folder, 'bin'));
  store = new SourceStore(path.join(folder, 'store'), () => false);
  vi.stubEnv('PATH', `${path.join(folder, 'bin')}:/usr/bin:/bin`);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** A `go` that is this script of a shell; it sees its arguments and environment as Go would. */
function fakeGo(script: string): void {
  const file = path.join(folder, 'bin', 'go');
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}

/** Makes the module as Go does, and answers. */
const brings = (version: string): string => `
dir="$GOMODCACHE/k8s.io/kubernetes@${version}"
mkdir -p "$dir/pkg/kubelet"
echo 'package kubelet' > "$dir/pkg/kubelet/kubelet.go"
printf '{"Path":"k8s.io/kubernetes","Version":"${version}","Dir":"%s"}' "$dir"`;

const get = async (module = wanted, signal = new AbortController().signal): Promise<string> =>
  await downloadModule(store, module, { signal, progress: () => undefined });

/** What is in the store, temporary or not. */
const kept = (): string[] => (existsSync(store.folder) ? readdirSync(store.folder) : []);

async function trouble(promise: Promise<unknown>): Promise<readonly [string, string]> {
  const error: unknown = await promise.catch((caught: unknown) => caught);
  if (!(error instanceof SourceProblem)) throw error;
  return [error.trouble, messages.sourceTrouble(error, 'v1.9.4')];
}

test('Go is run without a shell, with fixed arguments, in an empty folder and a cache of its own', async () => {
  fakeGo(`
printf '%s\\n' "$@" > ${folder}/said
{ pwd; ls -A; echo "$GOWORK $GO111MODULE $GOPROXY $GOFLAGS"; echo "$GOMODCACHE"; } > ${folder}/where
${brings('v1.9.4')}`);
  vi.stubEnv('GOPROXY', 'https://proxy.example');
  vi.stubEnv('GOFLAGS', '-buildvcs=false');
  expect(await get()).toBe('v1.9.4');
  expect(readFileSync(path.join(folder, 'said'), 'utf8').trim().split('\n')).toEqual([
    ...['mod', 'download', '-modcacherw', '-json', 'k8s.io/kubernetes@v1.9.4'],
  ]);
  const [where = '', settings, cache = ''] = readFileSync(path.join(folder, 'where'), 'utf8')
    .trim()
    .split('\n');
  expect(where).toMatch(/store\/underway-\d+-\w+\/empty$/);
  expect(settings).toBe('off on https://proxy.example -buildvcs=false');
  expect(cache).toMatch(/store\/underway-\d+-\w+\/mod$/);
  const got = path.join(store.folder, 'k8s.io/kubernetes@v1.9.4/pkg/kubelet/kubelet.go');
  expect(readFileSync(got, 'utf8')).toBe('package kubelet\n');
  expect(kept()).toEqual(['k8s.io']);
});

test('of a minor the newest patch comes, and is told', async () => {
  fakeGo(brings('v1.34.4'));
  expect(await get({ module: 'k8s.io/kubernetes', query: 'v1.34' })).toBe('v1.34.4');
  expect(readdirSync(path.join(store.folder, 'k8s.io'))).toEqual(['kubernetes@v1.34.4']);
});

test.each([
  ['proxy-off', 'k8s.io/kubernetes@v1.9.4: module lookup disabled by GOPROXY=off'],
  ['no-network', 'Get "https://proxy.example/x": dial tcp: lookup proxy.example: no such host'],
  ['no-network', 'dial tcp 127.0.0.1:9: connect: connection refused'],
  ['no-space', 'write /x/mod/cache/download/v1.9.4.zip: no space left on device'],
  ['checksum', 'verifying k8s.io/kubernetes@v1.9.4: checksum mismatch SECURITY ERROR'],
  ['no-version', 'reading https://proxy.example/v1.9.4.info: 404 Not Found'],
  ['no-version', 'no matching versions for query "v1.9"'],
  [
    'old-go',
    'k8s.io/kubernetes@v1.36.1 requires go >= 1.26.0 (running go 1.20.1; GOTOOLCHAIN=local)',
  ],
  ['other', 'something that nobody has seen'],
])('%s: %s', async (which, said) => {
  const answer = JSON.stringify({ Path: 'k8s.io/kubernetes', Error: said });
  fakeGo(`printf '%s' '${answer}'; exit 1`);
  const [found, sentence] = await trouble(get());
  expect(found).toBe(which);
  expect(sentence).toMatch(/\w.*/);
  expect(kept()).toEqual([]);
});

test.each([
  ['go: parsing $GOFLAGS: unknown flag -bogus'],
  [
    'go: -mod may only be set to readonly or vendor when in workspace mode, but it is set to "mod" -mod=vendor',
  ],
])('GOFLAGS that Go refuses: %s', async (said) => {
  fakeGo(`printf '%s' '${said.replaceAll("'", '')}' >&2; exit 1`);
  const [found, sentence] = await trouble(get());
  expect(found).toBe('flags');
  expect(sentence).toContain('GOFLAGS');
  expect(kept()).toEqual([]);
});

test('a machine without Go says so', async () => {
  vi.stubEnv('PATH', path.join(folder, 'bin'));
  expect(await trouble(get())).toEqual([
    'no-go',
    'There is no Go on this machine to download the source with.',
  ]);
  expect(kept()).toEqual([]);
});

test('a Go that is cancelled midway ends, with what it started, and leaves nothing', async () => {
  fakeGo(`
mkdir -p "$GOMODCACHE/k8s.io/kubernetes@v1.9.4"
(trap 'touch ${folder}/ended; exit' TERM; touch ${folder}/child; while :; do sleep 0.05; done) &
touch ${folder}/began
wait`);
  const controller = new AbortController();
  const found = trouble(get(wanted, controller.signal));
  await vi.waitFor(() => {
    expect(existsSync(path.join(folder, 'began'))).toBe(true);
    expect(existsSync(path.join(folder, 'child'))).toBe(true);
  });
  controller.abort();
  expect((await found)[0]).toBe('cancelled');
  expect(kept()).toEqual([]);
  await vi.waitFor(() => {
    expect(existsSync(path.join(folder, 'ended'))).toBe(true);
  });
});

test('what is cancelled before it begins runs nothing', async () => {
  fakeGo(`touch ${folder}/ran`);
  const controller = new AbortController();
  controller.abort();
  expect((await trouble(get(wanted, controller.signal)))[0]).toBe('cancelled');
  expect(existsSync(path.join(folder, 'ran'))).toBe(false);
});

test('a folder outside of its cache is not taken', async () => {
  fakeGo(`printf '{"Path":"k8s.io/kubernetes","Version":"v1.9.4","Dir":"%s"}' "${folder}"`);
  expect((await trouble(get()))[0]).toBe('other');
  expect(existsSync(folder)).toBe(true);
});

test('what a window that was ended has left goes with the next one', async () => {
  mkdirSync(path.join(store.folder, 'underway-1-abc', 'mod'), { recursive: true });
  fakeGo(brings('v1.9.4'));
  await get();
  expect(kept()).toEqual(['k8s.io']);
});

test('a storage that cannot be written to says why', async () => {
  writeFileSync(path.join(folder, 'store'), 'a file');
  const [found, sentence] = await trouble(get());
  expect(found).toBe('other');
  expect(sentence).toContain('EEXIST');
});

const files = {
  'kubernetes-1.34.2/go.mod': 'module k8s.io/kubernetes\n',
  'kubernetes-1.34.2/pkg/kubelet/kubelet.go': 'package kubelet\n',
  'kubernetes-1.34.2/pkg/kubelet/kubelet_test.go': 'package kubelet\n',
  'kubernetes-1.34.2/README.md': 'not code\n',
  'kubernetes-1.34.2/../../out.go': 'package out\n',
};
const packed = (): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));

async function unpack(name: string, bytes: Uint8Array, release = 'v1.34.2'): Promise<string> {
  const archive = path.join(folder, name);
  writeFileSync(archive, bytes);
  const signal = new AbortController().signal;
  return await unpackSource(store, archive, release, { signal, progress: () => undefined });
}

test('of a zip only the code within it is taken', async () => {
  expect(await unpack('any.zip', packed())).toBe('v1.34.2');
  expect(kept()).toEqual(['kubernetes-1.34.2']);
  const got = path.join(store.folder, 'kubernetes-1.34.2');
  expect(readdirSync(path.join(got, 'pkg/kubelet'))).toEqual(['kubelet.go']);
  expect(readdirSync(got).toSorted()).toEqual(['go.mod', 'pkg']);
  expect(existsSync(path.join(folder, 'out.go'))).toBe(false);
});

test('any patch of a minor will do; another version is refused', async () => {
  expect(await unpack('any.zip', packed(), 'v1.34')).toBe('v1.34.2');
  rmSync(store.folder, { recursive: true });
  expect((await trouble(unpack('any.zip', packed(), 'v1.33.0')))[0]).toBe('other-version');
  expect(kept()).toEqual([]);
});

test('a tar.gz is unpacked', async () => {
  expect(await unpack('any.tgz', gzipSync(tarOf(files)))).toBe('v1.34.2');
  expect(existsSync(path.join(store.folder, 'kubernetes-1.34.2/pkg/kubelet/kubelet.go'))).toBe(
    true,
  );
});

test.each([
  ['text.zip', strToU8('no archive')],
  ['cut.zip', packed().slice(0, 60)],
  ['empty.zip', zipSync({})],
  ['unnamed.zip', zipSync({ 'src/a.go': strToU8('package a\n') })],
])('%s is no archive of the repository', async (name, bytes) => {
  expect((await trouble(unpack(name, bytes)))[0]).toBe('bad-archive');
  expect(kept()).toEqual([]);
});

function tarOf(content: Readonly<Record<string, string>>): Uint8Array {
  const blocks: Buffer[] = [];
  for (const [name, text] of Object.entries(content)) {
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write('0000644\0', 100);
    header.write(`${text.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write('00000000000\0', 136);
    header.write('        ', 148);
    header.write('0', 156);
    header.write('ustar\x0000', 257);
    const sum = header.reduce((all, byte) => all + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    blocks.push(header, Buffer.from(text), Buffer.alloc((512 - (text.length % 512)) % 512));
  }
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}
