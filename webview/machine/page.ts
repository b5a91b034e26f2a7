// The inside of the kubelet, room by room: what it held beside what its log tells, and where the two differ.
import { html, nothing, type TemplateResult } from 'lit';
import { formatTimeOfDay, micros, MINUTE } from '../../src/base/time.ts';
import type { MachineGo, MachineQuery } from '../../src/protocol/machineApi.ts';
import type { HostEvent } from '../../src/protocol/hostApi.ts';
import type { QueueOrder } from '../../src/protocol/workerQueueApi.ts';
import { AskedRows } from '../shared/askedRows.ts';
import { icons } from '../shared/icons.ts';
import { rich, t } from '../shared/l10n.ts';
import type { LiveAnswer } from '../shared/liveAnswer.ts';
import type { PageClient } from '../shared/pageClient.ts';
import { button, iconButton } from '../shared/parts.ts';
import { TextPage } from '../shared/textPage.ts';
import { callsRoom } from './calls.ts';
import { channelsRoom } from './channels.ts';
import { networkRoom } from './network.ts';
import { differences, type Actions, type Answer } from './parts.ts';
import { plansRoom } from './plans.ts';
import { plegRoom } from './pleg.ts';
import { podCacheRoom } from './podCache.ts';
import { podConfigRoom } from './podConfig.ts';
import { isRoom, roomParts, roomTexts, roomWords, rooms, toldParts, type Room } from './rooms.ts';
import { statusesRoom } from './statuses.ts';
import { stepsRoom } from './steps.ts';
import { styles } from './styles.ts';
import { workQueueRoom } from './workQueue.ts';
import { workersRoom } from './workers.ts';

const PAGE = 50;
/** Of the work queue's log side all that may be due is asked for, to be sorted by its time. */
const ALL = 1_000;
const HELD = 500;
/** Waits in the cache are drawn of so long a time before the moment. */
const WAITS = 5 * MINUTE;

export class MachinePageElement extends TextPage {
  static override styles = [TextPage.styles, styles].flat();

  protected readonly heading = t('Inside the kubelet');
  protected readonly main: LiveAnswer<Answer>;
  private readonly keep: (state: unknown) => void;
  private room: Room;
  private filter = '';
  private readonly asked = new AskedRows<QueueOrder>(PAGE, () => {
    this.again();
  });
  /** Answers at once beside the waits in the pod cache. */
  private atOnce = false;
  private stepsStart: number | undefined;
  /** The step whose outcome is shown; undefined: the cursor's moment. */
  private step: number | undefined;
  private node: string | undefined;
  private revealed: number | undefined;
  private entered: Room | undefined;

  constructor(
    client: PageClient,
    kept: unknown,
    keep: (state: unknown) => void,
    target: string | undefined,
  ) {
    super(client);
    this.keep = keep;
    this.room = isRoom(target) ? target : isRoom(kept) ? kept : 'workers';
    this.main = this.live({ ask: (signal) => this.askAll(signal) });
    this.store.add(
      client.onEvent((event) => {
        this.heard(event);
      }),
    );
  }

  private heard(event: HostEvent): void {
    if (event.kind === 'show' && isRoom(event.target)) this.enter(event.target);
    // The cursor has gone elsewhere: a step of before is none of that moment.
    if (event.kind !== 'cursorMoved') return;
    this.step = undefined;
    this.stepsStart = undefined;
  }

  private async askAll(signal: AbortSignal): Promise<Answer> {
    const { client, room, filter, atOnce } = this;
    const text = filter === '' ? {} : { text: filter };
    const node = this.node === undefined ? {} : { node: this.node };
    const query: MachineQuery = {
      ...node,
      ...(this.step === undefined ? {} : { step: this.step }),
      parts: roomParts[room],
      count: HELD,
    };
    const rows =
      room === 'workers'
        ? this.asked.query
        : { start: 0, count: room === 'workQueue' || room === 'podCache' ? ALL : 0 };
    const [held, queues, loop, writes, steps] = await Promise.all([
      client.call('machineAt', [query], { signal }),
      client.call('workerQueues', [{ ...rows, ...text }], { signal }),
      toldParts[room] === undefined ? undefined : client.call('machinePage', [], { signal }),
      room === 'podCache'
        ? client.call('cacheWrites', [{ start: 0, count: PAGE, ...text }], { signal })
        : undefined,
      room === 'steps'
        ? client.call(
            'machineSteps',
            [
              {
                ...node,
                ...(this.stepsStart === undefined ? {} : { start: this.stepsStart }),
                count: 2 * PAGE,
              },
            ],
            { signal },
          )
        : undefined,
    ]);
    const waits =
      room === 'podCache'
        ? await client.call(
            'cacheWaits',
            [{ ...node, from: micros(held.at - WAITS), to: held.at, atOnce, count: HELD }],
            { signal },
          )
        : undefined;
    return { room, held, queues, loop, waits, atOnce, writes, steps };
  }

  private enter(room: Room): void {
    this.room = room;
    this.keep(room);
    this.asked.restart();
  }

  private again(): void {
    this.requestUpdate();
    void this.main.ask();
  }

  private readonly showStep = (step: number): void => {
    this.step = step;
    this.again();
  };

  private readonly showAtOnce = (isShown: boolean): void => {
    this.atOnce = isShown;
    this.again();
  };

  protected override content(): TemplateResult {
    const answer = this.main.value;
    if (answer === undefined) return html`${nothing}`;
    const { goTo, showPod } = this.links;
    const { openGo, showStep, showAtOnce } = this;
    const actions: Actions = { goTo, showPod, openGo, showStep, showAtOnce };
    return html`${this.bar(answer)}
      <div
        class="kd-scroll"
        tabindex="0"
        role="region"
        aria-label=${roomWords[answer.room]}
        @keydown=${this.onKey}
      >
        <p class="kd-lead">${roomTexts[answer.room]}</p>
        ${this.ended(answer)} ${this.body(answer, actions)}
        ${differences(answer, roomParts[answer.room], actions)}
      </div>`;
  }

  private bar({ held, room }: Answer): TemplateResult {
    const hasJournal = held.from !== undefined;
    return html`<header class="kd-bar">
      <h1>${this.heading}</h1>
      ${iconButton(t('Step back'), icons.stepBack, () => {
        this.move(-1);
      })}
      ${iconButton(t('Step forward'), icons.stepForward, () => {
        this.move(1);
      })}
      <span class="kd-clock">${formatTimeOfDay(held.at).slice(0, 15)}</span>
      ${
        hasJournal
          ? html`<span class="kd-note"
              >${rich('step {0} of {1}', (held.step + 1).toLocaleString('en'), held.steps.toLocaleString('en'))}</span
            >`
          : nothing
      }
      ${
        this.step === undefined
          ? nothing
          : button(t('Back to the cursor'), () => {
              this.step = undefined;
              this.again();
            })
      }
      ${this.nodes(held.nodes, held.node)}
      <span class="kd-space"></span>
      ${this.filterField(t('Filter pods'), this.filter, (text) => {
        this.filter = text;
        this.asked.restart();
      })}
      <nav class="kd-rooms" aria-label=${t('Rooms')}>
        ${rooms.map((each) => {
          const count = held.differences.filter(({ part }) =>
            roomParts[each].includes(part),
          ).length;
          return html`<button
            class="kd-toggle"
            aria-pressed=${each === room ? 'true' : 'false'}
            @click=${() => {
              this.enter(each);
            }}
          >
            ${roomWords[each]}${count === 0 ? nothing : html` <span class="kd-badge" title=${t('Differences from the log')}>≠ ${count}</span>`}
          </button>`;
        })}
      </nav>
    </header>`;
  }

  private nodes(
    names: readonly string[],
    shown: string | undefined,
  ): TemplateResult | typeof nothing {
    if (names.length < 2) return nothing;
    return html`<label class="kd-note"
      >${t('Node')}
      <select
        @change=${(event: Event) => {
          if (!(event.target instanceof HTMLSelectElement)) return;
          this.node = event.target.value;
          this.step = undefined;
          this.again();
        }}
      >
        ${names.map((name) => html`<option value=${name} ?selected=${name === shown}>${name}</option>`)}
      </select></label
    >`;
  }

  private ended({ held }: Answer): TemplateResult | typeof nothing {
    return held.ended === undefined
      ? nothing
      : html`<p class="kd-warning">
          ${t('This kubelet ended at {0}: its memory is gone.', formatTimeOfDay(held.ended).slice(0, 12))}
        </p>`;
  }

  private body(answer: Answer, actions: Actions): TemplateResult {
    switch (answer.room) {
      case 'workers':
        return workersRoom(answer, actions, this.asked);
      case 'workQueue':
        return workQueueRoom(answer, actions);
      case 'plans':
        return plansRoom(answer, actions);
      case 'calls':
        return callsRoom(answer, actions);
      case 'statuses':
        return statusesRoom(answer, actions);
      case 'network':
        return networkRoom(answer, actions);
      case 'podConfig':
        return podConfigRoom(answer, actions);
      case 'channels':
        return channelsRoom(answer, actions);
      case 'podCache':
        return podCacheRoom(answer, actions);
      case 'pleg':
        return plegRoom(answer, actions);
      case 'steps':
        return stepsRoom(answer, actions, {
          page: 2 * PAGE,
          turn: (start) => {
            this.stepsStart = start;
            this.again();
          },
        });
    }
  }

  /** By a step of the kubelet's own where it kept them, else by an event of the log. */
  private move(by: 1 | -1): void {
    const held = this.main.value?.held;
    if (held?.from === undefined) this.links.step('event', by);
    else this.showStep(Math.max(0, Math.min(held.steps - 1, held.step + by)));
  }

  /** Another room begins at its top; a list of steps ends with the moment: its last rows are what one came for. */
  protected override updated(): void {
    const { room, held } = this.main.value ?? {};
    if (room !== this.entered) this.renderRoot.querySelector('.kd-scroll')?.scrollTo(0, 0);
    this.entered = room;
    const shown = room === 'steps' ? held?.step : undefined;
    if (shown === this.revealed) return;
    this.revealed = shown;
    this.renderRoot.querySelector('tr.kd-current')?.scrollIntoView({ block: 'nearest' });
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget)
      return;
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    this.move(event.key === 'ArrowRight' ? 1 : -1);
  };

  private readonly openGo = ({ path, file, line, version }: MachineGo): void => {
    this.client.call('openGoSource', [path ?? file, line, version]).catch((error: unknown) => {
      this.tell(error);
    });
  };
}
