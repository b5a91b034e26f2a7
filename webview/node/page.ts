// A node's pods by four witnesses: what the API server wants, what the kubelet holds, what the runtime runs, what the log says; and where
// they differ, since when. The kubelet is asked every few seconds while somebody looks.
import { html, nothing, type TemplateResult } from 'lit';
import { toDisposable } from '../../src/base/disposable.ts';
import { formatDuration, formatTimeOfDay, micros, type Micros } from '../../src/base/time.ts';
import type { ComparedPodRow, NodeComparison } from '../../src/protocol/clusterApi.ts';
import type { LiveAnswer } from '../shared/liveAnswer.ts';
import type { PageClient } from '../shared/pageClient.ts';
import { dataTable } from '../shared/dataTable.ts';
import { section, severityMark, shownValue, knownWord } from '../shared/parts.ts';
import { TextPage } from '../shared/textPage.ts';
import { styles } from './styles.ts';
import { t } from '../shared/l10n.ts';
import { inWords } from '../shared/said.ts';

/** Milliseconds between two questions. */
const PAUSE = 5_000;

export class NodePageElement extends TextPage {
  static override styles = [TextPage.styles, styles].flat();

  protected readonly heading = t('Kubelet Node');
  protected readonly main: LiveAnswer<NodeComparison>;
  private filter = '';

  constructor(client: PageClient) {
    super(client);
    this.main = this.live({
      ask: (signal) => client.call('compareNode', [undefined, this.filter], { signal }),
      on: ['show'],
    });
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void this.main.ask();
    }, PAUSE);
    this.store.add(
      toDisposable(() => {
        clearInterval(timer);
      }),
    );
  }

  protected override content(): TemplateResult {
    const answer = this.main.value;
    if (answer === undefined) return html`${nothing}`;
    const { pods } = answer;
    const differing = pods.filter(({ differences }) => differences.length > 0);
    return html`${this.bar(answer)}
      <div
        class="kd-scroll"
        tabindex="0"
        role="region"
        aria-label=${t('Pods on this node, from four sources')}
      >
        ${silent(answer)} ${resources(answer)}
        ${
          differing.length === 0
            ? html`<p class="kd-note">${t('All sources agree on every pod.')}</p>`
            : section(t('Differences'), this.differences(differing, answer), {
                count: differing.length,
              })
        }
        ${section(t('All pods'), this.table(pods), { count: pods.length })}
      </div>`;
  }

  private bar({ node, api, log }: NodeComparison): TemplateResult {
    const asked =
      api.at === undefined ? '' : t('asked at {0}', formatTimeOfDay(api.at).slice(0, 8));
    const logged =
      log.at === undefined ? '' : t('log up to {0}', formatTimeOfDay(log.at).slice(0, 8));
    return html`<div class="kd-bar">
      <h1>${node}</h1>
      <span class="kd-note">${[asked, logged].filter((part) => part !== '').join(' · ')}</span>
      <span class="kd-space"></span>
      ${this.filterField(t('Filter pods'), this.filter, (text) => {
        this.filter = text;
        void this.main.ask();
      })}
    </div>`;
  }

  private differences(pods: readonly ComparedPodRow[], { api }: NodeComparison): TemplateResult {
    return dataTable<ComparedPodRow>({
      label: t('Differences'),
      rows: pods,
      columns: [
        { name: t('Pod'), look: 'fit', value: nameOf, cell: (pod) => this.podName(pod) },
        {
          name: t('Differences'),
          first: 'down',
          value: ({ differences }) => differences.length,
          cell: ({ differences }) =>
            html`<ul class="kd-differs">
              ${differences.map(
                ({ text, since, severity }) =>
                  html`<li>
                    ${severityMark(severity)}<span
                      >${inWords(text)}
                      <span class="kd-note">${sinceText(since, api.at)}.</span></span
                    >
                  </li>`,
              )}
            </ul>`,
        },
      ],
    });
  }

  private table(pods: readonly ComparedPodRow[]): TemplateResult {
    return dataTable<ComparedPodRow>({
      label: t('All pods'),
      rows: pods,
      columns: [
        { name: t('Pod'), value: nameOf, cell: (pod) => this.podName(pod) },
        {
          name: t('API server'),
          value: ({ api }) => api && inWords(api),
          cell: ({ api }) => cell(api),
        },
        {
          name: t('Kubelet'),
          value: ({ kubelet }) => kubelet && inWords(kubelet),
          cell: ({ kubelet }) => cell(kubelet),
        },
        {
          name: t('Runtime'),
          value: ({ runtime }) => runtime && inWords(runtime),
          cell: ({ runtime }) => cell(runtime),
        },
        {
          name: t('Log'),
          value: ({ log }) => log && knownWord(log),
          cell: ({ log }) =>
            log === undefined ? cell(undefined) : shownValue(log, this.links.goTo),
        },
      ],
    });
  }

  private podName(pod: ComparedPodRow): TemplateResult {
    const { podKey } = pod;
    const text = nameOf(pod);
    if (podKey === undefined) return html`${text}`;
    return html`<button
      class="kd-link"
      title=${t('Show the pod')}
      @click=${() => {
        this.links.showPod(podKey);
      }}
    >
      ${text}
    </button>`;
  }
}

function nameOf({ namespace, name }: ComparedPodRow): string {
  return `${namespace}/${name}`;
}

function cell(text: string | undefined): TemplateResult {
  return text === undefined ? html`<span class="kd-absent">–</span>` : html`${inWords(text)}`;
}

/** `Since 14:03:05, 2 min`. */
function sinceText(since: Micros, now: Micros | undefined): string {
  const length = now === undefined ? 0 : now - since;
  const time = formatTimeOfDay(micros(since)).slice(0, 8);
  return length < 1_000_000
    ? t('Since {0}', time)
    : t('Since {0}, {1}', time, formatDuration(Math.round(length / 1e6) * 1e6));
}

/** What the node has left, each with a bar of how much that is. */
function resources({ resources: rows }: NodeComparison): unknown {
  if (rows.length === 0) return nothing;
  return html`<ul class="kd-resources" aria-label=${t('Free resources on the node')}>
    ${rows.map(
      ({ name, text, free, severity }) =>
        html`<li class="kd-resource kd-resource-${severity}">
          <span class="kd-note">${inWords(name)}</span>
          ${
            free === undefined
              ? nothing
              : html`<meter
                  min="0"
                  max="1"
                  value=${1 - free}
                  aria-label=${t('{0} in use', inWords(name))}
                ></meter>`
          }
          <span>${severityMark(severity)} ${inWords(text)}</span>
        </li>`,
    )}
  </ul>`;
}

/** Those who told nothing, and why. */
function silent({ api, kubelet, runtime, log }: NodeComparison): unknown {
  const all = [
    [t('API server'), api],
    [t('Kubelet'), kubelet],
    [t('Runtime'), runtime],
    [t('Log'), log],
  ] as const;
  return all
    .filter(([, { problem }]) => problem !== undefined)
    .map(([name, { problem }]) => html`<p class="kd-silent kd-note">${name}: ${problem}</p>`);
}
