// One queue: who stands in line with what, what its consumer knows, whether it has synced, and what the last move did.
import { html, nothing, type TemplateResult } from 'lit';
import type {
  GoFunctionRow,
  QueuedRow,
  QueueKind,
  QueuePlace,
  QueueRow,
} from '../../src/protocol/queueApi.ts';
import { t } from '../shared/l10n.ts';
import { reasonWords } from './reasons.ts';

export const kindNames: Record<QueueKind, string> = {
  fifo: 'FIFO',
  deltafifo: 'DeltaFIFO',
  realfifo: 'RealFIFO',
};

export type OpenGo = (place: GoFunctionRow) => void;

export function queueColumn(row: QueueRow, open: OpenGo): TemplateResult {
  const { kind, said, functions } = row;
  return html`<section class="kd-queue" aria-label=${kindNames[kind]}>
    <h2>${kindNames[kind]}</h2>
    <div class="kd-said">
      ${said.map((each) => html`<p>${reasonWords(each)}</p>`)}
      ${
        functions.length === 0
          ? nothing
          : html`<p class="kd-go">
              ${functions.map(
                (place) =>
                  html`<button
                    class="kd-link kd-mono"
                    title=${t('Open the Go source of this version')}
                    @click=${() => {
                      open(place);
                    }}
                  >
                    ${place.name}
                  </button>`,
              )}
            </p>`
      }
    </div>
    ${row.popped === undefined ? nothing : popped(row.popped)}
    <p class="kd-note">${uses[row.kind]}</p>
    <h3>${t('Queue order, first to last')}</h3>
    ${line(row.line)} ${row.known === undefined ? nothing : known(row.known)} ${counts(row)}
  </section>`;
}

/** When a controller takes which. */
const uses: Readonly<Record<QueueRow['kind'], string>> = {
  fifo: t(
    'For whoever wants each object once, as it is now, and no deletions. Keys are made by MetaNamespaceKeyFunc; what has no metadata, as !x in a script, is a KeyError.',
  ),
  deltafifo: t(
    'For whoever wants every change, deletions too, once for each object. Keys are made by MetaNamespaceKeyFunc, those of tombstones by DeletionHandlingMetaNamespaceKeyFunc. The queue itself makes tombstones at a Replace alone.',
  ),
  realfifo: t(
    'For whoever wants all changes in the order in which they came, over all objects: informers since client-go 1.33.',
  ),
};

export function absentColumn(): TemplateResult {
  return html`<section class="kd-queue kd-absent" aria-label=${kindNames.realfifo}>
    <h2>${kindNames.realfifo}</h2>
    <p class="kd-note">${t('Since client-go 1.33: choose 1.37 to have it beside the others.')}</p>
  </section>`;
}

function line(places: readonly QueuePlace[]): TemplateResult {
  if (places.length === 0) return empty;
  return html`<ol class="kd-line">
    ${places.map(
      ({ key, items }) =>
        html`<li class=${items.length === 0 ? 'kd-stale' : ''}>
          ${key === '' ? nothing : html`<span class="kd-key">${key}</span>`}
          ${
            items.length === 0
              ? html`<span class="kd-note">${t('no object: will be skipped')}</span>`
              : items.map(chip)
          }
        </li>`,
    )}
  </ol>`;
}

function chip({ type, object, isNew }: QueuedRow): TemplateResult {
  return html`<span class="kd-chip ${isNew === true ? 'kd-new' : ''}"
    >${type === undefined ? nothing : html`<b>${type}</b> `}${object}${
      isNew === true ? html`<span class="kd-hidden"> ${t('new')}</span>` : nothing
    }</span
  >`;
}

function popped({ items, isInInitialList }: NonNullable<QueueRow['popped']>): TemplateResult {
  return html`<h3>${t('The consumer got')}</h3>
    <p>
      ${items.map(chip)}
      ${isInInitialList ? html`<span class="kd-tag">${t('initial list')}</span>` : nothing}
    </p>`;
}

function known(objects: readonly string[]): TemplateResult {
  return html`<h3 title=${t('The consumer’s store')}>${'knownObjects'}</h3>
    ${objects.length === 0 ? empty : html`<p>${objects.map((object) => chip({ object }))}</p>`}`;
}

/** The members of the Go type, by their Go names. */
function counts({ populated, remaining, hasSynced, closed }: QueueRow): TemplateResult {
  const members = { populated, initialPopulationCount: remaining, HasSynced: hasSynced, closed };
  return html`<dl>
    ${Object.entries(members).map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd class="kd-number">${String(value)}</dd>`,
    )}
  </dl>`;
}

const empty = html`<p class="kd-note">${t('It is empty.')}</p>`;
