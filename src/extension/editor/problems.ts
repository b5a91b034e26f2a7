// Error lines that a finding explains, in the Problems panel: of plain files at once, of windows while they are open.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import { plainText } from '../../base/plainText.ts';
import type { RowSeverity } from '../../protocol/rows.ts';
import { LOG_SCHEME } from '../../protocol/uris.ts';
import type { Session } from '../session.ts';
import type { FindingMarks, PlacedMark } from './findingMarks.ts';
import { roleWord } from '../views/row.ts';
import type { LogDocuments } from './logDocuments.ts';

/** As much of a line is underlined: severity and time of klog's header. A whole line, or ten, would be noise. */
const HEADER = 21;

export class Problems implements Disposable {
  private readonly session: Session;
  private readonly documents: LogDocuments;
  private readonly store = new DisposableStore();
  private readonly collection: vscode.DiagnosticCollection;
  private readonly marks: FindingMarks;

  constructor(session: Session, documents: LogDocuments, marks: FindingMarks) {
    this.session = session;
    this.documents = documents;
    this.marks = marks;
    this.collection = this.store.add(vscode.languages.createDiagnosticCollection('kubelet'));
    this.store.add(
      marks.onChanged(() => {
        void this.publish();
      }),
    );
    this.store.add(
      vscode.workspace.onDidOpenTextDocument((document) => {
        if (document.uri.scheme === LOG_SCHEME) void this.publishIn(document.uri);
      }),
    );
    // The window of a log that was open before gets its new text a moment later.
    this.store.add(
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.scheme === LOG_SCHEME) void this.publishIn(document.uri);
      }),
    );
    this.store.add(
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (document.uri.scheme === LOG_SCHEME) this.collection.delete(document.uri);
      }),
    );
  }

  private async publish(): Promise<void> {
    const { info } = this.session;
    this.collection.clear();
    const files = (info?.sources ?? []).map((source) => this.documents.fileOf(source));
    const windows = vscode.workspace.textDocuments
      .map(({ uri }) => uri)
      .filter(({ scheme }) => scheme === LOG_SCHEME);
    for (const uri of [...files, ...windows]) if (uri !== undefined) await this.publishIn(uri);
  }

  private async publishIn(uri: vscode.Uri): Promise<void> {
    const lines =
      uri.scheme === LOG_SCHEME
        ? (await vscode.workspace.openTextDocument(uri)).lineCount
        : Infinity;
    const placed = await this.marks.in(uri, lines);
    if (placed !== undefined) this.collection.set(uri, diagnosticsOf(uri, placed));
  }

  dispose(): void {
    this.store.dispose();
  }
}

/** One for a finding, at its first line; its other lines are related to it. */
function diagnosticsOf(uri: vscode.Uri, placed: readonly PlacedMark[]): vscode.Diagnostic[] {
  return placed
    .filter(({ mark }) => mark.isFirst)
    .map(({ mark, line }) => {
      const { message, severity, findingId, findingKey } = mark;
      const made = new vscode.Diagnostic(rangeOf(line), plainText(message), severityOf(severity));
      made.source = 'kubelet';
      made.code = findingId;
      made.relatedInformation = placed
        .filter((other) => other.mark.findingKey === findingKey && !other.mark.isFirst)
        .map(
          (other) =>
            new vscode.DiagnosticRelatedInformation(
              new vscode.Location(uri, rangeOf(other.line)),
              roleWord(other.mark.role),
            ),
        );
      return made;
    });
}

function rangeOf(line: number): vscode.Range {
  return new vscode.Range(line, 0, line, HEADER);
}

function severityOf(severity: RowSeverity): vscode.DiagnosticSeverity {
  switch (severity) {
    case 'error':
      return vscode.DiagnosticSeverity.Error;
    case 'warning':
      return vscode.DiagnosticSeverity.Warning;
    case 'info':
    case 'none':
      return vscode.DiagnosticSeverity.Information;
  }
}
