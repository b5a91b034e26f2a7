// A file of a node's /var/log that grows, read in ranges. Each question begins with bytes that are known already: when they are not
// there any more, the file is another one, and the rest of the old one is looked for beside it.
import { err, ok, type Result } from '../base/result.ts';
import type { RequestError } from '../informer/requestError.ts';
import { pause, Trouble } from './logPoll.ts';
import { namesIn, type LogPart, type NodeLogOptions } from './logPart.ts';
import type { NodeProxy } from './nodeProxy.ts';

/** So many bytes tell a file from another. */
const overlap = 256;
const piece = 8 << 20;
const newline = 10;

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
    if (result.value === 'replaced') {
      yield* file.changeOver();
      continue;
    }
    if (result.value.length > 0) yield { kind: 'data', bytes: result.value };
    // A kubelet may log each question: asked again at once because a line came, it would never stop.
    if (result.value.length < piece) await pause(file.isWhole ? 3 * interval : interval, signal);
  }
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

  constructor(proxy: NodeProxy, path: string, signal: AbortSignal) {
    this.proxy = proxy;
    this.path = path;
    this.signal = signal;
  }

  /** Begins so many bytes before the end. */
  async beginAt(tail: number): Promise<Result<undefined, RequestError>> {
    const first = await this.range(this.path, 0, 1);
    if (!first.ok) return first;
    const size = first.value?.size ?? 0;
    const added = await this.range(this.path, size, 64 << 10);
    if (added.ok && added.value !== undefined) this.whole = isPrinted(added.value.bytes);
    this.offset = Math.max(0, size - tail);
    this.inLine = this.offset > 0;
    return ok(undefined);
  }

  /** The bytes that came, as many as one question brings. */
  async next(): Promise<Result<Buffer | 'replaced', RequestError>> {
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
    this.whole ||= isPrinted(bytes);
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
  ): Promise<Result<Piece | undefined, RequestError>> {
    const url = `logs/${path.split('/').map(encodeURIComponent).join('/')}`;
    const range = `bytes=${from}-${from + length - 1}`;
    const answer = await this.proxy.get(url, this.signal, this.whole ? {} : { range });
    if (!answer.ok) {
      const beyond = answer.error.type === 'status' && answer.error.status.code === 416;
      return beyond ? ok(undefined) : err(answer.error);
    }
    const { headers, body } = answer.value;
    const [, start, size] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
    // Without ranges the whole file comes each time.
    if (size === undefined)
      return ok({ bytes: body.subarray(from, from + length), size: body.length });
    return ok({ bytes: Number(start) === from ? body : Buffer.alloc(0), size: Number(size) });
  }
}

/** Whether an answer to one of these questions stands in what was read. */
function isPrinted(bytes: Buffer): boolean {
  return bytes.includes('logging error output: ');
}
