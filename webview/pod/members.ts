// What a pod is made of: its containers, volumes and ids, and the fields of its worker.
import { html, nothing, type TemplateResult } from 'lit';
import type { ContainerRow, PodPage, ProbeRow, VolumeRow } from '../../src/protocol/pageApi.ts';
import { icons } from '../shared/icons.ts';
import {
  clock,
  dataTable,
  iconButton,
  lineLink,
  section,
  shownValue,
  type GoTo,
} from '../shared/parts.ts';
import { shortId } from '../shared/shortId.ts';

export interface MemberActions {
  readonly goTo: GoTo;
  readonly copy: (text: string) => void;
}

export function containerList(
  { containers }: PodPage,
  { goTo, copy }: MemberActions,
): TemplateResult {
  if (containers.length === 0)
    return section('Containers', html`<p class="kd-note">No line names one of its containers.</p>`);
  const restarts = containers.reduce((most, row) => Math.max(most, row.restarts), 0);
  return section(
    'Containers',
    dataTable<ContainerRow>({
      label: 'Containers, the newest first',
      rows: containers,
      columns: [
        {
          name: 'Name',
          cell: ({ name, restarts: before }) =>
            html`${name.known === 'unknown' ? 'a container' : name.text}
            ${before === 0 ? nothing : html`<span class="kd-note">restart ${before}</span>`}`,
        },
        { name: 'State', cell: ({ state }) => shownValue(state, goTo) },
        {
          name: 'Exit code',
          look: 'end',
          cell: ({ exitCode }) =>
            exitCode.known === 'unknown'
              ? html`<span class="kd-quiet" title=${exitCode.text}>–</span>`
              : html`<span class=${exitCode.text === '0' ? '' : 'kd-warning'}
                  >${shownValue(exitCode, goTo)}</span
                >`,
        },
        {
          name: 'Since',
          look: 'fit',
          cell: ({ since }) => (since === undefined ? nothing : clock(since)),
        },
        { name: 'Id', look: 'fit', cell: ({ containerId }) => copyable(containerId, copy) },
      ],
    }),
    restarts === 0 ? {} : { note: `${restarts} ${restarts === 1 ? 'restart' : 'restarts'}` },
  );
}

function copyable(id: string, copy: (text: string) => void): TemplateResult {
  return html`<span class="kd-mono" title=${id}>${shortId(id)}</span>${iconButton(
      `Copy ${shortId(id)} in full`,
      icons.copy,
      () => {
        copy(id);
      },
    )}`;
}

export function volumeList({ volumes }: PodPage, goTo: GoTo): TemplateResult | typeof nothing {
  if (volumes.length === 0) return nothing;
  return section(
    'Volumes',
    dataTable<VolumeRow>({
      label: 'Volumes',
      rows: volumes,
      columns: [
        { name: 'Name', cell: ({ name }) => name },
        {
          name: 'State',
          cell: ({ state, error }) =>
            html`${shownValue(state, goTo)}
            ${error === undefined ? nothing : html`<div class="kd-log kd-warning">${error}</div>`}`,
        },
        {
          name: 'Since',
          look: 'fit',
          cell: ({ since }) => (since === undefined ? nothing : clock(since)),
        },
      ],
    }),
  );
}

export function probeList({ probes }: PodPage, goTo: GoTo): TemplateResult | typeof nothing {
  if (probes.length === 0) return nothing;
  return section(
    'Probes',
    dataTable<ProbeRow>({
      label: 'Probes',
      rows: probes,
      columns: [
        { name: 'Container', cell: ({ container }) => container },
        { name: 'Probe', cell: ({ probe }) => probe },
        {
          name: 'Result',
          cell: ({ counts, failing }) =>
            html`<span class=${failing ? 'kd-warning' : ''}>${shownValue(counts, goTo)}</span>`,
        },
        { name: 'Last', look: 'fit', cell: ({ at }) => clock(at) },
      ],
    }),
    { note: 'as the kubelet counts' },
  );
}

export function identityList(page: PodPage, { goTo, copy }: MemberActions): TemplateResult {
  const { identities, configSource, otherLives, firstSeen } = page;
  // Containers have a table of their own.
  const shown = identities.filter(({ kind }) => kind !== 'container');
  return section(
    'Identity',
    html`<dl>
      ${shown.map(({ kind, id, text, provedBy }) => {
        const name = kind === 'pod' ? 'UID' : text.replace(id, '').replace(shortId(id), '');
        const known = id !== 'unknown';
        return html`<dt>${name}</dt>
          <dd>
            ${
              known
                ? html`${lineLink(
                    html`<span class="kd-mono">${shortId(id)}</span>`,
                    provedBy[0],
                    goTo,
                    'plain',
                  )}${iconButton(`Copy ${shortId(id)} in full`, icons.copy, () => {
                    copy(id);
                  })}`
                : html`<span class="kd-note">${text}</span>`
            }
          </dd>`;
      })}
      <dt>Source</dt>
      <dd>${shownValue(configSource, goTo)}</dd>
      <dt>First seen</dt>
      <dd>${clock(firstSeen)}</dd>
      ${
        otherLives.length === 0
          ? nothing
          : html`<dt>Same name</dt>
              <dd>${otherLives.map(({ text }) => html`<div class="kd-mono">${text}</div>`)}</dd>`
      }
    </dl>`,
  );
}

const fieldNames: Readonly<Record<string, string>> = {
  present: 'has an entry',
  state: 'state',
  working: 'at work',
  pending: 'update waiting',
  started: 'sync started',
  terminationRequested: 'termination requested',
  startedTerminating: 'started terminating',
  terminated: 'terminated',
  deleted: 'deleted',
  evicted: 'evicted',
  finished: 'finished',
  gracePeriod: 'grace period, s',
};

const words: Readonly<Record<string, string>> = { true: 'yes', false: 'no' };

/** The fields of podSyncStatus; those that nobody knows are named in one line. */
export function workerList({ worker }: PodPage, goTo: GoTo): TemplateResult {
  const known = worker.filter(({ value }) => value.known !== 'unknown');
  const unknown = worker.filter(({ value }) => value.known === 'unknown');
  return section(
    'Worker',
    html`<dl>
        ${known.map(
          ({ name, value }) =>
            html`<dt>${fieldNames[name] ?? name}</dt>
              <dd>${shownValue({ ...value, text: words[value.text] ?? value.text }, goTo)}</dd>`,
        )}
      </dl>
      ${
        unknown.length === 0
          ? nothing
          : html`<p class="kd-note">
              Unknown: ${unknown.map(({ name }) => fieldNames[name] ?? name).join(', ')}.
            </p>`
      }`,
  );
}
