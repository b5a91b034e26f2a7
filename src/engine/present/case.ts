import type { Gap } from '../../base/input.ts';
import type { LogTable } from '../../log/record.ts';
import type { CaseRow } from '../../protocol/caseApi.ts';
import type { CursorState } from '../../replay/cursor.ts';
import type { CaseFile, CaseSource } from '../case/caseFile.ts';
import type { OpenedText } from '../host/sourceHost.ts';
import type { Incident } from './incident.ts';

interface OpenedCase {
  readonly file: CaseFile;
  readonly packsUsed: boolean;
}

export function caseRow({ file, packsUsed }: OpenedCase): CaseRow {
  const { title, notes, cut, savedBy, redacted, packs, mutes } = file;
  return {
    title,
    notes,
    cut,
    savedBy,
    redacted,
    packs: packs.length,
    packsUsed,
    mutes: mutes.length,
  };
}

/** What the case left out between its lines, and what was missing before: nothing is known to have gone on there. */
export function gapsOfCase(table: LogTable, source: CaseSource | undefined): readonly Gap[] {
  const own = { source: table.source, provedBy: [] };
  const text = 'lines were left out here when the case was saved';
  return [
    ...(source?.omitted ?? []).map((span) => ({ ...own, ...span, kind: 'cut' as const, text })),
    ...(source?.gaps ?? []).map((gap) => ({ ...own, ...gap })),
  ];
}

/** Where who saved the case stood; empty when the case does not say, or no such line is there. */
export function cursorOfCase({
  tape,
  history,
  sources,
  openedCase,
}: Incident & {
  readonly sources: readonly { readonly text: OpenedText }[];
  readonly openedCase: OpenedCase | undefined;
}): Partial<CursorState & { readonly selectedPod: string | undefined }> {
  const cursor = openedCase?.file.cursor;
  const own = openedCase?.file.sources[cursor?.source ?? -1];
  const source = sources.findIndex(
    ({ text }) => own !== undefined && text.caseOrigin?.source === own,
  );
  const table = tape.sources[source]?.table;
  if (cursor === undefined || table === undefined) return {};
  const position = tape.positionOfOrdinal(source, table.ordinalAtLine(cursor.line));
  if (position < 0) return {};
  return {
    position,
    time: cursor.time,
    hindsight: cursor.hindsight,
    selectedPod:
      cursor.pod !== undefined && history.pod(cursor.pod) !== undefined ? cursor.pod : undefined,
  };
}
