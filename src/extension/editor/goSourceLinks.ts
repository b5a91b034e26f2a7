// From `file.go:123` in a log to that line of the kubelet's Go source, in the version that wrote the log: definition, hover, command.
// Another version is opened only when the person picks it by its name.
import * as vscode from 'vscode';
import { plainText } from '../../base/plainText.ts';
import type { InputId } from '../../base/input.ts';
import type { GoSourceRow } from '../../protocol/rows.ts';
import { goSourcePage, goSourceUri, isGoPath, kubernetesTag } from '../../protocol/uris.ts';
import { asMarkdown } from '../asMarkdown.ts';
import { LANGUAGE, type CommandId, type GoStatement } from '../contributions.ts';
import { baseName } from '../baseName.ts';
import { messages, placeWord } from '../messages.ts';
import type { Session } from '../session.ts';
import { goPlaceAt, printsAt, type FoundPlace } from './goPlaces.ts';
import type { FoundGoFile, GoSourceFiles } from './goSourceFiles.ts';
import type { LogDocuments } from './logDocuments.ts';
import { readText } from './readText.ts';

/** Lines of source that a hover shows, from the statement on. */
const SHOWN_LINES = 6;

/** A file that was found, as it is shown: a workspace's own, others as read-only documents. */
interface Target {
  readonly path: string;
  readonly uri: vscode.Uri;
  readonly text: string;
  readonly where: FoundGoFile['where'];
}

export class GoSourceLinks {
  private readonly session: Session;
  private readonly documents: LogDocuments;
  private readonly files: GoSourceFiles;

  constructor(session: Session, documents: LogDocuments, files: GoSourceFiles) {
    this.session = session;
    this.documents = documents;
    this.files = files;
  }

  register(): vscode.Disposable {
    const logs = { language: LANGUAGE };
    return vscode.Disposable.from(
      vscode.languages.registerDefinitionProvider(logs, {
        provideDefinition: (document, position) => this.definition(document, position),
      }),
      vscode.languages.registerHoverProvider(logs, {
        provideHover: (document, position) => this.hover(document, position),
      }),
    );
  }

  private async definition(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.LocationLink[] | undefined> {
    const found = goPlaceAt(document.lineAt(position).text, position.character);
    const asked = found === undefined ? undefined : await this.ask(document, position.line, found);
    if (found === undefined || asked === undefined) return undefined;
    const { row } = asked;
    const tag = row.version === undefined ? undefined : kubernetesTag(row.version);
    if (tag === undefined) return undefined;
    const targets = await this.targets(row, tag);
    // What is not at hand opens too, as a document that says where it was looked for.
    const uris =
      targets.length > 0
        ? targets.map(({ uri }) => uri)
        : row.paths.map((path) => vscode.Uri.parse(goSourceUri({ version: tag, path })));
    return uris.map((targetUri) => ({
      originSelectionRange: rangeOf(position.line, found),
      targetUri,
      targetRange: lineRange(row.line),
    }));
  }

  private async hover(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.Hover | undefined> {
    const found = goPlaceAt(document.lineAt(position).text, position.character);
    const asked = found === undefined ? undefined : await this.ask(document, position.line, found);
    if (found === undefined || asked === undefined) return undefined;
    const { row, input } = asked;
    const tag = row.version === undefined ? undefined : kubernetesTag(row.version);
    const targets = tag === undefined ? [] : await this.targets(row, tag);
    const text = new vscode.MarkdownString();
    const open: CommandId = 'kubelet.openGoSource';
    text.isTrusted = { enabledCommands: [open] };
    const paths = targets.length > 0 ? targets.map(({ path }) => path) : row.paths;
    text
      .appendMarkdown(
        asMarkdown(plainText(vscode.l10n.t('{0}, line {1}', paths.join(' | '), row.line))),
      )
      .appendMarkdown('\n\n');
    text.appendMarkdown(asMarkdown(messages.goSourceState(row.version, tag, targets[0]?.where)));
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

  /** Opens the source of a statement; of the caret's place, or else its line's own, when none is given. */
  async open(statement?: GoStatement | vscode.Uri): Promise<void> {
    // An editor's menu hands the document.
    const row =
      statement === undefined || statement instanceof vscode.Uri
        ? await this.atCaret()
        : await this.session.ask('goSource', [statement.input, statement.place]);
    if (row === undefined) throw new Error(messages.noGoPlace());
    await this.openRow(row);
  }

  /** Opens a file of the repository, as a stack names it, in the version of its kubelet. */
  async openPath(path: string, line: number, version: string | undefined): Promise<void> {
    if (!isGoPath(path)) throw new Error(messages.noGoPlace());
    await this.openRow({ file: baseName(path), line, message: '', paths: [path], version });
  }

  private async openRow(row: GoSourceRow): Promise<void> {
    const tag = row.version === undefined ? undefined : kubernetesTag(row.version);
    const targets = tag === undefined ? [] : await this.targets(row, tag);
    if (row.version !== undefined && tag !== undefined && targets.length > 0 && !isTag(row.version))
      void vscode.window.showInformationMessage(messages.vendorBuild(row.version, tag));
    const [only] = targets;
    if (only !== undefined && targets.length === 1) await show(only.uri, row.line);
    else await this.choose(row, tag, targets);
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
  private async targets(row: GoSourceRow, version: string): Promise<readonly Target[]> {
    const found = await Promise.all(
      row.paths.map(async (path): Promise<readonly Target[]> => {
        const file = await this.files.find({ version, path });
        const text = file === undefined ? undefined : await readText(file.uri);
        if (file === undefined || text === undefined) return [];
        const own = vscode.Uri.parse(goSourceUri({ version, path }));
        return [
          { path, text, where: file.where, uri: file.where === 'workspace' ? file.uri : own },
        ];
      }),
    );
    const all = found.flat();
    const saying = all.filter(({ text }) => printsAt(text, row.line, row.message));
    return saying.length > 0 ? saying : all;
  }

  /** Several files, or none of the log's version: the person says what to open. */
  private async choose(
    row: GoSourceRow,
    tag: string | undefined,
    targets: readonly Target[],
  ): Promise<void> {
    const { line } = row;
    const others = targets.length > 0 ? [] : await this.files.versions();
    const choices = [
      ...targets.map(({ path, uri, where }) => ({
        label: path,
        description: placeWord(where),
        uri,
      })),
      ...(tag === undefined || targets.length > 0
        ? []
        : row.paths.map((path) => ({
            label: `$(globe) ${path}`,
            description: vscode.l10n.t('kubernetes {0} on the web', tag),
            page: goSourcePage({ version: tag, path }, line),
          }))),
      ...others
        .filter((version) => version !== tag)
        .flatMap((version) =>
          row.paths.map((path) => ({
            label: `$(warning) ${path}`,
            description: messages.otherVersion(version, tag),
            uri: vscode.Uri.parse(goSourceUri({ version, path })),
          })),
        ),
    ];
    if (choices.length === 0) throw new Error(messages.goSourceState(row.version, tag, undefined));
    const picked: { readonly uri?: vscode.Uri; readonly page?: string } | undefined =
      await vscode.window.showQuickPick(choices, {
        title: vscode.l10n.t('Go Source of {0}', `${row.file}:${line}`),
        placeHolder: messages.goSourceState(row.version, tag, targets[0]?.where),
      });
    if (picked?.uri !== undefined) await show(picked.uri, line);
    if (picked?.page !== undefined)
      await vscode.env.openExternal(vscode.Uri.parse(picked.page, true));
  }
}

function isTag(version: string): boolean {
  return kubernetesTag(version)?.slice(1) === version.trim().replace(/^v/, '');
}

async function show(uri: vscode.Uri, line: number): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const selection = document.validateRange(lineRange(line));
  await vscode.window.showTextDocument(document, { selection, preview: true });
}

function lineRange(line: number): vscode.Range {
  return new vscode.Range(line - 1, 0, line - 1, 0);
}

function rangeOf(line: number, { start, end }: FoundPlace): vscode.Range {
  return new vscode.Range(line, start, line, end);
}
