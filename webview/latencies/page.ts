// How long each step took each pod: who was slow and at what, then all pods as a table in the order of any column.
import { html, nothing, type TemplateResult } from 'lit';
import { formatTimeOfDay } from '../../src/base/time.ts';
import type { LatencyOrder, LatencyPage, LatencyQuery } from '../../src/protocol/latencyApi.ts';
import type { Direction } from '../shared/dataTable.ts';
import { rich, t } from '../shared/l10n.ts';
import type { LiveAnswer } from '../shared/liveAnswer.ts';
import type { PageClient } from '../shared/pageClient.ts';
import { button, knownLegend, section } from '../shared/parts.ts';
import { TextPage } from '../shared/textPage.ts';
import { outlierList } from './outliers.ts';
import { styles } from './styles.ts';
import { firstDirection, latencyTable } from './table.ts';

const PAGE = 50;

export class LatenciesPageElement extends TextPage {
  static override styles = [TextPage.styles, styles].flat();

  protected readonly heading = t('Pod Latencies');
  protected readonly main: LiveAnswer<LatencyPage>;
  private filter = '';
  private by: LatencyOrder = 'startup';
  private order: Direction = 'down';
  private start = 0;

  constructor(client: PageClient) {
    super(client);
    this.main = this.live({
      ask: (signal) =>
        client.call('latencies', [{ ...this.query, start: this.start, count: PAGE }], { signal }),
    });
  }

  private get query(): LatencyQuery {
    const { by, order, filter } = this;
    return { by, order, ...(filter === '' ? {} : { text: filter }) };
  }

  private again(): void {
    this.start = 0;
    void this.main.ask();
  }

  private readonly sort = (by: LatencyOrder): void => {
    if (this.by === by) this.order = this.order === 'up' ? 'down' : 'up';
    else {
      this.by = by;
      this.order = firstDirection(by);
    }
    this.again();
  };

  protected override content(): TemplateResult {
    const page = this.main.value;
    if (page === undefined) return html`${nothing}`;
    const { links, by, order } = this;
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
          this.again();
        })}
      </header>
      <div class="kd-scroll" tabindex="0" role="region" aria-label=${t('Pods and their latencies')}>
        ${this.lead(page)} ${outlierList(page, links)}
        ${
          page.total === 0
            ? nothing
            : section(
                t('All pods'),
                html`${latencyTable(page, { links, by, order, sort: this.sort })}
                ${this.turner(page)}`,
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

  private turner({ total, rows }: LatencyPage): TemplateResult | typeof nothing {
    if (total <= rows.length && this.start === 0) return nothing;
    const turn = (by: number) => (): void => {
      this.start = Math.max(0, this.start + by);
      void this.main.ask();
    };
    const last = this.start + rows.length;
    return html`<p>
      ${this.start === 0 ? nothing : button(t('Previous'), turn(-PAGE))}
      ${last >= total ? nothing : button(t('Next'), turn(PAGE))}
      <span class="kd-note">${rich('{0}–{1} of {2}', this.start + 1, last, total)}</span>
    </p>`;
  }
}
