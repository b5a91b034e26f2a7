import { build } from 'esbuild';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startEngine } from '../../../../src/engine/host/web/start.ts';
import { makeWorker } from '../../../../src/extension/webWorker.ts';
import { readCapture } from '../../../support/captures.ts';

const none = new Uint8Array();
let script: Uint8Array = none;

beforeAll(async () => {
  // As esbuild.mjs makes dist/web/worker.js.
  const { outputFiles } = await build({
    entryPoints: ['src/engine/host/web/worker.ts'],
    bundle: true,
    write: false,
    minify: true,
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    charset: 'utf8',
  });
  script = outputFiles[0]?.contents ?? none;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Opens a log, asks of it, and ends the engine. */
async function podsTold(): Promise<number> {
  const engine = await startEngine(await makeWorker(script, none));
  const { log: bytes } = readCapture('teardown-v2');
  const source = { kind: 'bytes', name: 'kubelet.log', bytes } as const;
  const { pods } = await engine.client.call('open', [{ sources: [source], year: 2026 }]);
  await engine.stop();
  return pods;
}

class RefusedWorker extends EventTarget {
  constructor() {
    super();
    setTimeout(() => this.dispatchEvent(new Event('error')));
  }
}

/** Node imports no blob: its address here is the text itself. */
class TextBlob {
  readonly parts: readonly (string | Uint8Array)[];

  constructor(parts: readonly (string | Uint8Array)[]) {
    this.parts = parts;
  }
}

function addressOf({ parts }: TextBlob): string {
  const bytes = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return `data:text/javascript;base64,${bytes.toString('base64')}`;
}

beforeEach(() => {
  vi.stubGlobal('Blob', TextBlob);
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => addressOf(blob as never));
});

describe('the engine in a browser', () => {
  it('answers where there are no workers', async () => {
    expect(globalThis).not.toHaveProperty('Worker');
    expect(await podsTold()).toBeGreaterThan(0);
  });

  it('answers where a worker does not come up', async () => {
    vi.stubGlobal('Worker', RefusedWorker);
    expect(await podsTold()).toBeGreaterThan(0);
  });

  it('says why where scripts are not imported either', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('refused:');
    await expect(podsTold()).rejects.toThrow(
      'No log can be read here: the browser’s policy lets an extension neither start workers nor import scripts.',
    );
  });
});
