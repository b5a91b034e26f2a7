// Which lines of which documents a finding explains: asked once for each tape, for Problems, gutter and lenses alike.
import type * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import type { LineMark } from '../../protocol/rows.ts';
import type { Session } from '../session.ts';
import type { LogDocuments } from './logDocuments.ts';

/** A mark, and its line in a document from 0. */
export interface PlacedMark {
  readonly mark: LineMark;
  readonly line: number;
}

export class FindingMarks implements Disposable {
  private readonly session: Session;
  private readonly documents: LogDocuments;
  private readonly changed = new Emitter<undefined>();
  private readonly listening: Disposable;
  private marks: ReadonlyMap<number, readonly LineMark[]> = new Map();

  /** Other lines are marked than before. */
  readonly onChanged = this.changed.event;

  constructor(session: Session, documents: LogDocuments) {
    this.session = session;
    this.documents = documents;
    this.listening = session.onChanged(() => {
      void this.ask();
    });
  }

  private async ask(): Promise<void> {
    const { info } = this.session;
    const marks = new Map<number, readonly LineMark[]>();
    for (const { source } of info?.sources ?? [])
      marks.set(source, await this.session.ask('marks', [source]).catch(() => []));
    if (info !== this.session.info) return;
    this.marks = marks;
    this.changed.fire(undefined);
  }

  /** Those of the first `lines` lines of a document, in their order; undefined when it shows no log of the session. */
  async in(uri: vscode.Uri, lines: number): Promise<readonly PlacedMark[] | undefined> {
    const place = await this.documents.placeOf(uri).catch(() => undefined);
    if (place === undefined) return undefined;
    return (this.marks.get(place.source) ?? [])
      .map((mark) => ({ mark, line: mark.line - place.firstLine }))
      .filter(({ line }) => line >= 0 && line < lines);
  }

  dispose(): void {
    this.listening.dispose();
    this.changed.dispose();
  }
}
