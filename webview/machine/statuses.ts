// The room of what is kept of each pod beside its worker: its status and how much of it the API server has, probe results, back-offs.
import { html, nothing, type TemplateResult } from 'lit';
import { formatDuration } from '../../src/base/time.ts';
import type {
  BackOffPart,
  BackOffRow,
  ProbeResultRow,
  ProbesPart,
  StatusPart,
  StatusRow,
} from '../../src/protocol/machineApi.ts';
import { dataTable } from '../shared/dataTable.ts';
import { t } from '../shared/l10n.ts';
import { clock } from '../shared/parts.ts';
import {
  drawnOf,
  heldSide,
  kept,
  moreKept,
  noRows,
  podLink,
  podNameOf,
  since,
  type Actions,
  type Answer,
} from './parts.ts';

export function statusesRoom(answer: Answer, actions: Actions): TemplateResult {
  const { status, probes, backOff } = answer.held.parts;
  return html`${heldSide(answer, 'status', status, actions, (part) => statuses(part, answer, actions))}
  ${
    probes === undefined
      ? nothing
      : heldSide(
          answer,
          'probes',
          probes,
          actions,
          (part) => results(part, answer, actions),
          t('Probe results'),
        )
  }
  ${
    backOff === undefined
      ? nothing
      : heldSide(
          answer,
          'backOff',
          backOff,
          actions,
          (part) => backOffs(part, answer, actions),
          t('Back-offs'),
        )
  }`;
}

function statuses(
  { statuses: all, total }: StatusPart,
  answer: Answer,
  actions: Actions,
): TemplateResult {
  const rows = kept(answer, all);
  if (rows.length === 0) return noRows(total, t('It holds no status.'));
  return html`${dataTable<StatusRow>({
    label: t('Statuses of the status manager, the newest first'),
    ...drawnOf(answer, rows, total),
    rowClass: ({ version, sent }) => (version > sent ? 'kd-long' : ''),
    columns: [
      { name: t('Pod'), value: podNameOf, cell: ({ pod }) => podLink(pod, actions) },
      { name: t('Status'), value: ({ summary }) => summary, cell: ({ summary }) => summary },
      {
        name: t('Version'),
        look: 'end',
        value: ({ version }) => version,
        cell: ({ version }) => version,
      },
      {
        name: t('The API server has'),
        look: 'fit',
        value: ({ sent }) => sent,
        cell: ({ version, sent }) =>
          sent === 0
            ? html`<strong>${t('none')}</strong>`
            : version > sent
              ? html`<strong>${t('version {0}', sent)}</strong>`
              : t('version {0}', sent),
      },
      {
        name: t('Since'),
        look: 'fit',
        value: ({ since: from }) => from,
        cell: ({ since: from }) => clock(from),
      },
    ],
  })}
  ${moreKept(answer, rows, total)}`;
}

function results({ results: all }: ProbesPart, answer: Answer, actions: Actions): TemplateResult {
  const rows = kept(answer, all);
  if (rows.length === 0)
    return html`<p class="kd-note">
      ${t('None: only results that changed are kept here, and those of a removed pod go.')}
    </p>`;
  return dataTable<ProbeResultRow>({
    label: t('Results of probes, the newest first'),
    ...drawnOf(answer, rows),
    columns: [
      { name: t('Pod'), value: podNameOf, cell: ({ pod }) => podLink(pod, actions) },
      {
        name: t('Container'),
        value: ({ container }) => container,
        cell: ({ container, containerId }) =>
          html`${container} <span class="kd-note kd-mono">${containerId.slice(0, 12)}</span>`,
      },
      { name: t('Probe'), look: 'fit', value: ({ probe }) => probe, cell: ({ probe }) => probe },
      {
        name: t('Result'),
        look: 'fit',
        value: ({ result }) => result,
        cell: ({ result }) =>
          result === 'Failure' ? html`<strong class="kd-error">${result}</strong>` : result,
      },
      {
        name: t('Since'),
        look: 'fit',
        value: ({ since: from }) => from,
        cell: ({ since: from }) => clock(from),
      },
    ],
  });
}

function backOffs(
  { backOffs: all, total }: BackOffPart,
  answer: Answer,
  actions: Actions,
): TemplateResult {
  const { at } = answer.held;
  const rows = kept(answer, all);
  if (rows.length === 0) return noRows(total, t('None: no start and no pull has failed.'));
  return html`${dataTable<BackOffRow>({
    label: t('Back-offs of containers and images, the newest first'),
    ...drawnOf(answer, rows, total),
    columns: [
      { name: t('Pod'), value: podNameOf, cell: ({ pod }) => podLink(pod, actions) },
      {
        name: t('Of'),
        value: ({ of }) => of,
        cell: ({ of, kind }) =>
          html`${of}
            <span class="kd-note">${kind === 'image' ? t('image') : t('container')}</span>`,
      },
      {
        name: t('Length'),
        look: 'end',
        value: ({ backoff }) => backoff,
        cell: ({ backoff }) => html`<span class="kd-number">${formatDuration(backoff)}</span>`,
      },
      {
        name: t('Set'),
        look: 'fit',
        value: ({ lastUpdate }) => lastUpdate,
        cell: ({ lastUpdate }) => clock(lastUpdate),
      },
      {
        name: t('Left, at least'),
        look: 'fit',
        first: 'down',
        value: ({ until }) => Math.max(0, until - at),
        cell: ({ until }) =>
          until <= at
            ? html`<span class="kd-quiet">${t('over')}</span>`
            : html`<span class="kd-number">${since(at, until)}</span>`,
      },
    ],
  })}
  ${moreKept(answer, rows, total)}`;
}
