// Go source of the kubelet, as the rest of the extension knows it: what is asked is answered by `goSourceRoom.ts`, which is a file of its own and
// is read when the first asks.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import type { InputId } from '../../base/input.ts';
import { SOURCE_SCHEME } from '../../protocol/uris.ts';
import { LANGUAGE, type GoStatement } from '../contributions.ts';
import type { FrameTarget } from '../debug/focusedFrame.ts';
import type { GoSourceParts, GoSourceRoom } from './goSourceRoom.ts';

/** Moves of the cursor that follow each other faster than this are shown once, in milliseconds. */
const CALM = 150;

export class GoSource implements Disposable {
  private readonly parts: GoSourceParts;
  private readonly store = new DisposableStore();
  private readonly told = this.store.add(new vscode.EventEmitter<void>());
  private room: Promise<GoSourceRoom> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: GoSourceParts) {
    this.parts = parts;
    const { session } = parts;
    const soon = (): void => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => {
        this.told.fire();
      }, CALM);
    };
    const logs = { language: LANGUAGE };
    const sources = { scheme: SOURCE_SCHEME };
    const { languages, workspace } = vscode;
    const all: readonly Disposable[] = [
      session.onCursor(soon),
      session.onChanged(soon),
      // Other folders to look in: what was not at hand may be now.
      workspace.onDidChangeConfiguration(() => {
        this.askAgain();
      }),
      workspace.onDidChangeWorkspaceFolders(() => {
        this.askAgain();
      }),
      languages.registerDefinitionProvider(logs, {
        provideDefinition: async (document, position) =>
          await (await this.need()).links.definition(document, position),
      }),
      languages.registerHoverProvider(logs, {
        provideHover: async (document, position) =>
          await (await this.need()).links.hover(document, position),
      }),
      languages.registerCodeLensProvider(sources, {
        onDidChangeCodeLenses: this.told.event,
        provideCodeLenses: async (document) => await (await this.need()).marks.lenses(document),
      }),
      languages.registerInlayHintsProvider(sources, {
        onDidChangeInlayHints: this.told.event,
        provideInlayHints: async (document, range) =>
          await (await this.need()).marks.hints(document, range),
      }),
    ];
    for (const each of all) this.store.add(each);
  }

  private need(): Promise<GoSourceRoom> {
    this.room ??= import('./goSourceRoom.ts').then(
      ({ GoSourceRoom: Room }) =>
        new Room(this.parts, () => {
          this.askAgain();
        }),
    );
    return this.room;
  }

  /** What lay nowhere may be somewhere now. */
  private askAgain(): void {
    void this.room?.then(({ links }) => {
      links.forget();
    });
    for (const { uri } of vscode.workspace.textDocuments)
      if (uri.scheme === SOURCE_SCHEME) this.parts.changed.fire(uri);
    this.told.fire();
  }

  /** As `GoSourceLinks` has them. */
  async open(statement?: GoStatement | vscode.Uri | string, frame?: FrameTarget): Promise<void> {
    await (await this.need()).links.open(statement, frame);
  }

  async openPath(path: string, line: number, version: string | undefined): Promise<void> {
    await (await this.need()).links.openPath(path, line, version);
  }

  async openFunction(path: string, name: string, version: string | undefined): Promise<void> {
    await (await this.need()).links.openFunction(path, name, version);
  }

  async openStatement(input: InputId): Promise<void> {
    await (await this.need()).links.openStatement(input);
  }

  async get(document?: string): Promise<void> {
    await (await this.need()).links.get(document);
  }

  async lineOf(path: string, name: string, version: string): Promise<number | undefined> {
    return await (await this.need()).links.lineOf(path, name, version);
  }

  async text(uri: vscode.Uri): Promise<string> {
    return await (await this.need()).text(uri);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.store.dispose();
  }
}
