// The five views: which question each asks, and which rows it makes of the answer.
import * as vscode from 'vscode';
import { micros } from '../../base/time.ts';
import type { Disposable } from '../../base/disposable.ts';
import { type RowTarget, type ViewId, viewIds } from '../contributions.ts';
import { messages } from '../messages.ts';
import type { Session } from '../session.ts';
import { EngineTree } from './engineTree.ts';
import { findingGroupings, showFindings, type FindingGrouping } from './findingsView.ts';
import { showNetwork } from './networkView.ts';
import { showPleg } from './plegView.ts';
import { podGroupings, showPods, type PodGrouping } from './podsView.ts';
import { clusterTree, podTree } from '../live/clusterRows.ts';
import type { LiveCluster } from '../live/liveCluster.ts';
import { showSources } from './sourcesView.ts';
import { copyText, type Shown } from './row.ts';

export interface Views extends Disposable {
  readonly trees: Readonly<Record<ViewId, EngineTree>>;
  /** Whether one of them is. */
  readonly areVisible: boolean;
  onVisibility(listener: () => void): Disposable;
  filterPods(): Promise<void>;
  groupPods(): Promise<void>;
  /** Copies the rows given, else those selected in the view that was used last. */
  copy(row?: RowTarget, rows?: readonly RowTarget[]): Promise<void>;
  filterFindings(): Promise<void>;
  groupFindings(): Promise<void>;
}

/** Findings are few; all are needed to tell what hangs on what, and to be filtered. */
const MOST_FINDINGS = 500;

function groupingName(grouping: FindingGrouping): string {
  switch (grouping) {
    case 'cause':
      return vscode.l10n.t('By Cause');
    case 'severity':
      return vscode.l10n.t('By Severity');
    case 'pod':
      return vscode.l10n.t('By Pod');
  }
}

function podGroupingName(grouping: PodGrouping): string {
  switch (grouping) {
    case 'none':
      return vscode.l10n.t('Not Grouped');
    case 'namespace':
      return vscode.l10n.t('By Namespace');
    case 'state':
      return vscode.l10n.t('By State');
  }
}

export function createViews(session: Session, live: LiveCluster): Views {
  const now = () => session.cursor?.time ?? micros(0);
  let filter = '';
  let grouping: PodGrouping = 'none';
  let findings: { grouping: FindingGrouping; filter: string } = { grouping: 'cause', filter: '' };
  const trees: Record<ViewId, EngineTree> = {
    'kubelet.sources': sourcesTree(session, live),
    'kubelet.pods': new EngineTree('kubelet.pods', session, async (count, signal) => {
      const query = { start: 0, count, gone: true, ...(filter === '' ? {} : { text: filter }) };
      const [page, found] = await Promise.all([
        session.ask('pods', [query], signal),
        session.ask('findings', [{ start: 0, count: 500 }], signal),
      ]);
      const titles = new Map(found.rows.map(({ key, title }) => [key, title]));
      return showPods({ ...page, now: now(), filter, titles, grouping });
    }),
    'kubelet.pleg': new EngineTree('kubelet.pleg', session, async (count, signal) =>
      showPleg(await session.ask('pleg', [{ start: 0, count }], signal)),
    ),
    'kubelet.network': new EngineTree('kubelet.network', session, async (count, signal) => {
      const page = await session.ask('network', [{ start: 0, count }], signal);
      return showNetwork({ ...page, now: now() });
    }),
    'kubelet.findings': new EngineTree('kubelet.findings', session, async (count, signal) => {
      const asked = Math.max(count, MOST_FINDINGS);
      const page = await session.ask('findings', [{ start: 0, count: asked }], signal);
      return showFindings({ ...page, now: now(), ...findings });
    }),
  };
  const listening = live.onChanged(() => {
    trees['kubelet.sources'].refresh();
  });
  let used: ViewId = 'kubelet.pods';
  const selecting = viewIds.map((id) =>
    trees[id].onDidSelect(() => {
      used = id;
    }),
  );
  return {
    trees,
    get areVisible() {
      return viewIds.some((id) => trees[id].isVisible);
    },
    onVisibility: (listener) =>
      vscode.Disposable.from(...viewIds.map((id) => trees[id].onVisibility(listener))),
    async filterPods() {
      if (session.info === undefined) throw new Error(messages.noSession());
      const typed = await vscode.window.showInputBox({
        title: vscode.l10n.t('Filter Pods'),
        prompt: vscode.l10n.t('Part of a namespace/name or of a UID; empty shows all.'),
        value: filter,
      });
      if (typed === undefined) return;
      filter = typed.trim();
      trees['kubelet.pods'].refresh();
    },
    async groupPods() {
      const picked = await vscode.window.showQuickPick(
        podGroupings.map((each) => ({ label: podGroupingName(each), each })),
        { title: vscode.l10n.t('Group Pods') },
      );
      if (picked === undefined) return;
      grouping = picked.each;
      trees['kubelet.pods'].refresh();
    },
    async copy(row, rows) {
      const chosen = rows ?? (row === undefined ? trees[used].selection : [row]);
      if (chosen.length === 0) return;
      await vscode.env.clipboard.writeText(chosen.map(copyText).join('\n'));
    },
    async filterFindings() {
      if (session.info === undefined) throw new Error(messages.noSession());
      const typed = await vscode.window.showInputBox({
        title: vscode.l10n.t('Filter Findings'),
        prompt: vscode.l10n.t(
          'Words that stand in a finding, its pod or its lines; empty shows all.',
        ),
        value: findings.filter,
      });
      if (typed === undefined) return;
      findings = { ...findings, filter: typed.trim() };
      trees['kubelet.findings'].refresh();
    },
    async groupFindings() {
      const picked = await vscode.window.showQuickPick(
        findingGroupings.map((grouping) => ({ label: groupingName(grouping), grouping })),
        { title: vscode.l10n.t('Group Findings') },
      );
      if (picked === undefined) return;
      findings = { ...findings, grouping: picked.grouping };
      trees['kubelet.findings'].refresh();
    },
    dispose() {
      listening.dispose();
      for (const one of selecting) one.dispose();
      for (const tree of Object.values(trees)) tree.dispose();
    },
  };
}

/** The logs that are open, and above them the cluster that is connected. */
function sourcesTree(session: Session, live: LiveCluster): EngineTree {
  const load = async (_: number, signal: AbortSignal): Promise<Shown> => {
    const open = session.info !== undefined;
    const logs: Shown = open
      ? showSources(await session.ask('session', [], signal))
      : { rows: [], total: 0 };
    const cluster = live.row === undefined ? [] : [clusterTree(live.row)];
    return { ...logs, rows: [...cluster, ...logs.rows], total: logs.total + cluster.length };
  };
  return new EngineTree('kubelet.sources', session, load, {
    withoutSession: () => live.row !== undefined,
    below: async ({ node = '' }) => podTree(node, await session.ask('clusterPods', [node])),
  });
}
