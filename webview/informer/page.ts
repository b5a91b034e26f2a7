// The page of informers: what the list-and-watch machinery was like after one of its steps. It follows the cursor until a person
// goes through the steps one by one, and again when the cursor moves.
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { InformerPage, InformerQuery, QueuedKeyRow } from '../../src/protocol/informerApi.ts';
import type { LiveAnswer } from '../shared/liveAnswer.ts';
import type { PageClient } from '../shared/pageClient.ts';
import { button, section, toggles } from '../shared/parts.ts';
import { emptyState, TextPage } from '../shared/textPage.ts';
import { goLinks } from '../shared/goLink.ts';
import { codeOfPart, codeOfStep } from './code.ts';
import { machine } from './machine.ts';
import { facts, handlerTable, indexLists, queueTable, storeTable } from './parts.ts';
import { stepList } from './steps.ts';
import { styles } from './styles.ts';
import { rich, t } from '../shared/l10n.ts';
import { inWords } from '../shared/said.ts';

export class InformerPageElement extends TextPage {
  static override styles = [TextPage.styles, styles].flat();

  protected readonly heading = t('Informers');
  protected readonly main: LiveAnswer<InformerPage>;
  private informer = 0;
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
    this.main = this.live({ ask: () => this.client.call('informerPage', [this.query()]) });
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
    if (page.informers.length === 0)
      return html`<h1 class="kd-hidden">${this.heading}</h1>
        ${emptyState(
          t(
            'Kubelet logs don’t show what the informers inside were doing. “Kubelet: Simulate…” plays a scenario in which you can step through them: a kubelet’s own, and one that a controller would have.',
          ),
        )}`;
    return html`${this.bar(page)}
      <div class="kd-columns">
        <div
          class="kd-scroll"
          tabindex="0"
          role="region"
          aria-label=${t('The informer after this step')}
        >
          <p class="kd-lead">${inWords(page.informers[page.informer]?.about ?? '')}</p>
          ${
            page.shown === undefined
              ? html`<p class="kd-note">${t('It has not begun at the cursor.')}</p>`
              : this.inside(page, page.shown)
          }
        </div>
        ${stepList(page, (step) => {
          this.show(step);
        })}
      </div>`;
  }

  private bar(page: InformerPage): TemplateResult {
    const names = page.informers.map(({ name }) => name);
    const chosen = names[page.informer] ?? '';
    const words = Object.fromEntries(names.map((name) => [name, inWords(name)]));
    const at = page.shown?.step.step ?? -1;
    return html`<header class="kd-bar">
      <h1>${this.heading}</h1>
      ${toggles(t('Which informer'), names, chosen, words, (name) => {
        this.informer = names.indexOf(name);
        this.show(undefined);
      })}
      <span class="kd-space"></span>
      ${this.filterField(t('Filter keys'), this.filter, (text) => {
        this.filter = text;
        void this.main.ask();
      })}
      <span class="kd-actions">
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
      </span>
    </header>`;
  }

  private inside(
    page: InformerPage,
    { row, step }: NonNullable<InformerPage['shown']>,
  ): TemplateResult {
    const { openGo } = this.links;
    return html`<p class="kd-did kd-is-${step.kind}">${inWords(step.text)}</p>
      ${goLinks(codeOfStep(step, row.phase), openGo)}
      <div class="kd-machine">${machine(row.phase)} ${facts(row, step.at)}</div>
      ${
        row.queue === undefined
          ? nothing
          : section(
              t('Queue'),
              html`${goLinks(codeOfPart.queue, openGo)}${this.queue(row.queue)}`,
              { note: t('pending deltas by key') },
            )
      }
      ${
        row.handlers.length === 0
          ? nothing
          : section(
              t('Handlers'),
              html`${goLinks(codeOfPart.handlers, openGo)}${handlerTable(row.handlers)}`,
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
