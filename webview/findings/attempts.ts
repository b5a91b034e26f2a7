// The lines of a finding by attempt: the first and the last stand open, those between are folded.
import { html, nothing, type TemplateResult } from 'lit';
import type { InputId } from '../../src/base/input.ts';
import { formatDuration } from '../../src/base/time.ts';
import type { FindingAttempt, RelatedFinding } from '../../src/protocol/rows.ts';
import { rich, t } from '../shared/l10n.ts';
import { knownMark } from '../shared/parts.ts';
import { clock, roleNames } from './words.ts';

export interface AttemptActions {
  readonly openLog: (input: InputId) => void;
  /** Opens the Go statement that wrote a line. */
  readonly openStatement: (input: InputId) => void;
  /** Brings more of the attempts between. */
  readonly more: () => void;
}

export function attemptList(
  { attempts: { shown, total } }: RelatedFinding,
  actions: AttemptActions,
): TemplateResult | typeof nothing {
  const [first] = shown;
  if (first === undefined) return nothing;
  const between = shown.slice(1, -1);
  const [last] = shown.slice(1).slice(-1);
  const missing = total - shown.length;
  return html`<section>
    <h3>${t('Evidence')}</h3>
    ${attempt(first, true, actions)}
    ${
      between.length === 0
        ? nothing
        : html`<details class="kd-between">
            <summary>${betweenText(between, total - 2)}</summary>
            ${between.map((one) => attempt(one, false, actions))}
            ${
              missing === 0
                ? nothing
                : html`<p>
                    <button class="kd-link" @click=${actions.more}>${t('Show more')}</button>
                    <span class="kd-quiet"
                      >${rich('{0} of {1}', between.length.toLocaleString('en'), (total - 2).toLocaleString('en'))}</span
                    >
                  </p>`
            }
          </details>`
    }
    ${last === undefined ? nothing : attempt(last, true, actions)}
  </section>`;
}

function betweenText(between: readonly FindingAttempt[], count: number): string {
  const many = count.toLocaleString('en');
  return between.some(({ number }) => number === undefined)
    ? t('{0} between', many)
    : t('{0} attempts between', many);
}

/** A line that no attempt shows itself by stands alone. */
function attempt(one: FindingAttempt, isOpen: boolean, actions: AttemptActions): TemplateResult {
  const { number, at, ending, lines } = one;
  const list = html`<ol class="kd-lines">
    ${lines.map((each) => line(each, actions))}
  </ol>`;
  if (number === undefined && lines.length === 1) return list;
  return html`<details class="kd-attempt" ?open=${isOpen}>
    <summary>
      ${number === undefined ? nothing : html`<b>${t('Attempt {0}', number.toLocaleString('en'))}</b>`}
      <span class="kd-clock">${clock(at)}</span>
      ${tookText(one)}
      ${ending === undefined ? nothing : html`<code title=${ending}>${isOpen ? ending : cut(ending)}</code>`}
    </summary>
    ${list}
  </details>`;
}

function tookText({ at, began }: FindingAttempt): TemplateResult | typeof nothing {
  if (at === undefined || began === undefined) return nothing;
  return html`<span class="kd-quiet"
    >${rich('failed after {0}', formatDuration(at - began.at))}${knownMark(began.known)}</span
  >`;
}

const LONGEST = 150;

/** In its middle: what is wrong stands at the end. */
function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, 40)}…${text.slice(41 - LONGEST)}`;
}

function line(
  { role, at, text, said, input }: FindingAttempt['lines'][number],
  { openLog, openStatement }: AttemptActions,
): TemplateResult {
  const place = placeIn(text);
  return html`<li class="kd-role-${role}">
    <span class="kd-dot" aria-hidden="true"></span>
    <button
      title=${text}
      @click=${() => {
        openLog(input);
      }}
    >
      <span class="kd-role">${roleNames[role]}</span>
      <span class="kd-clock">${clock(at)}</span>
      <span class="kd-message">${said}</span>
    </button>
    ${
      place === undefined
        ? nothing
        : html`<button
            class="kd-link kd-go"
            title=${t('Open the Go statement that wrote this line')}
            @click=${() => {
              openStatement(input);
            }}
          >
            ${place}
          </button>`
    }
  </li>`;
}

/** Where the line says that it was written, as klog has it. */
function placeIn(text: string): string | undefined {
  return /(?:^|[\s/"])([\w.-]+\.go:\d+)[\]"]/.exec(text)?.[1];
}
