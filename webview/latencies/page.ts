// How long each step took each pod: who was slow and at what, then all pods as a table in the order of any column.
import { html, nothing, type TemplateResult } from 'lit';
import { formatTimeOfDay } from '../../src/base/time.ts';
import type { LatencyOrder, LatencyPage, LatencyQuery } from '../../src/protocol/latencyApi.ts';
import { AskedRows } from '../shared/askedRows.ts';
import { t } from '../shared/l10n.ts';
import type { LiveAnswer } from '../shared/liveAnswer.ts';
import type { PageClient } from '../shared/pageClient.ts';
import { button, knownLegend, section } from '../shared/parts.ts';
import { TextPage } from '../shared/textPage.ts';
import { outlierList } from './outliers.ts';
import { styles } from './styles.ts';
import { latencyTable } from './table.ts';

const PAGE = 50;

export class LatenciesPageElement extends TextPage {
  static override styles = [TextPage.styles, styles].flat();

  protected readonly heading = t('Pod Latencies');
  protected readonly main: LiveAnswer<LatencyPage>;
  private filter = '';
  private readonly asked = new AskedRows<LatencyOrder>(PAGE, () => void this.main.ask(), {
    by: 'startup',
    direction: 'down',
  });

  constructor(client: PageClient) {
    super(client);
    this.main = this.live({
      ask: (signal) =>
        client.call('latencies', [{ ...this.asked.query, ...this.query }], { signal }),
    });
  }

  private get query(): LatencyQuery {
    const text = this.filter === '' ? {} : { text: this.filter };
    return { ...this.asked.order, ...text };
  }

  protected override content(): TemplateResult {
    const page = this.main.value;
    if (page === undefined) return html`${nothing}`;
    const { links, asked } = this;
    return html`<header class="kd-bar">
        <h1>${this.heading}</h1>
        <span class="kd-space"></span>
        ${button(t('Export as CSV'), () => {
          this.client.call('exportLatencies', [this.query]).catch((error: unknown) => {
            this.tell(error);
          });
        })}
        ${this.filterField(t('Filter pods'), this.filter, (text) => {
          this.filter = text;
          asked.restart();
        })}
      </header>
      <div class="kd-scroll" tabindex="0" role="region" aria-label=${t('Pods and their latencies')}>
        ${this.lead(page)} ${outlierList(page, links)}
        ${
          page.total === 0
            ? nothing
            : section(
                t('All pods'),
                html`${latencyTable(page, { links, asked })}
                ${asked.turner(page.total, page.rows.length)}`,
                { count: page.total },
              )
        }
        ${knownLegend}
      </div>`;
  }

  private lead({ at, total, outlierTotal }: LatencyPage): TemplateResult {
    const when = formatTimeOfDay(at).slice(0, 12);
    if (total === 0)
      return html`<p class="kd-lead">
        ${
          this.filter === ''
            ? t('No phase of a pod has been logged by {0}.', when)
            : t('No pod matches the filter.')
        }
        ${
          this.filter === ''
            ? button(t('Go to the End'), () => {
                this.links.seek({ kind: 'end' });
              })
            : nothing
        }
      </p>`;
    const slow =
      outlierTotal === 0
        ? t('No step took any pod much longer than the others.')
        : outlierTotal === 1
          ? t('1 pod was slow: one of its steps took more than twice as long as in other pods.')
          : t(
              '{0} pods were slow: one of their steps took more than twice as long as in other pods.',
              outlierTotal.toLocaleString('en'),
            );
    return html`<p class="kd-lead">${slow}</p>`;
  }
}
