// The page of network set-ups and teardowns: what fails at the cursor and what that holds up, plug-in by plug-in and call by call.
import { html, nothing, type TemplateResult } from 'lit';
import { formatDuration, formatTimeOfDay } from '../../src/base/time.ts';
import type { CallOrder, NetworkPage } from '../../src/protocol/pageApi.ts';
import { AskedRows } from '../shared/askedRows.ts';
import { findingCards } from '../shared/findingCards.ts';
import type { LiveAnswer } from '../shared/liveAnswer.ts';
import type { PageClient } from '../shared/pageClient.ts';
import { knownLegend, section, toggles } from '../shared/parts.ts';
import { TextPage } from '../shared/textPage.ts';
import { callTable } from './calls.ts';
import { blockedList, leftoverTable, pluginTable } from './lists.ts';
import { styles } from './styles.ts';
import { t } from '../shared/l10n.ts';

const views = ['all', 'ADD', 'DEL', 'failing'] as const;
type View = (typeof views)[number];

const words: Record<View, string> = {
  all: t('All calls'),
  ADD: t('Setups (ADD)'),
  DEL: t('Teardowns (DEL)'),
  failing: t('Failing now'),
};

const PAGE = 60;

export class NetworkPageElement extends TextPage {
  static override styles = [TextPage.styles, styles].flat();

  protected readonly heading = t('Network calls');
  protected readonly main: LiveAnswer<NetworkPage>;
  private filter = '';
  private view: View = 'all';
  private readonly asked = new AskedRows<CallOrder>(PAGE, () => {
    this.requestUpdate();
    void this.main.ask();
  });
  private readonly open = new Set<string>();

  constructor(client: PageClient) {
    super(client);
    this.main = this.live({ ask: () => this.load() });
  }

  private async load(): Promise<NetworkPage> {
    const { view, filter: text } = this;
    const narrowed =
      view === 'all' ? {} : view === 'failing' ? { failing: true } : { command: view };
    return await this.client.call('networkPage', [{ ...this.asked.query, text, ...narrowed }]);
  }

  protected override content(): TemplateResult {
    const page = this.main.value;
    if (page === undefined) return html`${nothing}`;
    const { asked } = this;
    const { goTo, showPod } = this.links;
    return html`<header class="kd-bar">
        <h1>${this.heading}</h1>
        ${toggles(t('Calls'), views, this.view, words, (view) => {
          this.view = view;
          asked.restart();
        })}
        <span class="kd-space"></span>
        ${this.filterField(t('Filter calls'), this.filter, (text) => {
          this.filter = text;
          asked.restart();
        })}
      </header>
      <div
        class="kd-scroll"
        tabindex="0"
        role="region"
        aria-label=${t('Network calls at the cursor')}
      >
        <p class="kd-lead">${lead(page)}</p>
        ${blockedList(page, { goTo, showPod })}
        ${section(
          t('Calls'),
          html`${callTable(page, {
            goTo,
            showPod,
            asked,
            isOpen: (key) => this.open.has(key),
            toggle: (key) => {
              if (!this.open.delete(key)) this.open.add(key);
              this.requestUpdate();
            },
          })}
          ${asked.turner(page.total, page.rows.length)}`,
          { count: page.total },
        )}
        ${pluginTable(page, goTo)} ${leftoverTable(page, { goTo, showPod })}
        ${
          page.findings.length === 0
            ? nothing
            : section(t('Findings'), findingCards(page.findings, page.at, goTo))
        }
        ${knownLegend}
      </div>`;
  }
}

/** The page in one or two sentences. */
function lead({ at, counts, verbosity, worst }: NetworkPage): string {
  const { adds, dels, failing, failures } = counts;
  const when = formatTimeOfDay(at).slice(0, 12);
  const level = Number(verbosity.text);
  const silent =
    verbosity.known !== 'unknown' && level < 4
      ? t('This kubelet logs at verbosity {0}: successful calls are not logged.', level)
      : t(
          'Of calls that succeed the kubelet’s own lines tell only with the dockershim of 1.14 to 1.23, at verbosity 4 and above.',
        );
  if (adds + dels === 0)
    return `${t('No line up to {0} tells how a CNI call of a pod ended.', when)} ${silent}`;
  const told = [
    nowText(when, failing, worst),
    t('Failed attempts so far: {0} (of {1} and {2}).', failures, setUps(adds), teardowns(dels)),
    silent,
  ];
  return told.join(' ');
}

function nowText(when: string, failing: number, worst: NetworkPage['worst']): string {
  if (failing === 0) return t('No network call is failing at {0}.', when);
  const calls =
    failing === 1 ? t('{0} network call fails', failing) : t('{0} network calls fail', failing);
  if (worst === undefined) return t('At {0}, {1}.', when, calls);
  const length = formatDuration(worst.length);
  return worst.plugin === undefined
    ? t('At {0}, {1}, one for {2}.', when, calls, length)
    : t('At {0}, {1}, one of {2} for {3}.', when, calls, worst.plugin, length);
}

function setUps(count: number): string {
  return count === 1 ? t('1 setup') : t('{0} setups', count);
}

function teardowns(count: number): string {
  return count === 1 ? t('1 teardown') : t('{0} teardowns', count);
}
