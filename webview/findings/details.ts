// One finding in full: its root error and since when, what it blocks, what to do and what that risks; then its lines, and what it is not.
import { html, nothing, type TemplateResult } from 'lit';
import type { FindingRow, RelatedFinding } from '../../src/protocol/rows.ts';
import { icons } from '../shared/icons.ts';
import { rich, t } from '../shared/l10n.ts';
import { inWords } from '../shared/said.ts';
import { attemptList, type AttemptActions } from './attempts.ts';
import { severityText, spanText, ticketText } from './words.ts';

export interface DetailActions extends AttemptActions {
  readonly copy: (text: string, what: string) => void;
  readonly select: (key: string) => void;
}

const SHOWN_BLOCKED = 3;

export function details(finding: RelatedFinding, actions: DetailActions): TemplateResult {
  const { row, explanation, rootError, cause, consequences, blocks } = finding;
  return html`<article class="kd-details" aria-label=${row.title} tabindex="-1">
    <header>
      <p class="kd-marks">
        <span class="kd-severity kd-${row.severity}">${severityText(row)}</span>
        ${row.pod === undefined ? nothing : html`<span>${row.pod}</span>`}
        ${row.node === undefined ? nothing : html`<span>${rich('on {0}', row.node)}</span>`}
        <span>${rich('confidence {0} %', Math.round(row.confidence * 100))}</span>
        <code>${row.id}</code>
      </p>
      <h2>${row.title}</h2>
      <vscode-button
        appearance="icon"
        title=${t('Copy as text')}
        aria-label=${t('Copy as text')}
        @click=${() => {
          actions.copy(ticketText(row, cause), t('the finding'));
        }}
        >${icons.copy}</vscode-button
      >
    </header>
    ${
      rootError === undefined
        ? nothing
        : html`<div class="kd-root kd-${row.severity}">
            <h3>${t('Root error')}</h3>
            <code>${rootError}</code>
          </div>`
    }
    <p class="kd-quiet">${spanText(row)}</p>
    ${explanation === '' ? nothing : html`<p>${explanation}</p>`}
    ${row.overdue === undefined ? nothing : html`<p class="kd-overdue">${rich('Overdue: {0}', row.overdue)}</p>`}
    ${section(
      t('Follows from'),
      (cause === undefined ? [] : [cause]).map((one) => link(one, actions)),
    )}
    ${blocked(blocks, consequences, actions)}
    ${section(t('What to do'), row.remedy.map(remedyItem))}
    ${section(
      t('Check on the node'),
      row.checks.map((check) => checkItem(check, actions)),
    )}
    ${attemptList(finding, actions)}
    ${section(
      t('Ruled out'),
      row.ruledOut.map(({ id, why }) => html`<li><code>${id}</code> ${why}</li>`),
    )}
    ${section(t('References'), row.references.map(reference))}
  </article>`;
}

/** What cannot go on, and what follows: a few, for what to do stands below. */
function blocked(
  blocks: readonly string[],
  consequences: readonly FindingRow[],
  actions: DetailActions,
): TemplateResult | typeof nothing {
  const all = [
    ...blocks.map((text) => html`<li>${inWords(text)}</li>`),
    ...consequences.map((row) => link(row, actions)),
  ];
  const rest = all.slice(SHOWN_BLOCKED);
  return section(t('What it blocks'), [
    ...all.slice(0, SHOWN_BLOCKED),
    ...(rest.length === 0
      ? []
      : [
          html`<li class="kd-rest">
            <details>
              <summary>${rich('{0} more', rest.length)}</summary>
              <ul>
                ${rest}
              </ul>
            </details>
          </li>`,
        ]),
  ]);
}

function section(title: string, items: readonly TemplateResult[]): TemplateResult | typeof nothing {
  return items.length === 0
    ? nothing
    : html`<section>
        <h3>${title}</h3>
        <ul>
          ${items}
        </ul>
      </section>`;
}

function link({ key, title, pod }: FindingRow, { select }: DetailActions): TemplateResult {
  return html`<li>
    <button
      class="kd-link"
      @click=${() => {
        select(key);
      }}
    >
      ${title}</button
    >${pod === undefined ? nothing : html` <span class="kd-quiet">${pod}</span>`}
  </li>`;
}

function checkItem(
  { text, command }: FindingRow['checks'][number],
  { copy }: DetailActions,
): TemplateResult {
  return html`<li>
    ${text}
    ${
      command === undefined
        ? nothing
        : html`<span class="kd-command"
            ><code>${command}</code
            ><vscode-button
              appearance="icon"
              title=${t('Copy the command')}
              aria-label=${t('Copy the command {0}', command)}
              @click=${() => {
                copy(command, t('the command'));
              }}
              >${icons.copy}</vscode-button
            ></span
          >`
    }
  </li>`;
}

function remedyItem({ text, risk }: FindingRow['remedy'][number]): TemplateResult {
  return html`<li>
    ${text}
    ${risk === undefined ? nothing : html`<span class="kd-risk"><b>${t('Risk:')}</b> ${risk}</span>`}
  </li>`;
}

/** Only what is safe to open is a link: references may come from somebody's rule pack. */
function reference(link: string): TemplateResult {
  return html`<li>${/^https:\/\//.test(link) ? html`<a href=${link}>${link}</a>` : link}</li>`;
}
