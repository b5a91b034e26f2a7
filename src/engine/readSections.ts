// The sections of a text, each a source of its own: a window of the text's bytes, with its own clock and its own program.
import { sourceId } from '../base/input.ts';
import { decode } from '../log/bytes.ts';
import type { ByteStore, ByteWindow } from '../log/byteStore.ts';
import { type Section, SECTIONS_WITHIN } from '../log/sections.ts';
import { sniffClock } from '../log/sniffClock.ts';
import { type SourceOptions, TableBuilder } from '../log/tableBuilder.ts';
import type { OpenedText } from './host/sourceHost.ts';
import { OpenedSource } from './openedSource.ts';

const READ_AT_ONCE = 4 << 20;

/** `index`: of the first of them. */
export function readSections(
  text: OpenedText,
  sections: readonly Section[],
  index: number,
  options: SourceOptions,
): readonly OpenedSource[] {
  const clockNearby = sniffClock(decode(text.bytes.read(0, SECTIONS_WITHIN)));
  const titles = new Set<string>();
  return sections.map((section, i) => {
    const bytes = new PartOfBytes(text.bytes, section);
    const { linesAbove } = section;
    const writer = section.writer === 'unknown' ? options.writer : section.writer;
    const builder = new TableBuilder(sourceId(index + i), bytes, {
      ...options,
      clockNearby,
      ...(writer === undefined ? {} : { writer }),
      linesAbove,
    });
    appendAll(builder, bytes);
    const part: OpenedText = {
      name: `${text.name}#${titleAmong(titles, section)}`,
      path: text.path,
      section: { of: text.name, title: section.title, linesAbove },
      modified: text.modified,
      ...(text.node === undefined ? {} : { node: text.node }),
      ...(text.caseOrigin === undefined ? {} : { caseOrigin: text.caseOrigin }),
      bytes,
      problem: i === 0 ? text.problem : undefined,
      ...(i === 0 && text.tooLarge === true ? { tooLarge: true } : {}),
      chunks: nothing,
      // It goes with the text that it is a part of.
      dispose: () => undefined,
    };
    return new OpenedSource(builder, part);
  });
}

/** Its title, where that is the only one of its kind, else with the line at which it begins. */
function titleAmong(titles: Set<string>, { title, linesAbove }: Section): string {
  const line = String(linesAbove + 1);
  if (title === '') return line;
  if (titles.has(title)) return `${title}@${line}`;
  titles.add(title);
  return title;
}

async function* nothing(): AsyncGenerator<Uint8Array> {
  // It is read already.
}

/** Reads a whole store into a builder. */
export function appendAll(builder: TableBuilder, bytes: ByteStore): void {
  for (let from = 0; from < bytes.size; from += READ_AT_ONCE)
    builder.append(bytes.read(from, READ_AT_ONCE));
  builder.finish();
}

/** A window of a store's bytes, as a store of its own. */
class PartOfBytes implements ByteStore {
  private readonly whole: ByteStore;
  private readonly from: number;
  readonly size: number;

  constructor(whole: ByteStore, { from, to }: Section) {
    this.whole = whole;
    this.from = from;
    this.size = to - from;
  }

  read(offset: number, size: number): Uint8Array {
    return this.whole.read(this.from + offset, Math.max(0, Math.min(size, this.size - offset)));
  }

  around(offset: number): ByteWindow {
    const { bytes, from } = this.whole.around(this.from + offset);
    const end = Math.max(0, this.from + this.size - from);
    return { bytes: bytes.subarray(0, end), from: from - this.from };
  }
}
