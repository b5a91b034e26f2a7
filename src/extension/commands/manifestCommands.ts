// From a manifest to its pods, and from a pod to the manifest in the workspace that describes it.
import * as vscode from 'vscode';
import type { ManifestPodRow } from '../../protocol/manifestApi.ts';
import type { ManifestTarget, PodTarget, RowTarget } from '../contributions.ts';
import { manifestIn } from '../editor/manifestLenses.ts';
import { readText } from '../editor/readText.ts';
import type { LiveCluster } from '../live/liveCluster.ts';
import { messages } from '../messages.ts';
import type { Pages } from '../panels/pages.ts';
import type { Session } from '../session.ts';

/** Files of a workspace that are looked through. */
const MOST_FILES = 2_000;

export class ManifestCommands {
  private readonly session: Session;
  private readonly live: LiveCluster;
  private readonly pages: Pages;

  constructor(session: Session, live: LiveCluster, pages: Pages) {
    this.session = session;
    this.live = live;
    this.pages = pages;
  }

  /** The page of a pod that the log has, else the node that it is on, as all witnesses have it. */
  async showPods(target: ManifestTarget | undefined): Promise<void> {
    const pod = target && (await choosePod(target));
    if (pod === undefined) return;
    if (pod.podKey !== undefined) {
      await this.session.ask('selectPod', [pod.podKey]);
      await this.pages.show('pod');
    } else if (pod.node === '') {
      void vscode.window.showInformationMessage(messages.noNodeYet(pod.name));
    } else await vscode.commands.executeCommand('kubelet.compareNode', { node: pod.node });
  }

  /** `pod`: a row of the session or of the cluster; else the pod that is selected. */
  async openManifest(pod: (PodTarget & Partial<RowTarget>) | undefined): Promise<void> {
    const id = pod?.podKey ?? pod?.copy ?? this.session.cursor?.selectedPod;
    if (id === undefined) throw new Error(vscode.l10n.t('Select a pod first.'));
    const title = vscode.l10n.t('Looking for the manifest');
    const found = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title },
      () => this.find(id),
    );
    if (found === undefined) {
      const text = vscode.l10n.t('No YAML file of this workspace describes that pod.');
      void vscode.window.showInformationMessage(text);
      return;
    }
    const place = new vscode.Range(found.line, 0, found.line, 0);
    await vscode.window.showTextDocument(found.uri, { selection: place });
  }

  private async find(id: string): Promise<{ uri: vscode.Uri; line: number } | undefined> {
    const files = await vscode.workspace.findFiles(
      '**/*.{yaml,yml}',
      '**/{node_modules,.git}/**',
      MOST_FILES,
    );
    for (const uri of files) {
      const rows = await manifestIn((await readText(uri)) ?? '', this.session, this.live);
      const row = rows.find(({ pods }) =>
        pods.some(({ uid, podKey }) => uid === id || podKey === id),
      );
      if (row !== undefined) return { uri, line: row.line };
    }
    return undefined;
  }
}

async function choosePod({ name, pods }: ManifestTarget): Promise<ManifestPodRow | undefined> {
  if (pods.length <= 1) return pods[0];
  const picked = await vscode.window.showQuickPick(
    pods.map((pod) => ({
      label: `${pod.namespace}/${pod.name}`,
      description: [pod.node, pod.api, pod.log].filter((part) => part).join(' · '),
      pod,
    })),
    { title: vscode.l10n.t('Pods of {0}', name), matchOnDescription: true },
  );
  return picked?.pod;
}
