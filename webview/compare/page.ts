// The page of a comparison: what is new, gone, or said much more or less often on one side of two, and the lines that show it.
import { html, nothing, type TemplateResult } from 'lit';
import { ChannelError } from '../../src/protocol/channel.ts';
import type { Comparison, CompareRequest } from '../../src/protocol/compareApi.ts';
import type { HostEvent } from '../../src/protocol/hostApi.ts';
import { icons } from '../shared/icons.ts';
import { t } from '../shared/l10n.ts';
import type { LiveAnswer } from '../shared/liveAnswer.ts';
import type { PageClient } from '../shared/pageClient.ts';
import { button, iconButton, section, toggles } from '../shared/parts.ts';
import { TextPage } from '../shared/textPage.ts';
import { differenceTable, type Change } from './differences.ts';
import { readRequest } from './request.ts';
import { sidesTable } from './sides.ts';
import { styles } from './styles.ts';

const changes = ['new', 'gone', 'more', 'less'] as const satisfies readonly Change[];
const views = ['all', ...changes] as const;
type View = (typeof views)[number];

const words: Record<View, string> = {
  all: t('All'),
  new: t('New'),
  gone: t('Gone'),
  more: t('More often'),
  less: t('Less often'),
};

/** An answer, and the tape that it is of. */
interface Compared {
  readonly comparison: Comparison;
  readonly tape: number;
}

export class ComparePageElement extends TextPage {
  static override styles = [TextPage.styles, styles].flat();

  protected readonly heading = t('Comparison');
  protected readonly main: LiveAnswer<Compared>;
  private readonly keep: (state: string) => void;
  private request: CompareRequest | undefined;
  private view: View = 'all';
  /** Lines have come since. */
  private grown = false;

  constructor(
    client: PageClient,
    request: CompareRequest | undefined,
    keep: (state: string) => void,
  ) {
    super(client);
    this.keep = keep;
    this.request = request;
    // What is compared stands still: neither the cursor nor lines that come ask for it again.
    this.main = this.live({ ask: (signal) => this.load(signal), on: [] });
    this.store.add(
      client.onEvent((event) => {
        void this.hear(event);
      }),
    );
  }

  private async load(signal: AbortSignal): Promise<Compared> {
    const { request } = this;
    if (request === undefined)
      throw new Error(t('The command “Kubelet: Compare…” chooses what to compare.'));
    this.keep(JSON.stringify(request));
    this.grown = false;
    const { tape } = await this.client.call('session', [], { signal });
    const comparison = await this.client.call('compare', [request], { signal }).catch(inLanguage);
    return { comparison, tape };
  }

  private async hear(event: HostEvent): Promise<void> {
    if (event.kind === 'show') this.compare(readRequest(event.target));
    if (event.kind !== 'changed') return;
    const tape = await this.client.call('session', []).then(
      (session) => session.tape,
      () => undefined,
    );
    if (this.main.value === undefined || tape !== this.main.value.tape) {
      // The numbers of logs and the times mean nothing in another tape.
      if (this.main.value !== undefined) this.request = undefined;
      await this.main.ask();
    } else this.grown = true;
    this.requestUpdate();
  }

  private compare(request: CompareRequest | undefined): void {
    if (request === undefined) return;
    this.request = request;
    void this.main.ask();
  }

  protected override content(): TemplateResult {
    const comparison = this.main.value?.comparison;
    if (comparison === undefined) return html`${nothing}`;
    const { rows, more } = comparison;
    const shown = changes.filter((change) => this.view === 'all' || this.view === change);
    return html`${this.bar(comparison)}
      <div class="kd-scroll" tabindex="0" role="region" aria-label=${t('Differences')}>
        ${this.grown ? this.growth() : nothing} ${sidesTable(comparison)}
        ${
          rows.length === 0
            ? html`<p class="kd-note">
                ${t('No finding, warning or error is new, gone, or much more or less frequent.')}
              </p>`
            : nothing
        }
        ${shown.map((change) => {
          const some = rows.filter((row) => row.change === change);
          return some.length === 0
            ? nothing
            : section(
                words[change],
                differenceTable(
                  change,
                  { label: words[change], rows: some, total: some.length + more },
                  this.links,
                ),
                {
                  count: some.length,
                },
              );
        })}
      </div>`;
  }

  private bar({ rows }: Comparison): TemplateResult {
    const counted = views.map((view): [View, string] => {
      const count = rows.filter(({ change }) => view === 'all' || change === view).length;
      return [view, `${words[view]} (${count})`];
    });
    return html`<header class="kd-bar">
      <h1>${this.heading}</h1>
      ${toggles(
        t('What to show'),
        views,
        this.view,
        { ...words, ...Object.fromEntries(counted) },
        (view) => {
          this.view = view;
          this.requestUpdate();
        },
      )}
      <span class="kd-actions">
        ${iconButton(t('Swap before and after'), icons.swap, () => {
          const { request } = this;
          if (request !== undefined) this.compare({ before: request.after, after: request.before });
        })}
        ${button(t('Copy as Markdown'), () => void this.copy(), { icon: icons.copy })}
      </span>
    </header>`;
  }

  private growth(): TemplateResult {
    return html`<p class="kd-growth kd-note">
      ${t('Lines have come since.')}
      ${button(t('Compare again'), () => {
        this.compare(this.request);
      })}
    </p>`;
  }

  private async copy(): Promise<void> {
    const { request } = this;
    if (request === undefined) return;
    try {
      await this.client.call('copy', [await this.client.call('comparison', [request])]);
      this.spoken = t('Copied {0}', t('comparison'));
    } catch (error) {
      this.tell(error);
    }
  }
}

/** Why nothing can be compared, in the language of the page. */
function inLanguage(error: unknown): never {
  const code = error instanceof ChannelError ? error.code : '';
  if (code === 'empty-part') throw new Error(t('There is no line in one of the two parts.'));
  throw error;
}
