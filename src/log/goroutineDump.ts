// The stacks of a Go program's goroutines, as `runtime.Stack`, `/debug/pprof/goroutine?debug=2` and a SIGQUIT print them (Go 1.16 to
// 1.26), alone or among the lines of a log, with or without the heads that a journal or a container runtime puts before each line.
// Knows Go's form; of what a function is for it knows nothing.

import { MINUTE, SECOND } from '../base/time.ts';
import { decode, encode } from './bytes.ts';
import { LineHead } from './lineHead.ts';
import { FormatNames, readHead } from './readHead.ts';

export interface GoFrame {
  /** With its package: `k8s.io/kubernetes/pkg/kubelet.(*podWorkers).podWorkerLoop`. */
  readonly function: string;
  /** As printed, without the brackets; `...` for an inlined call. */
  readonly args: string;
  readonly file: string;
  readonly line: number;
}

export interface Goroutine {
  readonly id: number;
  /** `select`, `chan receive`, `IO wait`, `sync.Mutex.Lock`, `running`, … */
  readonly state: string;
  /** Whole minutes of waiting as Go counts them (`leastWait`); 0 below one, or where it doesn’t wait. */
  readonly minutes: number;
  readonly lockedToThread: boolean;
  /** The innermost first. */
  readonly frames: readonly GoFrame[];
  readonly createdBy: (GoFrame & { readonly goroutine: number | undefined }) | undefined;
  /** The program left frames out of the middle. */
  readonly cut: boolean;
}

/** Two garbage collections are no further apart (runtime/proc.go, forcegcperiod), and these seconds for their own length. */
const COLLECTIONS = 2 * MINUTE + 10 * SECOND;

/**
 * µs that a goroutine has waited at least. Go counts from the end of the collection before the one that first saw it wait
 * (`work.tstart` in runtime/mgc.go and markroot in mgcmark.go): that may lie long before it did.
 */
export function leastWait(minutes: number): number {
  return Math.max(0, minutes * MINUTE - COLLECTIONS);
}

/** That in words, ` for at least 9 min`; nothing below a minute. */
export function waitWords(minutes: number): string {
  const least = Math.floor(leastWait(minutes) / MINUTE);
  return least === 0 ? '' : ` for at least ${least} min`;
}

/** More are no kubelet's, and nobody reads them. */
const MAX_GOROUTINES = 100_000;

const begins =
  /^goroutine (\d{1,12})(?: gp=\S{1,20})?(?: m=\S{1,20})?(?: mp=\S{1,20})? \[([^\]]{1,200})\](?: \{[^}]{0,2000}\})?:$/;
const place = /^\s+(\S.{0,1000}?):(\d{1,9})(?: \+0x[0-9a-f]+)?(?: fp=\S+ sp=\S+ pc=\S+)?$/;

/** All goroutines of a text, in its order; none when it holds no dump. */
export function parseGoroutines(text: string): readonly Goroutine[] {
  const found: Goroutine[] = [];
  let open: OpenGoroutine | undefined;
  const close = (): void => {
    if (open !== undefined) found.push(open.done());
    open = undefined;
  };
  const layers = new Layers();
  for (const raw of text.split('\n')) {
    const line = layers.bare(raw);
    const begin = begins.exec(line);
    if (begin !== null) {
      close();
      if (found.length >= MAX_GOROUTINES) break;
      open = new OpenGoroutine(Number(begin[1]), begin[2] ?? '');
    } else if (open?.take(line) === false) close();
  }
  close();
  return found;
}

/** Whether a text holds a dump: told by its first goroutine, wherever it stands. */
export function holdsGoroutines(text: string): boolean {
  const layers = new Layers();
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = text.indexOf('\n', at);
    if (end < 0) return false;
    if (begins.test(layers.bare(text.slice(text.lastIndexOf('\n', at) + 1, end)))) return true;
  }
  return false;
}

const word = 'goroutine ';

/** Whatever stands before a goroutine's own first line stands before its others too, with other digits. */
const dressed = /^(.{0,199}?[\s:|>\]])goroutine \d{1,12} [^[\]]{0,60}\[[^\]]{1,200}\].{0,2000}:$/;

function patternOf(prefix: string): RegExp {
  const literal = prefix.trimEnd().replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
  return new RegExp(
    `^${literal.replace(/\d+/g, '\\d+')}(?:${prefix.slice(prefix.trimEnd().length)})?`,
  );
}

/** Takes off what a journal, a container runtime or a collector puts before each line, as the readers of logs do. */
class Layers {
  private readonly names = new FormatNames();
  private readonly head = new LineHead();
  private prefix: RegExp | undefined;

  bare(raw: string): string {
    const line = this.unwrapped(raw.endsWith('\r') ? raw.slice(0, -1) : raw);
    const found = line.includes(word) ? dressed.exec(line)?.[1] : undefined;
    if (found !== undefined && !begins.test(line)) this.prefix = patternOf(found);
    return this.prefix === undefined ? line : line.replace(this.prefix, '');
  }

  private unwrapped(line: string): string {
    if (/^(?:[gk\t]|$)/.test(line)) return line;
    const bytes = encode(line);
    readHead(bytes, 0, bytes.length, this.names, this.head);
    const { kind, from, to } = this.head;
    return kind === 'wrapped' ? decode(this.head.bytes, from, to) : line;
  }
}

/** A goroutine whose lines still come. */
class OpenGoroutine {
  private readonly id: number;
  private readonly head: string;
  private readonly frames: GoFrame[] = [];
  private createdBy: Goroutine['createdBy'];
  private call: { readonly function: string; readonly args: string } | undefined;
  private creator: number | undefined;
  private isCreator = false;
  private cut = false;

  constructor(id: number, head: string) {
    this.id = id;
    this.head = head;
  }

  /** False when the line is none of this goroutine's. */
  take(line: string): boolean {
    const where = place.exec(line);
    if (where !== null && this.call !== undefined) {
      this.add({ ...this.call, file: where[1] ?? '', line: Number(where[2]) });
      return true;
    }
    if (/^\.{3}(?:\d+ frames elided|additional frames elided)/.test(line)) {
      this.cut = true;
      return true;
    }
    const created = /^created by (\S.{0,1000}?)(?: in goroutine (\d{1,12}))?$/.exec(line);
    if (created !== null) {
      this.call = { function: created[1] ?? '', args: '' };
      this.creator = created[2] === undefined ? undefined : Number(created[2]);
      this.isCreator = true;
      return true;
    }
    if (line.startsWith('goroutine running on other thread')) return true;
    const call = callOf(line);
    if (call === undefined) return false;
    this.call = call;
    return true;
  }

  private add(frame: GoFrame): void {
    this.call = undefined;
    if (this.isCreator) this.createdBy = { ...frame, goroutine: this.creator };
    else this.frames.push(frame);
    this.isCreator = false;
  }

  done(): Goroutine {
    const [state = '', ...more] = this.head.split(', ');
    const wait = more.find((part) => /^\d+ minutes$/.test(part));
    return {
      id: this.id,
      state,
      minutes: wait === undefined ? 0 : Number.parseInt(wait, 10),
      lockedToThread: more.includes('locked to thread'),
      frames: this.frames,
      createdBy: this.createdBy,
      cut: this.cut,
    };
  }
}

/** `pkg.(*T).f(0x1, {0x2, 0x3})`: the last bracket that opens at the outermost level begins the arguments. */
function callOf(line: string): { function: string; args: string } | undefined {
  if (!line.endsWith(')') || line.length > 10_000 || /^\s/.test(line)) return undefined;
  let depth = 0;
  for (let i = line.length - 1; i > 0; i--) {
    const char = line[i];
    if (char === ')') depth++;
    else if (char === '(' && --depth === 0)
      return /\s/.test(line.slice(0, i))
        ? undefined
        : { function: line.slice(0, i), args: line.slice(i + 1, -1) };
  }
  return undefined;
}
