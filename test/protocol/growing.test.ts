import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EngineClient } from '../../src/engine/client.ts';
import type { SessionInfo, SourceSpec } from '../../src/protocol/engineApi.ts';
import { readCapture } from '../support/captures.ts';
import { engineHere } from '../support/engine.ts';

let dir = '';
beforeAll(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'kd-growing-'));
});
afterAll(() => {
  fs.rmSync(dir, { recursive: true });
});

const { log } = readCapture('teardown-v2');
const all = { start: 0, count: 500 };

/** Everything that a session holds, but for how it came to be. */
async function contents(engine: EngineClient): Promise<unknown> {
  const { revision, tape, cursor, sources, ...info } = await engine.call('session', []);
  await engine.call('seek', [{ kind: 'end' }]);
  const pods = await engine.call('pods', [{ ...all, gone: true }]);
  const stories = await Promise.all(pods.rows.map(({ key }) => engine.call('story', [key])));
  const findings = await engine.call('findings', [all]);
  return {
    info,
    sources: sources.map(({ lines, bytes, unparsedLines, from, to }) => ({
      lines,
      bytes,
      unparsedLines,
      from,
      to,
    })),
    pods: pods.rows,
    stories,
    findings: findings.rows,
    network: (await engine.call('network', [all])).rows,
    inputs: (await engine.call('inputs', [{ start: 0, count: 3000 }])).rows,
    opened: [revision, tape, cursor.revision].every((count) => count > 0),
  };
}

async function openedWhole(...sources: readonly SourceSpec[]): Promise<unknown> {
  const engine = await engineHere();
  await engine.call('open', [{ sources, year: 2026 }]);
  const whole = await contents(engine);
  engine.dispose();
  return whole;
}

/** The session once it is as wanted. */
async function until(
  engine: EngineClient,
  isReached: (info: SessionInfo) => boolean,
): Promise<SessionInfo> {
  for (;;) {
    const info = await engine.call('session', []);
    if (isReached(info)) return info;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('a source that bytes are pushed to', () => {
  it('answers when it is empty', async () => {
    const engine = await engineHere();
    const info = await engine.call('open', [{ sources: [{ kind: 'pushed', name: 'node-a' }] }]);
    expect(info).toMatchObject({ inputs: 0, pods: 0, from: undefined, to: undefined });
    expect(info.sources[0]).toMatchObject({ source: 0, state: 'following', problem: undefined });
    expect((await contents(engine)) as object).toMatchObject({ pods: [], inputs: [] });
    await engine.call('pleg', [all]);
    await engine.call('step', ['line', 1]);
    expect((await engine.call('lanes', [all])).lanes.length).toBeGreaterThan(0);
    engine.dispose();
  });

  it('ends as if the log had been opened whole, wherever it was cut', async () => {
    const whole = await openedWhole({ kind: 'bytes', name: 'node-a', bytes: log });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: log.length }), { minLength: 1, maxLength: 8 }),
        async (cuts) => {
          const engine = await engineHere();
          const sources = [{ kind: 'pushed', name: 'node-a' }] as const;
          await engine.call('open', [{ sources, year: 2026 }]);
          let from = 0;
          for (const to of [...cuts.sort((a, b) => a - b), log.length]) {
            await engine.call('push', [0, log.slice(from, to)]);
            await engine.call('findings', [all]);
            if (to % 2 === 0) await new Promise((resolve) => setTimeout(resolve, 60));
            from = to;
          }
          await engine.call('stopFollowing', []);
          expect(await contents(engine)).toEqual(whole);
          engine.dispose();
        },
      ),
      { numRuns: 8 },
    );
  });

  it('goes together with others on one clock', async () => {
    const half = log.indexOf(10, log.length / 2) + 1;
    const parts = [log.slice(0, half), log.slice(half)] as const;
    const other = readCapture('churn-v2').log;
    const bytes = { kind: 'bytes', name: 'b', bytes: other } as const;
    const whole = await openedWhole({ kind: 'bytes', name: 'a', bytes: log }, bytes);
    const engine = await engineHere();
    await engine.call('open', [{ sources: [{ kind: 'pushed', name: 'a' }, bytes], year: 2026 }]);
    for (const part of parts) {
      await engine.call('push', [0, part]);
      const lines = part.filter((byte) => byte === 10).length;
      expect(lines).toBeGreaterThan(10);
      const { inputs } = await engine.call('session', []);
      await until(engine, (info) => info.inputs > inputs);
    }
    await engine.call('stopFollowing', []);
    expect(await contents(engine)).toEqual(whole);
    engine.dispose();
  });

  it('keeps a cursor on its line, and at the end when it stands there', async () => {
    const engine = await engineHere();
    await engine.call('open', [{ sources: [{ kind: 'pushed', name: 'a' }], year: 2026 }]);
    const moves: string[] = [];
    engine.onEvent((event) => {
      if (event.kind === 'cursorMoved') moves.push(event.reason);
    });
    await engine.call('push', [0, log.slice(0, 20_000)]);
    const { inputs } = await until(engine, (info) => info.inputs > 0);
    expect((await engine.call('cursor', [])).position).toBe(inputs - 1);
    expect(moves).toEqual(['follow']);
    const place = await engine.call('seek', [{ kind: 'position', position: 5 }]);
    await engine.call('push', [0, log.slice(20_000, 60_000)]);
    const grown = await until(engine, (info) => info.inputs > inputs);
    expect(grown.cursor).toMatchObject({ position: 5, input: place.input });
    expect(grown.tape).toBe(1);
    engine.dispose();
  });

  it('shows where lines may be missing, and what the trouble is until it is over', async () => {
    const engine = await engineHere();
    await engine.call('open', [{ sources: [{ kind: 'pushed', name: 'a' }], year: 2026 }]);
    await engine.call('push', [0, log.slice(0, 20_000)]);
    await engine.call('pushNotice', [0, { text: 'the line was cut', gap: 'disconnected' }]);
    const cut = await until(engine, (info) => info.gaps.some((gap) => gap.kind === 'disconnected'));
    expect(cut.sources[0]?.problem).toBe('the line was cut');
    await engine.call('push', [0, log.slice(log.indexOf(10, 40_000) + 1, 60_000)]);
    const again = await until(engine, (info) => info.sources[0]?.problem === undefined);
    const [gap] = again.gaps.filter(({ kind }) => kind === 'disconnected');
    expect(gap).toMatchObject({ text: 'the line was cut' });
    expect((gap?.to ?? 0) - (gap?.from ?? 0)).toBeGreaterThan(0);
    engine.dispose();
  });

  it('refuses bytes for what is no such source', async () => {
    const engine = await engineHere();
    await engine.call('open', [{ sources: [{ kind: 'bytes', name: 'a', bytes: log }] }]);
    await expect(engine.call('push', [0, log])).rejects.toThrow('takes no bytes');
    await expect(engine.call('pushNotice', [7, { text: '' }])).rejects.toThrow('takes no bytes');
    engine.dispose();
  });
});

describe('a followed file', () => {
  it('is read over a rotation, no line lost or doubled', async () => {
    const file = path.join(dir, 'kubelet.log');
    const cuts = [0, 30_001, 70_001, log.length].map((at) =>
      at === 0 ? 0 : log.indexOf(10, at) + 1,
    );
    const part = (i: number): Uint8Array => log.slice(cuts[i], cuts[i + 1] || log.length);
    fs.writeFileSync(file, part(0));
    const engine = await engineHere();
    const sources = [{ kind: 'path', path: file, follow: true }] as const;
    const { inputs } = await engine.call('open', [{ sources, year: 2026 }]);
    expect(inputs).toBeGreaterThan(0);
    fs.appendFileSync(file, part(1));
    await until(engine, (info) => info.inputs > inputs);
    fs.renameSync(file, `${file}.1`);
    fs.writeFileSync(file, part(2));
    await until(engine, (info) => info.sources[0]?.bytes === log.length);
    await engine.call('stopFollowing', []);
    const whole = await openedWhole({ kind: 'bytes', name: file, bytes: log });
    const grown = await contents(engine);
    expect(grown).toEqual(whole);
    engine.dispose();
  });

  it('is refused when it is a folder or packed, and waited for when it is not there', async () => {
    const engine = await engineHere();
    const open = (name: string): Promise<SessionInfo> =>
      engine.call('open', [{ sources: [{ kind: 'path', path: name, follow: true }] }]);
    await expect(open(dir)).rejects.toThrow('is a folder');
    const packed = path.join(dir, 'a.gz');
    fs.writeFileSync(packed, Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0));
    await expect(open(packed)).rejects.toThrow('packed');
    const late = path.join(dir, 'late.log');
    await open(late);
    const waiting = await until(engine, (info) => info.sources[0]?.problem !== undefined);
    expect(waiting.sources[0]?.problem).toContain('not there yet');
    fs.writeFileSync(late, log);
    await until(engine, (info) => info.inputs > 100);
    engine.dispose();
  });
});

describe('a command', () => {
  it('is a log that goes on', async () => {
    const file = path.join(dir, 'printed.log');
    fs.writeFileSync(file, log);
    const engine = await engineHere();
    const argv = ['/bin/sh', '-c', `cat ${file}; sleep 60`];
    const sources = [{ kind: 'command', argv, name: 'journal' }] as const;
    await engine.call('open', [{ sources, year: 2026 }]);
    const info = await until(engine, ({ sources: [row] }) => row?.bytes === log.length);
    expect(info.sources[0]).toMatchObject({ name: 'journal', state: 'following' });
    await engine.call('close', []);
    engine.dispose();
  });
});
