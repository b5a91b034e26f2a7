// Answers as a person reads them: what is asked of captures and of faults made in the lab, as short text with the lines that prove it.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { parseRfc3339 } from '../../src/base/time.ts';
import { connectEngine, type EngineClient } from '../../src/engine/client.ts';
import { nodeSources } from '../../src/engine/host/node/nodeSources.ts';
import { portPair } from '../../src/engine/host/portPair.ts';
import { answerText } from '../../src/engine/present/answer.ts';
import { serveEngine } from '../../src/engine/serve.ts';
import type { Question } from '../../src/protocol/askApi.ts';
import { expectGolden } from '../support/golden.ts';

const fixtures = path.join(import.meta.dirname, '..', 'fixtures');

async function opened(folder: string): Promise<EngineClient> {
  const [near, far] = portPair();
  serveEngine(far, nodeSources());
  const engine = await connectEngine(near);
  const bytes = zlib.gunzipSync(fs.readFileSync(path.join(fixtures, folder, 'kubelet.log.gz')));
  await engine.call('open', [
    { sources: [{ kind: 'bytes', name: 'kubelet.log', bytes }], year: 2026 },
  ]);
  return engine;
}

/** A question in short: `stuck web-1`, `killed web-1`, `at 09:34:40`, `line 345`. `as of TIME` moves the cursor first. */
async function questionOf(engine: EngineClient, text: string): Promise<Question> {
  const [kind = '', what = ''] = text.split(' ');
  if (kind === 'at') {
    const time = parseRfc3339(`2026-11-21T${what}`);
    return time === undefined ? { kind: 'happened' } : { kind: 'happened', time };
  }
  if (kind === 'line') {
    const row = await engine.call('inputAtLine', [0, Number(what)]);
    return { kind: 'normal', input: row?.input ?? expect.fail(`no line ${what}`) };
  }
  const { rows } = await engine.call('pods', [{ start: 0, count: 100, text: what }]);
  const podKey = rows.at(-1)?.key ?? expect.fail(`no pod ${what}`);
  return kind === 'stuck' ? { kind: 'stuck', podKey } : { kind: 'killed', podKey };
}

const asked: Readonly<Record<string, readonly string[]>> = {
  'captures/teardown-v2': [
    'stuck web-1',
    'killed web-1',
    'at 09:34:40',
    'at 09:34:05',
    'at 12:00:00',
    'line 345',
    'line 219',
    'line 100',
    'as-of 09:34:30',
    'stuck web-1',
  ],
  'captures/k123-teardown-v2': ['stuck web-1', 'killed web-1', 'line 351'],
  'captures/churn-v2': [
    'killed job-1',
    'killed crash-2',
    'stuck crash-2',
    'killed slow-4',
    'killed probe-5',
    'stuck probe-5',
  ],
  'captures/vol-v4': ['stuck cfg-0', 'killed cfg-0', 'stuck ok-0'],
  'lab/disk-pressure-v2': ['killed web-1', 'stuck late'],
  'lab/apiserver-down-v2': ['stuck slow'],
  'lab/cni-del-hang-v4': ['stuck web-1', 'killed web-1'],
  'lab/runtime-stopped-v2': ['at 11:22:23.6'],
};

describe('answers', () => {
  test.each(Object.entries(asked))('%s', async (folder, questions) => {
    const engine = await opened(folder);
    const answers: string[] = [];
    for (const text of questions) {
      if (text.startsWith('as-of ')) {
        const time = parseRfc3339(`2026-11-21T${text.slice(6)}`) ?? expect.fail(text);
        await engine.call('seek', [{ kind: 'time', time }]);
        answers.push(`The cursor is at ${text.slice(6)}.\n`);
      } else {
        answers.push(
          answerText(await engine.call('ask', [await questionOf(engine, text)])).replaceAll(
            /\n {4}kubelet\.log:/g,
            '  ← ',
          ),
        );
      }
    }
    expectGolden(`ask/${path.basename(folder)}`, answers.join('\n'));
  });
});
