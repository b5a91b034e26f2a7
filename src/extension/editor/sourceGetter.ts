// "Get the Source": after one question the Go source of a version comes by the machine's own Go, or from a folder or an archive that the
// person names; without either there is the web. What the question says is all that happens.
import * as vscode from 'vscode';
import { goSourcePage, kubernetesTag } from '../../protocol/uris.ts';
import { settings } from '../contributions.ts';
import { messages, reasonOf } from '../messages.ts';
import type { EngineHost } from '../session.ts';
import { isSourceProblem, SourceProblem } from '../sourceProblem.ts';
import type { TrustGate } from '../trust.ts';
import { isMinor, moduleArgument, moduleOf } from './goModules.ts';
import type { GoSourceFiles } from './goSourceFiles.ts';

/** A file that is wanted. */
export interface WantedSource {
  /** A tag, or a minor of which any patch will do. */
  readonly release: string;
  readonly path: string;
  /** As the kubelet tells it. */
  readonly version: string;
  readonly isInferred: boolean;
}

type Way = 'go' | 'named' | 'web';

export interface SourceGetterParts {
  readonly files: Pick<GoSourceFiles, 'find'>;
  readonly fetcher: Pick<NonNullable<EngineHost['goSource']>, 'download' | 'unpack'> | undefined;
  readonly gate: TrustGate;
  /** Told: there is source that was not at hand before. */
  readonly got: () => void;
}

export class SourceGetter {
  private readonly parts: SourceGetterParts;

  constructor(parts: SourceGetterParts) {
    this.parts = parts;
  }

  /** Whether this machine's Go may be asked for a file. */
  canDownload({ release, path }: Pick<WantedSource, 'release' | 'path'>): boolean {
    return (
      this.parts.fetcher !== undefined &&
      this.parts.gate.isTrusting &&
      moduleOf(release, path) !== undefined
    );
  }

  /** Asks, and gets it; whether it is at hand now. What is in the way is told here. */
  async get(wanted: WantedSource): Promise<boolean> {
    const way = await this.ask(wanted);
    return way === undefined ? false : await this.by(way, wanted);
  }

  /** The same for a person who has been asked already. */
  async by(way: Way, wanted: WantedSource, line?: number): Promise<boolean> {
    if (way === 'web') {
      const page = goSourcePage({ version: wanted.release, path: wanted.path }, line);
      await vscode.env.openExternal(vscode.Uri.parse(page, true));
      return false;
    }
    try {
      await (way === 'go' ? this.download(wanted) : this.name(wanted));
    } catch (error) {
      return await this.failed(error, wanted);
    }
    this.parts.got();
    return (
      (await this.parts.files.find({ version: wanted.release, path: wanted.path })) !== undefined
    );
  }

  private async ask(wanted: WantedSource): Promise<Way | undefined> {
    const module = moduleOf(wanted.release, wanted.path);
    const canDownload = this.canDownload(wanted);
    const detail = [
      ...(canDownload && module !== undefined
        ? [messages.getSourceDetail(moduleArgument(module))]
        : []),
      ...(this.parts.gate.isTrusting ? [] : [messages.untrusted()]),
      ...(module === undefined ? [messages.noModule()] : []),
      ...versionNotes(wanted),
    ].join('\n\n');
    const ways: readonly (vscode.MessageItem & { readonly way: Way })[] = [
      ...(canDownload ? [{ title: vscode.l10n.t('Get the Source'), way: 'go' as const }] : []),
      { title: vscode.l10n.t('Folder or Archive…'), way: 'named' },
      { title: vscode.l10n.t('Open on the Web'), way: 'web' },
    ];
    const picked = await vscode.window.showInformationMessage(
      messages.getSource(wanted.release),
      { modal: true, detail },
      ...ways,
    );
    return picked?.way;
  }

  private async download(wanted: WantedSource): Promise<void> {
    this.parts.gate.need();
    const { fetcher } = this.parts;
    const module = moduleOf(wanted.release, wanted.path);
    if (fetcher === undefined || module === undefined) throw new Error(messages.noModule());
    const title = vscode.l10n.t('Getting {0}', moduleArgument(module));
    await underway(title, async (signal, report) => {
      await fetcher.download(module, {
        signal,
        progress: (bytes) => {
          if (bytes > 0) report(vscode.l10n.t('{0} MB', (bytes / 1e6).toFixed(0)));
        },
      });
    });
  }

  private async name(wanted: WantedSource): Promise<void> {
    const [picked] =
      (await vscode.window.showOpenDialog({
        title: vscode.l10n.t('Go Source of Kubernetes {0}', wanted.release),
        canSelectFolders: true,
        canSelectFiles: this.parts.fetcher !== undefined,
        filters: { [vscode.l10n.t('Archives')]: ['zip', 'tgz', 'gz'] },
      })) ?? [];
    if (picked === undefined) throw new SourceProblem('cancelled');
    const { type } = await vscode.workspace.fs.stat(picked);
    if ((type & vscode.FileType.Directory) !== 0) await this.takeFolder(picked, wanted);
    else await this.unpack(picked, wanted);
  }

  private async takeFolder(folder: vscode.Uri, { release, path }: WantedSource): Promise<void> {
    const text = folder.scheme === 'file' ? folder.fsPath : folder.toString();
    const configuration = vscode.workspace.getConfiguration(settings.section);
    const before = configuration.inspect<string[]>(settings.sourceFolders)?.globalValue;
    await configuration.update(
      settings.sourceFolders,
      [...new Set([...(before ?? []), text])],
      vscode.ConfigurationTarget.Global,
    );
    if ((await this.parts.files.find({ version: release, path })) !== undefined) return;
    await configuration.update(settings.sourceFolders, before, vscode.ConfigurationTarget.Global);
    throw new Error(messages.notInFolder(text, path, release));
  }

  private async unpack(archive: vscode.Uri, { release }: WantedSource): Promise<void> {
    const { fetcher } = this.parts;
    if (fetcher === undefined) throw new SourceProblem('bad-archive');
    await underway(vscode.l10n.t('Unpacking {0}', archive.path), async (signal, report) => {
      await fetcher.unpack(archive, release, {
        signal,
        progress: (files) => {
          if (files % 200 === 0) report(vscode.l10n.t('{0} files', files));
        },
      });
    });
  }

  /** Tells why, with the ways that are left. */
  private async failed(error: unknown, wanted: WantedSource): Promise<boolean> {
    if (isSourceProblem(error) && error.trouble === 'cancelled') {
      void vscode.window.showInformationMessage(messages.sourceTrouble(error, wanted.release));
      return false;
    }
    const sentence = isSourceProblem(error)
      ? messages.sourceTrouble(error, wanted.release)
      : reasonOf(error);
    const ways = [
      { title: vscode.l10n.t('Folder or Archive…'), way: 'named' as const },
      { title: vscode.l10n.t('Open on the Web'), way: 'web' as const },
    ];
    const picked = await vscode.window.showErrorMessage(messages.plainly(sentence), ...ways);
    return picked === undefined ? false : await this.by(picked.way, wanted);
  }
}

/** What a person is to know of a version before and after. */
export function versionNotes({ release, version, isInferred }: WantedSource): readonly string[] {
  const isVendor =
    !isMinor(release) && kubernetesTag(version)?.slice(1) !== version.trim().replace(/^v/, '');
  return [
    ...(isVendor ? [messages.vendorBuild(version, release)] : []),
    ...(isMinor(release) ? [messages.onlyMinor(release)] : []),
    ...(isInferred ? [messages.inferredVersion()] : []),
  ];
}

/** A notification with a cancel. */
async function underway(
  title: string,
  act: (signal: AbortSignal, report: (message: string) => void) => Promise<void>,
): Promise<void> {
  await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (progress, token) => {
      const controller = new AbortController();
      token.onCancellationRequested(() => {
        controller.abort();
      });
      await act(controller.signal, (message) => {
        progress.report({ message });
      });
    },
  );
}
