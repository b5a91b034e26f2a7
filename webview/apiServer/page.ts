// The laboratory of the API server: etcd, the watch cache and two clients on a clock that a person moves on.
import { html, type TemplateResult } from 'lit';
import {
  serverVersions,
  type ServerPage,
  type ServerQuery,
  type ServerVersion,
} from '../../src/protocol/apiServerApi.ts';
import type { LiveInformerPage } from '../../src/protocol/liveInformerApi.ts';
import { t } from '../shared/l10n.ts';
import { LabPage } from '../shared/labPage.ts';
import type { LiveAnswer } from '../shared/liveAnswer.ts';
import type { PageClient } from '../shared/pageClient.ts';
import { section, toggles } from '../shared/parts.ts';
import type { Recording } from '../shared/recording.ts';
import { diagram, placeNames, reasonWords } from './diagram.ts';
import { insides } from './insides.ts';
import { lessons } from './lessons.ts';
import { styles } from './styles.ts';
import { Trial } from './trial.ts';
import { formOf } from './trialForm.ts';

const fresh: Recording<ServerVersion> = { version: '1.34', lines: ['{}'] };

/** What a client may ask: the words of its button, and the move without the client. */
const requests: readonly (readonly [words: string, move: object])[] = [
  ['LIST', { do: 'list' }],
  ['LIST 0', { do: 'list', rv: '0' }],
  ['LIST n', { do: 'list', rv: 'n' }],
  ['LIST n+3', { do: 'list', rv: 'n+3' }],
  ['LIST = n', { do: 'list', rv: 'n', match: 'Exact' }],
  ['LIST ≥ n', { do: 'list', rv: 'n', match: 'NotOlderThan' }],
  [t('LIST in pages of 2'), { do: 'list', limit: 2 }],
  [t('The next page'), { do: 'list', limit: 2, continue: true }],
  ['WATCH', { do: 'watch' }],
  ['WATCH 0', { do: 'watch', rv: '0' }],
  ['WATCH n', { do: 'watch', rv: 'n' }],
  [t('WATCH that streams a list'), { do: 'watch', stream: true }],
];

const faults: readonly (readonly [words: string, move: object])[] = [
  [t('Delay cache by 5 s'), { do: 'lag', ms: 5000 }],
  [t('End delay'), { do: 'lag', ms: 0 }],
  [t('Compact etcd'), { do: 'compact' }],
  [t('Relist cache'), { do: 'relist' }],
];

const clientFaults: readonly (readonly [words: string, what: string])[] = [
  [t('Slow'), 'slow'],
  [t('Fast'), 'fast'],
  [t('Stop watching'), 'stop'],
];

const names = ['web', 'db', 'job'] as const;
const clients = ['1', '2'] as const;
const clientWords = { '1': placeNames.client1, '2': placeNames.client2 };

export class ApiServerPageElement extends LabPage<ServerVersion, ServerPage> {
  static override styles = [LabPage.styles, styles].flat();

  protected readonly heading = t('API Server Laboratory');
  protected readonly versionOf = 'Kubernetes';
  private readonly cluster: LiveAnswer<LiveInformerPage | undefined>;
  private readonly trial: Trial;
  private asker: (typeof clients)[number] = '1';
  private name: (typeof names)[number] = 'web';

  constructor(
    client: PageClient,
    kept: unknown,
    keep: (recording: Recording<ServerVersion>) => void,
  ) {
    const ask = (query: ServerQuery): Promise<ServerPage> => client.call('serverPage', [query]);
    super(client, { versions: serverVersions, fresh, lessons, ask }, kept, keep);
    this.cluster = this.live({
      on: ['clusterChanged'],
      ask: () => client.call('liveInformers', [{ resource: 'pods' }]),
    });
    this.trial = new Trial({
      client,
      changed: () => {
        this.requestUpdate();
      },
      failed: (error) => {
        this.tell(error);
      },
      said: (words) => {
        this.spoken = words;
      },
    });
  }

  override async begin(): Promise<void> {
    await Promise.all([this.cluster.ask(), super.begin()]);
  }

  private get actions(): Readonly<Record<string, () => void>> {
    return {
      p: () => {
        this.make({ do: 'put', name: this.name });
      },
      d: () => {
        this.make({ do: 'delete', name: this.name });
      },
      o: () => {
        this.make({ do: 'touch' });
      },
      w: () => {
        this.make({ do: 'wait', ms: 1000 });
      },
      m: () => {
        this.make({ do: 'wait', ms: 60_000 });
      },
    };
  }

  protected override act(key: string): boolean {
    this.actions[key]?.();
    return key in this.actions;
  }

  protected override told({ messages, at }: ServerPage): string {
    return messages
      .filter(({ move }) => move === at)
      .map(({ from, to, text, reason }) =>
        [placeNames[from], placeNames[to], text, reasonWords(reason)].join(', '),
      )
      .join('; ');
  }

  protected override inside(page: ServerPage): TemplateResult {
    return html`${this.moves(page)}
    ${section(t('Messages'), diagram(page), {
      note: t('the clock stands at {0} s', (page.now / 1000).toFixed(3)),
    })}
    ${insides(page, (part) => {
      this.links.openGo(part, `v${this.recording.version}`);
    })}
    ${this.tryOut(page)}`;
  }

  /** The form is the move's that is shown, if it is a request. */
  private tryOut(page: ServerPage): TemplateResult {
    const { value } = this.cluster;
    const line = this.recording.lines[page.at + 1];
    const newest = value?.row.lastSyncResourceVersion ?? '';
    const { trial } = this;
    trial.take(`${page.at} ${line ?? ''}`, formOf(line, page, newest, trial.token));
    return trial.view(value);
  }

  private moves({ cache }: ServerPage): TemplateResult {
    const clientOf = Number(this.asker);
    return html`<div class="kd-moves">
      <p>
        <span class="kd-note">${placeNames.etcd}</span>
        ${toggles(t('Object'), names, this.name, {}, (name) => {
          this.name = name;
          this.requestUpdate();
        })}
        ${this.keyed(t('Write'), 'p')} ${this.keyed(t('Delete'), 'd')}
        ${this.keyed(t('Another resource changes'), 'o')}
      </p>
      <p>
        <span class="kd-note">${t('Time')}</span>
        ${this.keyed(t('Wait 1 s'), 'w')} ${this.keyed(t('Wait 1 min'), 'm')}
      </p>
      <p>
        <span class="kd-note">${t('Clients')}</span>
        ${toggles(t('Clients'), clients, this.asker, clientWords, (client) => {
          this.asker = client;
          this.requestUpdate();
        })}
        ${clientFaults.map(([words, what]) => this.moving(words, { do: what, client: clientOf }))}
      </p>
      <p>
        <span class="kd-note">${t('n is {0}', cache.revision)}</span>
        ${requests.map(([words, move]) =>
          this.moving(words, { ...move, ...versioned(move, cache.revision), client: clientOf }),
        )}
      </p>
      <p>
        <span class="kd-note">${t('Faults')}</span>
        ${faults.map(([words, move]) => this.moving(words, move))}
      </p>
    </div>`;
  }

  private moving(words: string, move: object): TemplateResult {
    return html`<vscode-button
      appearance="secondary"
      @click=${() => {
        this.make(move);
      }}
      >${words}</vscode-button
    >`;
  }

  private keyed(words: string, key: string): TemplateResult {
    return html`<vscode-button
      appearance="secondary"
      title=${t('Key: {0}', key)}
      @click=${this.actions[key]}
      >${words}<kbd aria-hidden="true">${key}</kbd></vscode-button
    >`;
  }
}

/** The version that a button with n asks for. */
function versioned(move: object, revision: number): { readonly rv?: string } {
  if (!('rv' in move) || move.rv === '0') return {};
  return { rv: String(move.rv === 'n' ? revision : revision + 3) };
}
