// One finding in full: why, since when, its lines as a chain, what to check, what to do and what that risks, what it is not.
import { html, nothing, type TemplateResult } from 'lit';
import type { InputId } from '../../src/base/input.ts';
import type { FindingRow } from '../../src/protocol/rows.ts';
import { icons } from '../shared/icons.ts';
import { wordsOf } from '../../src/protocol/lineWords.ts';
import { clock, roleNames, severityText, spanText } from './words.ts';
import { rich, t } from '../shared/l10n.ts';

export interface DetailActions {
  readonly openLog: (input: InputId) => void;
  /** Opens the Go statement that wrote a line. */
  readonly openStatement: (input: InputId) => void;
  readonly copy: (text: string, what: string) => void;
  readonly select: (key: string) => void;
}

interface Detailed {
  readonly row: FindingRow;
  readonly cause: FindingRow | undefined;
  readonly consequences: readonly FindingRow[];
  /** Copied for a ticket. */
  readonly text: string;
}

type Evidence = FindingRow['evidence'][number];

/** Repeats beyond these are told as a number. */
const SHOWN_LINES = 12;

export function details(
  { row, cause, consequences, text }: Detailed,
  actions: DetailActions,
): TemplateResult {
  return html`<article class="kd-details" aria-label=${row.title} tabindex="-1">
    <header>
      <p class="kd-marks">
        <span class="kd-severity kd-${row.severity}">${severityText(row)}</span>
        <code>${row.id}</code>
        <span>${rich('confidence {0} %', Math.round(row.confidence * 100))}</span>
        ${row.pod === undefined ? nothing : html`<span>${row.pod}</span>`}
        ${row.node === undefined ? nothing : html`<span>${rich('on {0}', row.node)}</span>`}
      </p>
      <h2>${row.title}</h2>
      <vscode-button
        appearance="icon"
        title=${t('Copy as text')}
        aria-label=${t('Copy as text')}
        @click=${() => {
          actions.copy(text, t('the finding'));
        }}
        >${icons.copy}</vscode-button
      >
    </header>
    <p>${row.explanation}</p>
    <p class="kd-quiet">${spanText(row)}</p>
    ${row.overdue === undefined ? nothing : html`<p class="kd-overdue">${rich('Overdue: {0}', row.overdue)}</p>`}
    ${related(t('Follows from'), cause === undefined ? [] : [cause], actions)}
    ${related(t('Consequences'), consequences, actions)} ${lines(row, actions)}
    ${section(
      t('Check on the node'),
      row.checks.map((check) => checkItem(check, actions)),
    )}
    ${section(t('What to do'), row.remedy.map(remedyItem))}
    ${section(
      t('Ruled out'),
      row.ruledOut.map(({ id, why }) => html`<li><code>${id}</code> ${why}</li>`),
    )}
    ${section(t('References'), row.references.map(reference))}
  </article>`;
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

function related(
  title: string,
  rows: readonly FindingRow[],
  { select }: DetailActions,
): TemplateResult | typeof nothing {
  return section(
    title,
    rows.map(
      ({ key, title: name, pod }) =>
        html`<li>
          <button
            class="kd-link"
            @click=${() => {
              select(key);
            }}
          >
            ${name}</button
          >${pod === undefined ? nothing : html` <span class="kd-quiet">${pod}</span>`}
        </li>`,
    ),
  );
}

/** In order of time, each under what it follows from. */
function lines({ evidence }: FindingRow, actions: DetailActions): TemplateResult {
  const shown = evidence.slice(0, SHOWN_LINES);
  const rest = evidence.length - shown.length;
  return html`<section>
    <h3>${t('Evidence')}</h3>
    <ol class="kd-lines">
      ${shown.map((each) => line(each, actions))}
    </ol>
    ${rest > 0 ? html`<p class="kd-quiet">${rich('and {0} more', rest)}</p>` : nothing}
  </section>`;
}

function line(
  { role, at, text, input }: Evidence,
  { openLog, openStatement }: DetailActions,
): TemplateResult {
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
      <span class="kd-message">${wordsOf(text)}</span>
    </button>
    ${
      placeIn(text) === undefined
        ? nothing
        : html`<button
            class="kd-link kd-go"
            title=${t('Open the Go statement that wrote this line')}
            @click=${() => {
              openStatement(input);
            }}
          >
            ${placeIn(text)}
          </button>`
    }
  </li>`;
}

/** Where the line says that it was written, as klog has it. */
function placeIn(text: string): string | undefined {
  return /(?:^|[\s/"])([\w.-]+\.go:\d+)[\]"]/.exec(text)?.[1];
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
