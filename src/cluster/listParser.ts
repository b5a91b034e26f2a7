// Reads a list while it arrives: each object is parsed when its last byte is there, so that no text of the whole is ever
// made and no turn of the thread is long. It knows where a list has its objects, and nothing of what they are.
import { err, ok, type Result } from '../base/result.ts';
import type { ObjectList } from '../informer/listerWatcher.ts';
import { ByteWindow } from './byteWindow.ts';
import { field, isRecord, jsonOf, textField } from './json.ts';
import { tooMany, type ListReader } from './readers.ts';

const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;

/** What a byte does outside a string. */
const [plain, string, opens, closes] = [0, 1, 2, 3];
const roles = new Uint8Array(256);
roles[quote] = string;
for (const character of '{[') roles[character.charCodeAt(0)] = opens;
for (const character of '}]') roles[character.charCodeAt(0)] = closes;

/** Objects of a list lack their kind, which those of a watch have. The list's own, without `List`, goes before each. */
function prefixFor(head: unknown): string {
  const kind = textField(head, 'kind');
  const apiVersion = textField(head, 'apiVersion');
  if (!kind?.endsWith('List') || kind === 'List' || apiVersion === undefined) return '';
  return `{"kind":${JSON.stringify(kind.slice(0, -4))},"apiVersion":${JSON.stringify(apiVersion)},`;
}

/** One list. Bytes go in by `push`; what is wrong with them is told once, by `end`. */
export class ListParser<T> implements ListReader<T> {
  private readonly window = new ByteWindow();
  private readonly items: T[] = [];
  private readonly received: (object: unknown) => unknown;
  /** The text around the objects: the list without them. */
  private envelope = '';
  private prefix = '';
  private problem: string | undefined;
  private inItems = false;
  private inString = false;
  private depth = 0;
  /** Where to go on, from the start of the window; one past its end where the last byte was a backslash. */
  private position = 0;
  /** Where the last string of depth 1 began, and whether it was the key `items`. */
  private stringStart = 0;
  private afterItemsKey = false;

  /** @param received gives what is kept of an object; undefined: nothing more can be */
  constructor(received: (object: unknown) => unknown = (object) => object) {
    this.received = received;
  }

  /** False when it is of no use to go on. */
  push(chunk: Buffer): boolean {
    if (this.problem !== undefined) return false;
    if (!this.window.append(chunk)) this.problem = 'one object in it is larger than 16 MiB';
    while (this.problem === undefined && this.position < this.window.length) {
      if (this.inItems) this.scanItems();
      else this.scanEnvelope();
    }
    return this.problem === undefined;
  }

  end(): Result<ObjectList<T>> {
    if (this.problem !== undefined) return err(this.problem);
    if (this.inItems || this.depth > 0) return err('it ends in the middle');
    const text = this.envelope + this.window.text(0, this.window.length);
    const list = jsonOf(text);
    const metadata = field(list, 'metadata');
    const isList = isRecord(list) && (list['items'] === null || Array.isArray(list['items']));
    if (!isList || !isRecord(metadata)) {
      return err('it is no list of Kubernetes objects');
    }
    const token = textField(metadata, 'continue') ?? '';
    return ok({
      resourceVersion: textField(metadata, 'resourceVersion') ?? '',
      ...(token === '' ? {} : { continue: token }),
      items: this.items,
    });
  }

  /** Up to the bracket that begins the objects, or to the end of what is there. */
  private scanEnvelope(): void {
    const { bytes, start, end } = this.window;
    let i = start + this.position;
    while (i < end) {
      const byte = bytes[i] ?? 0;
      i += 1;
      if (this.inString) {
        if (byte === backslash) i += 1;
        else if (byte === quote) this.endString(i - start);
        continue;
      }
      const role = roles[byte];
      if (role === string) {
        this.inString = true;
        this.stringStart = i - start;
      } else if (role === opens) {
        this.depth += 1;
        if (byte === openBracket && this.depth === 2 && this.afterItemsKey) {
          this.beginItems(i - start);
          return;
        }
      } else if (role === closes) this.depth -= 1;
    }
    this.position = i - start;
  }

  private endString(after: number): void {
    this.inString = false;
    if (this.depth !== 1) return;
    this.afterItemsKey = this.window.text(this.stringStart, after - 1) === 'items';
  }

  private beginItems(after: number): void {
    this.envelope += this.window.text(0, after);
    this.prefix = prefixFor(jsonOf(`${this.envelope}]}`));
    this.window.drop(after);
    this.position = 0;
    this.depth = 0;
    this.inItems = true;
    this.afterItemsKey = false;
  }

  /** Up to the bracket that ends the objects, or to the end of what is there. Depth counts from within the bracket. */
  private scanItems(): void {
    const { bytes, end } = this.window;
    let i = this.window.start + this.position;
    let { depth, inString } = this;
    while (i < end) {
      if (inString) {
        while (i < end) {
          const byte = bytes[i] ?? 0;
          i += 1;
          if (byte === backslash) i += 1;
          else if (byte === quote) {
            inString = false;
            break;
          }
        }
        continue;
      }
      const role = roles[bytes[i] ?? 0] ?? plain;
      i += 1;
      if (role === plain) continue;
      if (role === string) inString = true;
      else if (role === opens) {
        // What stands between two objects is a comma and space.
        if (depth === 0) this.window.start = i - 1;
        depth += 1;
      } else {
        depth -= 1;
        if (depth < 0) {
          this.endItems(i - 1);
          return;
        }
        if (depth === 0 && !this.takeItem(i)) return;
      }
    }
    this.depth = depth;
    this.inString = inString;
    this.position = i - this.window.start;
  }

  private takeItem(after: number): boolean {
    const { window } = this;
    const text = window.text(0, after - window.start);
    window.start = after;
    try {
      // Of a name that comes twice the later value counts: an object's own kind goes before the list's.
      const rest = this.prefix !== '' && text.startsWith('{"') ? this.prefix + text.slice(1) : text;
      const item: unknown = JSON.parse(rest);
      if (!isRecord(item)) {
        this.problem = `object ${this.items.length + 1} in it is none`;
        return false;
      }
      const kept = this.received(item);
      if (kept === undefined) this.problem = tooMany;
      else this.items.push(kept as T);
      return kept !== undefined;
    } catch {
      this.problem = `object ${this.items.length + 1} in it is no JSON`;
      return false;
    }
  }

  private endItems(at: number): void {
    this.window.start = at;
    this.position = 0;
    this.depth = 2;
    this.inItems = false;
    this.inString = false;
  }
}
