// Simulating: scenarios that come with the extension, those of the folders that are open, or any file.
import * as vscode from 'vscode';
import type { SimulationOptions } from '../../protocol/engineApi.ts';
import { baseName } from '../baseName.ts';
import { messages } from '../messages.ts';
import { uriOf } from '../uriOf.ts';
import type { Opener } from './openCommands.ts';
import { kubeletMinors, scenarioTitle } from './simulateTexts.ts';

interface Choice extends vscode.QuickPickItem {
  /** Nothing: another file is to be chosen. */
  readonly file?: vscode.Uri;
}

/** Scenarios of a workspace are found by their name. */
const OWN_SCENARIOS = '**/*.kubelet-scenario.{yaml,yml}';
const MAX_OWN = 100;

export class Simulator {
  private readonly opener: Opener;
  private readonly scenarios: vscode.Uri;

  constructor(opener: Opener, extension: vscode.Uri) {
    this.opener = opener;
    this.scenarios = vscode.Uri.joinPath(extension, 'media', 'scenarios');
  }

  /** Simulates a file, or a scenario that comes with the extension by its name; without one the person chooses, and which kubelet. */
  async simulate(scenario?: vscode.Uri | string, options?: SimulationOptions): Promise<void> {
    if (scenario !== undefined) {
      const file = typeof scenario === 'string' ? await this.fileOf(scenario) : scenario;
      await this.opener.openScenario(file, options ?? {});
      return;
    }
    const file = await this.choose();
    const version = file === undefined ? undefined : await chooseVersion();
    if (file !== undefined && version !== undefined)
      await this.opener.openScenario(file, { ...options, ...version });
  }

  /** A scenario by its path, or one that comes with the extension by its name. */
  async fileOf(name: string): Promise<vscode.Uri> {
    if (/[/\\]|\.ya?ml$/.test(name)) return uriOf(name);
    const files = await this.ownScenarios();
    const file = files.find(({ path }) => baseName(path) === `${name}.yaml`);
    if (file === undefined) throw new Error(messages.noScenario(name));
    return file;
  }

  private async ownScenarios(): Promise<vscode.Uri[]> {
    const entries = await vscode.workspace.fs.readDirectory(this.scenarios);
    return entries.map(([name]) => vscode.Uri.joinPath(this.scenarios, name));
  }

  /** Scenarios in the folders that are open. */
  async ofWorkspace(): Promise<readonly vscode.Uri[]> {
    return await vscode.workspace.findFiles(OWN_SCENARIOS, undefined, MAX_OWN);
  }

  private async choose(): Promise<vscode.Uri | undefined> {
    const found = await this.ofWorkspace();
    const choices: Choice[] = [
      ...(await Promise.all(found.map(choiceOf))),
      ...(await Promise.all((await this.ownScenarios()).map(choiceOf))),
      { label: vscode.l10n.t('Choose a File…'), iconPath: new vscode.ThemeIcon('folder-opened') },
    ];
    const picked = await vscode.window.showQuickPick(choices, {
      title: vscode.l10n.t('Simulate'),
      placeHolder: vscode.l10n.t('Select a scenario'),
      matchOnDescription: true,
      // A page that just opened takes the keyboard late.
      ignoreFocusOut: true,
    });
    return picked === undefined || picked.file !== undefined ? picked?.file : await chooseFile();
  }
}

async function choiceOf(file: vscode.Uri): Promise<Choice> {
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  const description = baseName(file.path);
  return { label: scenarioTitle(text) ?? description, description, file };
}

async function chooseFile(): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Simulate Scenario'),
    openLabel: vscode.l10n.t('Simulate'),
    filters: { [vscode.l10n.t('Scenarios')]: ['yaml', 'yml'] },
  });
  return chosen?.[0];
}

/** Nothing when the person went away. */
async function chooseVersion(): Promise<SimulationOptions | undefined> {
  const own = { label: vscode.l10n.t('As the Scenario Says'), simulation: {} };
  const versions = kubeletMinors.map((kubelet) => ({
    label: `1.${kubelet}`,
    simulation: { kubelet },
  }));
  const picked = await vscode.window.showQuickPick<vscode.QuickPickItem & typeof own>(
    [own, ...versions],
    {
      title: vscode.l10n.t('Simulate'),
      placeHolder: vscode.l10n.t('Which kubelet?'),
      ignoreFocusOut: true,
    },
  );
  return picked?.simulation;
}
