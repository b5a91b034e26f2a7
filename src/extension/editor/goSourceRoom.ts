// All that shows and gets Go source, in one file of the package.
import type { EventEmitter, Uri } from 'vscode';
import type { EngineHost, Session } from '../session.ts';
import type { TrustGate } from '../trust.ts';
import { goSourceText } from './goSourceDocuments.ts';
import { GoSourceFiles } from './goSourceFiles.ts';
import { GoSourceLinks } from './goSourceLinks.ts';
import { GoMarks } from './goMarks.ts';
import type { LogDocuments } from './logDocuments.ts';
import { SourceGetter } from './sourceGetter.ts';

export interface GoSourceParts {
  readonly session: Session;
  readonly documents: LogDocuments;
  readonly host: EngineHost;
  readonly gate: TrustGate;
  /** Told: VS Code reads these documents again. */
  readonly changed: EventEmitter<Uri>;
}

export class GoSourceRoom {
  readonly links: GoSourceLinks;
  readonly marks: GoMarks;
  private readonly files: GoSourceFiles;

  /** `got` hears that there is source that was not at hand before. */
  constructor({ session, documents, host, gate }: GoSourceParts, got: () => void) {
    this.files = new GoSourceFiles({
      moduleCache: host.goModuleCache,
      fetched: host.goSource?.folder,
      isInside: host.isInside ?? (() => Promise.resolve(true)),
    });
    const getter = new SourceGetter({ files: this.files, fetcher: host.goSource, gate, got });
    this.links = new GoSourceLinks(session, documents, this.files, getter);
    this.marks = new GoMarks(session, this.files);
  }

  async text(uri: Uri): Promise<string> {
    return await goSourceText(this.files, uri);
  }
}
