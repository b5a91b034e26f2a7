import { describe, expect, it } from 'vitest';
import { sourceId } from '../../../../../src/base/input.ts';
import { handedText, indexHanded } from '../../../../../src/engine/host/web/handedText.ts';
import {
  scriptIn,
  servePartsOn,
  type IndexThread,
  type IndexThreads,
} from '../../../../../src/engine/host/web/indexThreads.ts';
import type { MessageScope } from '../../../../../src/engine/host/web/scopePort.ts';
import { encode } from '../../../../../src/log/bytes.ts';
import { readLog } from '../../../../../src/log/readLog.ts';

type Listener = (event: { readonly data: unknown }) => void;

/** Two ends that pass messages as a worker does: cloned, with what is transferred gone from the sender, and later. */
function ends(): [MessageScope, MessageScope] {
  const make = (own: Set<Listener>, other: Set<Listener>): MessageScope => ({
    postMessage(message, transfer) {
      const data: unknown = structuredClone(message, { transfer });
      setTimeout(() => {
        for (const listener of other) listener({ data });
      }, 0);
    },
    addEventListener: (_, listener) => own.add(listener),
    removeEventListener: (_, listener) => own.delete(listener),
  });
  const [a, b] = [new Set<Listener>(), new Set<Listener>()];
  return [make(a, b), make(b, a)];
}

/** Threads that are none, and how many of them still run. */
function threads(most = 3, isServed = true): IndexThreads & { readonly running: () => number } {
  let running = 0;
  return {
    most,
    spawn() {
      const [near, far] = ends();
      running++;
      if (isServed) servePartsOn(far);
      const thread: IndexThread = { ...near, terminate: () => running-- };
      return thread;
    },
    running: () => running,
  };
}

/** More than 5 MB: several parts. */
const bytes = encode(
  Array.from({ length: 40_000 }, (_, i) => {
    const second = String(i % 60).padStart(2, '0');
    const line = `I0621 09:14:${second}.000001 ${1000 + (i % 3)} kubelet.go:${2000 + (i % 50)}] "Message ${i % 40}" pod="ns${i % 7}/web-${i % 30}" other="${'x'.repeat(60)}"`;
    return i % 11 === 0 ? `${line} err=<\n\tquoted\n >` : line;
  }).join('\n') + '\n',
);

const request = (signal = new AbortController().signal, onProgress = (): void => undefined) => ({
  source: sourceId(0),
  options: { year: 2024 },
  signal,
  onProgress,
});

describe('a text that was handed over', () => {
  it('is read by threads of the script that the worker is named for, whatever the editor puts before', () => {
    const script = 'blob:http://127.0.0.1:44385/1acdde26';
    const names = [script, `ExtensionHostWorker -> ${script}`, ''];
    expect(names.map(scriptIn)).toEqual([script, script, '']);
  });

  it('is read by several threads as one reads it, and the threads end', async () => {
    const own = threads();
    let steps = 0;
    const builder = await indexHanded(
      bytes,
      own,
      request(undefined, () => {
        steps++;
      }),
    );
    const table = builder?.table;
    const single = readLog(sourceId(0), bytes, { year: 2024 });
    expect(steps).toBeGreaterThan(3);
    expect(own.running()).toBe(0);
    expect([table?.length, table?.lines, table?.bytes]).toEqual([
      single.length,
      single.lines,
      single.bytes,
    ]);
    for (let row = 0; row < single.length; row += 91) {
      expect(table?.record(row).text).toBe(single.record(row).text);
      expect(table?.lineOf(row)).toBe(single.lineOf(row));
    }
    expect(table?.rowsNaming('ns3/web-3')).toEqual(single.rowsNaming('ns3/web-3'));
    expect(bytes.length).toBeGreaterThan(5e6);
  });

  it('is left to one reader where no thread can be made', async () => {
    expect(
      await indexHanded(bytes, { most: 4, spawn: () => undefined }, request()),
    ).toBeUndefined();
    expect(await indexHanded(bytes, threads(0), request())).toBeUndefined();
  });

  it('is left to one reader where a thread never comes up', async () => {
    const deaf = threads(2, false);
    expect(await indexHanded(bytes, deaf, request())).toBeUndefined();
    expect(deaf.running()).toBe(0);
  });

  it('is read no further when it is closed', async () => {
    const own = threads();
    const stop = new AbortController();
    const reading = indexHanded(
      bytes,
      own,
      request(stop.signal, () => {
        stop.abort();
      }),
    );
    await expect(reading).rejects.toThrow(/abort/i);
    expect(own.running()).toBe(0);
  });

  it('comes in pieces to one reader, who may stop between them', async () => {
    const text = handedText('kubelet.log', bytes, undefined, undefined);
    expect(text).not.toHaveProperty('index');
    const stop = new AbortController();
    const sizes: number[] = [];
    const reading = (async () => {
      for await (const chunk of text.chunks(stop.signal)) {
        sizes.push(chunk.length);
        stop.abort();
      }
    })();
    await expect(reading).rejects.toThrow(/abort/i);
    expect(sizes).toEqual([4 << 20]);
    expect(handedText('x', new Uint8Array(), undefined, undefined).problem).toBe('x is empty.');
  });
});
