import type { OpenedText } from '../host/sourceHost.ts';
import { KubeletTruth, TruthText } from './kubeletTruth.ts';
import type { TruthFile } from './truthFile.ts';

/** Bytes of one file; a capture of an hour takes a tenth of it. */
const MOST = 256 << 20;

/** The truth files among what is opened, by the folder of their log. */
export class TruthFiles {
  private readonly texts = new Map<string, TruthText>();

  /** Reads one of them; a sentence where not all of it could be read. */
  async read(file: TruthFile, text: OpenedText, signal: AbortSignal): Promise<string | undefined> {
    // A log and its folder may both be named.
    if (this.texts.has(text.name)) return undefined;
    const read = new TruthText(file);
    let size = 0;
    for await (const chunk of text.chunks(signal)) {
      signal.throwIfAborted();
      size += chunk.length;
      if (size > MOST) break;
      read.append(chunk);
    }
    read.finish();
    this.texts.set(text.name, read);
    const { bad } = read;
    if (size > MOST) return `${text.name} has more than ${MOST >> 20} MiB: the rest was not read.`;
    if (text.problem !== undefined) return text.problem;
    const lines = bad === 1 ? '1 line' : `${bad.toLocaleString('en')} lines`;
    return bad === 0
      ? undefined
      : `${lines} of ${text.name} do not tell what a kubelet held, and were passed over.`;
  }

  get names(): Iterable<string> {
    return this.texts.keys();
  }

  get all(): readonly KubeletTruth[] {
    const texts = [...this.texts.values()];
    const folders = new Set(texts.map(({ file }) => file.folder));
    return Array.from(folders, (folder) => {
      const own = texts.filter(({ file }) => file.folder === folder);
      return new KubeletTruth(folder, own);
    });
  }
}
