// Above the pods and workloads of a YAML manifest: where their pods run and how they are, while a log is open or a cluster connected.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import { plainLine } from '../../base/plainText.ts';
import type { ManifestPodRow, ManifestRow } from '../../protocol/manifestApi.ts';
import type { CommandId, ManifestTarget } from '../contributions.ts';
import type { LiveCluster } from '../live/liveCluster.ts';
import type { Session } from '../session.ts';
import { problemsText } from '../views/findingsView.ts';

/** What moves while a log is followed is told again after so long (ms). */
const CALM = 500;
const LONGEST = 1 << 20;
/** A manifest has both; most YAML files of a workspace have neither. */
const likely = /^\s*(- )?["']?kind["']?:/m;

export function registerManifestLenses(session: Session, live: LiveCluster): Disposable {
  const store = new DisposableStore();
  const changed = store.add(new vscode.EventEmitter<void>());
  let timer: ReturnType<typeof setTimeout> | undefined;
  const touch = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      changed.fire();
    }, CALM);
  };
  store.add({
    dispose: () => {
      clearTimeout(timer);
    },
  });
  for (const listening of [
    session.onChanged(touch),
    session.onCursor(touch),
    live.onChanged(touch),
    vscode.languages.registerCodeLensProvider(
      { language: 'yaml' },
      {
        onDidChangeCodeLenses: changed.event,
        async provideCodeLenses(document) {
          const rows = await manifestIn(document.getText(), session, live);
          return rows.flatMap((row) => lensOf(row, live.row?.context));
        },
      },
    ),
  ])
    store.add(listening);
  return store;
}

/** Its objects with their pods; none for a text that is no manifest, and while there is nothing to tell of. */
export async function manifestIn(
  text: string,
  session: Session,
  live: LiveCluster,
): Promise<readonly ManifestRow[]> {
  if (session.info === undefined && live.row === undefined) return [];
  if (text.length > LONGEST || !likely.test(text)) return [];
  // Nothing depends on lenses: what asks in vain is asked again with the next change.
  return await session.ask('manifest', [text]).catch(() => []);
}

function lensOf(row: ManifestRow, context: string | undefined): readonly vscode.CodeLens[] {
  const range = new vscode.Range(row.line, 0, row.line, 0);
  if (row.pods.length === 0) {
    if (context === undefined) return [];
    const title = vscode.l10n.t('no pod in {0}', lensText(context));
    return [new vscode.CodeLens(range, { command: '', title })];
  }
  const command: CommandId = 'kubelet.showManifestPods';
  const tooltip =
    row.pods.length === 1 ? vscode.l10n.t('Show the pod') : vscode.l10n.t('Choose one of its pods');
  const target: ManifestTarget = { name: row.name, pods: row.pods };
  return [
    new vscode.CodeLens(range, {
      command,
      title: lensTitle(row.pods),
      tooltip,
      arguments: [target],
    }),
  ];
}

/** `Running on node-a · sync, idle · 2 problems`; of several pods how many are how. */
export function lensTitle(pods: readonly ManifestPodRow[]): string {
  const [only] = pods;
  const nodes = [...new Set(pods.map(({ node }) => node).filter((node) => node !== ''))];
  const places = nodes.length > 3 ? vscode.l10n.t('{0} nodes', nodes.length) : nodes.join(', ');
  const findings = pods.reduce((sum, pod) => sum + pod.findings, 0);
  const parts =
    only !== undefined && pods.length === 1
      ? [placed(only.api ?? '', places), only.log ?? '']
      : [placed(vscode.l10n.t('{0} pods', pods.length), places), ...counts(pods)];
  const found = findings === 0 ? '' : problemsText(findings);
  return [...parts, found]
    .filter((part) => part !== '')
    .map(lensText)
    .join(' · ');
}

function placed(what: string, places: string): string {
  if (places === '') return what;
  return what === '' ? vscode.l10n.t('on {0}', places) : vscode.l10n.t('{0} on {1}', what, places);
}

function counts(pods: readonly ManifestPodRow[]): readonly string[] {
  const byState = new Map<string, number>();
  for (const { api, log } of pods) {
    const state = api ?? log ?? '';
    byState.set(state, (byState.get(state) ?? 0) + 1);
  }
  return [...byState].map(([state, count]) => `${count} ${state}`);
}

/** A lens draws `$(name)` as an icon; a name must not. */
function lensText(text: string): string {
  return plainLine(text, 160).replaceAll('$(', '$ (');
}
