// How much somebody looks at what the kubelets of a connected cluster are asked for: the engine asks less for a window that is not
// in front, and nothing for one that shows nothing of it.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import type { ClusterApi } from '../../protocol/clusterApi.ts';
import { DEBUG_TYPE, LANGUAGE, pageTypes } from '../contributions.ts';
import type { Session } from '../session.ts';
import type { Views } from '../views/views.ts';
import type { LiveCluster } from './liveCluster.ts';

type Attention = Parameters<ClusterApi['setAttention']>[0];

/** Tells the engine of it until it is disposed of. */
export function watchAttention(session: Session, live: LiveCluster, views: Views): Disposable {
  const store = new DisposableStore();
  let told: Attention = 'shown';
  const look = (): void => {
    if (live.row === undefined) return;
    const now = attentionOf(views);
    if (now === told) return;
    told = now;
    // An engine that is gone asks nobody either.
    session.ask('setAttention', [now]).catch(() => undefined);
  };
  for (const listening of [
    live.onChanged(look),
    views.onVisibility(look),
    vscode.window.onDidChangeWindowState(look),
    vscode.window.onDidChangeVisibleTextEditors(look),
    vscode.window.tabGroups.onDidChangeTabs(look),
    vscode.debug.onDidChangeActiveDebugSession(look),
  ])
    store.add(listening);
  return store;
}

function attentionOf(views: Views): Attention {
  const isShown =
    views.areVisible ||
    vscode.debug.activeDebugSession?.type === DEBUG_TYPE ||
    vscode.window.visibleTextEditors.some(({ document }) => document.languageId === LANGUAGE) ||
    vscode.window.tabGroups.all.some(({ activeTab }) => isPage(activeTab?.input));
  if (!isShown) return 'hidden';
  return vscode.window.state.focused ? 'shown' : 'aside';
}

/** VS Code puts a prefix before the type of a tab. */
function isPage(input: unknown): boolean {
  return (
    input instanceof vscode.TabInputWebview &&
    Object.values(pageTypes).some((type) => input.viewType.endsWith(type))
  );
}
