// A file of a node's /var/log that grows, read in ranges. Each question begins with bytes that are known already: when they are not
// there any more, the file is another one, and the rest of the old one is looked for beside it.
import { err, ok, type Result } from '../base/result.ts';
import type { RequestError } from '../informer/requestError.ts';
import { pause, Trouble } from './logPoll.ts';
import { namesIn, type LogPart, type NodeLogOptions } from './logPart.ts';
import type { NodeProxy } from './nodeProxy.ts';
import { waitAfter } from './remotePolicy.ts';
import { longestAnswer } from './ask.ts';

/** So many bytes tell a file from another. */
const overlap = 256;
const piece = 8 << 20;
const newline = 10;
/** A file that is too big to be asked for is looked at so many times more seldom. */
const LOOKS_APART = 60;
/** A quiet file is looked at more seldom the longer it is so, to this (milliseconds): what comes then is late by a quarter of the silence. */
const LONGEST_LOOK = 15_000;
/** Begins of the last answers: they tell those that the kubelet has printed from lines that only look like it. */
const HEADS = 8;
const HEAD_SIZE = 64;

/** What a range had: bytes, and the file's size then; `undefined` where the file ends before it. */
interface Piece {
  readonly bytes: Buffer;
  readonly size: number;
}

export async function* followLogFile(
  proxy: NodeProxy,
  path: string,
  options: NodeLogOptions,
): AsyncGenerator<LogPart> {
  const { signal, interval = 1_000, tail = 32 << 20 } = options;
  const file = new RangedFile(proxy, path, signal);
  const trouble = new Trouble(proxy.node);
  let begun = false;
  let toldTooBig = false;
  let replacements = 0;
  let quiet = 0;
  while (!signal.aborted) {
    const begin = begun ? ok(undefined) : await file.beginAt(tail);
    const result = begin.ok ? await file.next() : begin;
    if (!result.ok) {
      yield* trouble.failed(result.error);
      await pause(trouble.wait, signal);
      continue;
    }
    begun = true;
    yield* trouble.worked();
    if (result.value === 'too-big') {
      if (!toldTooBig) yield tooBig(proxy.node, path);
      toldTooBig = true;
      await pause(LOOKS_APART * interval, signal);
      continue;
    }
    toldTooBig = false;
    if (result.value === 'replaced') {
      yield* file.changeOver();
      await pause(1_000 * waitAfter(replacements++, Math.random), signal);
      continue;
    }
    if (result.value.length > 0) {
      replacements = Math.max(0, replacements - 1);
      quiet = 0;
      yield { kind: 'data', bytes: result.value };
    }
    // A kubelet may log each question: asked again at once because a line came, it would never stop.
    if (result.value.length >= piece) continue;
    const usual = file.isWhole ? 3 * interval : interval;
    const wait = Math.max(usual, Math.min(quiet / 4, LONGEST_LOOK));
    quiet += wait;
    await pause(wait, signal);
  }
}

function tooBig(node: string, path: string): LogPart {
  const why = `the kubelet of ${node} prints what it answers into its own log, and /var/log/${path} is larger than 64 MiB`;
  const text = `The log of ${node} cannot be read further: ${why}. Reading continues once the log is rotated, or once the verbosity is below 3 and the log is opened again.`;
  return { kind: 'notice', text };
}

class RangedFile {
  private readonly proxy: NodeProxy;
  private readonly path: string;
  private readonly signal: AbortSignal;
  private offset = 0;
  /** The last bytes before `offset`. */
  private known: Buffer = Buffer.alloc(0);
  /** The first bytes are the end of a line whose begin is not read. */
  private inLine = false;
  /**
   * It is asked for as a whole. From verbosity 3 on a kubelet prints every answer that is a part (206), as it does with errors
   * (apiserver's httplog.go): what is asked for comes into the log again, escaped, and doubles with each question.
   */
  private whole = false;
  /** As last told. */
  private size = 0;
  private readonly heads: string[] = [];

  constructor(proxy: NodeProxy, path: string, signal: AbortSignal) {
    this.proxy = proxy;
    this.path = path;
    this.signal = signal;
  }

  /** Begins so many bytes before the end. */
  async beginAt(tail: number): Promise<Result<undefined, RequestError>> {
    const first = await this.range(this.path, 0, HEAD_SIZE);
    if (!first.ok) return first;
    const size = first.value?.size ?? 0;
    const added = await this.range(this.path, size, 64 << 10);
    if (added.ok && added.value !== undefined) this.whole = this.isPrinted(added.value.bytes);
    this.offset = Math.max(0, size - tail);
    this.inLine = this.offset > 0;
    return ok(undefined);
  }

  /** The bytes that came, as many as one question brings. */
  async next(): Promise<Result<Buffer | 'replaced' | 'too-big', RequestError>> {
    if (this.whole && this.size > longestAnswer) {
      const looked = await this.range(this.path, 0, 1, 'a part');
      if (!looked.ok) return looked;
      if (this.size > longestAnswer) return ok('too-big');
    }
    const read = await this.readOn(this.path);
    if (!read.ok || read.value === 'other') return read.ok ? ok('replaced') : read;
    return ok(this.take(read.value));
  }

  private async readOn(path: string): Promise<Result<Buffer | 'other', RequestError>> {
    const { known, offset } = this;
    const answer = await this.range(path, offset - known.length, known.length + piece);
    if (!answer.ok) return answer;
    const found = answer.value;
    // An empty file has no range to give, which is no other file than an empty one.
    if (found === undefined) return ok(offset === 0 ? Buffer.alloc(0) : 'other');
    const same = found.bytes.subarray(0, known.length).equals(known);
    return ok(same ? found.bytes.subarray(known.length) : 'other');
  }

  get isWhole(): boolean {
    return this.whole;
  }

  private take(bytes: Buffer): Buffer {
    this.whole ||= this.isPrinted(bytes);
    this.offset += bytes.length;
    this.known = Buffer.from(Buffer.concat([this.known, bytes]).subarray(-overlap));
    if (!this.inLine) return bytes;
    const end = bytes.indexOf(newline);
    if (end < 0) return Buffer.alloc(0);
    this.inLine = false;
    return bytes.subarray(end + 1);
  }

  /** The file was rotated or cut: what was written to the old one is read first, where it is to be found. */
  async *changeOver(): AsyncGenerator<LogPart> {
    const { path } = this;
    const old = await this.oldFile();
    if (old !== undefined) {
      for (let rest = old.rest; rest.length > 0;) {
        yield { kind: 'data', bytes: this.take(rest) };
        const read = await this.readOn(old.path);
        rest = read.ok && read.value !== 'other' ? read.value : Buffer.alloc(0);
      }
    }
    if (this.known.length > 0 && this.known.at(-1) !== newline)
      yield { kind: 'data', bytes: Uint8Array.of(newline) };
    yield old === undefined
      ? {
          kind: 'notice',
          gap: 'rotation',
          text: `/var/log/${path} is another file now, and the rest of the old one was not found: lines may be missing.`,
        }
      : { kind: 'notice', text: `/var/log/${path} was rotated; the rest was in ${old.path}.` };
    this.offset = 0;
    this.known = Buffer.alloc(0);
    this.inLine = false;
  }

  private async oldFile(): Promise<{ path: string; rest: Buffer } | undefined> {
    const folder = this.path.replace(/[^/]*$/, '');
    const name = this.path.slice(folder.length);
    const listing = await this.proxy.get(`logs/${folder}`, this.signal);
    const names = listing.ok ? namesIn(listing.value.body.toString()) : [];
    const candidates = names
      .filter((each) => /^[.-]/.test(each.slice(name.length)) && each.startsWith(name))
      .filter((each) => !/\/$|\.(gz|xz|zst|bz2)$/.test(each));
    for (const candidate of candidates.slice(-20)) {
      const path = folder + candidate;
      const read = await this.readOn(path);
      if (read.ok && read.value !== 'other') return { path, rest: read.value };
    }
    return undefined;
  }

  private async range(
    path: string,
    from: number,
    length: number,
    how = this.whole ? 'the whole' : 'a part',
  ): Promise<Result<Piece | undefined, RequestError>> {
    const url = `logs/${path.split('/').map(encodeURIComponent).join('/')}`;
    const range = `bytes=${from}-${from + length - 1}`;
    const answer = await this.proxy.get(url, this.signal, how === 'a part' ? { range } : {});
    if (!answer.ok) {
      const beyond = answer.error.type === 'status' && answer.error.status.code === 416;
      return beyond ? ok(undefined) : err(answer.error);
    }
    const { headers, body } = answer.value;
    const [, start, size] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
    if (path === this.path) this.size = size === undefined ? body.length : Number(size);
    // Without ranges the whole file comes each time.
    if (size === undefined) {
      if (body.length < from) return ok(undefined);
      return ok({ bytes: body.subarray(from, from + length), size: body.length });
    }
    this.heads.push(plain(body));
    if (this.heads.length > HEADS) this.heads.shift();
    return ok({ bytes: Number(start) === from ? body : Buffer.alloc(0), size: Number(size) });
  }

  /** Whether an answer to one of these questions stands in what was read. Other lines may hold the words: a pod can be named so. */
  private isPrinted(bytes: Buffer): boolean {
    for (let at = bytes.indexOf(PRINTED); at >= 0; at = bytes.indexOf(PRINTED, at + 1)) {
      const printed = plain(bytes.subarray(at + PRINTED.length, at + 8 * HEAD_SIZE));
      if (this.heads.some((head) => head !== '' && printed.startsWith(head))) return true;
    }
    return false;
  }
}

const PRINTED = 'logging error output: ';

/** The begin of a text without what quoting changes. */
function plain(bytes: Buffer): string {
  return bytes
    .toString('latin1', 0, 8 * HEAD_SIZE)
    .replace(/\\[nt]|[^A-Za-z0-9.:]/g, '')
    .slice(0, HEAD_SIZE / 2);
}
