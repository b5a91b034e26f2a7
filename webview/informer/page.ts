// The page of informers: what the list-and-watch machinery was like after one of its steps. It follows the cursor until a person
// goes through the steps one by one, and again when the cursor moves. Beside the simulated ones stand those of the connected cluster, as
// they are now, and what a kubelet's own reflectors say in its log.
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { micros } from '../../src/base/time.ts';
import { ChannelError } from '../../src/protocol/channel.ts';
import type { InformerPage, InformerQuery, QueuedKeyRow } from '../../src/protocol/informerApi.ts';
import {
  liveResources,
  type LiveInformerPage,
  type LiveResource,
  type ReflectorLines,
} from '../../src/protocol/liveInformerApi.ts';
import type { LiveAnswer } from '../shared/liveAnswer.ts';
import type { PageClient } from '../shared/pageClient.ts';
import { button, section, toggles } from '../shared/parts.ts';
import { emptyState, TextPage } from '../shared/textPage.ts';
import { goLinks } from '../shared/goLink.ts';
import { nothingOpen } from '../shared/nothingOpen.ts';
import { codeOfPart, codeOfQueue, codeOfStep } from './code.ts';
import { machine } from './machine.ts';
import { facts, handlerTable, indexLists, queueTable, storeTable } from './parts.ts';
import { liveInside, liveSteps } from './live.ts';
import { loggedInside } from './logged.ts';
import { stepList } from './steps.ts';
import { styles } from './styles.ts';
import { rich, t } from '../shared/l10n.ts';
import { inWords } from '../shared/said.ts';

/** What there is to choose: a simulated informer by its place, one of the cluster, or the log's lines. */
type Choice = `simulated-${number}` | LiveResource | 'log';

const liveWords: Record<LiveResource, string> = {
  pods: t('Cluster: pods'),
  nodes: t('Cluster: nodes'),
};

const howToSimulate = t(
  'Kubelet logs don’t show what the informers inside were doing. “Kubelet: Simulate…” plays a scenario in which you can step through them: a kubelet’s own, and one that a controller would have.',
);

const whyResync = t(
  'A resync tells a handler of all objects again by OnUpdate, with the same resource version before and after, so that it can put right what it has missed; a handler that wants changes alone compares the two. One handler gets one notification at a time.',
);

const noLog: InformerPage = {
  at: micros(0),
  informers: [],
  informer: 0,
  shown: undefined,
  steps: [],
  total: 0,
  firstKept: 0,
  atCursor: -1,
};

export class InformerPageElement extends TextPage {
  static override styles = [TextPage.styles, styles].flat();

  protected readonly heading = t('Informers');
  protected readonly main: LiveAnswer<InformerPage>;
  private readonly running: LiveAnswer<LiveInformerPage | undefined>;
  private readonly said: LiveAnswer<ReflectorLines>;
  private informer = 0;
  /** What a person chose; it stands for the first there is where it is none any more. */
  private choice: Choice = 'simulated-0';
  private node: string | undefined;
  private filter = '';
  /** Undefined: where the cursor stands. */
  private step: number | undefined;
  /** The cursor is about to move because this page wants it. */
  private ownMove = false;
  private spokenStep = -1;

  constructor(client: PageClient) {
    super(client);
    this.store.add(
      client.onEvent((event) => {
        if (event.kind !== 'cursorMoved' || this.ownMove) return;
        // Another pod that is selected, or lines that come to a log that is followed, leave the step that a person looks at.
        if (event.reason === 'open') this.informer = 0;
        if (/^(seek|step|open)$/.test(event.reason)) this.step = undefined;
      }),
    );
    this.main = this.live({
      ask: () => this.client.call('informerPage', [this.query()]).catch(withoutLog),
    });
    this.running = this.live({
      on: ['clusterChanged'],
      ask: () => {
        const { choice, node, filter: text } = this;
        const resource = choice === 'nodes' ? choice : 'pods';
        const query = { resource, text, ...(node === undefined ? {} : { node }) } as const;
        return this.client.call('liveInformers', [query]);
      },
    });
    this.said = this.live({ ask: () => this.client.call('reflectorLines', []) });
  }

  override async begin(): Promise<void> {
    await Promise.all([this.running.ask(), this.said.ask(), super.begin()]);
  }

  private query(): InformerQuery {
    const { informer, step, filter: text } = this;
    return { informer, text, ...(step === undefined ? {} : { step }) };
  }

  private show(step: number | undefined): void {
    this.step = step;
    void this.main.ask();
  }

  private async showLog(page: InformerPage): Promise<void> {
    if (page.shown === undefined) return;
    this.ownMove = true;
    try {
      this.step = page.shown.step.step;
      await this.client.call('seek', [{ kind: 'time', time: page.shown.step.at }]);
    } catch (error) {
      this.tell(error);
    } finally {
      this.ownMove = false;
    }
  }

  protected override content(): TemplateResult {
    const page = this.main.value;
    if (page === undefined) return html`${nothing}`;
    const choices = this.choices(page);
    const [first] = choices;
    if (first === undefined) return this.nothingToShow(page);
    const choice = choices.includes(this.choice) ? this.choice : first;
    const bar = this.bar(page, choices, choice);
    if (choice === 'log') return html`${bar}${this.ofLog(page)}`;
    return html`${bar}${choice === 'pods' || choice === 'nodes' ? this.ofCluster() : this.simulated(page)}`;
  }

  private choices({ informers }: InformerPage): readonly Choice[] {
    const isLogged = (this.said.value?.total ?? 0) > 0;
    return [
      ...informers.map((_, place): Choice => `simulated-${place}`),
      ...(this.running.value === undefined ? [] : liveResources.toReversed()),
      ...(isLogged ? (['log'] as const) : []),
    ];
  }

  private choose(choice: Choice): void {
    this.choice = choice;
    const [, place] = choice.split('-');
    if (place === undefined) {
      this.requestUpdate();
      void this.running.ask();
    } else {
      this.informer = Number(place);
      this.show(undefined);
    }
  }

  private nothingToShow(page: InformerPage): TemplateResult {
    const heading = html`<h1 class="kd-hidden">${this.heading}</h1>`;
    return page === noLog
      ? html`${heading}${nothingOpen(this.client)}`
      : html`${heading}${emptyState(howToSimulate)}`;
  }

  private simulated(page: InformerPage): TemplateResult {
    return this.columns(
      t('The informer after this step'),
      html`<p class="kd-lead">${inWords(page.informers[page.informer]?.about ?? '')}</p>
        ${
          page.shown === undefined
            ? html`<p class="kd-note">${t('It has not begun at the cursor.')}</p>`
            : this.inside(page, page.shown)
        }`,
      stepList(page, (step) => {
        this.show(step);
      }),
    );
  }

  private ofCluster(): TemplateResult {
    const { value, problem } = this.running;
    if (value === undefined) return emptyState(problem ?? t('Reading…'));
    const { openGo } = this.links;
    const chooseNode = (node: string | undefined): void => {
      this.node = node;
      void this.running.ask();
    };
    return this.columns(
      t('The informer now'),
      liveInside(value, { openGo, chooseNode }),
      liveSteps(value),
    );
  }

  private ofLog({ informers }: InformerPage): TemplateResult {
    const { value } = this.said;
    if (value === undefined) return emptyState(t('Reading…'));
    return html`<div
      class="kd-scroll"
      tabindex="0"
      role="region"
      aria-label=${t('Reflectors in the log')}
    >
      ${loggedInside(value, this.links.goTo)}
      ${informers.length === 0 ? html`<p class="kd-note">${howToSimulate}</p>` : nothing}
    </div>`;
  }

  private columns(label: string, inside: TemplateResult, steps: TemplateResult): TemplateResult {
    return html`<div class="kd-columns">
      <div class="kd-scroll" tabindex="0" role="region" aria-label=${label}>${inside}</div>
      ${steps}
    </div>`;
  }

  private bar(page: InformerPage, choices: readonly Choice[], choice: Choice): TemplateResult {
    const words = Object.fromEntries(
      page.informers.map(({ name }, place) => [`simulated-${place}`, inWords(name)]),
    );
    return html`<header class="kd-bar">
      <h1>${this.heading}</h1>
      ${toggles<Choice>(
        t('Which informer'),
        choices,
        choice,
        { ...words, ...liveWords, log: t('Kubelet’s log') },
        (chosen) => {
          this.choose(chosen);
        },
      )}
      <span class="kd-space"></span>
      ${
        choice === 'log'
          ? nothing
          : this.filterField(t('Filter keys'), this.filter, (text) => {
              this.filter = text;
              void this.main.ask();
              void this.running.ask();
            })
      }
      ${choice.startsWith('simulated') ? this.stepActions(page) : nothing}
    </header>`;
  }

  private stepActions(page: InformerPage): TemplateResult {
    const at = page.shown?.step.step ?? -1;
    return html`<span class="kd-actions">
      ${
        this.step === undefined
          ? html`<span class="kd-note">${t('follows the cursor')}</span>`
          : button(t('Back to the cursor'), () => {
              this.show(undefined);
            })
      }
      ${button(t('Log at this step'), () => void this.showLog(page))}
      ${button(t('Previous step'), () => {
        this.show(Math.max(page.firstKept, at - 1));
      })}
      ${button(t('Next step'), () => {
        this.show(Math.min(page.total - 1, at + 1));
      })}
    </span>`;
  }

  private inside(
    page: InformerPage,
    { row, step }: NonNullable<InformerPage['shown']>,
  ): TemplateResult {
    const { openGo } = this.links;
    const { queueType = 'DeltaFIFO', watchList = false } = page.informers[page.informer] ?? {};
    return html`<p class="kd-did kd-is-${step.kind}">${inWords(step.text)}</p>
      ${goLinks(codeOfStep(step, row.phase, queueType), openGo)}
      <div class="kd-machine">${machine(row.phase, watchList)} ${facts(row, step.at)}</div>
      ${
        row.queue === undefined
          ? nothing
          : section(
              t('Queue'),
              html`${goLinks(codeOfQueue(queueType), openGo)}${this.queue(row.queue)}`,
              { note: t('pending deltas by key') },
            )
      }
      ${
        row.handlers.length === 0
          ? nothing
          : section(
              t('Handlers'),
              html`${goLinks(codeOfPart.handlers, openGo)}${handlerTable(row.handlers)}
                <p class="kd-note">${whyResync}</p>`,
              { count: row.handlers.length },
            )
      }
      ${section(t('Store'), html`${goLinks(codeOfPart.store, openGo)}${storeTable(row)}`, { count: row.stored })}
      ${indexLists(row.indices)}
      ${page.firstKept === 0 ? nothing : html`<p class="kd-note">${rich('Steps before {0} are no longer kept.', page.firstKept + 1)}</p>`}`;
  }

  private queue(queue: readonly QueuedKeyRow[]): TemplateResult {
    return queue.length === 0 && this.filter !== ''
      ? html`<p class="kd-note">${t('Nothing matches the filter “{0}”.', this.filter)}</p>`
      : queueTable(queue);
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const shown = this.main.value?.shown?.step;
    if (shown === undefined || shown.step === this.spokenStep) return;
    const near = Math.abs(shown.step - this.spokenStep) <= 1;
    this.spokenStep = shown.step;
    this.spoken = inWords(shown.text);
    this.reveal(near ? 'edge' : 'middle');
  }

  /** Scrolls the list of steps and nothing else, so that the shown one is in sight. */
  private reveal(where: 'edge' | 'middle'): void {
    const list = this.renderRoot.querySelector('.kd-steps ol');
    const current = list?.querySelector('[aria-current="step"]');
    if (!list || !current) return;
    const [box, row] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
    const [above, below] = [box.top - row.top, row.bottom - box.bottom];
    if (where === 'middle') list.scrollTop += (row.top + row.bottom - box.top - box.bottom) / 2;
    else if (above > 0) list.scrollTop -= above;
    else if (below > 0) list.scrollTop += below;
  }
}

/** Informers of a cluster run also where no log is open. */
function withoutLog(error: unknown): InformerPage {
  if (error instanceof ChannelError && error.code === 'nothing-open') return noLog;
  throw error;
}
