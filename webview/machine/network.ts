// The room of the network of sandboxes: the calls of the plug-in, and what the dockershim remembers and locks.
import { html, nothing, type TemplateResult } from 'lit';
import type {
  CniCallRow,
  HostPortRow,
  LeaseRow,
  NetworkPart,
  NetworkPluginRow,
} from '../../src/protocol/machineApi.ts';
import { dataTable } from '../shared/dataTable.ts';
import { rich, t } from '../shared/l10n.ts';
import { clock } from '../shared/parts.ts';
import {
  drawnOf,
  goLink,
  heldSide,
  kept,
  moreKept,
  noRows,
  podLink,
  podNameOf,
  since,
  took,
  type Actions,
  type Answer,
} from './parts.ts';

type Remembered = NonNullable<NetworkPart['networkReady']>[number];
type Lock = NonNullable<NetworkPart['locks']>[number];

export function networkRoom(answer: Answer, actions: Actions): TemplateResult {
  return heldSide(
    answer,
    'network',
    answer.held.parts.network,
    actions,
    (part) =>
      html`${pluginOf(part, actions)}
        <h3>${t('Calls of the plug-in')}</h3>
        ${calls(part, answer, actions)} ${leases(part, answer, actions)}
        ${hostPorts(part, answer, actions)} ${remembered(part, answer, actions)}
        ${locks(part, answer, actions)}`,
  );
}

function pluginOf({ plugin }: NetworkPart, actions: Actions): TemplateResult {
  return html`<h3>${t('The network plug-in of the kubelet')}</h3>
    ${
      plugin === undefined
        ? html`<p class="kd-note">
            ${t('None: --network-plugin and its settings are the dockershim’s, which left the kubelet with 1.24. Other runtimes choose the network themselves.')}
          </p>`
        : html`<p>${chosen(plugin, actions)}</p>
            <dl class="kd-told">
              ${plugin.settings.map(
                ({ name, value }) =>
                  html`<dt><code>${name}</code></dt>
                    <dd>
                      ${value === '' ? html`<span class="kd-quiet">${t('empty')}</span>` : html`<code>${value}</code>`}
                    </dd>`,
              )}
            </dl>`
    }`;
}

function chosen({ flag, plugin, err, go }: NetworkPluginRow, actions: Actions): unknown {
  const given = html`<code>${`--network-plugin=${flag}`}</code>`;
  return err === undefined
    ? rich('{0}: {1} chooses {2}.', given, goLink(go, actions), html`<strong>${plugin}</strong>`)
    : rich(
        '{0}: {1} fails, and the kubelet ends: {2}',
        given,
        goLink(go, actions),
        html`<span class="kd-error">${err}</span>`,
      );
}

function id(sandboxId: string): TemplateResult {
  return html`<span class="kd-mono">${sandboxId.slice(0, 12)}</span>`;
}

function calls(
  { calls: all, total }: NetworkPart,
  answer: Answer,
  actions: Actions,
): TemplateResult {
  const { at } = answer.held;
  const rows = kept(answer, all);
  if (rows.length === 0) return noRows(total, t('No plug-in was called yet.'));
  return html`${dataTable<CniCallRow>({
    label: t('The last call of the plug-in for each sandbox and command, the newest first'),
    ...drawnOf(answer, rows, total),
    rowClass: ({ to }) => (to === undefined ? 'kd-long' : ''),
    columns: [
      { name: t('Pod'), value: podNameOf, cell: ({ pod }) => podLink(pod, actions) },
      {
        name: t('Sandbox'),
        look: 'fit',
        value: ({ sandboxId }) => sandboxId,
        cell: ({ sandboxId }) => id(sandboxId),
      },
      {
        name: t('Command'),
        look: 'fit',
        value: ({ command }) => command,
        cell: ({ command }) => command,
      },
      { name: t('From'), look: 'fit', value: ({ from }) => from, cell: ({ from }) => clock(from) },
      {
        name: t('Took'),
        look: 'fit',
        first: 'down',
        value: ({ from, to }) => (to ?? at) - from,
        cell: (call) => took(call, at),
      },
      {
        name: t('Given up at'),
        look: 'fit',
        value: ({ to, givenUpAt }) => (to === undefined ? givenUpAt : undefined),
        cell: ({ to, givenUpAt }) => {
          if (to !== undefined) return '–';
          return givenUpAt === undefined ? t('never') : clock(givenUpAt);
        },
      },
      {
        name: t('Answer'),
        value: ({ to, err }) => (to === undefined ? undefined : (err ?? '')),
        cell: ({ to, err }) => {
          if (to === undefined) return html`<span class="kd-quiet">${t('none yet')}</span>`;
          return err === undefined ? t('succeeded') : html`<span class="kd-error">${err}</span>`;
        },
      },
    ],
  })}
  ${moreKept(answer, rows, total)}`;
}

function leases(
  { leases: all, totalLeases }: NetworkPart,
  answer: Answer,
  actions: Actions,
): TemplateResult {
  const rows = kept(answer, all);
  return html`<h3>${t('Addresses (IPAM)')}</h3>
    ${
      rows.length === 0
        ? noRows(totalLeases, t('No sandbox has an address of the plug-in.'))
        : html`${dataTable<LeaseRow>({
            label: t('The address of each sandbox, leaked ones first'),
            ...drawnOf(answer, rows, totalLeases),
            rowClass: ({ leaked }) => (leaked ? 'kd-long' : ''),
            columns: [
              {
                name: t('Address'),
                look: 'fit',
                value: ({ ip }) => ip,
                cell: ({ ip }) => html`<code>${ip}</code>`,
              },
              { name: t('Pod'), value: podNameOf, cell: ({ pod }) => podLink(pod, actions) },
              {
                name: t('Sandbox'),
                look: 'fit',
                value: ({ sandboxId }) => sandboxId,
                cell: ({ sandboxId }) => id(sandboxId),
              },
              {
                name: t('Since'),
                look: 'fit',
                value: ({ since: from }) => from,
                cell: ({ since: from }) => clock(from),
              },
              {
                name: t('State'),
                value: ({ leaked, err }) => (leaked ? 0 : err === undefined ? 2 : 1),
                cell: (row) => leaseState(row),
              },
            ],
          })}
          ${moreKept(answer, rows, totalLeases)}`
    }`;
}

function leaseState({ leaked, err }: LeaseRow): unknown {
  if (leaked)
    return html`<strong>${t('leaked')}</strong>
      <span class="kd-note"
        >${t('the sandbox is removed, and no DEL gave the address back')}</span
      >`;
  return err === undefined
    ? t('held')
    : rich('held: the last DEL failed: {0}', html`<span class="kd-error">${err}</span>`);
}

function hostPorts(
  { hostPorts: all }: NetworkPart,
  answer: Answer,
  actions: Actions,
): TemplateResult | typeof nothing {
  const rows = kept(answer, all);
  if (rows.length === 0) return nothing;
  return html`<h3>${t('Host ports')}</h3>
    ${dataTable<HostPortRow>({
      label: t('Ports of the node that lead to a pod'),
      ...drawnOf(answer, rows),
      rowClass: ({ leaked }) => (leaked ? 'kd-long' : ''),
      columns: [
        {
          name: t('Host port'),
          look: 'fit',
          value: ({ hostPort }) => hostPort,
          cell: ({ hostPort, protocol }) => html`<code>${hostPort}/${protocol}</code>`,
        },
        {
          name: t('Leads to'),
          look: 'fit',
          value: ({ to }) => to,
          cell: ({ to }) => html`<code>${to}</code>`,
        },
        { name: t('Pod'), value: podNameOf, cell: ({ pod }) => podLink(pod, actions) },
        {
          name: t('By'),
          look: 'fit',
          value: ({ by }) => by,
          cell: ({ by }) => html`<code>${by}</code>`,
        },
        {
          name: t('Open since'),
          value: ({ since: from }) => from,
          cell: ({ since: from }) => clock(from),
        },
      ],
    })}`;
}

function remembered(
  { networkReady }: NetworkPart,
  answer: Answer,
  actions: Actions,
): TemplateResult {
  if (networkReady === undefined)
    return html`<p class="kd-note">
      ${t('Whether a sandbox has its network the runtime remembers, not this kubelet: only the dockershim (to 1.23) keeps networkReady and a lock for each pod.')}
    </p>`;
  const rows = kept(answer, networkReady);
  return html`<h3>${t('What the dockershim remembers')}</h3>
    ${
      rows.length === 0
        ? html`<p class="kd-note">
            ${t('Nothing: of a sandbox that it does not remember, StopPodSandbox calls DEL.')}
          </p>`
        : dataTable<Remembered>({
            label: t('networkReady of each sandbox, the newest first'),
            ...drawnOf(answer, rows),
            columns: [
              { name: t('Pod'), value: podNameOf, cell: ({ pod }) => podLink(pod, actions) },
              {
                name: t('Sandbox'),
                look: 'fit',
                value: ({ sandboxId }) => sandboxId,
                cell: ({ sandboxId }) => id(sandboxId),
              },
              {
                name: 'networkReady',
                look: 'fit',
                value: ({ ready }) => String(ready),
                cell: ({ ready }) => html`<code>${String(ready)}</code>`,
              },
              {
                name: t('Host network'),
                look: 'fit',
                value: ({ hostNetwork }) => Number(hostNetwork),
                cell: ({ hostNetwork }) => (hostNetwork ? t('yes') : t('no')),
              },
              {
                name: t('A stop of it calls DEL'),
                value: ({ tearsDown }) => Number(tearsDown),
                cell: ({ tearsDown, why }) =>
                  html`<strong>${tearsDown ? t('yes') : t('no')}</strong>
                    <span class="kd-note">${why}</span>`,
              },
              {
                name: t('Since'),
                look: 'fit',
                value: ({ since: from }) => from,
                cell: ({ since: from }) => clock(from),
              },
            ],
          })
    }`;
}

function locks(
  { locks: all }: NetworkPart,
  answer: Answer,
  actions: Actions,
): TemplateResult | typeof nothing {
  if (all === undefined) return nothing;
  const rows = kept(answer, all);
  const { at } = answer.held;
  return html`<h3>${t('PluginManager’s lock of each pod')}</h3>
    ${
      rows.length === 0
        ? html`<p class="kd-note">${t('No pod is locked: no network operation is under way.')}</p>`
        : dataTable<Lock>({
            label: t('Pods that PluginManager has locked'),
            ...drawnOf(answer, rows),
            columns: [
              { name: t('Pod'), value: podNameOf, cell: ({ pod }) => podLink(pod, actions) },
              {
                name: t('Sandboxes in line'),
                first: 'down',
                value: ({ line }) => line.length,
                cell: ({ line }) =>
                  html`<ul class="kd-updates">
                    ${line.map(
                      ({ sandboxId, since: from, holdsSince }) =>
                        html`<li>
                          ${id(sandboxId)}
                          ${holdsSince === undefined ? rich('has waited for it for {0}', since(from, at)) : rich('has had the lock for {0}', since(holdsSince, at))}
                        </li>`,
                    )}
                  </ul>`,
              },
            ],
          })
    }`;
}
