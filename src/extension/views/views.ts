// The five views: which question each asks, and which rows it makes of the answer.
import * as vscode from 'vscode';
import { micros } from '../../base/time.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { ViewId } from '../contributions.ts';
import { messages } from '../messages.ts';
import type { Session } from '../session.ts';
import { EngineTree } from './engineTree.ts';
import { showFindings } from './findingsView.ts';
import { showNetwork } from './networkView.ts';
import { showPleg } from './plegView.ts';
import { showPods } from './podsView.ts';
import { showSources } from './sourcesView.ts';

export interface Views extends Disposable {
  readonly trees: Readonly<Record<ViewId, EngineTree>>;
  filterPods(): Promise<void>;
}

export function createViews(session: Session): Views {
  const now = () => session.cursor?.time ?? micros(0);
  let filter = '';
  const trees: Record<ViewId, EngineTree> = {
    'kubelet.sources': new EngineTree('kubelet.sources', session, async (_, signal) =>
      showSources(await session.ask('session', [], signal)),
    ),
    'kubelet.pods': new EngineTree('kubelet.pods', session, async (count, signal) => {
      const query = { start: 0, count, gone: true, ...(filter === '' ? {} : { text: filter }) };
      const [page, found] = await Promise.all([
        session.ask('pods', [query], signal),
        session.ask('findings', [{ start: 0, count: 500 }], signal),
      ]);
      const titles = new Map(found.rows.map(({ key, title }) => [key, title]));
      return showPods({ ...page, now: now(), filter, titles });
    }),
    'kubelet.pleg': new EngineTree('kubelet.pleg', session, async (count, signal) =>
      showPleg(await session.ask('pleg', [{ start: 0, count }], signal)),
    ),
    'kubelet.network': new EngineTree('kubelet.network', session, async (count, signal) => {
      const page = await session.ask('network', [{ start: 0, count }], signal);
      return showNetwork({ ...page, now: now() });
    }),
    'kubelet.findings': new EngineTree('kubelet.findings', session, async (count, signal) => {
      const page = await session.ask('findings', [{ start: 0, count }], signal);
      return showFindings({ ...page, now: now() });
    }),
  };
  return {
    trees,
    async filterPods() {
      if (session.info === undefined) throw new Error(messages.noSession());
      const typed = await vscode.window.showInputBox({
        title: 'Filter Pods',
        prompt: 'Part of a namespace/name or of a UID; empty shows all.',
        value: filter,
      });
      if (typed === undefined) return;
      filter = typed.trim();
      trees['kubelet.pods'].refresh();
    },
    dispose() {
      for (const tree of Object.values(trees)) tree.dispose();
    },
  };
}
