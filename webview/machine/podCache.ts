// The room of the pod cache: what it holds, who waits in it, and a line of time of who waited and what released them.
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import { formatTimeOfDay, type Micros } from '../../src/base/time.ts';
import type {
  CacheEntryRow,
  CacheWaitRow,
  PodCachePart,
  SubscriberRow,
} from '../../src/protocol/machineApi.ts';
import type { CacheWriteRow, WorkerQueueRow } from '../../src/protocol/workerQueueApi.ts';
import { dataTable } from '../shared/dataTable.ts';
import { rich, t } from '../shared/l10n.ts';
import { clock, clockLink, knownMark, lineLink, section } from '../shared/parts.ts';
import {
  differMark,
  drawnOf,
  heldSide,
  kept,
  moreKept,
  moreNote,
  noRows,
  podLink,
  podNameOf,
  rowPod,
  since,
  toldValues,
  MOST,
  type Actions,
  type Answer,
} from './parts.ts';
import { partName, toldParts } from './rooms.ts';

/** Pods that have a line in the drawing. */
const MOST_LINES = 40;
const ROW = 18;
const NAMES = 260;
const WIDTH = 960;

const releases: Readonly<Record<NonNullable<CacheWaitRow['releasedBy']>, string>> = {
  'at once': t('answered at once'),
  Set: t('by Set: a status of the pod came'),
  UpdateTime: t('by UpdateTime: all was looked at since'),
  SetObservedTime: t('by SetObservedTime: the pod was looked at and is as it was'),
  'process ended': t('its process ended'),
};

const channels: Readonly<Record<CacheWaitRow['channel'], string>> = {
  empty: t('empty'),
  closed: t('filled, then closed'),
  open: t('filled, left open: it was kept nowhere'),
  gone: t('gone with its process'),
};

export function podCacheRoom(answer: Answer, actions: Actions): TemplateResult {
  const { held, loop, waits } = answer;
  return html`${heldSide(answer, 'podCache', held.parts.podCache, actions, (part) => heldPart(part, answer, actions))}
  ${waits === undefined || waits.why !== undefined ? nothing : timeline(answer, waits.rows, actions)}
  ${toldValues(loop, toldParts.podCache ?? [], partName, actions)} ${toldReaders(answer, actions)}
  ${writes(answer, actions)}`;
}

function heldPart(
  { timestamp, entries, total, readers }: PodCachePart,
  answer: Answer,
  actions: Actions,
): TemplateResult {
  const { at } = answer.held;
  const rows = kept(answer, entries);
  return html`<p>
      ${
        timestamp === undefined
          ? t('No relist has gone through yet: only a status of its pod wakes a reader.')
          : rich('All was looked at since {0} (global timestamp).', clock(timestamp))
      }
    </p>
    ${readersTable(kept(answer, readers), at, actions)}
    <h3>${t('Statuses')}</h3>
    ${
      rows.length === 0
        ? noRows(total, t('It holds no status: a reader would get an empty one.'))
        : dataTable<CacheEntryRow>({
            label: t('Statuses in the pod cache'),
            ...drawnOf(answer, rows, total),
            columns: [
              {
                name: t('Pod'),
                value: podNameOf,
                cell: ({ pod }) =>
                  html`${podLink(pod, actions)}${differMark(answer, 'podCache', pod)}`,
              },
              {
                name: t('Modified'),
                look: 'fit',
                value: ({ modified }) => modified,
                cell: ({ modified }) =>
                  modified === undefined
                    ? html`<span class="kd-quiet">${t('no entry')}</span>`
                    : clock(modified),
              },
              {
                name: t('Status'),
                value: ({ status, err }) => err ?? status,
                cell: ({ status, err, containers }) =>
                  html`${err === undefined ? status : html`<span class="kd-error">${err}</span>`}
                  ${containers.length === 0 ? nothing : html`<div class="kd-note">${containers.map(({ name, state }) => `${name} ${state}`).join(', ')}</div>`}`,
              },
              {
                name: t('Readers'),
                look: 'fit',
                first: 'down',
                value: ({ readers: own }) => own.length,
                cell: ({ readers: own }) =>
                  own.length === 0 ? html`<span class="kd-quiet">–</span>` : html`${own.length}`,
              },
            ],
          })
    }
    ${moreKept(answer, rows, total)}`;
}

function readersTable(
  rows: readonly SubscriberRow[],
  at: Micros,
  actions: Actions,
): TemplateResult {
  if (rows.length === 0) return html`<p class="kd-note">${t('Nobody waits in GetNewerThan.')}</p>`;
  return html`${dataTable<SubscriberRow>({
      label: t('Who waits in GetNewerThan, the longest first'),
      rows,
      most: MOST,
      columns: [
        { name: t('Reader'), value: podNameOf, cell: ({ pod }) => podLink(pod, actions) },
        {
          name: t('Wants a status newer than'),
          value: ({ minTime }) => minTime,
          cell: ({ minTime }) =>
            minTime === undefined ? t('any that a whole relist gives') : clock(minTime),
        },
        {
          name: t('Waits'),
          first: 'down',
          value: ({ since: from }) => at - from,
          cell: ({ since: from }) => html`<span class="kd-number">${since(from, at)}</span>`,
        },
      ],
    })}
    <p class="kd-note">
      ${t('Each has a channel with room for one status: what wakes it puts the status in and closes it.')}
    </p>`;
}

/** One line a pod; a bar from the call to what released it. */
function timeline(answer: Answer, all: readonly CacheWaitRow[], actions: Actions): TemplateResult {
  const told = kept(answer, all);
  const rows = told.filter(({ releasedBy }) => releasedBy !== 'at once');
  const { at } = answer.held;
  const title = t('Who waited, and what released them');
  const list = html`${atOnceSwitch(answer, actions)}
  ${told.length === 0 ? nothing : waitTable(told, at, actions)}`;
  if (rows.length === 0)
    return section(
      title,
      html`<p class="kd-note">${t('Nobody had to wait in the last minutes.')}</p>
        ${list}`,
    );
  const names = [...new Set(rows.map(({ pod }) => pod.name))];
  const lines = names.slice(0, MOST_LINES);
  const from = Math.min(...rows.map((row) => row.from));
  const to = Math.max(at, ...rows.map((row) => row.to ?? at));
  const x = (time: number): number =>
    NAMES + ((time - from) / Math.max(1, to - from)) * (WIDTH - NAMES - 10);
  const height = lines.length * ROW + 24;
  return section(
    title,
    html`<svg
        class="kd-waits"
        viewBox="0 0 ${WIDTH} ${height}"
        role="img"
        aria-label=${t('Waits in GetNewerThan: {0}, of pods: {1}; the table below lists them.', rows.length, names.length)}
      >
        ${lines.map((name, index) => svg`<text class="kd-words" x="0" y=${index * ROW + 14}>${clipped(name)}</text>`)}
        ${rows.map((row) => bar(row, lines.indexOf(row.pod.name), x, at))}
        <line class="kd-cursor" x1=${x(at)} x2=${x(at)} y1="0" y2=${height - 16}></line>
        <text class="kd-words" x=${NAMES} y=${height - 3}>
          ${formatTimeOfDay(from as Micros).slice(0, 12)}
        </text>
        <text class="kd-words" x=${WIDTH - 10} y=${height - 3} text-anchor="end">
          ${formatTimeOfDay(to as Micros).slice(0, 12)}
        </text>
      </svg>
      <p class="kd-note kd-keys">
        <span class="kd-key kd-by-set"></span>${releases.Set}
        <span class="kd-key kd-by-update"></span>${releases.UpdateTime}
        <span class="kd-key kd-by-none"></span>${t('still waits')}
      </p>
      ${names.length > lines.length ? html`<p class="kd-note">${t('Pods that are in the table alone: {0}.', names.length - lines.length)}</p>` : nothing}
      ${list}`,
    { count: rows.length },
  );
}

/** An answer at once has a channel, too, which is filled and kept nowhere. */
function atOnceSwitch({ atOnce }: Answer, { showAtOnce }: Actions): TemplateResult {
  return html`<p>
    <label
      ><input
        type="checkbox"
        .checked=${atOnce}
        @change=${({ target }: Event) => {
          showAtOnce(target instanceof HTMLInputElement && target.checked);
        }}
      />
      ${t('List also who was answered at once')}</label
    >
  </p>`;
}

function clipped(name: string): string {
  return name.length > 38 ? `…${name.slice(-37)}` : name;
}

function bar(
  row: CacheWaitRow,
  line: number,
  x: (time: number) => number,
  now: Micros,
): SVGTemplateResult | typeof nothing {
  if (line < 0) return nothing;
  const left = x(row.from);
  const width = Math.max(2, x(row.to ?? now) - left);
  const by =
    row.releasedBy === undefined
      ? 'kd-by-none'
      : row.releasedBy === 'UpdateTime'
        ? 'kd-by-update'
        : 'kd-by-set';
  return svg`<rect class="kd-wait ${by}" x=${left} y=${line * ROW + 4} width=${width} height=${ROW - 8}>
    <title>${formatTimeOfDay(row.from).slice(0, 12)}: ${releaseText(row)}</title>
  </rect>`;
}

function releaseText({ releasedBy }: CacheWaitRow): string {
  return releasedBy === undefined ? t('still waits') : releases[releasedBy];
}

function waitTable(rows: readonly CacheWaitRow[], now: Micros, actions: Actions): TemplateResult {
  const newest = rows.toReversed();
  return html`${dataTable<CacheWaitRow>({
    label: t('Calls of GetNewerThan, the newest first'),
    rows: newest,
    most: MOST,
    columns: [
      { name: t('Pod'), value: podNameOf, cell: ({ pod }) => podLink(pod, actions) },
      {
        name: t('From'),
        look: 'fit',
        value: ({ from }) => from,
        cell: ({ from, step }) =>
          html`<button
            class="kd-link"
            title=${t('Show the kubelet right after this step')}
            @click=${() => {
              actions.showStep(step);
            }}
          >
            ${clock(from)}
          </button>`,
      },
      {
        name: t('Waited'),
        look: 'fit',
        first: 'down',
        value: ({ from, to }) => (to ?? now) - from,
        cell: ({ from, to }) => html`<span class="kd-number">${since(from, to ?? now)}</span>`,
      },
      {
        name: t('Released'),
        value: releaseText,
        cell: (row) => {
          const step = row.releasedStep;
          return step === undefined
            ? releaseText(row)
            : html`<button
                class="kd-link"
                title=${t('Show the kubelet right after this step')}
                @click=${() => {
                  actions.showStep(step);
                }}
              >
                ${releaseText(row)}
              </button>`;
        },
      },
      {
        name: t('Got'),
        value: ({ gotModified }) => gotModified,
        cell: gotCell,
      },
      {
        name: t('Its channel, of 1'),
        look: 'fit',
        value: ({ channel }) => channels[channel],
        cell: ({ channel }) => channels[channel],
      },
    ],
  })}
  ${moreNote(Math.min(rows.length, MOST), rows.length)}`;
}

function gotCell({ got, gotModified, atTheVeryTime }: CacheWaitRow): TemplateResult {
  if (got === undefined) return html`<span class="kd-quiet">–</span>`;
  const words = {
    entry: '',
    'older entry': t('an older entry: only the global time is newer'),
    'empty status': t('an empty status: there is no entry, and the global time is newer'),
  }[got];
  return html`${gotModified === undefined ? nothing : clock(gotModified)}
    <span class="kd-note">${words}</span>
    ${atTheVeryTime ? html`<span class="kd-note">${t('the very time that was wanted: for who waits, it counts as newer')}</span>` : nothing}`;
}

/** By lines of v≥4: work has begun, and its sync function has not. */
function toldReaders({ queues, held }: Answer, actions: Actions): TemplateResult {
  const rows = queues.rows.filter(({ stage }) => stage.text === 'waits for the pod cache');
  const isTold = queues.rows.some(({ stage }) => stage.known !== 'unknown');
  return section(
    t('Who waits by the log'),
    rows.length === 0
      ? html`<p class="kd-note">
          ${
            isTold
              ? t('Nobody: no work has begun whose sync function has not.')
              : queues.rows.length === 0
                ? t('No pod worker is known at the cursor.')
                : t('Unknown: of none of the workers a line tells what it does now.')
          }
        </p>`
      : dataTable<WorkerQueueRow>({
          label: t('Workers that wait for the pod cache, by the log'),
          rows,
          most: MOST,
          columns: [
            {
              name: t('Reader'),
              value: ({ pod }) => pod,
              cell: (row) => podLink(rowPod(row), actions),
            },
            {
              name: t('Waits'),
              first: 'down',
              value: ({ stageSince }) => stageSince && held.at - stageSince,
              cell: ({ stage, stageSince }) =>
                html`<span class="kd-number">${since(stageSince, held.at)}</span>
                  ${lineLink(t('since its work began'), stage.provedBy[0], actions.goTo, 'plain')}${knownMark(stage.known)}`,
            },
          ],
        }),
    rows.length === 0 ? {} : { count: rows.length },
  );
}

/** What the lines of relists tell. */
function writes({ writes: told }: Answer, actions: Actions): TemplateResult {
  const rows = told?.rows ?? [];
  return section(
    t('Writes that left a line'),
    rows.length === 0
      ? html`<p class="kd-note">
          ${t('None up to the cursor: “PLEG: Write status” is printed at --v=4, and below it only when an inspection fails.')}
        </p>`
      : html`${dataTable<CacheWriteRow>({
          label: t('Writes into the pod cache that left a line, the newest first'),
          rows,
          total: told?.total ?? 0,
          columns: [
            {
              name: t('Time'),
              look: 'fit',
              value: ({ at }) => at,
              cell: ({ at, input }) => clockLink(at, input, actions.goTo),
            },
            {
              name: t('Pod'),
              value: ({ pod }) => pod,
              cell: ({ pod, podKey }) => podLink({ name: pod, key: podKey }, actions),
            },
            {
              name: t('What'),
              value: ({ kind, error }) => error ?? kind,
              cell: ({ kind, error }) =>
                error !== undefined
                  ? html`<span class="kd-error">${error}</span>`
                  : kind === 'set'
                    ? t('status written')
                    : t('entry deleted'),
            },
          ],
        })}
        ${moreNote(rows.length, told?.total ?? 0)}`,
    rows.length === 0 ? {} : { count: told?.total ?? 0 },
  );
}
