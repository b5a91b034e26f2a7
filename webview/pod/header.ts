// The head of the page: who the pod is, what its worker is in, and what it waits for.
import { html, nothing, type TemplateResult } from 'lit';
import { formatDuration, formatTimeOfDay, type Micros } from '../../src/base/time.ts';
import type { PodPage } from '../../src/protocol/pageApi.ts';
import type { Links } from '../shared/links.ts';
import {
  button,
  knownMark,
  lineLink,
  severityMark,
  shownValue,
  type GoTo,
} from '../shared/parts.ts';
import { workerMark } from '../shared/workerMark.ts';
import { rich, t } from '../shared/l10n.ts';
import { inWords } from '../shared/said.ts';

export interface HeaderActions {
  readonly ask: (kind: 'stuck' | 'killed') => void;
  readonly links: Links;
}

export function header(page: PodPage, { ask, links }: HeaderActions): TemplateResult {
  const { pod, at } = page;
  const since =
    pod.since === undefined
      ? nothing
      : html`<span class="kd-note"
          >${rich('for {0}, since {1}', formatDuration(at - pod.since), formatTimeOfDay(pod.since).slice(0, 12))}</span
        >`;
  return html`<header class="kd-bar">
    ${workerMark(pod.icon)}
    <h1><span class="kd-quiet">${pod.namespace}/</span>${pod.name}</h1>
    <span>${shownValue(pod.state, links.goTo)}</span>
    ${since}
    <span class="kd-actions"
      >${button(t('Why is it stuck?'), () => {
        ask('stuck');
      })}
      ${button(t('Why was its container killed?'), () => {
        ask('killed');
      })}
      ${button(t('Other pod…'), () => {
        links.selectPod(undefined);
      })}</span
    >
  </header>`;
}

function at(time: Micros): string {
  return formatTimeOfDay(time).slice(0, 12);
}

/** What the model expects next, the overdue first; what stands in its queue. */
export function waitList(page: PodPage, goTo: GoTo): TemplateResult {
  const { waits, queue } = page.pod;
  const rest = html`<p class="kd-waits kd-note">
    ${
      queue.known === 'unknown'
        ? rich('Pending update: unknown. The cursor is at {0}.', at(page.at))
        : rich(
            'Pending update: {0}. The cursor is at {1}.',
            html`${inWords(queue.text)}${knownMark(queue.known)}`,
            at(page.at),
          )
    }
  </p>`;
  if (waits.length === 0)
    return html`<p class="kd-waits">${t('The log shows nothing that it waits for.')}</p>
      ${rest}`;
  const sorted = waits.toSorted((a, b) => Number(b.overdue) - Number(a.overdue));
  return html`<ul class="kd-waits">
      ${sorted.map(
        (wait) =>
          html`<li class=${wait.overdue ? 'kd-overdue' : ''}>
            ${wait.overdue ? severityMark('warning') : nothing}
            ${rich('Waits for {0}', lineLink(inWords(wait.text), wait.provedBy[0], goTo, 'plain'))}
            <span class="kd-note"
              >${
                wait.due === undefined
                  ? t('since {0}', at(wait.since))
                  : t('since {0}, expected by {1}', at(wait.since), at(wait.due))
              }</span
            >
          </li>`,
      )}
    </ul>
    ${rest}`;
}
