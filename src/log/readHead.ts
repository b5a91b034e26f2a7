import { readKlog } from './format/klog.ts';
import { readKlogJson } from './format/klogJson.ts';
import { stripJournaldShort } from './format/journaldShort.ts';
import { layerNames, type LayerName, type LineHead } from './lineHead.ts';
import { programNumber } from './program.ts';
import { at } from './bytes.ts';
import type { FormatId } from './record.ts';

/** Takes a wrapper off: where the rest begins, or -1 when the wrapper doesn't stand there. */
type Strip = (bytes: Uint8Array, from: number, to: number, head: LineHead) => number;
/** Reads a payload's header; false, with nothing changed, when it is another one. */
type Read = (bytes: Uint8Array, from: number, to: number, head: LineHead) => boolean;

const wrappers: readonly (readonly [LayerName, Strip])[] = [['journald-short', stripJournaldShort]];
const payloads: readonly (readonly [LayerName, Read])[] = [
  ['klog', readKlog],
  ['klog-json', readKlogJson],
];

const layerNumber = new Map<LayerName, number>(layerNames.map((name, index) => [name, index]));
const MAX_LAYERS = 6;
const kubelet = programNumber('kubelet');

/** Names of layers joined, outermost first, numbered as they are met: `journald-short/klog`. Number 0 is no log line. */
export class FormatNames {
  private readonly names: string[] = ['text'];
  private readonly next = new Map<number, number>();

  at(index: number): FormatId {
    return this.names[index] ?? 'text';
  }

  get size(): number {
    return this.names.length;
  }

  /** The number of a chain with one more layer at its inner end. */
  add(chain: number, layer: LayerName): number {
    const key = chain * layerNames.length + (layerNumber.get(layer) ?? 0);
    const known = this.next.get(key);
    if (known !== undefined) return known;
    if (this.names.length > 254) return chain;
    const name = chain === 0 ? layer : `${this.at(chain)}/${layer}`;
    this.names.push(name);
    this.next.set(key, this.names.length - 1);
    return this.names.length - 1;
  }
}

/** Reads what the line in `[from, to)` (without its line break) says of itself into `head`. */
export function readHead(
  bytes: Uint8Array,
  from: number,
  to: number,
  formats: FormatNames,
  head: LineHead,
): void {
  head.reset(bytes, from, to);
  for (let depth = 0; depth < MAX_LAYERS; depth++) {
    if (readPayload(head, formats)) return;
    if (!stripOne(head, formats)) return;
  }
}

function readPayload(head: LineHead, formats: FormatNames): boolean {
  const outerPid = head.pid;
  for (const [name, read] of payloads) {
    if (!read(head.bytes, head.from, head.to, head)) continue;
    head.kind = 'payload';
    head.format = formats.add(head.format, name);
    if (head.program === 0) head.program = kubelet;
    if (head.pid < 0) head.pid = outerPid;
    return true;
  }
  return false;
}

function stripOne(head: LineHead, formats: FormatNames): boolean {
  if (at(head.bytes, head.from) === 0) return false;
  for (const [name, strip] of wrappers) {
    const rest = strip(head.bytes, head.from, head.to, head);
    if (rest < 0) continue;
    head.kind = 'wrapped';
    head.format = formats.add(head.format, name);
    head.from = Math.min(rest, head.to);
    head.bodyFrom = head.from;
    return true;
  }
  return false;
}
