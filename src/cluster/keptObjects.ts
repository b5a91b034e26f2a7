// What is kept of a cluster's objects, measured while they arrive: a server that lists without end must not take the memory.
import { field, isRecord, textField } from './json.ts';

/** Some 75,000 pods as they are kept, in bytes. */
const mostKept = 64 << 20;
/** Of an object and of each of its members, beside its texts. */
const OBJECT = 32;
const MEMBER = 12;

/** The objects of one resource by their keys, and how much they come to. */
export class KeptObjects {
  private readonly trusted: boolean;
  private sizes = new Map<string, number>();
  private total = 0;

  /** @param trusted nothing is ever too many, so that nothing is measured */
  constructor(trusted = false) {
    this.trusted = trusted;
  }

  /** A list begins: what was there before is replaced. */
  begin(): void {
    this.sizes = new Map();
    this.total = 0;
  }

  /** False when it is one too many. */
  take(object: unknown): boolean {
    if (this.trusted) return true;
    const key = keyOf(object);
    const size = sizeOf(object) + key.length;
    this.total += size - (this.sizes.get(key) ?? 0);
    this.sizes.set(key, size);
    return this.total <= mostKept;
  }

  drop(object: unknown): void {
    const key = keyOf(object);
    this.total -= this.sizes.get(key) ?? 0;
    this.sizes.delete(key);
  }
}

function keyOf(object: unknown): string {
  const metadata = field(object, 'metadata');
  return `${textField(metadata, 'namespace') ?? ''}/${textField(metadata, 'name') ?? ''}`;
}

/** Bytes, about as the engine keeps it. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return OBJECT / 2 + value.length;
  if (Array.isArray(value))
    return value.reduce<number>((sum, one) => sum + MEMBER + sizeOf(one), OBJECT);
  if (!isRecord(value)) return 0;
  let size = OBJECT;
  for (const key of Object.keys(value)) size += MEMBER + sizeOf(value[key]);
  return size;
}
