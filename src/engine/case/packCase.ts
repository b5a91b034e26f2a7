import { packZip, type ZipContent } from '../../log/archive/packZip.ts';
import { CASE_ENTRY, caseText, type CaseFile } from './caseFile.ts';

/**
 * The bytes of a case. `logs`: for each entry of `file.sources` its text, in the same order, plain and not packed. `others`: what else
 * a person may want to read in it, under its own name. `modified`: ms since 1970.
 */
export async function packCase(
  file: CaseFile,
  logs: readonly ZipContent['chunks'][],
  others: readonly { readonly name: string; readonly text: string }[],
  modified: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const text = (name: string, content: string): ZipContent => ({
    name,
    chunks: [new TextEncoder().encode(content)],
  });
  return await packZip(
    [
      text(CASE_ENTRY, caseText(file)),
      ...others.map(({ name, text: content }) => text(name, content)),
      ...file.sources.map(({ file: name }, index) => ({ name, chunks: logs[index] ?? [] })),
    ],
    modified,
  );
}
