// The room of PodConfig: the sources side by side, and the last merge drawn as what it made of a message.
import { html, nothing, type TemplateResult } from 'lit';
import type {
  ConfigDiff,
  ConfigOperation,
  ConfigPart,
  ConfigSourceRow,
} from '../../src/protocol/machineApi.ts';
import { rich, t } from '../shared/l10n.ts';
import { clock } from '../shared/parts.ts';
import { heldSide, podLink, toldValues, type Actions, type Answer } from './parts.ts';
import { partName, toldParts } from './rooms.ts';

/** Pods of one source or one operation that are drawn. */
const MOST_PODS = 30;

export function podConfigRoom(answer: Answer, actions: Actions): TemplateResult {
  const { held, loop } = answer;
  return html`${heldSide(answer, 'podConfig', held.parts.podConfig, actions, (part) => heldPart(part, actions))}
  ${toldValues(loop, toldParts.podConfig ?? [], partName, actions)}`;
}

function heldPart(
  { sources, sourcesReady, diff, mode }: ConfigPart,
  actions: Actions,
): TemplateResult {
  return html`<p>
      ${
        sourcesReady
          ? t('All sources were heard: housekeeping may clean up.')
          : t('Not all sources were heard yet: nothing is cleaned up.')
      }
      ${mode === undefined ? '' : html`<span class="kd-note">${t('mode {0}', mode)}</span>`}
    </p>
    <div class="kd-sources">${sources.map((source) => sourceCard(source, actions))}</div>
    ${diff === undefined ? html`<p class="kd-note">${t('Nothing was merged yet.')}</p>` : diffDrawing(diff, actions)}`;
}

function sourceCard(
  { source, seen, seenByLoop, lastSent, pods, total }: ConfigSourceRow,
  actions: Actions,
): TemplateResult {
  return html`<div class="kd-card" role="group" aria-label=${t('Source {0}', source)}>
    <h3>${source} <span class="kd-badge">${total.toLocaleString('en')}</span></h3>
    <p class="kd-note">
      ${
        lastSent === undefined
          ? t('It has sent nothing yet.')
          : rich(
              '{0} of {1} at {2}',
              operation(lastSent.op),
              podCount(lastSent.pods),
              clock(lastSent.at),
            )
      }
    </p>
    <p class="kd-note">
      ${
        seen
          ? seenByLoop
            ? t('Heard by the storage and the sync loop.')
            : t('Heard by the storage, not yet by the sync loop.')
          : t('Not heard yet.')
      }
    </p>
    <ul class="kd-pods">
      ${pods
        .slice(0, MOST_PODS)
        .map(
          ({ pod, deleting }) =>
            html`<li>
              ${podLink(pod, actions)}
              ${deleting ? html`<span class="kd-note">${t('to be deleted')}</span>` : nothing}
            </li>`,
        )}
    </ul>
    ${total > MOST_PODS ? html`<p class="kd-note">${t('{0} more.', (total - MOST_PODS).toLocaleString('en'))}</p>` : nothing}
  </div>`;
}

function podCount(count: number): string {
  return count === 1 ? t('1 pod') : t('{0} pods', count.toLocaleString('en'));
}

function operation(op: ConfigOperation): TemplateResult {
  return html`<span class="kd-op kd-op-${op.toLowerCase()}">${op}</span>`;
}

/** What came, what was stored, and what differs, by operation in the order in which it is sent on. */
function diffDrawing(diff: ConfigDiff, actions: Actions): TemplateResult {
  const { source, op, received, stored, same, ignored, updates, at } = diff;
  return html`<h3>${rich('The last merge, at {0}', clock(at))}</h3>
    <div class="kd-diff">
      <div class="kd-card">
        <strong>${t('Message')}</strong>
        <p>${rich('{0} of {1} from {2}', operation(op), podCount(received), source)}</p>
        ${ignored.map(
          (pod) =>
            html`<p class="kd-note">
              ${rich('{0} is left out: one before it has its name', podLink(pod, actions))}
            </p>`,
        )}
      </div>
      <span class="kd-sign" aria-hidden="true">↔</span>
      <div class="kd-card">
        <strong>${t('Stored before')}</strong>
        <p>${podCount(stored)}</p>
        <p class="kd-note">${t('{0} unchanged', same)}</p>
      </div>
      <span class="kd-sign" aria-hidden="true">→</span>
      <div class="kd-card kd-result">
        <strong>${t('Sent on')}</strong>
        ${
          updates.length === 0
            ? html`<p class="kd-note">${t('Nothing: all are as they were.')}</p>`
            : updates.map(
                ({ op: kind, pods }) =>
                  html`<div class="kd-update">
                    ${operation(kind)}
                    ${
                      pods.length === 0
                        ? html`<span class="kd-note"
                            >${t('empty: it says that the source is ready')}</span
                          >`
                        : html`<ul class="kd-pods">
                            ${pods
                              .slice(0, MOST_PODS)
                              .map(
                                ({ pod, changed }) =>
                                  html`<li>
                                    ${podLink(pod, actions)}
                                    ${changed.length === 0 ? nothing : html`<span class="kd-note kd-mono">${changed.join(', ')}</span>`}
                                  </li>`,
                              )}
                          </ul>`
                    }
                    ${pods.length > MOST_PODS ? html`<span class="kd-note">${t('{0} more.', pods.length - MOST_PODS)}</span>` : nothing}
                  </div>`,
              )
        }
      </div>
    </div>
    ${diff.otherModes.map(
      ({ mode, updates: sent }) =>
        html`<p class="kd-note">
          ${rich('In the mode {0}, which the kubelet does not use, it would have sent on:', html`<code>${mode}</code>`)}
          ${sent.length === 0 ? t('nothing') : sent.map(({ op: kind, pods, refused }) => html`${operation(kind)} ${podCount(pods)} ${refused === undefined ? nothing : t('(the sync loop refuses it: {0})', refused)} `)}
        </p>`,
    )}`;
}
