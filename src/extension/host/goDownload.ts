// `go mod download` for a module of Kubernetes: the machine's own Go with the person's own proxy and checksums, without a shell, in an
// empty folder, into a module cache of its own.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join, relative, isAbsolute } from 'node:path';
import { moduleArgument, tagInName, type GoModule } from '../editor/goModules.ts';
import { SourceProblem, type SourceTrouble } from '../sourceProblem.ts';
import type { SourceStore } from './sourceStore.ts';

export interface Underway {
  readonly signal: AbortSignal;
  /** Bytes that have come so far. */
  readonly progress: (bytes: number) => void;
}

/** What is said of a Go that goes on when it was told to end. */
const LAST_CALL = 3000;
const LOOK = 500;
/** Go says no more than some hundred bytes. */
const MOST_TEXT = 1 << 20;

/** Resolves with the tag of Kubernetes whose source it has brought; rejects with a SourceProblem, and nothing is left. */
export async function downloadModule(
  store: SourceStore,
  wanted: GoModule,
  underway: Underway,
): Promise<string> {
  const argument = moduleArgument(wanted);
  const staged = wanted.module.slice('k8s.io/'.length);
  let tag = '';
  try {
    await store.add('k8s.io', async (folder) => {
      const cache = join(folder, 'mod');
      const empty = join(folder, 'empty');
      await mkdir(empty);
      const said = await run(argument, { cache, empty }, wanted, underway);
      const { Dir, Version, Error: failure } = answerIn(said.out);
      if (said.code !== 0 || Dir === undefined || Version === undefined)
        throw problemOf(failure ?? said.err);
      // A tag that is no version has another there, which says nothing to a person.
      const version = wanted.query.startsWith('kubernetes-') ? wanted.query : Version;
      const name = `${staged}@${version}`;
      tag = tagInName(name, staged) ?? '';
      const way = relative(cache, Dir);
      if (tag === '' || way.startsWith('..') || isAbsolute(way))
        throw new SourceProblem('other', `${argument}: ${Version}`);
      return { folder: Dir, name };
    });
  } catch (error) {
    throw underway.signal.aborted ? new SourceProblem('cancelled') : asProblem(error);
  }
  return tag;
}

interface Said {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

async function run(
  argument: string,
  folders: { readonly cache: string; readonly empty: string },
  { module }: GoModule,
  { signal, progress }: Underway,
): Promise<Said> {
  signal.throwIfAborted();
  const go = spawn('go', ['mod', 'download', '-modcacherw', '-json', argument], {
    cwd: folders.empty,
    shell: false,
    windowsHide: true,
    // With what it starts itself: a repository is cloned by git when there is no proxy.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, GOMODCACHE: folders.cache, GOWORK: 'off', GO111MODULE: 'on' },
  });
  const stop = (): void => {
    end(go, 'SIGTERM');
    setTimeout(() => {
      end(go, 'SIGKILL');
    }, LAST_CALL).unref();
  };
  signal.addEventListener('abort', stop, { once: true });
  const coming = join(folders.cache, 'cache', 'download', ...module.split('/'), '@v');
  const look = setInterval(() => {
    void sizeOf(coming).then(progress);
  }, LOOK);
  try {
    return await new Promise<Said>((resolve, reject) => {
      let [out, err] = ['', ''];
      go.stdout.on('data', (data: Buffer) => {
        out = (out + data.toString()).slice(0, MOST_TEXT);
      });
      go.stderr.on('data', (data: Buffer) => {
        err = (err + data.toString()).slice(0, MOST_TEXT);
      });
      go.on('error', reject);
      go.on('close', (code) => {
        resolve({ code, out, err });
      });
    });
  } finally {
    clearInterval(look);
    signal.removeEventListener('abort', stop);
  }
}

function end(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It has just ended by itself.
  }
}

async function sizeOf(folder: string): Promise<number> {
  try {
    const sizes = (await readdir(folder)).map(
      async (name) => (await stat(join(folder, name))).size,
    );
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  } catch {
    // It is not there yet, or a file has just got its name.
    return 0;
  }
}

/** What Go answers as JSON (`go help mod download`). */
function answerIn(text: string): {
  readonly Dir?: string | undefined;
  readonly Version?: string | undefined;
  readonly Error?: string | undefined;
} {
  try {
    const value: unknown = JSON.parse(text);
    const member = (name: string): string | undefined => {
      const found: unknown =
        typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
      return typeof found === 'string' ? found : undefined;
    };
    return { Dir: member('Dir'), Version: member('Version'), Error: member('Error') };
  } catch {
    return {};
  }
}

/** What Go's words mean, from what it says for sure to what may have many reasons. */
const signs: readonly (readonly [SourceTrouble, RegExp])[] = [
  ['proxy-off', /disabled by GOPROXY=off/],
  ['checksum', /SECURITY ERROR|checksum mismatch|verifying .*: /],
  [
    'no-space',
    /no space left on device|disk quota exceeded|not enough space on the disk|ENOSPC|EDQUOT/i,
  ],
  ['flags', /GOFLAGS|-mod(?:file)?\b(?=[= ])/],
  ['old-go', /requires go >= /],
  [
    'no-network',
    /dial tcp|no such host|i\/o timeout|connection re(?:fused|set)|network is unreachable|TLS handshake|proxyconnect|x509: |\b50[234]\b/,
  ],
  [
    'no-version',
    /unknown revision|no matching versions|not available|\b(?:403|404|410)\b|invalid version/,
  ],
];

function problemOf(said: string): SourceProblem {
  const trouble = signs.find(([, sign]) => sign.test(said))?.[0] ?? 'other';
  return new SourceProblem(trouble, said.trim().split('\n', 3).join(' '));
}

export function asProblem(error: unknown): SourceProblem {
  if (error instanceof SourceProblem) return error;
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  const words = error instanceof Error ? error.message : String(error);
  const call: unknown = error instanceof Error ? Reflect.get(error, 'syscall') : undefined;
  const isSpawn = String(call).startsWith('spawn');
  return isSpawn && (code === 'ENOENT' || code === 'EACCES')
    ? new SourceProblem('no-go', words)
    : problemOf(words);
}
