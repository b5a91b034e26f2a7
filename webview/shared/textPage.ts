// What all pages made of text are: they follow the log and its cursor, lead to lines, and say so when there is nothing to show.
import { html, LitElement, type CSSResult, type TemplateResult } from 'lit';
import { DisposableStore } from '../../src/base/disposable.ts';
import { checkerOf, filterField } from './filterField.ts';
import { LiveAnswer, type LiveQuestion } from './liveAnswer.ts';
import { Links } from './links.ts';
import { look } from './look.ts';
import type { PageClient } from './pageClient.ts';
import { t } from './l10n.ts';
import { nothingOpen } from './nothingOpen.ts';

export abstract class TextPage extends LitElement {
  static override styles: CSSResult[] = look;
  static override properties = { spoken: { state: true } };

  /** Read out by a screen reader when it changes; failures are shown to all. */
  declare spoken: string;
  protected readonly client: PageClient;
  protected readonly links: Links;
  protected readonly store = new DisposableStore();
  private trouble = '';

  constructor(client: PageClient) {
    super();
    this.client = client;
    this.spoken = '';
    this.links = new Links(client, (error) => {
      this.tell(error);
    });
  }

  /** Whether a log fills the page. */
  protected readonly needsLog: boolean = true;
  /** The page's heading. */
  protected abstract readonly heading: string;
  /** The answer without which there is nothing to show. */
  protected abstract readonly main: LiveAnswer<unknown>;
  /** Called only when `main` has its answer. */
  protected abstract content(): TemplateResult;

  protected live<T>(question: LiveQuestion<T>): LiveAnswer<T> {
    return this.store.add(
      new LiveAnswer(this.client, question, () => {
        this.trouble = '';
        this.requestUpdate();
      }),
    );
  }

  protected override render(): TemplateResult {
    if (this.main.value === undefined)
      return html`<h1 class="kd-hidden">${this.heading}</h1>
        ${
          this.needsLog && this.main.lacksLog
            ? nothingOpen(this.client)
            : emptyState(this.main.problem ?? t('Reading…'))
        }`;
    return html`${this.content()}
      ${this.trouble === '' ? '' : html`<p class="kd-trouble" role="alert">${this.trouble}</p>`}
      <div class="kd-hidden" aria-live="polite">${this.spoken}</div>`;
  }

  /** A field for a filter of what is shown. */
  protected filterField(
    label: string,
    value: string,
    changed: (filter: string) => void,
  ): TemplateResult {
    return filterField({ label, value, check: checkerOf(this.client), changed });
  }

  /** Shows why something that the person asked for did not come about. */
  protected tell(error: unknown): void {
    this.trouble = error instanceof Error ? error.message : String(error);
    this.requestUpdate();
  }

  async begin(): Promise<void> {
    await this.main.ask();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.store.dispose();
  }
}

/** Instead of content: one or two sentences in the middle of the page. */
export function emptyState(sentence: string, more: unknown = ''): TemplateResult {
  return html`<div class="kd-empty" role="status">${sentence}${more}</div>`;
}
