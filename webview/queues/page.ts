// The laboratory of queues: what a FIFO, a DeltaFIFO and a RealFIFO make of the same moves, move by move.
import { html, nothing, type TemplateResult } from 'lit';
import {
  queueVersions,
  type GoFunctionRow,
  type QueuePage,
  type QueueQuery,
  type QueueVersion,
} from '../../src/protocol/queueApi.ts';
import { t } from '../shared/l10n.ts';
import { LabPage } from '../shared/labPage.ts';
import type { PageClient } from '../shared/pageClient.ts';
import { toggles } from '../shared/parts.ts';
import { cutAt, withMoves, type Recording } from '../shared/recording.ts';
import { lessons } from './lessons.ts';
import { absentColumn, kindNames, queueColumn } from './queue.ts';
import { reasonWords } from './reasons.ts';
import { fresh, names, nextVersion, sincePop, type Move } from './recording.ts';
import { styles } from './styles.ts';

/** How many moves the producer makes until the consumer comes; 0: a person pops. */
const paces = { hand: 0, each: 1, fourth: 4 } as const;
type Pace = keyof typeof paces;
type Name = (typeof names)[number];

export class QueuesPageElement extends LabPage<QueueVersion, QueuePage> {
  static override styles = [LabPage.styles, styles].flat();

  protected readonly heading = t('Queue Laboratory');
  protected readonly versionOf = 'client-go';
  private name: Name = names[0];
  private listed: ReadonlySet<Name> = new Set(names);
  private pace: Pace = 'hand';

  constructor(
    client: PageClient,
    kept: unknown,
    keep: (recording: Recording<QueueVersion>) => void,
  ) {
    const ask = (query: QueueQuery): Promise<QueuePage> => client.call('queuePage', [query]);
    super(client, { versions: queueVersions, fresh, lessons, ask }, kept, keep);
  }

  /** A move of a person; the consumer may come after it. */
  private play(move: Move): void {
    const pace = paces[this.pace];
    const next = withMoves(cutAt(this.recording), move);
    const comes = pace > 0 && !move.op.startsWith('Pop') && sincePop(next) >= pace;
    this.make(move, ...(comes ? [{ op: 'Pop' }] : []));
  }

  private readonly produce = (op: string): void => {
    const version = nextVersion(cutAt(this.recording));
    this.play({ op, args: [`${this.name}@${version}`] });
  };

  private readonly replace = (): void => {
    const version = nextVersion(cutAt(this.recording));
    const listed = names.filter((name) => this.listed.has(name));
    const objects = listed.map((name) => `${name}@${version}`);
    this.play({ op: 'Replace', args: [objects, String(version)] });
  };

  private readonly pop = (mode?: string): void => {
    this.play({ op: 'Pop', ...(mode === undefined ? {} : { mode }) });
  };

  private get actions(): Readonly<Record<string, readonly [label: string, act: () => void]>> {
    return {
      a: [
        'Add',
        () => {
          this.produce('Add');
        },
      ],
      u: [
        'Update',
        () => {
          this.produce('Update');
        },
      ],
      d: [
        'Delete',
        () => {
          this.produce('Delete');
        },
      ],
      r: ['Replace', this.replace],
      s: [
        'Resync',
        () => {
          this.play({ op: 'Resync' });
        },
      ],
      p: [
        'Pop',
        () => {
          this.pop();
        },
      ],
      f: [
        t('Pop that fails'),
        () => {
          this.pop('fail');
        },
      ],
      e: [
        t('Pop, ErrRequeue'),
        () => {
          this.pop('requeue');
        },
      ],
      c: [
        'Close',
        () => {
          this.play({ op: 'Close' });
        },
      ],
    };
  }

  private allowed(key: string): boolean {
    return key !== 'e' || this.main.value?.requeues === true;
  }

  private readonly open = ({ path, line }: GoFunctionRow): void => {
    this.client.call('openGoSource', [path, line, this.main.value?.tag]).catch((error: unknown) => {
      this.tell(error);
    });
  };

  protected override act(key: string): boolean {
    const action = this.actions[key];
    if (action === undefined || !this.allowed(key)) return false;
    action[1]();
    return true;
  }

  protected override told({ queues }: QueuePage): string {
    return queues
      .map(({ kind, said }) => `${kindNames[kind]}: ${said.map(reasonWords).join(' ')}`)
      .join('. ');
  }

  protected override inside({ queues }: QueuePage): TemplateResult {
    return html`${this.moves()}
      <div class="kd-queues">
        ${queues.map((row) => queueColumn(row, this.open))}
        ${queues.length < 3 ? absentColumn() : nothing}
      </div>`;
  }

  private moves(): TemplateResult {
    const paceWords: Record<Pace, string> = {
      hand: t('by hand'),
      each: t('after each move'),
      fourth: t('after every fourth move'),
    };
    return html`<div class="kd-moves">
      <p>
        <span class="kd-note">${t('Object')}</span>
        ${toggles(t('Object'), names, this.name, {}, (name) => {
          this.name = name;
          this.requestUpdate();
        })}
        ${['a', 'u', 'd'].map((key) => this.moveButton(key))}
      </p>
      <p>
        <span class="kd-note">${t('A list of')}</span>
        <span class="kd-toggles" role="group" aria-label=${t('A list of')}>
          ${names.map((name) => this.listedToggle(name))}
        </span>
        ${['r', 's'].map((key) => this.moveButton(key))}
      </p>
      <p>
        <span class="kd-note">${t('Consumer pops')}</span>
        ${toggles(t('Consumer pops'), ['hand', 'each', 'fourth'], this.pace, paceWords, (pace) => {
          this.pace = pace;
          this.requestUpdate();
        })}
        ${['p', 'f', 'e', 'c'].map((key) => this.moveButton(key))}
      </p>
    </div>`;
  }

  private listedToggle(name: Name): TemplateResult {
    const isListed = this.listed.has(name);
    return html`<button
      class="kd-toggle"
      aria-pressed=${isListed ? 'true' : 'false'}
      @click=${() => {
        this.listed = new Set(names.filter((each) => this.listed.has(each) !== (each === name)));
        this.requestUpdate();
      }}
    >
      ${name}
    </button>`;
  }

  private moveButton(key: string): TemplateResult {
    const [label = '', act] = this.actions[key] ?? [];
    const allowed = this.allowed(key);
    return html`<vscode-button
      appearance="secondary"
      ?disabled=${!allowed}
      title=${allowed ? t('Key: {0}', key) : t('ErrRequeue left client-go in 1.33.')}
      @click=${() => {
        act?.();
      }}
      >${label}<kbd aria-hidden="true">${key}</kbd></vscode-button
    >`;
  }
}
