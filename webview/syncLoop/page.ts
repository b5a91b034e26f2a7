// The sync loop as a machine: lit by the line at the cursor, played event by event, each part to be looked into.
import { html, nothing, type TemplateResult } from 'lit';
import { formatTimeOfDay } from '../../src/base/time.ts';
import type { MachinePage, MachinePart } from '../../src/protocol/pageApi.ts';
import { icons } from '../shared/icons.ts';
import type { LiveAnswer } from '../shared/liveAnswer.ts';
import type { PageClient } from '../shared/pageClient.ts';
import { iconButton, knownLegend, toggles } from '../shared/parts.ts';
import { TextPage } from '../shared/textPage.ts';
import { drawing } from './drawing.ts';
import { withHeld } from './held.ts';
import { middleOf } from './places.ts';
import { Player } from './player.ts';
import { details, happening, lesson, type SideActions } from './side.ts';
import { styles } from './styles.ts';
import { rich, t } from '../shared/l10n.ts';

const speeds = ['1', '2', '5', '20'] as const;
const speedWords = { '1': '1 / s', '2': '2 / s', '5': '5 / s', '20': '20 / s' } as const;

export class SyncLoopPageElement extends TextPage {
  static override styles = [TextPage.styles, styles].flat();

  protected readonly heading = t('Sync loop');
  protected readonly main: LiveAnswer<MachinePage>;
  private readonly calm: boolean;
  private readonly player: Player;
  private chosen: MachinePart | undefined;
  private explain = false;

  constructor(client: PageClient, calm: boolean) {
    super(client);
    this.calm = calm;
    this.main = this.live({
      ask: async (signal) => {
        const [page, held] = await Promise.all([
          client.call('machinePage', [], { signal }),
          client.call('machineAt', [{ parts: ['channels', 'workQueue'], count: 5 }], { signal }),
        ]);
        return withHeld(page, held);
      },
    });
    this.player = this.store.add(
      new Player(
        () => this.stepOn(),
        () => {
          this.requestUpdate();
        },
      ),
    );
  }

  private async stepOn(): Promise<boolean> {
    const before = this.main.value?.position ?? -1;
    const cursor = await this.client.call('step', ['event', 1]);
    await this.main.ask();
    return cursor.position > before;
  }

  protected override content(): TemplateResult {
    const page = this.main.value;
    if (page === undefined) return html`${nothing}`;
    const actions: SideActions = {
      goTo: this.links.goTo,
      showPod: this.links.showPod,
      choose: this.choose,
      openGo: this.links.openGo,
      openStatement: this.links.openStatement,
    };
    return html`${this.bar(page)}
      <div
        class="kd-scroll"
        tabindex="0"
        role="region"
        aria-label=${t('The machine at the cursor. Left and right step, space plays.')}
        @keydown=${this.onKey}
      >
        <div class="kd-field">
          ${drawing(page, { chosen: this.chosen, choose: this.choose, calm: this.calm })}
        </div>
        ${happening(page, actions)}
        <div class="kd-columns">
          ${this.explain ? lesson(page, actions) : nothing}
          ${
            this.chosen === undefined
              ? html`<p class="kd-note kd-hint">
                  ${t('Select a component for details. Filled: an update is pending. Dotted: unknown.')}
                </p>`
              : details(this.chosen, page, this.explain, actions)
          }
        </div>
        ${knownLegend}
      </div>`;
  }

  private bar({ at, position, inputs }: MachinePage): TemplateResult {
    const { playing, speed } = this.player;
    return html`<header class="kd-bar">
      <h1>${this.heading}</h1>
      ${iconButton(t('Step back'), icons.stepBack, () => {
        this.links.step('event', -1);
      })}
      ${iconButton(playing ? t('Pause') : t('Play'), playing ? icons.pause : icons.play, () => {
        this.player.toggle();
      })}
      ${iconButton(t('Step forward'), icons.stepForward, () => {
        this.links.step('event', 1);
      })}
      ${toggles(t('Events per second'), speeds, nearest(speed), speedWords, (choice) => {
        this.player.speed = Number(choice);
        this.requestUpdate();
      })}
      <span class="kd-clock">${formatTimeOfDay(at).slice(0, 12)}</span>
      <span class="kd-note"
        >${rich('entry {0} of {1}', (position + 1).toLocaleString('en'), inputs.toLocaleString('en'))}</span
      >
      <span class="kd-space"></span>
      <button
        class="kd-toggle"
        title=${t('Say what each part is for, and what the line at the cursor did')}
        aria-pressed=${this.explain ? 'true' : 'false'}
        @click=${() => {
          this.explain = !this.explain;
          this.requestUpdate();
        }}
      >
        ${t('Explain')}
      </button>
    </header>`;
  }

  private readonly choose = (part: MachinePart): void => {
    this.chosen = part;
    this.requestUpdate();
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = this.actionOf(event);
    if (action === undefined) return;
    event.preventDefault();
    action();
  };

  private actionOf({ key, target }: KeyboardEvent): (() => void) | undefined {
    if (key === 'ArrowRight')
      return () => {
        this.links.step('event', 1);
      };
    if (key === 'ArrowLeft')
      return () => {
        this.links.step('event', -1);
      };
    const isButton = target instanceof Element && target.closest('button') !== null;
    return key === ' ' && !isButton
      ? () => {
          this.player.toggle();
        }
      : undefined;
  }

  /** Where the drawing is wider than the page, what the line went through is brought in sight. */
  private reveal(path: readonly MachinePart[]): void {
    const field = this.renderRoot.querySelector('.kd-field');
    if (field === null || field.scrollWidth <= field.clientWidth) return;
    const middle = middleOf(path) * field.scrollWidth;
    const off = Math.abs(middle - field.scrollLeft - field.clientWidth / 2);
    if (off > field.clientWidth / 3) field.scrollLeft = middle - field.clientWidth / 2;
  }

  protected override updated(): void {
    const { event, line, at: cursor } = this.main.value ?? {};
    const at = line?.at ?? cursor;
    if (event === undefined || at === undefined) return;
    this.reveal(event.path);
    const words = `${formatTimeOfDay(at).slice(0, 12)} ${event.pod ?? ''} ${event.text}`;
    if (words !== this.spoken && !this.player.playing) this.spoken = words;
  }
}

function nearest(speed: number): (typeof speeds)[number] {
  return speeds.find((each) => Number(each) >= speed) ?? '20';
}
