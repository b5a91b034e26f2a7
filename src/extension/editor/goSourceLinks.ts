// From `file.go:123` in a log to that line of the kubelet's Go source, in the version that wrote the log: definition, hover, command.
// Another version is opened only when the person picks it by its name.
import * as vscode from 'vscode';
import { plainText } from '../../base/plainText.ts';
import type { InputId } from '../../base/input.ts';
import type { GoSourceRow } from '../../protocol/rows.ts';
import { goSourceUri, isGoPath, kubernetesRelease, parseGoSourceUri } from '../../protocol/uris.ts';
import { asMarkdown } from '../asMarkdown.ts';
import { LANGUAGE, type CommandId, type GoStatement } from '../contributions.ts';
import { focusedFrame, type FrameTarget } from '../debug/focusedFrame.ts';
import { baseName } from '../baseName.ts';
import { messages, placeWord } from '../messages.ts';
import type { Session } from '../session.ts';
import { goPlaceAt, printsAt, type FoundPlace } from './goPlaces.ts';
import { functionNamed } from './goFunctions.ts';
import type { FoundGoFile, GoSourceFiles } from './goSourceFiles.ts';
import type { LogDocuments } from './logDocuments.ts';
import { readText } from './readText.ts';
import { versionNotes, type SourceGetter, type WantedSource } from './sourceGetter.ts';

/** Lines of source that a hover shows, from the statement on. */
const SHOWN_LINES = 6;

/** A file that was found, as it is shown: a workspace's own, others as read-only documents. */
interface Target {
  readonly path: string;
  readonly uri: vscode.Uri;
  readonly text: string;
  readonly where: FoundGoFile['where'];
  readonly tag: string;
  /** From 1. */
  readonly line: number;
}

/** A statement, or a function (`functionNamed` says how it is named), whose line is then found in the text. */
type Wanted = GoSourceRow & { readonly name?: string };

/** A text that was not at hand is read anew when it is; an editor waits for that so long, in milliseconds. */
const ARRIVES = 5000;

export class GoSourceLinks {
  private readonly session: Session;
  private readonly documents: LogDocuments;
  private readonly files: GoSourceFiles;
  private readonly getter: SourceGetter;
  /** Where documents that say that a file is not at hand were to lead, by their URI. */
  private readonly asked = new Map<string, Wanted>();
  private readonly lines = new Map<string, Promise<number | undefined>>();

  constructor(
    session: Session,
    documents: LogDocuments,
    files: GoSourceFiles,
    getter: SourceGetter,
  ) {
    this.session = session;
    this.documents = documents;
    this.files = files;
    this.getter = getter;
  }

  /** What was nowhere may be at hand now. */
  forget(): void {
    this.lines.clear();
  }

  async definition(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.LocationLink[] | undefined> {
    const found = goPlaceAt(document.lineAt(position).text, position.character);
    const asked = found === undefined ? undefined : await this.ask(document, position.line, found);
    if (found === undefined || asked === undefined) return undefined;
    const { row } = asked;
    const release = releaseOf(row);
    if (release === undefined) return undefined;
    const targets = await this.targets(row, release);
    // What is not at hand opens too, as a document that says where it was looked for.
    const uris =
      targets.length > 0
        ? targets.map(({ uri }) => uri)
        : row.paths.map((path) => this.absent(row, release, path));
    return uris.map((targetUri) => ({
      originSelectionRange: rangeOf(position.line, found),
      targetUri,
      targetRange: lineRange(row.line),
    }));
  }

  async hover(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.Hover | undefined> {
    const found = goPlaceAt(document.lineAt(position).text, position.character);
    const asked = found === undefined ? undefined : await this.ask(document, position.line, found);
    if (found === undefined || asked === undefined) return undefined;
    const { row, input } = asked;
    const release = releaseOf(row);
    const targets = release === undefined ? [] : await this.targets(row, release);
    const text = new vscode.MarkdownString();
    const open: CommandId = 'kubelet.openGoSource';
    text.isTrusted = { enabledCommands: [open] };
    const paths = targets.length > 0 ? targets.map(({ path }) => path) : row.paths;
    text
      .appendMarkdown(
        asMarkdown(plainText(vscode.l10n.t('{0}, line {1}', paths.join(' | '), row.line))),
      )
      .appendMarkdown('\n\n');
    text.appendMarkdown(asMarkdown(stateOf(row, targets[0])));
    const [only] = targets;
    if (only !== undefined && targets.length === 1) {
      const lines = only.text.split('\n').slice(row.line - 1, row.line - 1 + SHOWN_LINES);
      text.appendMarkdown('\n\n').appendCodeblock(lines.join('\n'), 'go');
    }
    const statement: GoStatement = { input, place: found.place };
    const argument = encodeURIComponent(JSON.stringify([statement]));
    text.appendMarkdown(`\n\n[${vscode.l10n.t('Open Go Source')}](command:${open}?${argument})`);
    return new vscode.Hover(text, rangeOf(position.line, found));
  }

  /** Opens the source of a statement, or of a debugger's frame; of the caret's place, or else its line's own, when none is given. */
  async open(statement?: GoStatement | vscode.Uri | string, frame?: FrameTarget): Promise<void> {
    const focused = isStatement(statement) ? undefined : await this.ofFrame(statement, frame);
    if (focused !== undefined) {
      await this.openRow(focused);
      return;
    }
    // An editor's menu hands the document.
    const row = isStatement(statement)
      ? await this.session.ask('goSource', [statement.input, statement.place])
      : await this.atCaret();
    if (row === undefined) throw new Error(messages.noGoPlace());
    await this.openRow(row);
  }

  /** Of a menu of the call stack the frame under it; else the focused one, when the caret is in no log. */
  private async ofFrame(
    from: vscode.Uri | string | undefined,
    target: FrameTarget | undefined,
  ): Promise<Wanted | undefined> {
    const inLog = vscode.window.activeTextEditor?.document.languageId === LANGUAGE;
    if (target === undefined && (from !== undefined || inLog)) return undefined;
    const { go, name } = (await focusedFrame(target)) ?? {};
    if (go?.path === undefined || name === undefined) return undefined;
    const { file, line, path, version, isVersionInferred = false } = go;
    const row = { file, line, message: '', paths: [path], version, isVersionInferred };
    return line > 0 ? row : { ...row, name: name.replace(/ .*$/s, '') };
  }

  /** Opens the statement that wrote a line. */
  async openStatement(input: InputId): Promise<void> {
    const row = await this.session.ask('goSource', [input, undefined]);
    if (row === undefined) throw new Error(messages.noGoPlace());
    await this.openRow(row);
  }

  /** Opens a file of the repository, as a stack names it, in the version of its kubelet. */
  async openPath(path: string, line: number, version: string | undefined): Promise<void> {
    if (!isGoPath(path)) throw new Error(messages.noGoPlace());
    await this.openRow({ file: baseName(path), line, message: '', paths: [path], version });
  }

  /** Opens a function in a version, else in that of the kubelet at the cursor. */
  async openFunction(path: string, name: string, version: string | undefined): Promise<void> {
    if (!isGoPath(path)) throw new Error(messages.noGoPlace());
    const own =
      version === undefined
        ? await this.session.askIfOpen('kubeletVersion', [])
        : { version, isInferred: false };
    await this.openRow({
      ...{ file: baseName(path), line: 0, name, message: '', paths: [path] },
      version: own?.version,
      isVersionInferred: own?.isInferred === true,
    });
  }

  /** The line of a function, where its file is at hand. */
  async lineOf(path: string, name: string, version: string): Promise<number | undefined> {
    const release = kubernetesRelease(version);
    if (release === undefined || !isGoPath(path)) return undefined;
    const key = `${release} ${path} ${name}`;
    const known = this.lines.get(key) ?? this.findLine(release, path, name);
    this.lines.set(key, known);
    return await known;
  }

  private async findLine(release: string, path: string, name: string): Promise<number | undefined> {
    const file = await this.files.find({ version: release, path });
    const text = file === undefined ? undefined : await readText(file.uri);
    return text === undefined ? undefined : functionNamed(text, name)?.from;
  }

  /** Gets the source that a document lacks, and shows the line that led to it. */
  async get(document?: string): Promise<void> {
    const uri = document ?? vscode.window.activeTextEditor?.document.uri.toString() ?? '';
    const source = parseGoSourceUri(vscode.Uri.parse(uri).toString());
    if (source === undefined) {
      await this.getOfLog();
      return;
    }
    const { path, version } = source;
    const release = kubernetesRelease(version);
    if (release === undefined) throw new Error(messages.noTag(version));
    // The debugger tells nobody what it has opened; its focused frame does.
    const { go } = (await focusedFrame()) ?? {};
    const told =
      go?.path === path ? { ...go, file: go.file, message: '', paths: [path] } : undefined;
    const row: Wanted = told ??
      this.asked.get(uri) ?? { file: baseName(path), line: 1, message: '', paths: [path], version };
    const wanted = wantedOf({ ...row, version: row.version ?? version }, release, path);
    if (await this.getter.get(wanted)) await this.openRow(row);
  }

  /** By the command alone: the source of the kubelet at the cursor. */
  private async getOfLog(): Promise<void> {
    if (this.session.info === undefined) throw new Error(messages.noSession());
    const { version, isInferred } = (await this.session.ask('kubeletVersion', [])) ?? {};
    const release = version === undefined ? undefined : kubernetesRelease(version);
    const path = 'pkg/kubelet/kubelet.go';
    if (version === undefined || release === undefined)
      throw new Error(messages.goSourceState(version, undefined, undefined));
    const wanted = { release, path, version, isInferred: isInferred === true };
    if (await this.getter.get(wanted)) await this.openFunction(path, 'syncLoop', undefined);
  }

  private async openRow(row: Wanted): Promise<void> {
    const release = releaseOf(row);
    const targets = release === undefined ? [] : await this.targets(row, release);
    const [only] = targets;
    if (only === undefined || targets.length > 1) {
      await this.choose(row, release, targets);
      return;
    }
    await show(only.uri, only.line);
    const notes = release === undefined ? [] : versionNotes(wantedOf(row, release, only.path));
    if (notes.length > 0) void vscode.window.setStatusBarMessage(stateOf(row, only), ARRIVES * 2);
  }

  private absent(row: Wanted, release: string, path: string): vscode.Uri {
    const uri = vscode.Uri.parse(goSourceUri({ version: release, path }));
    this.asked.set(uri.toString(), { ...row, paths: [path] });
    return uri;
  }

  private async atCaret(): Promise<GoSourceRow | undefined> {
    if (this.session.info === undefined) throw new Error(messages.noSession());
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined) throw new Error(messages.notInLog());
    const { document, selection } = editor;
    const { line, character } = selection.active;
    const found = goPlaceAt(document.lineAt(line).text, character);
    const asked = await this.ask(document, line, found);
    return asked?.row;
  }

  private async ask(
    document: vscode.TextDocument,
    line: number,
    found: FoundPlace | undefined,
  ): Promise<{ readonly row: GoSourceRow; readonly input: InputId } | undefined> {
    const place = await this.documents.placeOf(document.uri);
    if (place === undefined) return undefined;
    const at = place.firstLine + line;
    const input = await this.session.askIfOpen('inputAtLine', [place.source, at]);
    if (input === undefined) return undefined;
    const row = await this.session.askIfOpen('goSource', [input.input, found?.place]);
    return row === undefined ? undefined : { row, input: input.input };
  }

  /** The files that a statement may stand in, those alone that print its message there when any does. */
  private async targets(row: Wanted, version: string): Promise<readonly Target[]> {
    const found = await Promise.all(
      row.paths.map(async (path): Promise<readonly Target[]> => {
        const file = await this.files.find({ version, path });
        const text = file === undefined ? undefined : await readText(file.uri);
        if (file === undefined || text === undefined) return [];
        const { where, tag } = file;
        const uri =
          where === 'workspace' ? file.uri : vscode.Uri.parse(goSourceUri({ version: tag, path }));
        const line = row.name === undefined ? row.line : (functionNamed(text, row.name)?.from ?? 1);
        return [{ path, text, where, tag, uri, line }];
      }),
    );
    const all = found.flat();
    const saying = all.filter(({ text }) => printsAt(text, row.line, row.message));
    return saying.length > 0 ? saying : all;
  }

  /** Several files, or none of the log's version: the person says what to open. */
  private async choose(
    row: Wanted,
    release: string | undefined,
    targets: readonly Target[],
  ): Promise<void> {
    const others = targets.length > 0 ? [] : await this.files.versions(row.paths[0]);
    const missing = release === undefined || targets.length > 0 ? [] : row.paths;
    const choices: readonly Choice[] = [
      ...targets.map(({ path, uri, where, line }) => ({
        ...{ label: path, description: placeWord(where), uri, line },
      })),
      ...missing.flatMap((path) => this.waysTo(row, release ?? '', path)),
      ...others
        .filter((version) => version !== release)
        .flatMap((version) =>
          row.paths.map((path) => ({
            label: `$(warning) ${path}`,
            description: messages.otherVersion(version, release),
            uri: vscode.Uri.parse(goSourceUri({ version, path })),
            line: row.line,
          })),
        ),
    ];
    if (choices.length === 0) throw new Error(stateOf(row, undefined));
    const picked = await vscode.window.showQuickPick(choices, {
      title: vscode.l10n.t('Go Source of {0}', row.name ?? `${row.file}:${row.line}`),
      placeHolder: stateOf(row, targets[0]),
    });
    if (picked?.uri !== undefined) await this.showOther(picked.uri, row, picked.line ?? 1);
    if (picked?.get === undefined) return;
    const { way, wanted } = picked.get;
    if (await this.getter.by(way, wanted, row.line > 0 ? row.line : undefined))
      await this.openRow({ ...row, paths: [wanted.path] });
  }

  private async showOther(uri: vscode.Uri, { name }: Wanted, line: number): Promise<void> {
    const { version, path } = parseGoSourceUri(uri.toString()) ?? { version: '', path: '' };
    const own = name === undefined ? undefined : await this.lineOf(path, name, version);
    await show(uri, own ?? Math.max(1, line));
  }

  /** How a file that is not at hand is had. */
  private waysTo(row: Wanted, release: string, path: string): readonly Choice[] {
    const wanted = wantedOf(row, release, path);
    return [
      ...(this.getter.canDownload(wanted)
        ? [
            {
              label: `$(cloud-download) ${vscode.l10n.t('Get the Source')}`,
              description: vscode.l10n.t(
                '{0} of kubernetes {1}, by go mod download',
                path,
                release,
              ),
              get: { way: 'go' as const, wanted },
            },
          ]
        : []),
      {
        label: `$(folder-opened) ${vscode.l10n.t('Folder or Archive…')}`,
        description: vscode.l10n.t('a checkout, or a zip or tar.gz of kubernetes {0}', release),
        get: { way: 'named' as const, wanted },
      },
      {
        label: `$(globe) ${path}`,
        description: vscode.l10n.t('kubernetes {0} on the web', release),
        get: { way: 'web' as const, wanted },
      },
    ];
  }
}

interface Choice extends vscode.QuickPickItem {
  readonly uri?: vscode.Uri;
  readonly line?: number;
  readonly get?: { readonly way: 'go' | 'named' | 'web'; readonly wanted: WantedSource };
}

function isStatement(value: GoStatement | vscode.Uri | string | undefined): value is GoStatement {
  return typeof value === 'object' && !(value instanceof vscode.Uri);
}

function releaseOf({ version }: GoSourceRow): string | undefined {
  return version === undefined ? undefined : kubernetesRelease(version);
}

function wantedOf(row: Wanted, release: string, path: string): WantedSource {
  const { version = release, isVersionInferred = false } = row;
  return { release, path, version, isInferred: isVersionInferred };
}

/** Of which version the source is, from where, and what a person is to know of that. */
function stateOf(row: Wanted, target: Target | undefined): string {
  const release = releaseOf(row);
  const notes = release === undefined ? [] : versionNotes(wantedOf(row, release, ''));
  return messages.goSourceState(row.version, target?.tag ?? release, target?.where, notes);
}

async function show(uri: vscode.Uri, line: number): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  await reaches(document, line);
  const selection = document.validateRange(lineRange(line));
  await vscode.window.showTextDocument(document, { selection, preview: true });
}

/** A document that said that it is not at hand is read anew; until then it is too short. */
async function reaches(document: vscode.TextDocument, line: number): Promise<void> {
  if (document.lineCount >= line) return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      changes.dispose();
      resolve();
    };
    const timer = setTimeout(end, ARRIVES);
    const changes = vscode.workspace.onDidChangeTextDocument((event) => {
      if (event.document === document && document.lineCount >= line) end();
    });
  });
}

function lineRange(line: number): vscode.Range {
  return new vscode.Range(line - 1, 0, line - 1, 0);
}

function rangeOf(line: number, { start, end }: FoundPlace): vscode.Range {
  return new vscode.Range(line, start, line, end);
}
