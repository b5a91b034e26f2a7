// An informer of the connected cluster as it is now, and what made it list.
import { html, nothing, type TemplateResult } from 'lit';
import { formatBytes } from '../../src/base/formatBytes.ts';
import { formatDuration } from '../../src/base/time.ts';
import type {
  LiveInformerPage,
  RelistCause,
  RelistRow,
} from '../../src/protocol/liveInformerApi.ts';
import { dataTable } from '../shared/dataTable.ts';
import { goLinks, type GoPart } from '../shared/goLink.ts';
import { rich, t } from '../shared/l10n.ts';
import { clock, section } from '../shared/parts.ts';
import { inWords } from '../shared/said.ts';
import { figure } from '../shared/words.ts';
import { codeOfPart, codeOfQueue } from './code.ts';
import { machine } from './machine.ts';
import { facts, handlerTable, queueTable, storeTable } from './parts.ts';
import { kindWords } from './steps.ts';

const causes: Record<RelistCause, string> = {
  first: t('the first list'),
  ended: t('the watch ended'),
  expired: t('the server keeps that version no longer (410)'),
  'too-large': t('the server was not at that version yet'),
  timeout: t('time-out'),
  error: t('error'),
};

export interface LiveActions {
  readonly chooseNode: (node: string | undefined) => void;
  readonly openGo: (part: GoPart) => void;
}

export function liveInside(page: LiveInformerPage, actions: LiveActions): TemplateResult {
  const { row, at, bookmarks, bytes, queued, relists, relisted, context, server } = page;
  const { openGo } = actions;
  const more = html`<dt>${t('Bookmarks')}</dt>
    <dd class="kd-number">${figure(bookmarks)}</dd>
    <dt>${t('In the store')}</dt>
    <dd>${row.stored === 1 ? t('1 key') : t('{0} keys', figure(row.stored))}</dd>
    <dt>${t('In the queue')}</dt>
    <dd>${queued === 1 ? t('1 delta') : t('{0} deltas', figure(queued))}</dd>
    <dt>${t('Received')}</dt>
    <dd>${t('{0}, unpacked', formatBytes(bytes))}</dd>`;
  return html`<p class="kd-lead">
      ${t('An informer of this extension, which follows the cluster {0} at {1}; as it is now.', context, server)}
    </p>
    <div class="kd-machine">${machine(row.phase, true)} ${facts(row, at, more)}</div>
    ${section(t('Lists'), relistTable(relists), { count: relisted, note: t('and why each was needed') })}
    ${section(
      t('Queue'),
      html`${goLinks(codeOfQueue('RealFIFO'), openGo)}${queueTable(row.queue ?? [])}`,
      {
        note: t('pending deltas by key'),
      },
    )}
    ${section(
      t('Handlers'),
      html`${goLinks(codeOfPart.handlers, openGo)}${handlerTable(row.handlers)}`,
      { count: row.handlers.length },
    )}
    ${section(
      t('Store'),
      html`${goLinks(codeOfPart.store, openGo)}${nodeChooser(page, actions)}${storeTable(row)}`,
      { count: row.stored },
    )}`;
}

function relistTable(relists: readonly RelistRow[]): TemplateResult {
  if (relists.length === 0) return html`<p class="kd-note">${t('none yet')}</p>`;
  return dataTable<RelistRow>({
    label: t('Lists'),
    rows: relists,
    columns: [
      { name: t('Time'), look: 'fit', cell: ({ at }) => clock(at) },
      {
        name: t('How'),
        look: 'fit',
        cell: ({ how }) => (how === 'list' ? t('list') : t('streaming list')),
      },
      {
        name: t('Why'),
        cell: ({ cause, why }) =>
          html`${causes[cause]}${why === '' ? nothing : html` <span class="kd-note">${why}</span>`}`,
      },
      {
        name: t('Answer'),
        cell: ({ at, got }) =>
          got === undefined
            ? html`<span class="kd-quiet">${t('none, or not whole')}</span>`
            : t(
                '{0} objects at version {1}, after {2}',
                figure(got.items),
                got.resourceVersion,
                formatDuration(got.at - at),
              ),
      },
    ],
  });
}

/** The values of the index by node: the pods of one of them alone. */
function nodeChooser(
  { nodes, node: chosen }: LiveInformerPage,
  { chooseNode }: LiveActions,
): TemplateResult | typeof nothing {
  if (nodes.length === 0) return nothing;
  const toggle = (words: string, keys: number, node: string | undefined): TemplateResult =>
    html`<button
      class="kd-toggle"
      aria-pressed=${node === chosen ? 'true' : 'false'}
      @click=${() => {
        chooseNode(node);
      }}
    >
      ${words} <span class="kd-badge">${figure(keys)}</span>
    </button>`;
  const all = nodes.reduce((sum, { keys }) => sum + keys, 0);
  return html`<p class="kd-nodes" role="group" aria-label=${t('Pods of which node')}>
    ${toggle(t('All nodes'), all, undefined)}
    ${nodes.map(({ node, keys }) => toggle(node === '' ? t('no node yet') : node, keys, node))}
  </p>`;
}

/** The last steps, the newest first: they are not kept for long, so that nothing is to be gone through. */
export function liveSteps({ steps, total }: LiveInformerPage): TemplateResult {
  return html`<section class="kd-steps" aria-label=${t('Last steps')}>
    <h2>
      ${t('Last steps')}
      <span class="kd-note">${rich('{0} of {1}', steps.length, total.toLocaleString('en'))}</span>
    </h2>
    <ol tabindex="0" aria-label=${t('Last steps')}>
      ${steps
        .toReversed()
        .map(
          ({ at, kind, text }) =>
            html`<li class="kd-step kd-is-${kind}">
              ${clock(at)}<span class="kd-kind">${kindWords[kind]}</span
              ><span>${inWords(text)}</span>
            </li>`,
        )}
    </ol>
  </section>`;
}
