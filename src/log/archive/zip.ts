// Mirrors PKWARE's APPNOTE 6.3. Read by ourselves, in one pass, because one bad entry may not hide those behind it, and because what an
// entry's checksum and the archive's list of contents say is held against what was read.
import { Inflate } from 'fflate';
import type { Budget } from './budget.ts';
import { ByteReader } from './byteReader.ts';
import { ArchiveProblem, passBy, type Chunks } from './chunks.ts';
import { Checksum } from './crc32.ts';
import { pushed, unxz, unzstd } from './decoders.ts';
import { DescribedData } from './zipDescriptor.ts';
import {
  headerIn,
  isLocalHeader,
  LOCAL,
  localLength,
  readCentral,
  readLocal,
  Signature,
  signatureAt,
  type LocalHeader,
} from './zipHeader.ts';

export interface ZipFile {
  readonly name: string;
  readonly chunks: Chunks;
  /** Why it is not read: then it has no chunks. */
  readonly problem: string | undefined;
}

/** The files of a zip archive, one after the other: the chunks of one are read before the next is asked for, or are passed over. */
export async function* unzipFiles(chunks: Chunks, budget: Budget): AsyncGenerator<ZipFile> {
  const reader = new ByteReader(chunks);
  /** Names by the places where the entries begin. */
  const found = new Map<number, string>();
  for (;;) {
    const head = await reader.ahead(LOCAL);
    if (isLocalHeader(head, 0)) {
      const start = reader.position;
      const header = readLocal(await reader.ahead(localLength(head)));
      budget.addEntry();
      found.set(start, header.name);
      reader.pass(Math.min(header.length, (await reader.ahead(header.length)).length));
      yield* fileOf(reader, header, budget);
    } else if (!(await skipDamage(reader))) break;
  }
  yield* checkContents(reader, found);
  await reader.toEnd();
}

/** Goes on to the next header behind damage; what was lost there the list of contents names. False where no file comes any more. */
async function skipDamage(reader: ByteReader): Promise<boolean> {
  for (let held = await reader.ahead(LOCAL); held.length >= 4; held = await reader.ahead(LOCAL)) {
    const at = headerIn(held);
    // One that the pieces cut in two is looked at again when all of it is there.
    reader.pass(at ?? Math.max(1, held.length - LOCAL + 1));
    if (at !== undefined) return isLocalHeader(await reader.ahead(LOCAL), 0);
  }
  return false;
}

async function* fileOf(
  reader: ByteReader,
  header: LocalHeader,
  budget: Budget,
): AsyncGenerator<ZipFile> {
  const { name, described, packedSize } = header;
  const end = reader.position + packedSize;
  const behind = new DescribedData(reader, header);
  const expected = described ? behind : header;
  // Asked for again, they go on where they were left.
  const raw = (): Chunks => (described ? behind.chunks() : wholeOf(reader, end));
  const decode = decoders.get(header.method);
  if (header.encrypted) yield { name, chunks: none(), problem: 'it is encrypted; it was not read' };
  else if (decode === undefined)
    yield { name, chunks: none(), problem: unknownMethod(header.method) };
  else yield { name, chunks: checked(decode(raw(), budget), expected), problem: undefined };
  await passOver(raw());
}

/** What the reader left of an entry. That it is broken was told to who read it, or is of no interest. */
async function passOver(raw: Chunks): Promise<void> {
  try {
    await passBy(raw);
  } catch (error) {
    if (!(error instanceof ArchiveProblem)) throw error;
  }
}

type Decoder = (chunks: Chunks, budget: Budget) => Chunks;

const decoders: ReadonlyMap<number, Decoder> = new Map<number, Decoder>([
  [0, stored],
  [8, inflated],
  [93, unzstd],
  [95, unxz],
]);

async function* stored(chunks: Chunks, budget: Budget): Chunks {
  for await (const chunk of chunks) {
    budget.spend(chunk.length);
    yield chunk;
  }
}

function inflated(chunks: Chunks, budget: Budget): Chunks {
  const broken = 'its data is cut or damaged; what stands before that was read';
  return pushed(chunks, budget, (out) => new Inflate(out), broken);
}

/** Methods that people meet, by their numbers. */
const methods: ReadonlyMap<number, string> = new Map([
  [6, 'Implode'],
  [9, 'Deflate64'],
  [12, 'bzip2'],
  [14, 'LZMA'],
  [98, 'PPMd'],
]);

function unknownMethod(method: number): string {
  const name = methods.get(method) ?? `method ${method}`;
  return `it is packed with ${name}, which is not read here; please unpack it`;
}

interface Expected {
  readonly crc: number;
  readonly size: number;
}

/** Its data, held at its end against what the archive tells of it: of some, that stands behind the data. */
async function* checked(chunks: Chunks, expected: Expected): Chunks {
  const sum = new Checksum();
  for await (const chunk of chunks) {
    sum.add(chunk);
    yield chunk;
  }
  if (sum.value !== expected.crc || sum.size !== expected.size)
    throw new ArchiveProblem(
      'its data is damaged: it is not what its checksum is of, and lines may be altered',
    );
}

async function* wholeOf(reader: ByteReader, end: number): Chunks {
  yield* reader.take(end - reader.position);
  if (reader.position < end)
    throw new ArchiveProblem('the zip archive is cut here; what stands before that was read');
}

/** What the list of contents has and the archive has not. An archive without its list is cut. */
async function* checkContents(
  reader: ByteReader,
  found: ReadonlyMap<number, string>,
): AsyncGenerator<ZipFile> {
  let listed = 0;
  for (;;) {
    const entry = await readCentral(reader);
    if (entry === undefined) break;
    listed++;
    const read = found.get(entry.offset);
    if (entry.isFar || read === entry.name) continue;
    const problem =
      read === undefined
        ? 'the zip archive is damaged where it stands; it was not read'
        : `its name is damaged: what stands in its place is named ${read}`;
    yield { name: entry.name, chunks: none(), problem };
  }
  const held = await reader.ahead(4);
  const signature = signatureAt(held, 0);
  const ends = signature === Signature.end || signature === Signature.end64;
  if (!ends || listed < found.size)
    throw new ArchiveProblem(
      'the zip archive is cut or damaged: its list of contents is not whole; what stands before that was read',
    );
}

async function* none(): Chunks {
  // Nothing to give.
}
