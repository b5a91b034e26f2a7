// Texts that hold several: outputs of commands one below the other, as `minikube logs`, `tail -v`, collectors and pages of Markdown have
// them. Where each begins is told by its heads; a log that grows is never cut.
import type { ByteStore } from './byteStore.ts';
import { decode, NEWLINE, SPACE, TAB } from './bytes.ts';
import type { Program } from './record.ts';
import { commandAt } from './prompt.ts';
import { writerOfCommand, writerOfTitle } from './writerOfTitle.ts';

/** A part of a text, its head included. */
export interface Section {
  readonly from: number;
  readonly to: number;
  /** Lines of the text before it. */
  readonly linesAbove: number;
  /** What its head says; empty for what stands between. */
  readonly title: string;
  /** Whose the lines are that name no program. */
  readonly writer: Program;
}

/** Whether a text has sections is told by so much of its start. */
export const SECTIONS_WITHIN = 1 << 20;
/** More is no bundle: what comes then is all one section. */
const MOST_SECTIONS = 2000;
/** A head is short. */
const MAX_HEAD = 200;
const READ_AT_ONCE = 4 << 20;

type Head =
  | { readonly kind: 'begin'; readonly title: string; readonly isContainer?: boolean }
  /** Begins what `title` says, or ends it, in turns. */
  | { readonly kind: 'fence'; readonly title: string }
  /** `isSure`: behind a prompt; without one only what stands in a fence is a command. */
  | { readonly kind: 'command'; readonly title: string; readonly isSure: boolean };

const named = /^(?:\* )?==> (.{1,160}) <==\s*$/;
const container = /^==== (START|END) logs for container (\S+) of pod (\S+) ====\s*$/;
/** Of a list's item it stands as deep as that. */
const fence = /^[\s>]*(?:```|~~~)\s*(?:\{?\.?([\w+-][\w.+-]*)(?:[^\w.+`~-][^`~]*)?)?$/;
const ruled = /^([=#*-])\1{2,}[ [(]+(\S.{0,100}?)[ \])]+\1{3,}\s*$/;
/** What a ruled head must speak of: others draw lines, too. */
const telling =
  /journal|kube|containerd|docker|cri-?o|etcd|describe|systemctl|dmesg|syslog|\bevents?\b|\blogs?\b/i;

function headOf(line: string): Head | undefined {
  const title = named.exec(line)?.[1];
  if (title !== undefined) return { kind: 'begin', title };
  const logs = container.exec(line);
  if (logs !== null)
    return logs[1] === 'END'
      ? { kind: 'begin', title: '' }
      : { kind: 'begin', title: `${logs[2] ?? ''} of ${logs[3] ?? ''}`, isContainer: true };
  const fenced = fence.exec(line);
  if (fenced !== null) return { kind: 'fence', title: fenced[1] ?? '' };
  const rule = ruled.exec(line)?.[2];
  if (rule !== undefined && telling.test(rule)) return { kind: 'begin', title: rule };
  const command = commandAt(line);
  return command === undefined
    ? undefined
    : { kind: 'command', title: command.text, isSure: command.isSure };
}

/** Whether the start of a text shows a head. */
export function beginsSections(start: Uint8Array): boolean {
  let found = false;
  eachHead(start, 0, (head) => (found = head.kind !== 'command' || head.isSure));
  return found;
}

/** Tells of each line in whole lines of `bytes` that is a head, until it is told to stop; how many lines there were. */
function eachHead(
  bytes: Uint8Array,
  offset: number,
  tell: (head: Head, at: number, line: number) => boolean,
): number {
  let lines = 0;
  for (let from = 0; from < bytes.length; lines++) {
    const found = bytes.indexOf(NEWLINE, from);
    const end = found < 0 ? bytes.length : found;
    if (end - from <= MAX_HEAD && mayBegin(bytes, from)) {
      const head = headOf(decode(bytes, from, end).trimEnd());
      if (head !== undefined && tell(head, offset + from, lines)) return lines;
    }
    from = end + 1;
  }
  return lines;
}

/** Bytes that a head may begin with: a mark, a prompt; in lower case the name of a command. */
const starts: ReadonlySet<number> = new Set(
  Array.from('*=#-`~>[$+/(\xe2abcdefghijklmnopqrstuvwxyzP', (c) => c.charCodeAt(0)),
);

/** Of most lines the first byte is enough; a prompt begins with a name. */
function mayBegin(bytes: Uint8Array, start: number): boolean {
  let from = start;
  while (bytes[from] === SPACE || bytes[from] === TAB) from++;
  if (starts.has(bytes[from] ?? 0)) return true;
  for (let i = from; i < from + 32 && i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === AT) return true;
    if (byte <= SPACE) return false;
  }
  return false;
}

const AT = 64;

/** All sections of a text, which cover it without holes; fewer than two of which something is known are none. */
export function sectionsOf(bytes: ByteStore): readonly Section[] {
  const cutter = new Cutter();
  let lines = 0;
  for (let from = 0; from < bytes.size;) {
    const part = bytes.read(from, READ_AT_ONCE);
    const last = part.lastIndexOf(NEWLINE);
    const whole = last < 0 || from + part.length >= bytes.size ? part : part.subarray(0, last + 1);
    const above = lines;
    lines += eachHead(whole, from, (head, at, line) => {
      cutter.cut(head, at, above + line);
      return false;
    });
    from += Math.max(1, whole.length);
  }
  return cutter.end(bytes.size);
}

class Cutter {
  private readonly sections: Section[] = [];
  private from = 0;
  private linesAbove = 0;
  private title = '';
  private writer: Program = 'unknown';
  private inFence = false;

  cut(head: Head, at: number, line: number): void {
    const { title } = head;
    if (head.kind === 'command' && !head.isSure && !this.inFence) return;
    if (this.sections.length >= MOST_SECTIONS) return;
    this.close(at);
    this.from = at;
    this.linesAbove = line;
    this.title = title;
    this.writer = this.writerBelow(head);
  }

  end(size: number): readonly Section[] {
    this.close(size);
    const { sections } = this;
    return sections.length > 1 || sections.some(({ writer }) => writer !== 'unknown')
      ? sections
      : [];
  }

  private writerBelow(head: Head): Program {
    if (head.kind === 'command') return writerOfCommand(head.title);
    if (head.kind === 'begin') {
      const writer = writerOfTitle(head.title);
      return writer === 'unknown' && head.isContainer === true ? 'other' : writer;
    }
    // A fence that names a language begins a block, whatever was open.
    this.inFence = !this.inFence || head.title !== '';
    return this.inFence ? writerOfTitle(head.title) : 'text';
  }

  private close(at: number): void {
    if (at <= this.from) return;
    const { from, linesAbove, title, writer } = this;
    this.sections.push({ from, to: at, linesAbove, title, writer });
  }
}
