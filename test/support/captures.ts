// The captures: logs of real kubelets with the truth sampled from their own memory.
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { sourceId } from '../../src/base/input.ts';
import { micros } from '../../src/base/time.ts';
import { isKnownHarmless } from '../../src/kubelet/evidence/known.ts';
import { read } from '../../src/kubelet/evidence/rules.ts';
import { rebuild } from '../../src/kubelet/rebuild/rebuild.ts';
import type { History } from '../../src/kubelet/rebuild/history.ts';
import { readLog } from '../../src/log/readLog.ts';
import { Tape } from '../../src/replay/tape.ts';

const root = new URL('../fixtures/captures/', import.meta.url);
/** Made by the lab's scenarios, each at three verbosities (test/lab/README.md). */
const labRoot = new URL('../fixtures/lab/', import.meta.url);

/** Random mixes and scenarios written apart from the rules, most of them scored once before the rules knew them: log and truth alone. */
const holdoutRoot = new URL('../fixtures/holdouts/', import.meta.url);

export interface Capture {
  readonly name: string;
  readonly log: Uint8Array;
  /** One text of JSON lines for each run of the process. */
  readonly truths: readonly string[];
}

export function captureNames(): readonly string[] {
  return foldersOf(root);
}

export function labCaptureNames(): readonly string[] {
  return foldersOf(labRoot);
}

export function holdoutNames(): readonly string[] {
  return foldersOf(holdoutRoot);
}

function foldersOf(parent: URL): readonly string[] {
  return readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

export function readCapture(name: string): Capture {
  const parent = [root, labRoot, holdoutRoot].find((one) => foldersOf(one).includes(name)) ?? root;
  const folder = new URL(`${name}/`, parent);
  const files = readdirSync(folder).sort();
  const text = (file: string): Uint8Array => gunzipSync(readFileSync(new URL(file, folder)));
  return {
    name,
    log: text('kubelet.log.gz'),
    truths: files
      .filter((file) => /^truth-\d+\.jsonl\.gz$/.test(file))
      .map((file) => new TextDecoder().decode(text(file))),
  };
}

/** The tape of one log; `year` anchors headers that have none. */
export function tapeOf(log: Uint8Array): Tape {
  const table = readLog(sourceId(0), log, { year: 2026 });
  return new Tape([{ table, name: 'kubelet.log', clockOffset: micros(0) }]);
}

export function rebuildCapture(name: string): History {
  return rebuild(tapeOf(readCapture(name).log));
}

/** A log as a kubelet of lower verbosity would have written it, as far as rules read it: without the lines that it doesn't print. */
export function quieter(log: Uint8Array, verbosity: number): Uint8Array {
  const table = readLog(sourceId(0), log, { year: 2026 });
  const kept: string[] = [];
  for (let i = 0; i < table.length; i++) {
    const record = table.record(i);
    const rule = read(record)?.rule;
    if (rule === undefined ? isKnownHarmless(record) : rule.v > verbosity) continue;
    kept.push(record.text);
  }
  return new TextEncoder().encode(`${kept.join('\n')}\n`);
}
