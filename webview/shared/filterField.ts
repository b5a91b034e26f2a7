// The field for a filter, the same on all pages: what may stand at the caret is offered in a list below it, and what is wrong is said
// there. A page hears only of filters that are ones; what is wrong leaves its last one standing.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { CheckedFilter, FilterCompletion } from '../../src/protocol/findApi.ts';
import { filterFieldStyles } from './filterFieldStyles.ts';
import { t } from './l10n.ts';
import type { PageClient } from './pageClient.ts';

export type CheckFilter = (text: string, caret: number) => Promise<CheckedFilter>;

/** A filter that is one; the field's value. */
export type FilterEvent = CustomEvent<string>;

/** Enter: to what the filter finds next, or with Shift to what it found before. */
export type SubmitEvent = CustomEvent<1 | -1>;

/** Milliseconds without a key after which the engine is asked. */
const TYPED = 100;
/** Rows that a key goes over at once. */
const PAGE = 8;

export class FilterField extends LitElement {
  static override styles = filterFieldStyles;
  static override properties = {
    label: { type: String },
    about: { type: String },
    anyText: { type: Boolean },
    value: { type: String },
    open: { state: true },
    checked: { state: true },
    active: { state: true },
  };

  /** What the field is for: its placeholder and its name for a screen reader. */
  declare label: string;
  /** Its name for a screen reader where that says more. */
  declare about: string;
  /** The page has a use for any text, also one that is no filter. */
  declare anyText: boolean;
  /** The filter that stands: setting it replaces what is typed. */
  declare value: string;
  declare open: boolean;
  declare checked: CheckedFilter;
  /** The completion that Enter takes; -1: none. */
  declare active: number;
  check: CheckFilter | undefined;
  private typed = '';
  private asked = 0;
  private wanted = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.label = '';
    this.about = '';
    this.anyText = false;
    this.value = '';
    this.open = false;
    this.checked = { completions: [], problem: undefined };
    this.active = -1;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('value') && this.value !== this.typed.trim()) this.typed = this.value;
  }

  override focus(): void {
    this.input?.focus();
  }

  private get input(): HTMLInputElement | null {
    return this.renderRoot.querySelector('input');
  }

  protected override render(): TemplateResult {
    const { label, about, typed, open, active } = this;
    const { completions } = this.checked;
    const problem = this.problemShown;
    const isOpen = open && completions.length > 0;
    return html`<div class="kd-field ${problem === undefined ? '' : 'kd-wrong'}">
        <input
          type="text"
          role="combobox"
          spellcheck="false"
          autocomplete="off"
          placeholder=${label}
          title=${t('Words, or pod=kube-system/* sev>=W msg~"PLEG" after=10:42. Press ↓ for suggestions.')}
          aria-label=${about || label}
          aria-autocomplete="list"
          aria-controls="list"
          aria-expanded=${isOpen}
          aria-activedescendant=${isOpen && active >= 0 ? `option${active}` : nothing}
          aria-invalid=${problem === undefined ? nothing : 'true'}
          aria-describedby=${problem === undefined ? nothing : 'problem'}
          .value=${typed}
          @input=${this.onInput}
          @keydown=${this.onKey}
          @blur=${this.onBlur}
        />
        ${
          typed === ''
            ? nothing
            : html`<button
                aria-label=${t('Clear the filter')}
                title=${t('Clear the filter')}
                @click=${() => {
                  this.replace('');
                  this.focus();
                }}
              >
                <svg viewBox="0 0 16 16" aria-hidden="true">
                  <path d="M4 4l8 8M12 4l-8 8"></path>
                </svg>
              </button>`
        }
      </div>
      <ul id="list" role="listbox" aria-label=${t('Suggestions')} ?hidden=${!isOpen}>
        ${completions.map((completion, index) => this.option(completion, index))}
      </ul>
      <p id="problem" role="alert" ?hidden=${problem === undefined || isOpen}>${problem ?? ''}</p>`;
  }

  private option(completion: FilterCompletion, index: number): TemplateResult {
    return html`<li
      id="option${index}"
      role="option"
      aria-selected=${index === this.active}
      @pointerdown=${(event: Event) => {
        // The field keeps the focus.
        event.preventDefault();
        this.take(completion);
      }}
    >
      <span class="kd-word">${completion.text}</span><span class="kd-hint">${completion.hint}</span>
    </li>`;
  }

  /** While something may be put in to make it right, nothing is wrong yet. */
  private get problemShown(): string | undefined {
    const { problem, completions } = this.checked;
    return this.open && completions.length > 0 ? undefined : problem;
  }

  private readonly onInput = (event: Event): void => {
    if (event.target instanceof HTMLInputElement) this.typed = event.target.value;
    this.open = true;
    this.look(TYPED);
    this.requestUpdate();
  };

  private readonly onBlur = (): void => {
    this.open = false;
  };

  private look(wait: number): void {
    clearTimeout(this.timer);
    const number = ++this.asked;
    this.timer = setTimeout(() => void this.lookNow(number), wait);
  }

  private async lookNow(number: number): Promise<void> {
    const { typed } = this;
    const caret = this.input?.selectionStart ?? typed.length;
    const checked = await this.check?.(typed, caret).catch(() => undefined);
    if (number !== this.asked || checked === undefined) return;
    this.checked = checked;
    this.active = this.wanted === 0 ? -1 : this.wanted > 0 ? 0 : checked.completions.length - 1;
    this.wanted = 0;
    const isFit = checked.problem === undefined || this.anyText;
    if (isFit && typed.trim() !== this.value) this.tell(typed.trim());
  }

  private tell(text: string): void {
    this.value = text;
    this.dispatchEvent(new CustomEvent('kd-filter', { detail: text }) satisfies FilterEvent);
  }

  private take({ text, from }: FilterCompletion): void {
    const caret = this.input?.selectionStart ?? this.typed.length;
    const whole = /[=~:<>]$/.test(text) ? text : `${text} `;
    const before = this.typed.slice(0, from) + whole;
    this.replace(before + this.typed.slice(caret).trimStart(), before.length);
  }

  private replace(text: string, caret = text.length): void {
    this.typed = text;
    this.checked = { completions: [], problem: undefined };
    this.active = -1;
    this.requestUpdate();
    void this.updateComplete.then(() => {
      this.input?.setSelectionRange(caret, caret);
      this.look(0);
    });
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    const { completions } = this.checked;
    const isOpen = this.open && completions.length > 0;
    const chosen = isOpen ? completions[this.active] : undefined;
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: PAGE,
      PageUp: -PAGE,
    };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (isOpen) this.activate(step);
      else this.show(step);
    } else if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      this.take(chosen);
    } else if (event.key === 'Enter') void this.submit(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape' && (isOpen || this.typed !== '')) {
      // The page has uses of its own for it.
      event.stopPropagation();
      if (isOpen) this.open = false;
      else this.replace('');
    } else if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      this.show(0);
    }
  };

  /** What was typed just now is told before. */
  private async submit(step: 1 | -1): Promise<void> {
    this.open = false;
    clearTimeout(this.timer);
    if (this.typed.trim() !== this.value) await this.lookNow(++this.asked);
    this.dispatchEvent(new CustomEvent('kd-submit', { detail: step }) satisfies SubmitEvent);
  }

  /** `step`: a key that asked for the list takes its first or last. */
  private show(step: number): void {
    this.open = true;
    this.wanted = step;
    this.look(0);
  }

  private activate(step: number): void {
    const { length } = this.checked.completions;
    const first = this.active < 0 && step < 0 ? length : this.active;
    const next = first + step;
    // From the last one on to none, and round again.
    this.active =
      Math.abs(step) > 1 ? Math.max(0, Math.min(length - 1, next)) : next >= length ? -1 : next;
    void this.updateComplete.then(() => {
      this.renderRoot.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    // The page goes on without this field, but not without what was typed into it.
    if (this.typed.trim() !== this.value) void this.lookNow(++this.asked);
  }
}

/** One that asks the engine; the same for the same page. */
export function checkerOf(client: Pick<PageClient, 'call'>): CheckFilter {
  return (text, caret) => client.call('checkFilter', [text, caret]);
}

export interface FilterFieldOptions {
  readonly label: string;
  readonly value: string;
  readonly check: CheckFilter;
  readonly changed: (filter: string) => void;
}

export function filterField({ label, value, check, changed }: FilterFieldOptions): TemplateResult {
  return html`<kd-filter-field
    .label=${label}
    .value=${value}
    .check=${check}
    @kd-filter=${(event: FilterEvent) => {
      changed(event.detail);
    }}
  ></kd-filter-field>`;
}
