// What all laboratories are: moves that are recorded, gone through one by one, taken back, shared as a script and replayed.
import { html, nothing, type CSSResult, type PropertyValues, type TemplateResult } from 'lit';
import { rich, t } from './l10n.ts';
import { labStyles } from './labStyles.ts';
import type { LiveAnswer } from './liveAnswer.ts';
import type { PageClient } from './pageClient.ts';
import { button, section, toggles } from './parts.ts';
import { cutAt, keptRecording, withMoves, type Recording } from './recording.ts';
import { TextPage } from './textPage.ts';

/** A script that teaches one thing. */
export interface Lesson<Version extends string> {
  readonly name: string;
  readonly about: string;
  readonly version: Version;
  readonly script: readonly string[];
}

interface Moved {
  readonly moves: readonly string[];
  readonly at: number;
}

export interface LabOptions<Version extends string, Answer extends Moved> {
  readonly versions: readonly Version[];
  readonly fresh: Recording<Version>;
  readonly lessons: readonly Lesson<Version>[];
  readonly ask: (query: {
    readonly version: Version;
    readonly script: string;
    readonly at?: number;
  }) => Promise<Answer>;
}

export abstract class LabPage<Version extends string, Answer extends Moved> extends TextPage {
  static override styles: CSSResult[] = [TextPage.styles, labStyles].flat();

  protected readonly main: LiveAnswer<Answer>;
  protected recording: Recording<Version>;
  private readonly lab: LabOptions<Version, Answer>;
  private readonly keep: (recording: Recording<Version>) => void;
  private spokenAt = -2;

  /** `kept`: what `keep` was given last. */
  constructor(
    client: PageClient,
    lab: LabOptions<Version, Answer>,
    kept: unknown,
    keep: (recording: Recording<Version>) => void,
  ) {
    super(client);
    this.lab = lab;
    this.keep = keep;
    this.recording = keptRecording(kept, lab.versions, lab.fresh);
    this.main = this.live({
      on: [],
      ask: () => {
        const { version, lines, at } = this.recording;
        const script = lines.join('\n');
        return lab.ask({ version, script, ...(at === undefined ? {} : { at }) });
      },
    });
    this.addEventListener('keydown', this.pressed);
  }

  /** What the name and the keys of versions are of: `client-go`. */
  protected abstract readonly versionOf: string;
  /** What is moved, above lessons and script. */
  protected abstract inside(answer: Answer): TemplateResult;
  /** What a screen reader says of the move that is shown. */
  protected abstract told(answer: Answer): string;
  /** Does what a key is for; false: it is for nothing. */
  protected abstract act(key: string): boolean;

  protected async change(recording: Recording<Version>): Promise<void> {
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

  /** Moves made at an earlier step take the place of what came after it. */
  protected make(...moves: readonly object[]): void {
    void this.change(withMoves(cutAt(this.recording), ...moves));
  }

  private show(at: number): void {
    const last = (this.main.value?.moves.length ?? 0) - 1;
    void this.change({ ...this.recording, at: Math.min(Math.max(at, -1), last) });
  }

  private takeBack(): void {
    const { version, lines } = cutAt(this.recording);
    if (lines.length > 1) void this.change({ version, lines: lines.slice(0, -1) });
  }

  private readonly pressed = (event: KeyboardEvent): void => {
    const [target] = event.composedPath();
    const isField = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
    if (isField || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = this.main.value?.at ?? -1;
    if (event.key === 'ArrowLeft') this.show(at - 1);
    else if (event.key === 'ArrowRight') this.show(at + 1);
    else if (event.key === 'Backspace') this.takeBack();
    else if (!this.act(event.key)) return;
    event.preventDefault();
  };

  protected override content(): TemplateResult {
    const answer = this.main.value;
    if (answer === undefined) return html`${nothing}`;
    return html`${this.bar(answer)}
      <div class="kd-columns">
        <div
          class="kd-scroll"
          tabindex="0"
          role="region"
          aria-label=${t('The laboratory; moves have keys')}
        >
          ${this.inside(answer)} ${this.lessonList()} ${this.script()}
        </div>
        ${this.steps(answer)}
      </div>`;
  }

  private bar({ at, moves }: Answer): TemplateResult {
    const { version } = this.recording;
    const { versions, fresh } = this.lab;
    return html`<header class="kd-bar">
      <h1>${this.heading}</h1>
      <span class="kd-note">${this.versionOf}</span>
      ${toggles<string>(t('Version'), versions, version, {}, (words) => {
        const chosen = versions.find((each) => each === words) ?? version;
        void this.change({ ...this.recording, version: chosen });
      })}
      <span class="kd-actions">
        ${button(t('Previous move'), () => {
          this.show(at - 1);
        })}
        ${button(t('Next move'), () => {
          this.show(at + 1);
        })}
        ${button(t('Undo'), () => {
          this.takeBack();
        })}
        ${
          moves.length === 0
            ? nothing
            : button(t('Start over'), () => {
                void this.change({ ...fresh, version });
              })
        }
      </span>
    </header>`;
  }

  private lessonList(): TemplateResult {
    return section(
      t('Lessons'),
      html`<ul class="kd-cards">
        ${this.lab.lessons.map((lesson) => this.lesson(lesson))}
      </ul>`,
      { count: this.lab.lessons.length, note: t('step through with the arrow keys') },
    );
  }

  private lesson({ name, about, version, script }: Lesson<Version>): TemplateResult {
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
      { note: t('lines of JSON') },
    );
  }

  private steps({ moves, at }: Moved): TemplateResult {
    return html`<section class="kd-steps" aria-label=${t('Moves')}>
      <h2>
        ${t('Moves')}
        <span class="kd-note">${rich('{0} of {1}', at + 1, moves.length)}</span>
      </h2>
      ${
        moves.length === 0
          ? html`<p class="kd-note">
              ${t('None yet: use a button or its key, or pick a lesson.')}
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
    const answer = this.main.value;
    if (answer === undefined || answer.at === this.spokenAt) return;
    this.spokenAt = answer.at;
    this.spoken = [answer.moves[answer.at] ?? '', this.told(answer)].join('; ');
    this.renderRoot.querySelector('[aria-current="step"]')?.scrollIntoView({ block: 'nearest' });
  }
}
