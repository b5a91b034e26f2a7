// The views: which question each asks, and which rows it makes of the answer.
import * as vscode from 'vscode';
import { micros } from '../../base/time.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { CommandHandlers } from '../commands/handlers.ts';
import { type FilterCommandId, type RowTarget, type ViewId, viewIds } from '../contributions.ts';
import type { SessionInfo } from '../../protocol/engineApi.ts';
import type { Session } from '../session.ts';
import { EngineTree } from './engineTree.ts';
import {
  findingGroupings,
  groupingOf,
  kindOf,
  kindRows,
  showFindings,
  showKinds,
  withOrigin,
  type FindingGrouping,
} from './findingsView.ts';
import { showNetwork } from './networkView.ts';
import { showPleg } from './plegView.ts';
import { podGroupings, showPods, type PodGrouping } from './podsView.ts';
import { clusterTree, podTree } from '../live/clusterRows.ts';
import type { LiveCluster } from '../live/liveCluster.ts';
import { showWorkerQueues } from './workersView.ts';
import { showSources } from './sourcesView.ts';
import { copyText, type Shown } from './row.ts';
import type { TreeShell } from './treeShell.ts';
import { ViewFilters } from './viewFilters.ts';

export interface Views extends Disposable {
  readonly trees: Readonly<Record<ViewId, EngineTree>>;
  /** Whether one of them is. */
  readonly areVisible: boolean;
  onVisibility(listener: () => void): Disposable;
  /** What filters each view, and what takes its filter away. */
  readonly filtering: FilterCommands;
  groupPods(): Promise<void>;
  /** Copies the rows given, else those selected in the view that was used last. */
  copy(row?: RowTarget, rows?: readonly RowTarget[]): Promise<void>;
  groupFindings(): Promise<void>;
}

export type FilterCommands = Pick<CommandHandlers, FilterCommandId>;

/** Findings are few; all are needed to tell what hangs on what, and to be filtered. */
const MOST_FINDINGS = 500;
const MOST_OF_KIND = 30;

function groupingName(grouping: FindingGrouping): string {
  switch (grouping) {
    case 'kind':
      return vscode.l10n.t('By Kind');
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

export function createViews(
  session: Session,
  live: LiveCluster,
  shells: Readonly<Record<ViewId, TreeShell>>,
  keptAt: () => number | undefined,
): Views {
  const now = () => session.cursor?.time ?? micros(0);
  const filters = new ViewFilters(session, (view) => {
    trees[view].refresh();
  });
  let grouping: PodGrouping = 'none';
  let findingGrouping: FindingGrouping | undefined;
  const trees: Record<ViewId, EngineTree> = {
    'kubelet.sources': sourcesTree(shells['kubelet.sources'], session, live, filters),
    'kubelet.pods': new EngineTree(
      shells['kubelet.pods'],
      session,
      async (count, signal) => {
        const query = { ...filters.query('kubelet.pods', count), gone: true };
        const page = await session.ask('pods', [query], signal);
        return filters.tell(
          'kubelet.pods',
          showPods({ ...page, now: now(), grouping }),
          page.total,
        );
      },
      { keptAt },
    ),
    'kubelet.workers': new EngineTree(shells['kubelet.workers'], session, async (count, signal) => {
      const query = filters.query('kubelet.workers', count);
      const queues = await session.ask('workerQueues', [query], signal);
      return filters.tell('kubelet.workers', showWorkerQueues(queues), queues.total);
    }),
    'kubelet.pleg': new EngineTree(shells['kubelet.pleg'], session, async (count, signal) => {
      const view = await session.ask('pleg', [filters.query('kubelet.pleg', count)], signal);
      return filters.tell('kubelet.pleg', showPleg(view), view.total);
    }),
    'kubelet.network': new EngineTree(
      shells['kubelet.network'],
      session,
      async (count, signal) => {
        const page = await session.ask(
          'network',
          [filters.query('kubelet.network', count)],
          signal,
        );
        return filters.tell('kubelet.network', showNetwork({ ...page, now: now() }), page.total);
      },
      { keptAt },
    ),
    'kubelet.findings': new EngineTree(
      shells['kubelet.findings'],
      session,
      async (count, signal) => {
        const query = filters.query('kubelet.findings', Math.max(count, MOST_FINDINGS));
        const info = await session.ask('session', [], signal);
        const { findings: counts, isToldByAll, withoutKubelet } = info;
        const grouping = groupingOf(findingGrouping, counts);
        if (grouping === 'kind') {
          const { text } = query;
          const asked = text === undefined ? {} : { text };
          const kinds = await session.ask('findingKinds', [asked], signal);
          const shown = withOrigin(showKinds(kinds, counts), isToldByAll);
          return filters.tell('kubelet.findings', shown, kinds.length);
        }
        const page = await session.ask('findings', [query], signal);
        const shown = withOrigin(
          showFindings({ ...page, now: now(), grouping, withoutKubelet }),
          isToldByAll,
        );
        return filters.tell('kubelet.findings', shown, page.matching?.length);
      },
      {
        below: async (row) => {
          const query = filters.query('kubelet.findings', MOST_OF_KIND);
          return kindRows(await session.ask('findings', [{ ...query, kind: kindOf(row) }]), now());
        },
      },
    ),
  };
  const listening = live.onChanged(() => {
    trees['kubelet.sources'].refresh();
  });
  /** The one in which something was selected last is the first: or what was selected there has gone. */
  let used: readonly ViewId[] = [];
  const selecting = viewIds.map((id) =>
    trees[id].onDidSelect(() => {
      used = [id, ...used.filter((other) => other !== id)];
    }),
  );
  const selected = async (): Promise<readonly RowTarget[]> => {
    for (const id of used) {
      const rows = await trees[id].selected();
      if (rows.length > 0) return rows;
    }
    return [];
  };
  return {
    trees,
    get areVisible() {
      return viewIds.some((id) => trees[id].isVisible);
    },
    onVisibility: (listener) =>
      vscode.Disposable.from(...viewIds.map((id) => trees[id].onVisibility(listener))),
    filtering: filterCommands(filters),
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
      const chosen = rows ?? (row === undefined ? await selected() : [row]);
      if (chosen.length === 0) return;
      await vscode.env.clipboard.writeText(chosen.map(copyText).join('\n'));
    },
    async groupFindings() {
      const picked = await vscode.window.showQuickPick(
        findingGroupings.map((grouping) => ({ label: groupingName(grouping), grouping })),
        { title: vscode.l10n.t('Group Findings') },
      );
      if (picked === undefined) return;
      findingGrouping = picked.grouping;
      trees['kubelet.findings'].refresh();
    },
    dispose() {
      listening.dispose();
      for (const one of selecting) one.dispose();
      for (const tree of Object.values(trees)) tree.dispose();
    },
  };
}

function filterCommands(filters: ViewFilters): FilterCommands {
  const ask = (view: ViewId, title: string) => () => filters.ask(view, title);
  const clear = (view: ViewId) => () => {
    filters.set(view, '');
  };
  return {
    'kubelet.filterSources': ask('kubelet.sources', vscode.l10n.t('Filter Sources')),
    'kubelet.filterPods': ask('kubelet.pods', vscode.l10n.t('Filter Pods')),
    'kubelet.filterWorkers': ask('kubelet.workers', vscode.l10n.t('Filter Pod Worker Queues')),
    'kubelet.filterPleg': ask('kubelet.pleg', vscode.l10n.t('Filter PLEG')),
    'kubelet.filterNetwork': ask('kubelet.network', vscode.l10n.t('Filter Network')),
    'kubelet.filterFindings': ask('kubelet.findings', vscode.l10n.t('Filter Findings')),
    'kubelet.clearSourcesFilter': clear('kubelet.sources'),
    'kubelet.clearPodsFilter': clear('kubelet.pods'),
    'kubelet.clearWorkersFilter': clear('kubelet.workers'),
    'kubelet.clearPlegFilter': clear('kubelet.pleg'),
    'kubelet.clearNetworkFilter': clear('kubelet.network'),
    'kubelet.clearFindingsFilter': clear('kubelet.findings'),
  };
}

/** The logs that are open, and above them the cluster that is connected. */
function sourcesTree(
  shell: TreeShell,
  session: Session,
  live: LiveCluster,
  filters: ViewFilters,
): EngineTree {
  const likeFilter = async (info: SessionInfo, signal: AbortSignal): Promise<SessionInfo> => {
    const filter = filters.of('kubelet.sources');
    if (filter === '') return info;
    const like = await session.ask('sourcesLike', [filter], signal);
    const kept = <T>(rows: readonly T[], places: readonly number[]): readonly T[] =>
      places.flatMap((place) => rows[place] ?? []);
    return {
      ...info,
      sources: kept(info.sources, like.sources),
      runs: kept(info.runs, like.runs),
      gaps: kept(info.gaps, like.gaps),
      unmatchedMessages: 0,
    };
  };
  const load = async (_: number, signal: AbortSignal): Promise<Shown> => {
    const open = session.info !== undefined;
    const logs: Shown = open
      ? showSources(await likeFilter(await session.ask('session', [], signal), signal))
      : { rows: [], total: 0 };
    const cluster = live.row === undefined ? [] : [clusterTree(live.row)];
    const all = { ...logs, rows: [...cluster, ...logs.rows], total: logs.total + cluster.length };
    return open ? filters.tell('kubelet.sources', all, logs.total) : all;
  };
  return new EngineTree(shell, session, load, {
    withoutSession: () => live.row !== undefined,
    below: async ({ node = '' }) => podTree(node, await session.ask('clusterPods', [node])),
  });
}
