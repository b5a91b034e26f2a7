// Opening and closing: logs that the person chose, samples that come with the extension, folders that are incidents.
import * as vscode from 'vscode';
import type { OpenRequest, SeekTarget, SimulationOptions } from '../../protocol/engineApi.ts';
import type { FindingKind } from '../../protocol/rows.ts';
import { baseName } from '../baseName.ts';
import { INCIDENT_FILE } from '../contributions.ts';
import type { LogDocuments } from '../editor/logDocuments.ts';
import { messages } from '../messages.ts';
import type { Pages } from '../panels/pages.ts';
import type { Session } from '../session.ts';
import { clockOptions } from './clockOptions.ts';
import { readLogs } from './readingProgress.ts';
import { parseIncident, type Incident } from './incident.ts';
import type { Mover } from './moveCommands.ts';
import { nothingWrong, problemCount } from '../views/findingsView.ts';
import { lineToShow, MOST_TOLD, verdictText } from './verdictText.ts';

export class Opener {
  private readonly session: Session;
  private readonly documents: LogDocuments;
  private readonly mover: Mover;
  private readonly pages: Pages;
  private readonly samples: vscode.Uri;

  constructor(
    session: Session,
    documents: LogDocuments,
    mover: Mover,
    pages: Pages,
    extension: vscode.Uri,
  ) {
    this.session = session;
    this.documents = documents;
    this.mover = mover;
    this.pages = pages;
    this.samples = vscode.Uri.joinPath(extension, 'media', 'samples');
  }

  async openLog(file?: vscode.Uri, files?: readonly vscode.Uri[]): Promise<void> {
    const chosen =
      files !== undefined && files.length > 0 ? files : file === undefined ? [] : [file];
    const uris = chosen.length > 0 ? chosen : await this.choose();
    if (uris.length === 0) return;
    if (!(await this.open(uris))) return;
    const kinds = await this.session.ask('findingKinds', [{}]);
    const problems = kinds.filter(({ severity }) => severity !== 'info');
    const found = problems[0] && (await this.session.ask('finding', [problems[0].first]));
    const input = found && lineToShow(found.row);
    // The cursor of a saved case is what whoever saved it wanted to show.
    const isPlaced = this.session.info?.openedCase !== undefined;
    if (input !== undefined && !isPlaced) await this.mover.seek({ kind: 'input', input });
    await this.pages.show('timeline');
    await this.mover.revealCursor();
    void this.tellVerdict(problems);
  }

  /** What is wrong, in one sentence, and the way to the worst of it. */
  private async tellVerdict(problems: readonly FindingKind[]): Promise<void> {
    const [worst] = problems;
    if (worst === undefined) {
      const others = this.session.info?.withoutKubelet;
      if (others !== undefined)
        void vscode.window.showInformationMessage(messages.plainly(nothingWrong(others)));
      return;
    }
    const found = await Promise.all(
      problems.slice(0, MOST_TOLD).map(({ first }) => this.session.askIfOpen('finding', [first])),
    );
    const { info } = this.session;
    const told = verdictText(
      info === undefined ? 0 : problemCount(info),
      problems,
      found.map((each) => each?.row),
    );
    const show = vscode.l10n.t('Show the Worst');
    if ((await vscode.window.showInformationMessage(told, show)) === show)
      await this.pages.show('findings', worst.first);
  }

  private async choose(): Promise<readonly vscode.Uri[]> {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const chosen = await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Open Kubelet Log'),
      openLabel: vscode.l10n.t('Open'),
      canSelectMany: true,
      canSelectFiles: true,
      ...(folder === undefined ? {} : { defaultUri: folder }),
    });
    return chosen ?? [];
  }

  /** False: the person has stopped it, and what was open is open still. */
  async open(
    uris: readonly vscode.Uri[],
    simulation: SimulationOptions = {},
    answers: Pick<OpenRequest, 'useCaseRules' | 'allowLarge'> = {},
  ): Promise<boolean> {
    await vscode.commands.executeCommand('workbench.view.extension.kubelet');
    const options = { ...clockOptions(), ...answers };
    const info = await readLogs(this.session, uris, options, simulation);
    if (info === undefined) return false;
    await this.documents.closeWindows();
    for (const { name, problem, tooLarge } of info.sources) {
      if (problem === undefined) continue;
      const told = messages.cannotRead(name, problem);
      if (tooLarge === true) void this.askLarge(told, uris, answers);
      else void vscode.window.showWarningMessage(told);
    }
    void this.askAlign();
    void this.tellOfCase(uris, answers);
    return true;
  }

  /** Logs whose clocks are apart are shifted only when the person wants it. */
  private async askAlign(): Promise<void> {
    for (const { source, name, proposedOffset } of this.session.info?.sources ?? []) {
      if (proposedOffset === undefined) continue;
      const told = `${baseName(name)}: ${messages.clockApart(proposedOffset)}`;
      const shift = vscode.l10n.t('Align Clocks');
      const answer = await vscode.window.showInformationMessage(told, shift);
      if (answer === shift)
        await this.session.ask('setClockOffset', [source, proposedOffset.offset]);
    }
  }

  private async askLarge(
    told: string,
    uris: readonly vscode.Uri[],
    answers: Pick<OpenRequest, 'useCaseRules'>,
  ): Promise<void> {
    const whole = vscode.l10n.t('Read All of It');
    if ((await vscode.window.showWarningMessage(told, whole)) === whole)
      await this.open(uris, {}, { ...answers, allowLarge: true });
  }

  /** What whoever saved it says, and whether their rules are to be used. */
  private async tellOfCase(
    uris: readonly vscode.Uri[],
    answers: Pick<OpenRequest, 'allowLarge'>,
  ): Promise<void> {
    const opened = this.session.info?.openedCase;
    if (opened === undefined || opened.packsUsed) return;
    const told = messages.caseOpened(opened.title, opened.notes);
    if (told !== '') void vscode.window.showInformationMessage(told);
    if (opened.packs === 0) return;
    const use = vscode.l10n.t('Use');
    const answer = await vscode.window.showInformationMessage(
      messages.caseRules(opened.packs),
      use,
    );
    if (answer === use) await this.open(uris, {}, { ...answers, useCaseRules: true });
  }

  async close(): Promise<void> {
    await this.session.close();
    await this.documents.closeWindows();
  }

  /** Opens a sample by its folder's name; without one the person chooses. */
  async openSample(name?: string): Promise<void> {
    const samples = await this.listSamples();
    if (name !== undefined) {
      const sample = samples.find((each) => each.name === name);
      if (sample === undefined) throw new Error(messages.noSample(name));
      await this.openIncident(sample.folder);
      return;
    }
    const picked = await vscode.window.showQuickPick(
      samples.map(({ folder, incident }) => ({
        label: incident.title,
        detail: incident.description,
        folder,
      })),
      {
        title: vscode.l10n.t('Sample Incident'),
        placeHolder: vscode.l10n.t('Recorded from real kubelets'),
      },
    );
    if (picked !== undefined) await this.openIncident(picked.folder);
  }

  private async listSamples(): Promise<{ name: string; folder: vscode.Uri; incident: Incident }[]> {
    const entries = await vscode.workspace.fs.readDirectory(this.samples);
    const folders = entries.filter(([, type]) => type === vscode.FileType.Directory);
    return await Promise.all(
      folders.map(async ([name]) => {
        const folder = vscode.Uri.joinPath(this.samples, name);
        return { name, folder, incident: await readIncident(folder) };
      }),
    );
  }

  /** An incident is shown whole: its logs with the cursor where the file says, and the timeline. */
  private async openIncident(folder: vscode.Uri): Promise<void> {
    const { sources, at } = await readIncident(folder);
    if (await this.open(sources.map((path) => vscode.Uri.joinPath(folder, path))))
      await this.show(at === undefined ? { kind: 'end' } : { kind: 'time', time: at });
  }

  /** Simulates a scenario and shows it whole, as an incident. */
  async openScenario(uri: vscode.Uri, options: SimulationOptions): Promise<void> {
    if (await this.open([uri], options)) await this.show({ kind: 'end' });
  }

  private async show(target: SeekTarget): Promise<void> {
    await this.mover.seek(target);
    await this.pages.show('timeline');
    await this.mover.revealCursor();
  }

  /** Opens the incident that the workspace's first folder is, if it is one. */
  async openWorkspaceIncident(): Promise<void> {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    if (folder !== undefined && (await exists(vscode.Uri.joinPath(folder, INCIDENT_FILE))))
      await this.openIncident(folder);
  }
}

async function readIncident(folder: vscode.Uri): Promise<Incident> {
  const file = vscode.Uri.joinPath(folder, INCIDENT_FILE);
  const incident = parseIncident(
    new TextDecoder().decode(await vscode.workspace.fs.readFile(file)),
  );
  if (typeof incident === 'string') throw new Error(messages.badIncident(file.path, incident));
  return incident;
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
