// The parts that pages are put together from: data and callbacks in, a template out. None of them asks or keeps anything.
import { html, nothing, svg, type TemplateResult } from 'lit';
import type { InputId, Known } from '../../src/base/input.ts';
import { formatDuration, formatTimeOfDay, type Micros } from '../../src/base/time.ts';
import type { PhaseRow } from '../../src/protocol/pageApi.ts';
import type { RowSeverity, ShownValue } from '../../src/protocol/rows.ts';
import { t } from './l10n.ts';
import { knownWords, rowSeverities } from './words.ts';
import { inWords } from './said.ts';

/** Leads to a line: moves the cursor there and shows it. */
export type GoTo = (input: InputId) => void;

/** A part of a page with its heading; the number beside it says how many there are. */
export function section(
  name: string,
  content: unknown,
  { count, note }: { readonly count?: number; readonly note?: string } = {},
): TemplateResult {
  return html`<section aria-label=${name}>
    <h2>
      ${name}
      ${count === undefined ? nothing : html`<span class="kd-badge">${count.toLocaleString('en')}</span>`}
      ${note === undefined ? nothing : html`<span class="kd-note">${note}</span>`}
    </h2>
    ${content}
  </section>`;
}

/** Words that lead to a line of the log; plain words when no line proves them. */
export function lineLink(
  words: unknown,
  input: InputId | undefined,
  goTo: GoTo,
  look: 'link' | 'plain' = 'link',
): TemplateResult {
  if (input === undefined) return html`${words}`;
  return html`<button
    class="kd-link ${look === 'plain' ? 'kd-plain' : ''}"
    title=${t('Go to its log line')}
    @click=${(event: Event) => {
      event.stopPropagation();
      goTo(input);
    }}
  >
    ${words}
  </button>`;
}

const howKnown: Record<Known, string> = {
  seen: t('Seen in the log.'),
  inferred: t('Inferred from the lines shown, using the kubelet’s own rules.'),
  unknown: t('Unknown: nothing in the log so far shows this.'),
};

/** How something is known, where it was not simply seen. */
export function knownTag(known: Known): TemplateResult | typeof nothing {
  if (known === 'seen') return nothing;
  return html`<span
    class="kd-tag ${known === 'unknown' ? 'kd-is-unknown' : ''}"
    title=${howKnown[known]}
    >${knownWords[known]}</span
  >`;
}

/** The same where there is no room for a word: legends of a page tell what the sign means. */
export function knownMark(known: Known): TemplateResult | typeof nothing {
  if (known === 'seen') return nothing;
  return html`<span class="kd-known" title=${howKnown[known]}
    >${known === 'inferred' ? '≈' : '?'}<span class="kd-hidden"> ${knownWords[known]}</span></span
  >`;
}

/** What the signs of a page mean. */
export const knownLegend = html`<p class="kd-legend kd-note">
  ${t('≈ inferred from the kubelet’s own rules · ? unknown · everything else is in the log')}
</p>`;

/** A value with how it is known; it leads to the first line that proves it. An unknown one says why. */
export function shownValue(value: ShownValue, goTo: GoTo): TemplateResult {
  const text = inWords(value.text);
  if (value.known === 'unknown') return html`<span class="kd-quiet">${text}</span>`;
  return html`${lineLink(text, value.provedBy[0], goTo, 'plain')}${knownMark(value.known)}`;
}

/** By what a column of such values sorts: what nobody knows has none. */
export function knownWord({ text, known }: ShownValue): string | undefined {
  return known === 'unknown' ? undefined : inWords(text);
}

/** `09:34:10.840`; the title has all six digits. */
export function clock(time: Micros): TemplateResult {
  const text = formatTimeOfDay(time);
  return html`<span class="kd-clock" title=${text}>${text.slice(0, 12)}</span>`;
}

/** How long something took, or that it goes on and has taken longer than this. */
export function lasted(length: number, goesOn: boolean): TemplateResult {
  const text = formatDuration(length);
  return goesOn
    ? html`<span class="kd-number" title=${t('Ongoing.')}>${`> ${text}`}</span>`
    : html`<span class="kd-number">${text}</span>`;
}

/** How long a phase took, or why nobody knows. */
export function phaseLength({ length, to }: Pick<PhaseRow, 'length' | 'to'>): TemplateResult {
  if (length !== undefined) return lasted(length, to === undefined);
  const why =
    to === undefined
      ? t('no line tells its end')
      : t(
          'no line tells its end; at the latest it was {0}, when the kubelet’s process ended or the pod was gone',
          formatTimeOfDay(to),
        );
  return html`<span class="kd-quiet" title=${why}
    >${t('end unknown')}<span class="kd-hidden">: ${why}</span></span
  >`;
}

/** What `mask="url(#kd-hatch)"` hatches in a drawing. */
export const hatchMask = svg`<pattern id="kd-lines" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"
    ><path d="M1 0v4" stroke="#fff" stroke-width="2"></path></pattern
  ><mask id="kd-hatch"><rect width="100%" height="100%" fill="url(#kd-lines)"></rect></mask>`;

/** A time that leads to its line. */
export function clockLink(time: Micros, input: InputId | undefined, goTo: GoTo): TemplateResult {
  return lineLink(clock(time), input, goTo);
}

const shapes = {
  error: svg`<path d="M7 1.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM5 5l4 4M9 5l-4 4"></path>`,
  warning: svg`<path d="M7 1.8 13 12.5H1zM7 5.6v3.2M7 10.5v.3"></path>`,
  info: svg`<path d="M7 1.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM7 6.3v3.5M7 4.2v.3"></path>`,
} as const;

const colours = { error: 'kd-error', warning: 'kd-warning', info: 'kd-quiet' } as const;

/** A sign for how bad something is: its shape tells it too, and its words a screen reader. */
export function severityMark(severity: RowSeverity): TemplateResult | typeof nothing {
  if (severity === 'none') return nothing;
  return html`<svg
    class="kd-dot ${colours[severity]}"
    viewBox="0 0 14 14"
    fill="none"
    stroke="currentColor"
    stroke-width="1.3"
    stroke-linecap="round"
    stroke-linejoin="round"
    role="img"
    aria-label=${rowSeverities[severity]}
  >
    ${shapes[severity]}
  </svg>`;
}

/** A button with the looks of VS Code's own. */
export function button(
  label: string,
  click: () => void,
  {
    icon,
    kind = 'secondary',
  }: { readonly icon?: unknown; readonly kind?: 'secondary' | 'primary' } = {},
): TemplateResult {
  return html`<vscode-button appearance=${kind} @click=${click}
    >${icon ?? nothing}${label}</vscode-button
  >`;
}

/** A button that is a drawing; its label is for the tooltip and for screen readers. */
export function iconButton(label: string, icon: unknown, click: () => void): TemplateResult {
  return html`<vscode-button appearance="icon" aria-label=${label} title=${label} @click=${click}
    >${icon}</vscode-button
  >`;
}

/** One of several, as a row of buttons of which one is pressed; what has no words is its own. */
export function toggles<T extends string>(
  label: string,
  choices: readonly T[],
  chosen: T,
  words: Readonly<Partial<Record<T, string>>>,
  choose: (choice: T) => void,
): TemplateResult {
  return html`<span class="kd-toggles" role="group" aria-label=${label}>
    ${choices.map(
      (choice) =>
        html`<button
          class="kd-toggle"
          aria-pressed=${choice === chosen ? 'true' : 'false'}
          @click=${() => {
            choose(choice);
          }}
        >
          ${words[choice] ?? choice}
        </button>`,
    )}
  </span>`;
}
