// The page of PLEG: how long relists take against the limit of three minutes, who holds them up, and what they found.
import { html, nothing, type TemplateResult } from 'lit';
import { formatDuration, formatTimeOfDay, micros } from '../../src/base/time.ts';
import type {
  CulpritRow,
  PlegEventCount,
  PlegOrder,
  PlegPage,
} from '../../src/protocol/pageApi.ts';
import type { PlegRow } from '../../src/protocol/rows.ts';
import { AskedRows } from '../shared/askedRows.ts';
import { findingCards } from '../shared/findingCards.ts';
import type { LiveAnswer } from '../shared/liveAnswer.ts';
import type { PageClient } from '../shared/pageClient.ts';
import { dataTable } from '../shared/dataTable.ts';
import {
  clockLink,
  knownLegend,
  lasted,
  lineLink,
  section,
  severityMark,
  shownValue,
} from '../shared/parts.ts';
import { TextPage } from '../shared/textPage.ts';
import { PlegCharts } from './charts.ts';
import { styles } from './styles.ts';
import { chartSentence, lead } from './words.ts';
import { rich, t } from '../shared/l10n.ts';

const ROWS = 40;

export class PlegPageElement extends TextPage {
  static override styles = [TextPage.styles, styles].flat();

  protected readonly heading = 'PLEG';
  protected readonly main: LiveAnswer<PlegPage>;
  private charts: PlegCharts | undefined;
  private readonly asked = new AskedRows<PlegOrder>(ROWS, () => void this.main.ask());
  private filter = '';

  constructor(client: PageClient) {
    super(client);
    this.main = this.live({
      ask: () => client.call('plegPage', [{ ...this.asked.query, text: this.filter }]),
    });
  }

  protected override content(): TemplateResult {
    const page = this.main.value;
    if (page === undefined) return html`${nothing}`;
    const { goTo } = this.links;
    return html`<header class="kd-bar">
        <h1>${this.heading}</h1>
        <span>${shownValue(page.health, goTo)}</span>
        <span class="kd-note"
          >${rich('the pod lifecycle event generator at {0}', formatTimeOfDay(page.at).slice(0, 12))}</span
        >
        <span class="kd-space"></span>
        ${this.filterField(t('Filter pods and events'), this.filter, (text) => {
          this.filter = text;
          this.asked.restart();
        })}
      </header>
      <div class="kd-scroll" tabindex="0" role="region" aria-label=${t('PLEG at the cursor')}>
        <p class="kd-lead">${lead(page)}</p>
        ${section(
          t('Relists'),
          html`${tellsRelists(page) ? nothing : html`<p class="kd-note">${t('Relists are not logged at this verbosity (needs -v=5).')}</p>`}
            <div
              class="kd-plot kd-relists"
              role="img"
              aria-label=${chartSentence(page)}
              ?hidden=${!tellsRelists(page)}
            ></div>
            ${tellsRelists(page) ? relistKeys(page) : nothing} ${eventKeys(page)}
            <div
              class="kd-plot kd-events"
              role="img"
              aria-label=${t('PLEG events over time, by kind')}
            ></div>`,
          { note: t('drag to zoom, double-click to move the cursor there') },
        )}
        <div class="kd-columns">
          <div>${this.stalls(page)} ${this.culprits(page)}</div>
          <div>${this.kinds(page)}</div>
        </div>
        ${
          page.findings.length === 0
            ? nothing
            : section(t('Findings'), findingCards(page.findings, page.at, goTo))
        }
        ${this.rows(page)} ${knownLegend}
      </div>`;
  }

  private stalls({ stalls }: PlegPage): TemplateResult | typeof nothing {
    if (stalls.length === 0) return nothing;
    const { goTo } = this.links;
    return section(
      t('Stalls'),
      dataTable<PlegPage['stalls'][number]>({
        label: t('Periods without a relist'),
        rows: stalls,
        columns: [
          {
            name: t('Last good relist'),
            look: 'fit',
            value: ({ from }) => from,
            cell: ({ from, input }) => clockLink(from, input, goTo),
          },
          {
            name: t('First reported'),
            look: 'fit',
            value: ({ said }) => said,
            cell: ({ said, input }) => clockLink(said, input, goTo),
          },
          {
            name: t('Duration'),
            look: 'end',
            value: ({ from, to }) => to - from,
            cell: ({ from, to, goesOn }) =>
              html`<span class="kd-error">${lasted(to - from, goesOn)}</span>`,
          },
        ],
      }),
      { count: stalls.length },
    );
  }

  private culprits({ culprits, stalls, timeouts }: PlegPage): TemplateResult {
    if (culprits.length === 0 && this.filter !== '')
      return section(
        t('Blocked by'),
        html`<p class="kd-note">${t('Nothing matches the filter “{0}”.', this.filter)}</p>`,
      );
    if (culprits.length === 0)
      return section(
        t('Blocked by'),
        html`<p class="kd-note">
          ${
            stalls.length === 0
              ? t('No runtime call for a pod has timed out so far.')
              : t(
                  'No runtime call for a pod timed out around the stalls. The runtime itself may be hung; check its log and the kernel’s.',
                )
          }
        </p>`,
      );
    const { goTo, showPod } = this.links;
    return section(
      t('Blocked by'),
      dataTable<CulpritRow>({
        label: t('Pods whose calls to the runtime timed out'),
        rows: culprits,
        columns: [
          {
            name: t('Pod'),
            look: 'fit',
            value: ({ pod }) => pod,
            cell: ({ pod, podKey }) =>
              podKey === undefined
                ? pod
                : html`<button
                    class="kd-link"
                    @click=${() => {
                      showPod(podKey);
                    }}
                  >
                    ${pod}
                  </button>`,
          },
          {
            name: t('Timeouts'),
            look: 'end',
            value: ({ count }) => count,
            cell: ({ count, share }) =>
              html`<span class="kd-number"
                >${rich('{0} of {1}, {2} %', count, timeouts, Math.round(share * 100))}</span
              >`,
          },
          {
            name: t('First'),
            look: 'fit',
            value: ({ first }) => first,
            cell: ({ first, input }) => clockLink(first, input, goTo),
          },
          {
            name: t('What'),
            value: ({ text }) => text,
            cell: ({ text }) => html`<span class="kd-log">${text}</span>`,
          },
        ],
      }),
      {
        note:
          stalls.length === 0
            ? t('calls that timed out so far')
            : t('calls that timed out around the stalls'),
      },
    );
  }

  private kinds({ kinds }: PlegPage): TemplateResult {
    if (kinds.length === 0)
      return section(
        t('Events'),
        html`<p class="kd-note">${t('The log shows no PLEG events.')}</p>`,
      );
    return section(
      t('Events'),
      dataTable<PlegEventCount>({
        label: t('Events by kind, up to the cursor'),
        rows: kinds,
        columns: [
          {
            name: t('Kind'),
            value: ({ type }) => type,
            cell: ({ type }) => html`<span class="kd-swatch kd-key-${type}"></span> ${type}`,
          },
          {
            name: t('Count (to cursor)'),
            look: 'end',
            value: ({ count }) => count,
            cell: ({ count }) => count.toLocaleString('en'),
          },
          {
            name: t('Last'),
            look: 'fit',
            value: ({ last }) => last,
            cell: ({ last, input }) =>
              last === undefined ? '' : clockLink(last, input, this.links.goTo),
          },
        ],
      }),
    );
  }

  private rows({ rows, total }: PlegPage): TemplateResult | typeof nothing {
    if (rows.length === 0 && this.filter === '') return nothing;
    if (rows.length === 0)
      return section(
        t('Events found'),
        html`<p class="kd-note">${t('Nothing matches the filter “{0}”.', this.filter)}</p>`,
      );
    const { goTo, showPod } = this.links;
    return section(
      t('Events found'),
      html`${dataTable<PlegRow, PlegOrder>({
        label: t('PLEG events, newest first'),
        rows,
        asked: this.asked,
        columns: [
          {
            name: t('Time'),
            look: 'fit',
            by: 'at',
            cell: ({ at, events }) => clockLink(at, events[0]?.input, goTo),
          },
          {
            name: t('Severity'),
            look: 'sign',
            first: 'down',
            by: 'severity',
            cell: ({ severity }) => severityMark(severity),
          },
          {
            name: t('Pod'),
            by: 'pod',
            cell: ({ pod, podKey }) =>
              podKey === undefined
                ? html`<span class="kd-quiet">${pod}</span>`
                : html`<button
                    class="kd-link kd-plain"
                    @click=${() => {
                      showPod(podKey);
                    }}
                  >
                    ${pod}
                  </button>`,
          },
          {
            name: t('Events'),
            first: 'down',
            by: 'events',
            cell: ({ events }) =>
              events.map(
                ({ text, input }) => html`<div>${lineLink(text, input, goTo, 'plain')}</div>`,
              ),
          },
        ],
      })}
      ${this.asked.turner(total, rows.length)}`,
      { note: t('a row for each pod and second') },
    );
  }

  protected override updated(): void {
    const page = this.main.value;
    const relists = this.renderRoot.querySelector<HTMLElement>('.kd-relists');
    const events = this.renderRoot.querySelector<HTMLElement>('.kd-events');
    if (page === undefined || relists === null || events === null) {
      this.charts?.dispose();
      this.charts = undefined;
      return;
    }
    this.charts ??= new PlegCharts(relists, events, (time) => {
      this.links.seek({ kind: 'time', time: micros(Math.round(time)) });
    });
    this.charts.show(page);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.charts?.dispose();
  }
}

/** Without a line of a relist their chart would be empty. */
function tellsRelists({ relists, ages, stalls }: PlegPage): boolean {
  return relists.length + ages.length + stalls.length > 0;
}

/** Of what the chart has. */
function relistKeys({ relists, ages, stalls, blind }: PlegPage): TemplateResult {
  const all: readonly (readonly [look: string, name: string, count: number])[] = [
    ['interval', t('from the start of one relist to the next'), relists.length],
    ['took', t('a relist took ≈'), relists.length],
    ['age', t('age of the last relist, as the sync loop reports it'), ages.length],
    ['stall', t('stalled'), stalls.length],
    ['blind', t('no relist in the log'), blind.length],
  ];
  return keys(
    '',
    all.filter(([, , count]) => count > 0).map(([look, name]) => [look, name]),
  );
}

/** Stands above its chart, and says what its bars count. */
function eventKeys({ kinds, step }: PlegPage): TemplateResult {
  return keys(
    t('Events per {0}', formatDuration(step)),
    kinds.map(({ type }) => [type, type]),
  );
}

function keys(title: string, all: readonly (readonly [string, string])[]): TemplateResult {
  return html`<div class="kd-keys kd-note" aria-hidden="true">
    ${title}
    ${all.map(
      ([look, name]) =>
        html`<span class="kd-key"><span class="kd-swatch kd-key-${look}"></span>${name}</span>`,
    )}
  </div>`;
}
