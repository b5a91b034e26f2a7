// Below the drawing: what the line at the cursor did, and what the chosen part holds and does.
import { html, nothing, type TemplateResult } from 'lit';
import { formatTimeOfDay } from '../../src/base/time.ts';
import type { MachinePage, MachinePart, MachineWorker } from '../../src/protocol/pageApi.ts';
import { wordsOf } from '../../src/protocol/lineWords.ts';
import type { InputId } from '../../src/base/input.ts';
import { dataTable } from '../shared/dataTable.ts';
import { goLink, type OpenGo } from '../shared/goLink.ts';
import {
  knownMark,
  lineLink,
  section,
  severityMark,
  shownValue,
  knownWord,
  type GoTo,
} from '../shared/parts.ts';
import { workerMark } from '../shared/workerMark.ts';
import { codeOf } from './code.ts';
import { explanations } from './explanations.ts';
import { places } from './places.ts';
import { rich, t } from '../shared/l10n.ts';
import { inWords } from '../shared/said.ts';

export interface SideActions {
  readonly goTo: GoTo;
  readonly showPod: (podKey: string) => void;
  readonly choose: (part: MachinePart) => void;
  readonly openGo: OpenGo;
  /** Opens the statement that wrote a line. */
  readonly openStatement: (input: InputId) => void;
}

/** What happens at the cursor, in one line, and the line of the log that says so. */
export function happening(
  { event, line, at: cursor }: MachinePage,
  actions: SideActions,
): TemplateResult {
  const at = line?.at ?? cursor;
  const when = html`<span class="kd-clock">${formatTimeOfDay(at).slice(0, 12)}</span>`;
  if (line === undefined)
    return html`<p class="kd-now">
      ${when} ${t('Before the first line. Step forward, or play the log from its start.')}
    </p>`;
  const { podKey } = event ?? {};
  return html`<p class="kd-now">
      ${when}
      ${
        event === undefined
          ? html`<span class="kd-note">${t('This line doesn’t affect the diagram.')}</span>`
          : html`${severityMark(event.severity)}
              ${
                event.pod === undefined || podKey === undefined
                  ? nothing
                  : html`<button
                      class="kd-link"
                      title=${t('Open this pod’s page')}
                      @click=${() => {
                        actions.showPod(podKey);
                      }}
                    >
                      ${event.pod}
                    </button>`
              } <strong>${event.text}</strong>`
      }
    </p>
    <p class="kd-quiet kd-line">
      ${lineLink(
        html`<span class="kd-log">${wordsOf(line.text)}</span>`,
        line.input,
        actions.goTo,
        'plain',
      )}
      ${
        line.site === ''
          ? nothing
          : html`<button
              class="kd-link kd-mono"
              title=${t('Open the Go statement that wrote this line')}
              @click=${() => {
                actions.openStatement(line.input);
              }}
            >
              ${line.site}
            </button>`
      }
    </p>`;
}

/** The way of the line through the machine, a sentence a part: for those who learn. */
export function lesson({ event }: MachinePage, actions: SideActions): TemplateResult {
  const path = event?.path ?? [];
  return section(
    t('What happened here'),
    path.length === 0
      ? html`<p class="kd-note">
          ${t('The line at the cursor doesn’t affect the diagram. Step on, or select a component to read what it does.')}
        </p>`
      : html`<ol class="kd-lesson">
          ${path.map(
            (part) =>
              html`<li>
                <button
                  class="kd-link"
                  @click=${() => {
                    actions.choose(part);
                  }}
                >
                  ${places[part].name}
                </button>
                ${explanations[part].text} ${goLink(codeOf(part), actions.openGo)}
              </li>`,
          )}
        </ol>`,
  );
}

export function details(
  chosen: MachinePart,
  page: MachinePage,
  explain: boolean,
  actions: SideActions,
): TemplateResult {
  const part = page.parts.find((each) => each.part === chosen);
  const { text, file } = explanations[chosen];
  return section(
    places[chosen].name,
    html`${explain ? html`<p>${text}</p>` : nothing}
      <dl>
        ${part?.values.map(
          ({ name, value }) =>
            html`<dt>${inWords(name)}</dt>
              <dd>${shownValue(value, actions.goTo)}</dd>`,
        )}
        <dt>${t('code')}</dt>
        <dd>
          ${goLink(codeOf(chosen), actions.openGo)} <span class="kd-quiet kd-mono">${file}</span>
        </dd>
      </dl>
      ${chosen === 'workers' ? workerTable(page, actions) : nothing}`,
    part?.severity === 'error' || part?.severity === 'warning' ? { note: t('needs a look') } : {},
  );
}

function workerTable({ workers, workerTotal }: MachinePage, actions: SideActions): TemplateResult {
  return html`${dataTable<MachineWorker>({
    label: t('Pod workers, most urgent first'),
    rows: workers,
    total: workerTotal,
    columns: [
      {
        name: t('Pod'),
        value: ({ pod }) => pod,
        cell: ({ icon, pod, key }) =>
          html`${workerMark(icon)}
            <button
              class="kd-link"
              @click=${() => {
                actions.showPod(key);
              }}
            >
              ${pod}
            </button>`,
      },
      {
        name: t('State'),
        value: ({ state }) => knownWord(state),
        cell: ({ state }) =>
          state.known === 'unknown'
            ? html`<span class="kd-quiet" title=${state.text}>${t('unknown')}</span>`
            : html`${inWords(state.text)}${knownMark(state.known)}`,
      },
      {
        name: t('Pending update'),
        value: ({ queue }) => knownWord(queue),
        cell: ({ queue }) =>
          queue.known === 'unknown'
            ? html`<span class="kd-quiet" title=${queue.text}>${t('unknown')}</span>`
            : html`${inWords(queue.text)}${knownMark(queue.known)}`,
      },
    ],
  })}
  ${workerTotal > workers.length ? html`<p class="kd-note">${rich('{0} more.', workerTotal - workers.length)}</p>` : nothing}`;
}
