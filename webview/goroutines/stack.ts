// One stack: how long it waits and for what, whose worker it may be, and, unfolded, its frames, each of which leads to its source.
import { html, nothing, svg, type TemplateResult } from 'lit';
import type { StackFrameRow, StackOrder, StackRow } from '../../src/protocol/goroutineApi.ts';
import type { AskedRows } from '../shared/askedRows.ts';
import { dataTable } from '../shared/dataTable.ts';
import { knownTag } from '../shared/parts.ts';
import { t } from '../shared/l10n.ts';
import { inWords } from '../shared/said.ts';

/** What a stack may be asked to do. */
export interface StackActions {
  readonly toggle: (stack: StackRow) => void;
  readonly showPod: (key: string) => void;
  readonly openSource: (frame: StackFrameRow) => void;
}

const fold = svg`<svg class="kd-fold" viewBox="0 0 12 12" fill="none" stroke="currentColor" stroke-width="1.4" aria-hidden="true"><path d="M4 2.5 8 6l-4 3.5"></path></svg>`;

/** What a table of stacks is made of. */
export interface StackTable {
  readonly label: string;
  readonly stacks: readonly StackRow[];
  /** Those that a group has beside them. */
  readonly more: number;
  /** Without it the page sorts: it has them all. */
  readonly asked?: AskedRows<StackOrder>;
  readonly isOpen: (stack: StackRow) => boolean;
  /** Undefined while it is not yet answered. */
  readonly frames: (stack: StackRow) => readonly StackFrameRow[] | undefined;
}

export function stackTable(
  { label, stacks, more, asked, isOpen, frames }: StackTable,
  actions: StackActions,
): TemplateResult {
  return dataTable<StackRow, StackOrder>({
    label,
    rows: stacks,
    total: stacks.length + more,
    ...(asked === undefined ? {} : { asked }),
    rowClass: ({ notable }) => (notable ? 'kd-notable' : ''),
    below: (stack) => (isOpen(stack) ? frameList(frames(stack), stack, actions) : nothing),
    columns: [
      {
        name: t('Waits'),
        look: 'end',
        by: 'minutes',
        value: ({ minutes }) => minutes,
        cell: (stack) =>
          html`<span
            class="kd-wait"
            title=${stack.minutes === 0 ? nothing : t('As Go reports it: up to two minutes too long')}
            >${waitText(stack)}</span
          >`,
      },
      {
        name: t('What it does'),
        by: 'doing',
        value: ({ doing, state }) => inWords(doing ?? state),
        cell: (stack) => whatCell(stack, isOpen(stack), actions),
      },
      {
        name: t('Goroutines'),
        look: 'end',
        by: 'count',
        value: ({ count }) => count,
        cell: ({ id, count }) =>
          html`<span class="kd-quiet"
            >${count === 1 ? t('goroutine {0}', id) : t('{0} goroutines', count.toLocaleString('en'))}</span
          >`,
      },
    ],
  });
}

function whatCell(stack: StackRow, open: boolean, actions: StackActions): TemplateResult {
  const { state, doing, top } = stack;
  return html`<button
      class="kd-stack"
      aria-expanded=${open ? 'true' : 'false'}
      @click=${() => {
        actions.toggle(stack);
      }}
    >
      ${fold}<span>${inWords(doing ?? state)}<span class="kd-top">${top}</span></span>
    </button>
    ${podLine(stack, actions)}`;
}

function waitText({ minutes, state }: StackRow): string {
  if (minutes >= 120) return t('{0} h {1} min', Math.floor(minutes / 60), minutes % 60);
  if (minutes > 0) return t('{0} min', minutes);
  return state === 'running' || state === 'runnable' ? t('runs') : t('< 1 min');
}

function podLine({ pods, why }: StackRow, { showPod }: StackActions): unknown {
  if (why === '') return nothing;
  return html`<div class="kd-pods">
    ${pods.map(
      ({ key, name }) =>
        html`<button
          class="kd-link"
          title=${t('Show the pod')}
          @click=${() => {
            showPod(key);
          }}
        >
          ${name}
        </button>`,
    )}
    ${pods.length === 0 ? nothing : knownTag('inferred')} <span class="kd-note">${why}</span>
  </div>`;
}

function frameList(
  frames: readonly StackFrameRow[] | undefined,
  { state, lockedToThread }: StackRow,
  { openSource }: StackActions,
): TemplateResult {
  if (frames === undefined) return html`<p class="kd-frames kd-note">${t('Reading…')}</p>`;
  return html`<ol class="kd-frames" aria-label=${t('Frames, innermost first')}>
    <li class="kd-note">${lockedToThread ? t('{0}, locked to its thread', state) : state}</li>
    ${frames.map((frame) => {
      const place = `${frame.file}:${frame.line}`;
      return html`<li class=${frame.path === undefined ? 'kd-foreign' : ''}>
        <span
          >${frame.creator ? `${t('created by')} ` : ''}<span class="kd-quiet"
            >${shortPackage(frame)}.</span
          >${frame.function}</span
        >
        ${
          frame.path === undefined
            ? html`<span class="kd-quiet">${place}</span>`
            : html`<button
                class="kd-link"
                title=${t('Open Go source: {0}', frame.path)}
                @click=${() => {
                  openSource(frame);
                }}
              >
                ${place}
              </button>`
        }
      </li>`;
    })}
  </ol>`;
}

function shortPackage(frame: StackFrameRow): string {
  return frame.package.slice(frame.package.lastIndexOf('/') + 1);
}
