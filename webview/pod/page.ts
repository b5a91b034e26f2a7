// The page of one pod at the cursor: what it is in, what it waits for and since when, what it is made of, and what the log says.
import { html, nothing, type TemplateResult } from 'lit';
import type { AnswerRow } from '../../src/protocol/askApi.ts';
import type { Cursor, PodOrder } from '../../src/protocol/engineApi.ts';
import type { LinePage, PodPage } from '../../src/protocol/pageApi.ts';
import type { PodRow } from '../../src/protocol/rows.ts';
import { AskedRows } from '../shared/askedRows.ts';
import type { LiveAnswer } from '../shared/liveAnswer.ts';
import type { PageClient } from '../shared/pageClient.ts';
import { knownLegend } from '../shared/parts.ts';
import { TextPage } from '../shared/textPage.ts';
import { answerBox } from './answer.ts';
import { chooser } from './chooser.ts';
import { findingList, networkList } from './faults.ts';
import { header, waitList } from './header.ts';
import { lineSection } from './lines.ts';
import { containerList, identityList, probeList, volumeList, workerList } from './members.ts';
import { phaseList } from './phases.ts';
import { styles } from './styles.ts';
import { t } from '../shared/l10n.ts';

type Shown =
  | { readonly kind: 'pod'; readonly cursor: Cursor; readonly page: PodPage }
  /** No pod is selected, or the kubelet has not met it yet. */
  | {
      readonly kind: 'choose';
      readonly cursor: Cursor;
      readonly pods: readonly PodRow[];
      readonly total: number;
    };

const MOST_CHOICES = 500;
const LINES = 100;

export class PodPageElement extends TextPage {
  static override styles = [TextPage.styles, styles].flat();

  protected readonly heading = t('Kubelet Pod');
  protected readonly main: LiveAnswer<Shown>;
  private readonly lines: LiveAnswer<LinePage | undefined>;
  private answer: AnswerRow | undefined;
  private question: { readonly kind: 'stuck' | 'killed'; readonly podKey: string } | undefined;
  private filter = '';
  private readonly asked = new AskedRows<PodOrder>(MOST_CHOICES, () => void this.main.ask());
  private podKey: string | undefined;
  /** First of the lines shown; undefined: those around the cursor. */
  private start: number | undefined;

  constructor(client: PageClient) {
    super(client);
    this.main = this.live({ ask: () => this.load() });
    this.lines = this.live({ ask: () => this.loadLines(), on: [] });
  }

  private async load(): Promise<Shown> {
    const cursor = await this.client.call('cursor', []);
    const key = cursor.selectedPod;
    const page = key === undefined ? undefined : await this.client.call('podPage', [key]);
    this.podKey = key;
    if (page !== undefined) {
      this.start = undefined;
      void this.lines.ask();
      // An answer is of the cursor, as all else.
      const { question } = this;
      if (question !== undefined && this.answer !== undefined && question.podKey === key)
        this.answer = await this.client.call('ask', [question]);
      return { kind: 'pod', cursor, page };
    }
    const range = { ...this.asked.query, gone: true, text: this.filter };
    const { rows, total } = await this.client.call('pods', [range]);
    return { kind: 'choose', cursor, pods: rows, total };
  }

  private async loadLines(): Promise<LinePage | undefined> {
    const { podKey, start } = this;
    if (podKey === undefined) return undefined;
    const from = start === undefined ? {} : { start };
    return await this.client.call('podLines', [podKey, { ...from, count: LINES }]);
  }

  protected override content(): TemplateResult {
    const shown = this.main.value;
    if (shown === undefined) return html`${nothing}`;
    if (shown.kind === 'choose')
      return chooser(shown, this.filter, {
        field: this.filterField(t('Filter pods'), this.filter, (text) => {
          this.filter = text;
          void this.main.ask();
        }),
        choose: this.links.selectPod,
        asked: this.asked,
      });
    return this.pod(shown.page, shown.cursor);
  }

  private pod(page: PodPage, cursor: Cursor): TemplateResult {
    const { goTo, copy } = this.links;
    const { key } = page.pod;
    const answer = this.question?.podKey === key ? this.answer : undefined;
    return html`${header(page, {
        ask: (kind) => void this.ask(kind, key),
        links: this.links,
      })}
      <div class="kd-scroll" tabindex="0" role="region" aria-label=${t('Everything about the pod')}>
        ${waitList(page, goTo)}
        ${answer === undefined ? nothing : answerBox(answer, goTo, this.forget)}
        <div class="kd-columns">
          <div>${findingList(page, goTo)} ${phaseList(page, goTo)} ${networkList(page, goTo)}</div>
          <div>
            ${containerList(page, { goTo, copy })} ${probeList(page, goTo)}
            ${volumeList(page, goTo)} ${identityList(page, { goTo, copy })}
            ${workerList(page, goTo)}
          </div>
        </div>
        ${lineSection(this.lines.value, cursor.position, goTo, (start) => {
          this.start = start;
          void this.lines.ask();
        })}
        ${knownLegend}
      </div>`;
  }

  private async ask(kind: 'stuck' | 'killed', podKey: string): Promise<void> {
    try {
      this.question = { kind, podKey };
      this.answer = await this.client.call('ask', [this.question]);
      this.spoken = this.answer.sentences.map(({ text }) => text).join(' ');
      this.requestUpdate();
      await this.updateComplete;
      this.renderRoot.querySelector('.kd-answer')?.scrollIntoView({ block: 'nearest' });
    } catch (error) {
      this.tell(error);
    }
  }

  private readonly forget = (): void => {
    this.answer = undefined;
    this.requestUpdate();
  };
}
