// The laboratory of queues: what a FIFO, a DeltaFIFO and a RealFIFO make of the same moves, move by move.
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import {
  queueVersions,
  type GoFunctionRow,
  type QueuePage,
  type QueueVersion,
} from '../../src/protocol/queueApi.ts';
import { rich, t } from '../shared/l10n.ts';
import type { LiveAnswer } from '../shared/liveAnswer.ts';
import type { PageClient } from '../shared/pageClient.ts';
import { button, section, toggles } from '../shared/parts.ts';
import { TextPage } from '../shared/textPage.ts';
import { lessons, type Lesson } from './lessons.ts';
import { absentColumn, kindNames, queueColumn } from './queue.ts';
import { reasonWords } from './reasons.ts';
import {
  cutAt,
  fresh,
  keptRecording,
  names,
  nextVersion,
  sincePop,
  withMoves,
  type Move,
  type Recording,
} from './recording.ts';
import { styles } from './styles.ts';

/** How many moves the producer makes until the consumer comes; 0: a person pops. */
const paces = { hand: 0, each: 1, fourth: 4 } as const;
type Pace = keyof typeof paces;
type Name = (typeof names)[number];

const versionWords = Object.fromEntries(
  queueVersions.map((version) => [version, version]),
) as Record<QueueVersion, string>;
const nameWords = Object.fromEntries(names.map((name) => [name, name])) as Record<Name, string>;

export class QueuesPageElement extends TextPage {
  static override styles = [TextPage.styles, styles].flat();

  protected readonly heading = t('Queue Laboratory');
  protected readonly main: LiveAnswer<QueuePage>;
  private readonly keep: (recording: Recording) => void;
  private recording: Recording;
  private name: Name = names[0];
  private listed: ReadonlySet<Name> = new Set(names);
  private pace: Pace = 'hand';
  private spokenAt = -2;

  constructor(client: PageClient, kept: unknown, keep: (recording: Recording) => void) {
    super(client);
    this.keep = keep;
    this.recording = keptRecording(kept);
    this.main = this.live({
      on: [],
      ask: () => {
        const { version, lines, at } = this.recording;
        const script = lines.join('\n');
        return client.call('queuePage', [{ version, script, ...(at === undefined ? {} : { at }) }]);
      },
    });
    this.addEventListener('keydown', this.pressed);
  }

  private async change(recording: Recording): Promise<void> {
    const before = this.recording;
    this.recording = recording;
    await this.main.ask();
    const { problem } = this.main;
    if (problem === undefined) {
      this.keep(recording);
      return;
    }
    // A script that cannot be read leaves all as it was.
    this.recording = before;
    await this.main.ask();
    this.tell(new Error(problem));
  }

  private show(at: number): void {
    const last = (this.main.value?.moves.length ?? 0) - 1;
    void this.change({ ...this.recording, at: Math.min(Math.max(at, -1), last) });
  }

  /** Moves made at an earlier step take the place of what came after it. */
  private make(move: Move): void {
    let next = withMoves(cutAt(this.recording), move);
    const pace = paces[this.pace];
    if (pace > 0 && !move.op.startsWith('Pop') && sincePop(next) >= pace)
      next = withMoves(next, { op: 'Pop' });
    void this.change(next);
  }

  private readonly produce = (op: string): void => {
    const version = nextVersion(cutAt(this.recording));
    this.make({ op, args: [`${this.name}@${version}`] });
  };

  private readonly replace = (): void => {
    const version = nextVersion(cutAt(this.recording));
    const listed = names.filter((name) => this.listed.has(name));
    const objects = listed.map((name) => `${name}@${version}`);
    this.make({ op: 'Replace', args: [objects, String(version)] });
  };

  private readonly pop = (mode?: string): void => {
    this.make({ op: 'Pop', ...(mode === undefined ? {} : { mode }) });
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
          this.make({ op: 'Resync' });
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
          this.make({ op: 'Close' });
        },
      ],
    };
  }

  private readonly pressed = (event: KeyboardEvent): void => {
    const [target] = event.composedPath();
    if (target instanceof HTMLTextAreaElement || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const at = this.main.value?.at ?? -1;
    if (event.key === 'ArrowLeft') this.show(at - 1);
    else if (event.key === 'ArrowRight') this.show(at + 1);
    else if (event.key === 'Backspace') this.takeBack();
    else {
      const action = this.actions[event.key];
      if (action === undefined || !this.allowed(event.key)) return;
      action[1]();
    }
    event.preventDefault();
  };

  private allowed(key: string): boolean {
    return key !== 'e' || this.main.value?.requeues === true;
  }

  private takeBack(): void {
    const { version, lines } = cutAt(this.recording);
    if (lines.length > 1) void this.change({ version, lines: lines.slice(0, -1) });
  }

  private readonly open = ({ path, line }: GoFunctionRow): void => {
    this.client.call('openGoSource', [path, line, this.main.value?.tag]).catch((error: unknown) => {
      this.tell(error);
    });
  };

  protected override content(): TemplateResult {
    const page = this.main.value;
    if (page === undefined) return html`${nothing}`;
    return html`${this.bar(page)}
      <div class="kd-columns">
        <div
          class="kd-scroll"
          tabindex="0"
          role="region"
          aria-label=${t('The queues; each move has its key')}
        >
          ${this.moves()}
          <div class="kd-queues">
            ${page.queues.map((row) => queueColumn(row, this.open))}
            ${page.queues.length < 3 ? absentColumn() : nothing}
          </div>
          ${this.lessonList()} ${this.script()}
        </div>
        ${this.steps(page)}
      </div>`;
  }

  private bar({ at, moves }: QueuePage): TemplateResult {
    const { version } = this.recording;
    return html`<header class="kd-bar">
      <h1>${this.heading}</h1>
      <span class="kd-note">${'client-go'}</span>
      ${toggles(t('Version of client-go'), queueVersions, version, versionWords, (chosen) => {
        void this.change({ ...this.recording, version: chosen });
      })}
      <span class="kd-actions">
        ${button(t('Previous move'), () => {
          this.show(at - 1);
        })}
        ${button(t('Next move'), () => {
          this.show(at + 1);
        })}
        ${button(t('Take back'), () => {
          this.takeBack();
        })}
        ${
          moves.length === 0
            ? nothing
            : button(t('Begin anew'), () => {
                void this.change({ ...fresh, version });
              })
        }
      </span>
    </header>`;
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
        ${toggles(t('Object'), names, this.name, nameWords, (name) => {
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

  private lessonList(): TemplateResult {
    return section(
      t('Lessons'),
      html`<ul class="kd-cards">
        ${lessons.map((lesson) => this.lesson(lesson))}
      </ul>`,
      { count: lessons.length, note: t('scripts to go through with the arrow keys') },
    );
  }

  private lesson({ name, about, version, script }: Lesson): TemplateResult {
    return html`<li>
      <button
        class="kd-link"
        @click=${() => {
          void this.change({ version, lines: script, at: 0 });
        }}
      >
        ${name}
      </button>
      <span class="kd-note">${about}</span>
    </li>`;
  }

  private script(): TemplateResult {
    const text = this.recording.lines.join('\n');
    return section(
      t('Script'),
      html`<textarea
          class="kd-mono"
          rows="6"
          spellcheck="false"
          aria-label=${t('The moves as a script')}
          .value=${text}
        ></textarea>
        <p>
          ${button(t('Copy'), () => {
            this.links.copy(text);
          })}
          ${button(t('Replay'), () => {
            const field = this.renderRoot.querySelector('textarea');
            const lines = (field?.value ?? '').split('\n').filter((line) => line.trim() !== '');
            void this.change({ version: this.recording.version, lines });
          })}
        </p>`,
      { note: t('lines of JSON, as the comparison with client-go has them') },
    );
  }

  private steps({ moves, at }: QueuePage): TemplateResult {
    return html`<section class="kd-steps" aria-label=${t('Moves')}>
      <h2>
        ${t('Moves')}
        <span class="kd-note">${rich('{0} of {1}', at + 1, moves.length)}</span>
      </h2>
      ${
        moves.length === 0
          ? html`<p class="kd-note">
              ${t('None yet: make one with a button or its key, or take a lesson.')}
            </p>`
          : html`<ol>
              ${moves.map(
                (move, index) =>
                  html`<li>
                    <button
                      class="kd-step"
                      aria-current=${index === at ? 'step' : 'false'}
                      @click=${() => {
                        this.show(index);
                      }}
                    >
                      ${move}
                    </button>
                  </li>`,
              )}
            </ol>`
      }
    </section>`;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const page = this.main.value;
    if (page === undefined || page.at === this.spokenAt) return;
    this.spokenAt = page.at;
    const told = page.queues.map(
      ({ kind, said }) => `${kindNames[kind]}: ${said.map(reasonWords).join(' ')}`,
    );
    this.spoken = [page.moves[page.at] ?? '', ...told].join('. ');
    this.renderRoot.querySelector('[aria-current="step"]')?.scrollIntoView({ block: 'nearest' });
  }
}
