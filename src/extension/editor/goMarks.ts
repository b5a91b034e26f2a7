// In the Go source of the kubelet that wrote the log: above each function that the log ran through what it did, with the way back and
// on; behind each statement that wrote lines how often, and with what last. Above all of it which version it is.
import * as vscode from 'vscode';
import { plainLine } from '../../base/plainText.ts';
import { formatDuration, formatTimeOfDay } from '../../base/time.ts';
import type { GoFileRow, GoTimeRow } from '../../protocol/debugApi.ts';
import { kubernetesRelease, parseGoSourceUri } from '../../protocol/uris.ts';
import type { CommandId, GoSpan } from '../contributions.ts';
import { messages } from '../messages.ts';
import type { Session } from '../session.ts';
import { functionsIn, type GoFunction } from './goFunctions.ts';
import type { GoSourceFiles } from './goSourceFiles.ts';
import { versionNotes } from './sourceGetter.ts';

const MOST_TEXT = 120;

export class GoMarks {
  private readonly session: Session;
  private readonly files: GoSourceFiles;

  constructor(session: Session, files: GoSourceFiles) {
    this.session = session;
    this.files = files;
  }

  async lenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const source = parseGoSourceUri(document.uri.toString());
    const release = source === undefined ? undefined : kubernetesRelease(source.version);
    if (source === undefined || release === undefined) return [];
    const { path, version } = source;
    if ((await this.files.find({ version: release, path })) === undefined)
      return [getLens(document.uri, release)];
    const own = await this.session.askIfOpen('kubeletVersion', []);
    const file = await this.told(release, path, own?.version);
    const functions = functionsIn(document.getText());
    const spent = new Map(file?.times.map((time) => [time.name.toLowerCase(), time]));
    const ofVersion = file === undefined ? undefined : own;
    const notes = versionNotes({
      ...{ release, path, version: ofVersion?.version ?? version },
      isInferred: ofVersion?.isInferred === true,
    });
    return [
      textLens(0, [vscode.l10n.t('kubernetes {0}', version), ...notes].join('. ')),
      ...functions.flatMap((each) =>
        file === undefined ? [] : lensesOf(each, path, file, spent.get(each.name.toLowerCase())),
      ),
    ];
  }

  async hints(document: vscode.TextDocument, range: vscode.Range): Promise<vscode.InlayHint[]> {
    const source = parseGoSourceUri(document.uri.toString());
    const release = source === undefined ? undefined : kubernetesRelease(source.version);
    if (source === undefined || release === undefined) return [];
    const own = await this.session.askIfOpen('kubeletVersion', []);
    const file = await this.told(release, source.path, own?.version);
    return (file?.lines ?? [])
      .filter(({ line }) => line - 1 >= range.start.line && line - 1 <= range.end.line)
      .filter(({ line }) => line <= document.lineCount)
      .map(({ line, hits, last }) => {
        const fields = last?.fields.join(' ') ?? '';
        const hint = new vscode.InlayHint(
          document.lineAt(line - 1).range.end,
          plainLine(`${hits}× ${fields}`.trim(), MOST_TEXT),
        );
        hint.paddingLeft = true;
        return hint;
      });
  }

  /** Only of the release that wrote the log, as far as it is told: lines of another stand elsewhere. */
  private async told(
    release: string,
    path: string,
    version: string | undefined,
  ): Promise<GoFileRow | undefined> {
    const own = version === undefined ? undefined : kubernetesRelease(version);
    const isOwn = own !== undefined && (own === release || release.startsWith(`${own}.`));
    return isOwn ? await this.session.askIfOpen('goFile', [path]) : undefined;
  }
}

function lensesOf(
  { name, from, to }: GoFunction,
  path: string,
  { lines }: GoFileRow,
  spent: GoTimeRow | undefined,
): vscode.CodeLens[] {
  const own = lines.filter(({ line }) => line >= from && line <= to);
  if (own.length === 0 && spent === undefined) return [];
  const hits = own.reduce((sum, each) => sum + each.hits, 0);
  const before = own.reduce((sum, each) => sum + each.before, 0);
  const [last] = own
    .flatMap((each) => (each.last === undefined ? [] : [each.last]))
    .sort((a, b) => b.at - a.at);
  const at = from - 1;
  const span: GoSpan = { path, from, to };
  const pick: CommandId = 'kubelet.pick';
  const step: CommandId = 'kubelet.stepInGo';
  const stop: CommandId = 'kubelet.stopInGo';
  return [
    ...(own.length === 0
      ? []
      : [
          last === undefined
            ? textLens(at, messages.linesOfFunction(hits))
            : lens(at, {
                command: pick,
                title: `${messages.linesOfFunction(hits)} · ${formatTimeOfDay(last.at).slice(0, 12)} ${lensText(last.text)}`,
                tooltip: vscode.l10n.t('Go to the line that it wrote last'),
                arguments: [{ input: last.input, podKey: undefined }],
              }),
          ...(before > 0
            ? [
                lens(at, {
                  command: step,
                  title: `$(debug-step-back) ${vscode.l10n.t('back')}`,
                  tooltip: vscode.l10n.t('Step back to the line that this function wrote before'),
                  arguments: [span, 'backwards'],
                }),
              ]
            : []),
          ...(before < hits
            ? [
                lens(at, {
                  command: step,
                  title: `$(debug-step-over) ${vscode.l10n.t('on')}`,
                  tooltip: vscode.l10n.t('Step on to the line that this function writes next'),
                  arguments: [span, 'forwards'],
                }),
              ]
            : []),
        ]),
    lens(at, {
      command: stop,
      title: `$(debug-breakpoint-function) ${vscode.l10n.t('stop here')}`,
      tooltip: vscode.l10n.t('Add a function breakpoint, or take it away'),
      arguments: [name],
    }),
    ...(spent === undefined ? [] : [textLens(at, timeText(spent))]),
  ];
}

function timeText({ runs, total, longest }: GoTimeRow): string {
  return runs === 1
    ? vscode.l10n.t('took {0} in 1 run', formatDuration(total))
    : vscode.l10n.t(
        'took {0} in {1} runs, the longest {2}',
        formatDuration(total),
        runs,
        formatDuration(longest),
      );
}

function getLens(uri: vscode.Uri, release: string): vscode.CodeLens {
  const get: CommandId = 'kubelet.getSource';
  return lens(0, {
    command: get,
    title: `$(cloud-download) ${vscode.l10n.t('Get the Source of {0}…', release)}`,
    arguments: [uri.toString()],
  });
}

function textLens(line: number, title: string): vscode.CodeLens {
  return lens(line, { command: '', title: lensText(title) });
}

function lens(line: number, command: vscode.Command): vscode.CodeLens {
  return new vscode.CodeLens(new vscode.Range(line, 0, line, 0), command);
}

/** A lens draws `$(name)` as an icon; a log must not. */
function lensText(text: string): string {
  return plainLine(text, MOST_TEXT * 2).replaceAll('$(', '$ (');
}
