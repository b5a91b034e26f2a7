// Opening logs from a log store: where it is, how one signs in, from when, of which nodes. The store counts before anything is read.
import * as vscode from 'vscode';
import type { SourceSpec } from '../../protocol/engineApi.ts';
import type { StoreQuery, StoreRow, StoreTarget } from '../../protocol/storeApi.ts';
import type { LogDocuments } from '../editor/logDocuments.ts';
import { atWork } from '../live/nodeCommands.ts';
import { messages, reasonOf } from '../messages.ts';
import type { Pages } from '../panels/pages.ts';
import type { Session } from '../session.ts';
import { clockOptions } from './clockOptions.ts';
import { NodePicker } from './storeNodes.ts';
import { StorePlaces, type StorePlace } from './storePlaces.ts';
import { parseSpan } from './storeSpan.ts';

export interface StoreOpenerParts {
  readonly session: Session;
  readonly documents: LogDocuments;
  readonly pages: Pages;
  readonly memory: vscode.Memento;
  readonly secrets: vscode.SecretStorage;
}

/** Minutes back from now. */
const spans = [15, 60, 6 * 60, 24 * 60];

export class StoreOpener {
  private readonly parts: StoreOpenerParts;
  private readonly places: StorePlaces;

  constructor(parts: StoreOpenerParts) {
    this.parts = parts;
    this.places = new StorePlaces(parts.memory, parts.secrets);
  }

  /** Asks for all that is not known: the address, the time, how to sign in where the store wants it, and the nodes. */
  async open(address?: string): Promise<void> {
    const place = await this.places.choose(address);
    const span = place && (await chooseSpan());
    if (place === undefined || span === undefined) return;
    const { query, follow } = span;
    const found = await this.find(place, query);
    if (found === undefined) return;
    const { target, store } = found;
    const chosen = await new NodePicker(this.parts.session, target, query, store).choose();
    if (chosen === undefined) return;
    await this.read({ kind: 'store', target, query: chosen, follow }, store);
  }

  /** The store and what it has; asks for what would mend a failure, until it is mended or given up. */
  private async find(
    place: StorePlace,
    query: StoreQuery,
  ): Promise<{ readonly target: StoreTarget; readonly store: StoreRow } | undefined> {
    for (let current: StorePlace | undefined = place; current !== undefined;) {
      const target = await this.places.targetOf(current);
      try {
        const store = await atWork(messages.askingStore(target.url), (signal) =>
          this.parts.session.ask('store', [target, query], signal),
        );
        if (store === undefined) return undefined;
        await this.places.remember({ ...current, kind: store.kind });
        return { target: { ...target, kind: store.kind }, store };
      } catch (error) {
        current = await this.places.mend(current, error);
      }
    }
    return undefined;
  }

  private async read(source: SourceSpec, store: StoreRow): Promise<void> {
    const { session, documents, pages } = this.parts;
    await vscode.commands.executeCommand('workbench.view.extension.kubelet');
    await vscode.window.withProgress(
      { location: { viewId: 'kubelet.sources' }, title: messages.readingStore(store.server) },
      async () => {
        try {
          await session.openSources([source], clockOptions());
        } catch (error) {
          throw new Error(messages.cannotRead(store.server, reasonOf(error)), { cause: error });
        }
      },
    );
    await documents.closeWindows();
    const sources = session.info?.sources ?? [];
    const [trouble] = sources.filter(({ problem }) => problem !== undefined);
    if (trouble?.problem !== undefined)
      void vscode.window.showWarningMessage(messages.plainly(trouble.problem));
    if (sources.length > 1) await pages.show('findings');
  }
}

interface Span {
  readonly query: StoreQuery;
  readonly follow: boolean;
}

async function chooseSpan(): Promise<Span | undefined> {
  const title = vscode.l10n.t('Open Logs from a Log Store');
  const lengths = spans.map((minutes) => ({
    label: `$(history) ${messages.lastMinutes(minutes)}`,
    minutes,
    follow: false,
  }));
  const following = {
    label: `$(radio-tower) ${vscode.l10n.t('The last 15 minutes, and new lines')}`,
    minutes: 15,
    follow: true,
  };
  const other = {
    label: `$(calendar) ${vscode.l10n.t('From … to …')}`,
    minutes: 0,
    follow: false,
  };
  const picked = await vscode.window.showQuickPick([...lengths, following, other], {
    title,
    placeHolder: vscode.l10n.t('Which time?'),
  });
  if (picked === undefined) return undefined;
  if (picked !== other) {
    const query = parseSpan(`${picked.minutes}m`, Date.now());
    return query && { query, follow: picked.follow };
  }
  const typed = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('Two times in UTC, or a time and a duration.'),
    placeHolder: '2026-11-21T09:30 2026-11-21T10:00',
    validateInput: (text) =>
      parseSpan(text, Date.now()) === undefined ? messages.badSpan() : undefined,
  });
  const query = typed === undefined ? undefined : parseSpan(typed, Date.now());
  return query && { query, follow: false };
}
