// The outline of a log: the runs of the kubelet, in each its findings and the gaps. Editors show it as symbols, crumbs and sticky lines.
import * as vscode from 'vscode';
import { formatTimeOfDay } from '../../base/time.ts';
import { plainLine } from '../../base/plainText.ts';
import type { InputId } from '../../base/input.ts';
import type { LineMark, RunRow } from '../../protocol/rows.ts';
import type { Session } from '../session.ts';
import type { DocumentPlace, LogDocuments } from './logDocuments.ts';

export class Outline implements vscode.DocumentSymbolProvider {
  private readonly session: Session;
  private readonly documents: LogDocuments;

  constructor(session: Session, documents: LogDocuments) {
    this.session = session;
    this.documents = documents;
  }

  async provideDocumentSymbols(
    document: vscode.TextDocument,
  ): Promise<vscode.DocumentSymbol[] | undefined> {
    const place = await this.documents.placeOf(document.uri).catch(() => undefined);
    const { info } = this.session;
    if (place === undefined || info === undefined) return undefined;
    const inSight = new Lines(document, place);
    const runs = await this.runsIn(info.runs, inSight);
    const marks = await this.session.ask('marks', [place.source]).catch(() => []);
    const children = [...findingsIn(marks, inSight), ...(await this.gapsIn(inSight))];
    if (runs.length === 0) return children;
    for (const child of children) {
      const own = runs.findLast(({ range }) => range.start.line <= child.range.start.line);
      own?.children.push(child);
    }
    return runs;
  }

  /** A run that was going when the log begins has no line of its own: it begins with the log. */
  private async runsIn(runs: readonly RunRow[], lines: Lines): Promise<vscode.DocumentSymbol[]> {
    const begins = await Promise.all(
      runs.map(async (run) => ({
        run,
        line: run.input === undefined ? 1 : await this.lineOf(run.input, lines.place.source),
      })),
    );
    const own = begins.filter((begin) => begin.line !== undefined);
    return own.flatMap(({ run, line = 1 }, index) => {
      const next = own[index + 1]?.line;
      const range = lines.range(line, next === undefined ? Infinity : next - 1);
      if (range === undefined) return [];
      const name = vscode.l10n.t('kubelet {0}', plainLine(run.version.text, 60));
      const detail = `${plainLine(run.node.text, 60)}, ${formatTimeOfDay(run.from).slice(0, 8)}`;
      return [symbol(name, detail, vscode.SymbolKind.Module, range)];
    });
  }

  private async gapsIn(lines: Lines): Promise<vscode.DocumentSymbol[]> {
    const gaps = this.session.info?.gaps ?? [];
    const symbols = await Promise.all(
      gaps.map(async ({ input, text }) => {
        const line = input === undefined ? undefined : await this.lineOf(input, lines.place.source);
        const range = line === undefined ? undefined : lines.range(line, line);
        return range === undefined
          ? []
          : [symbol(plainLine(text, 120), '', vscode.SymbolKind.Null, range)];
      }),
    );
    return symbols.flat();
  }

  private async lineOf(input: InputId, source: number): Promise<number | undefined> {
    if (input.source !== source) return undefined;
    return (await this.session.askIfOpen('input', [input]))?.line;
  }
}

/** One symbol for each finding, over all of its lines that the document has. */
function findingsIn(marks: readonly LineMark[], lines: Lines): vscode.DocumentSymbol[] {
  const extents = new Map<string, { from: number; to: number; mark: LineMark }>();
  for (const mark of marks) {
    if (lines.range(mark.line, mark.endLine) === undefined) continue;
    const extent = extents.get(mark.findingKey);
    if (extent === undefined)
      extents.set(mark.findingKey, { from: mark.line, to: mark.endLine, mark });
    else extent.to = Math.max(extent.to, mark.endLine);
  }
  return [...extents.values()].flatMap(({ from, to, mark }) => {
    const range = lines.range(from, to);
    return range === undefined
      ? []
      : [symbol(plainLine(mark.message, 120), mark.findingId, vscode.SymbolKind.Event, range)];
  });
}

function symbol(
  name: string,
  detail: string,
  kind: vscode.SymbolKind,
  range: vscode.Range,
): vscode.DocumentSymbol {
  const first = new vscode.Range(range.start, range.start);
  return new vscode.DocumentSymbol(name, detail, kind, range, first);
}

/** Lines of a source, from 1, as ranges of a document that shows some of them. */
class Lines {
  readonly place: DocumentPlace;
  private readonly document: vscode.TextDocument;

  constructor(document: vscode.TextDocument, place: DocumentPlace) {
    this.document = document;
    this.place = place;
  }

  range(from: number, to: number): vscode.Range | undefined {
    const last = this.document.lineCount - 1;
    const start = Math.max(0, from - this.place.firstLine);
    const end = Math.min(last, to - this.place.firstLine);
    if (start > last || end < start) return undefined;
    return new vscode.Range(start, 0, end, this.document.lineAt(end).text.length);
  }
}
