// What a pod is made of: its containers, volumes and ids, and the fields of its worker.
import { html, nothing, type TemplateResult } from 'lit';
import type { ContainerRow, PodPage, ProbeRow, VolumeRow } from '../../src/protocol/pageApi.ts';
import { icons } from '../shared/icons.ts';
import { dataTable } from '../shared/dataTable.ts';
import {
  clock,
  iconButton,
  lineLink,
  section,
  shownValue,
  knownWord,
  type GoTo,
} from '../shared/parts.ts';
import { shortId } from '../shared/shortId.ts';
import { rich, t } from '../shared/l10n.ts';

export interface MemberActions {
  readonly goTo: GoTo;
  readonly copy: (text: string) => void;
}

export function containerList(
  { containers }: PodPage,
  { goTo, copy }: MemberActions,
): TemplateResult {
  if (containers.length === 0)
    return section(
      t('Containers'),
      html`<p class="kd-note">${t('Its containers are not in the log.')}</p>`,
    );
  const restarts = containers.reduce((most, row) => Math.max(most, row.restarts), 0);
  return section(
    t('Containers'),
    dataTable<ContainerRow>({
      label: t('Containers, newest first'),
      rows: containers,
      columns: [
        {
          name: t('Name'),
          value: ({ name }) => knownWord(name),
          cell: ({ name, restarts: before }) =>
            html`${name.known === 'unknown' ? t('a container') : name.text}
            ${before === 0 ? nothing : html`<span class="kd-note">${rich('restart {0}', before)}</span>`}`,
        },
        {
          name: t('State'),
          value: ({ state }) => knownWord(state),
          cell: ({ state }) => shownValue(state, goTo),
        },
        {
          name: t('Exit code'),
          look: 'end',
          value: ({ exitCode }) =>
            exitCode.known === 'unknown' ? undefined : Number(exitCode.text),
          cell: ({ exitCode }) =>
            exitCode.known === 'unknown'
              ? html`<span class="kd-quiet" title=${exitCode.text}>–</span>`
              : html`<span class=${exitCode.text === '0' ? '' : 'kd-warning'}
                  >${shownValue(exitCode, goTo)}</span
                >`,
        },
        {
          name: t('Since'),
          look: 'fit',
          value: ({ since }) => since,
          cell: ({ since }) => (since === undefined ? nothing : clock(since)),
        },
        {
          name: t('Id'),
          look: 'fit',
          value: ({ containerId }) => containerId,
          cell: ({ containerId }) => copyable(containerId, copy),
        },
      ],
      below: ({ image }) =>
        html`<span class="kd-note"
          >${rich(
            'Image: {0}',
            image.known === 'unknown'
              ? t('not in the log')
              : html`<span class="kd-mono">${shownValue(image, goTo)}</span>`,
          )}</span
        >`,
    }),
    restarts === 0 ? {} : { note: restarts === 1 ? t('1 restart') : t('{0} restarts', restarts) },
  );
}

function copyable(id: string, copy: (text: string) => void): TemplateResult {
  return html`<span class="kd-mono" title=${id}>${shortId(id)}</span>${iconButton(
      t('Copy {0} in full', shortId(id)),
      icons.copy,
      () => {
        copy(id);
      },
    )}`;
}

export function volumeList({ volumes }: PodPage, goTo: GoTo): TemplateResult | typeof nothing {
  if (volumes.length === 0) return nothing;
  return section(
    t('Volumes'),
    dataTable<VolumeRow>({
      label: t('Volumes'),
      rows: volumes,
      columns: [
        { name: t('Name'), value: ({ name }) => name, cell: ({ name }) => name },
        {
          name: t('State'),
          value: ({ state }) => knownWord(state),
          cell: ({ state, error }) =>
            html`${shownValue(state, goTo)}
            ${error === undefined ? nothing : html`<div class="kd-log kd-warning">${error}</div>`}`,
        },
        {
          name: t('Since'),
          look: 'fit',
          value: ({ since }) => since,
          cell: ({ since }) => (since === undefined ? nothing : clock(since)),
        },
      ],
    }),
  );
}

export function probeList({ probes }: PodPage, goTo: GoTo): TemplateResult | typeof nothing {
  if (probes.length === 0) return nothing;
  return section(
    t('Probes'),
    dataTable<ProbeRow>({
      label: t('Probes'),
      rows: probes,
      columns: [
        {
          name: t('Container'),
          value: ({ container }) => container,
          cell: ({ container }) => container,
        },
        { name: t('Probe'), value: ({ probe }) => probe, cell: ({ probe }) => probe },
        {
          name: t('Result'),
          value: ({ counts }) => knownWord(counts),
          cell: ({ counts, failing }) =>
            html`<span class=${failing ? 'kd-warning' : ''}>${shownValue(counts, goTo)}</span>`,
        },
        { name: t('Last'), look: 'fit', value: ({ at }) => at, cell: ({ at }) => clock(at) },
      ],
    }),
    { note: t('as the kubelet counts') },
  );
}

export function identityList(page: PodPage, { goTo, copy }: MemberActions): TemplateResult {
  const { identities, configSource, otherLives, firstSeen } = page;
  // Containers have a table of their own.
  const shown = identities.filter(({ kind }) => kind !== 'container');
  return section(
    t('Identity'),
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
                  )}${iconButton(t('Copy {0} in full', shortId(id)), icons.copy, () => {
                    copy(id);
                  })}`
                : html`<span class="kd-note">${text}</span>`
            }
          </dd>`;
      })}
      <dt>${t('Source')}</dt>
      <dd>${shownValue(configSource, goTo)}</dd>
      <dt>${t('First seen')}</dt>
      <dd>${clock(firstSeen)}</dd>
      ${
        otherLives.length === 0
          ? nothing
          : html`<dt>${t('Same name')}</dt>
              <dd>${otherLives.map(({ text }) => html`<div class="kd-mono">${text}</div>`)}</dd>`
      }
    </dl>`,
  );
}

const fieldNames: Readonly<Record<string, string>> = {
  present: t('worker exists'),
  state: t('state'),
  working: t('at work'),
  pending: t('update pending'),
  started: t('sync started'),
  terminationRequested: t('termination requested'),
  startedTerminating: t('started terminating'),
  terminated: t('terminated'),
  deleted: t('deleted'),
  evicted: t('evicted'),
  finished: t('finished'),
  gracePeriod: t('grace period'),
};

const words: Readonly<Record<string, string>> = { true: t('yes'), false: t('no') };

function wordsOf(name: string, text: string): string {
  return name === 'gracePeriod' ? `${text} s` : (words[text] ?? text);
}

/** The fields of podSyncStatus; those that nobody knows are named in one line. */
export function workerList({ worker }: PodPage, goTo: GoTo): TemplateResult {
  const known = worker.filter(({ value }) => value.known !== 'unknown');
  const unknown = worker.filter(({ value }) => value.known === 'unknown');
  return section(
    t('Worker'),
    html`<dl>
        ${known.map(
          ({ name, value }) =>
            html`<dt>${fieldNames[name] ?? name}</dt>
              <dd>${shownValue({ ...value, text: wordsOf(name, value.text) }, goTo)}</dd>`,
        )}
      </dl>
      ${
        unknown.length === 0
          ? nothing
          : html`<p class="kd-note">
              ${rich('Unknown: {0}.', unknown.map(({ name }) => fieldNames[name] ?? name).join(', '))}
            </p>`
      }`,
  );
}
