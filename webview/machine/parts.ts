// What the rooms have in common: links to pods and Go functions, what is unknown and why, and where the two eyes differ.
import { html, nothing, type TemplateResult } from 'lit';
import { formatDuration, type Micros } from '../../src/base/time.ts';
import type {
  MachineDifference,
  MachineGo,
  MachinePartId,
  MachinePod,
  MachineStep,
  MachineView,
} from '../../src/protocol/machineApi.ts';
import type { MachinePage } from '../../src/protocol/pageApi.ts';
import type {
  CacheWrites,
  WorkerQueueRow,
  WorkerQueues,
} from '../../src/protocol/workerQueueApi.ts';
import type { CacheWaits, MachineSteps, SyncCallRow } from '../../src/protocol/machineApi.ts';
import { dataTable, type Table } from '../shared/dataTable.ts';
import { rich, t } from '../shared/l10n.ts';
import { clock, knownLegend, section, shownValue, knownWord, type GoTo } from '../shared/parts.ts';
import { inWords } from '../shared/said.ts';
import type { Room } from './rooms.ts';

/** Everything that a room may show. */
export interface Answer {
  readonly room: Room;
  /** What the kubelet held. */
  readonly held: MachineView;
  /** What the log tells. */
  readonly queues: WorkerQueues;
  readonly loop: MachinePage | undefined;
  readonly waits: CacheWaits | undefined;
  /** Whether what was answered at once is among them. */
  readonly atOnce: boolean;
  readonly writes: CacheWrites | undefined;
  readonly steps: MachineSteps | undefined;
}

export interface Actions {
  readonly goTo: GoTo;
  readonly showPod: (podKey: string) => void;
  readonly openGo: (go: MachineGo) => void;
  readonly showStep: (step: number) => void;
  readonly showAtOnce: (isShown: boolean) => void;
}

/** By how much the page cuts lists that nobody reads to their end. */
export const MOST = 200;

export function podLink(
  pod: Pick<MachinePod, 'name' | 'key'>,
  { showPod }: Actions,
): TemplateResult {
  const { key, name } = pod;
  if (key === undefined) return html`${name}`;
  return html`<button
    class="kd-link"
    title=${t('Open this pod’s page')}
    @click=${() => {
      showPod(key);
    }}
  >
    ${name}
  </button>`;
}

export function rowPod({ pod, podKey }: WorkerQueueRow): Pick<MachinePod, 'name' | 'key'> {
  return { name: pod, key: podKey };
}

export function goLink(go: MachineGo, { openGo }: Actions): TemplateResult {
  return html`<button
    class="kd-link kd-mono"
    title=${t('Open its Go source')}
    @click=${() => {
      openGo(go);
    }}
  >
    ${go.function}
  </button>`;
}

/** What the kubelet held, or why nobody knows. */
export function heldSide<
  T extends { readonly go: MachineGo; readonly last: MachineStep | undefined },
>(
  { held }: Answer,
  id: MachinePartId,
  part: T | undefined,
  actions: Actions,
  draw: (part: T) => unknown,
  title = t('What the kubelet held'),
): TemplateResult {
  const source =
    held.from === 'truth files' ? t('as its truth files tell it') : t('as it was simulated');
  return section(
    title,
    part === undefined
      ? html`<p class="kd-note">${unknownText(held, id)}</p>`
      : html`${draw(part)}
          <p class="kd-note">
            ${rich('In {0}.', goLink(part.go, actions))}
            ${part.last === undefined ? nothing : lastStep(part.last, actions)}
          </p>`,
    part === undefined ? {} : { note: source },
  );
}

function lastStep({ at, text, step }: MachineStep, actions: Actions): unknown {
  return rich('Its last step, at {0}: {1}', clock(at), stepLink(text, step, actions));
}

export function stepLink(words: unknown, step: number, { showStep }: Actions): TemplateResult {
  return html`<button
    class="kd-link"
    title=${t('Show the kubelet right after this step')}
    @click=${() => {
      showStep(step);
    }}
  >
    ${words}
  </button>`;
}

export function unknownText({ unknown }: MachineView, id: MachinePartId): string {
  const why = unknown[id];
  return why === undefined
    ? t('Unknown: nobody looked inside this kubelet.')
    : t('Unknown: {0}.', inWords(why));
}

/** The log's side of a room, with what its signs mean: what the kubelet held is in no log, and has none. */
export function toldSide(
  content: unknown,
  beside: Parameters<typeof section>[2] = {},
): TemplateResult {
  return section(t('What the log tells'), html`${content} ${knownLegend}`, beside);
}

/** What the sync loop's page has of some parts. */
export function toldValues(
  loop: MachinePage | undefined,
  ids: readonly MachinePage['parts'][number]['part'][],
  names: (id: MachinePage['parts'][number]['part']) => string,
  { goTo }: Actions,
): TemplateResult {
  const parts = loop?.parts.filter(({ part }) => ids.includes(part)) ?? [];
  return toldSide(
    html`<div class="kd-told">
      ${parts.map(
        ({ part, values }) =>
          html`<h3>${names(part)}</h3>
            <dl>
              ${values.map(
                ({ name, value }) =>
                  html`<dt>${inWords(name)}</dt>
                    <dd>${shownValue(value, goTo)}</dd>`,
              )}
            </dl>`,
      )}
    </div>`,
  );
}

const whys: Readonly<Record<MachineDifference['why'], string>> = {
  'not printed': t('not printed'),
  late: t('told later'),
  early: t('told early'),
  wrong: t('wrong'),
};

/** Where the two eyes differ, and why. */
export function differences(
  { held, queues }: Answer,
  parts: readonly MachinePartId[],
  actions: Actions,
): TemplateResult | typeof nothing {
  const own = held.differences.filter(
    ({ part, pod }) => parts.includes(part) && (pod === undefined || isKept(queues, pod)),
  );
  if (own.length === 0) return nothing;
  return section(
    t('Where the two differ'),
    dataTable<MachineDifference>({
      label: t('Where what the log tells and what the kubelet held differ'),
      rows: own,
      most: MOST,
      columns: [
        {
          name: t('Pod'),
          value: podNameOf,
          cell: ({ pod }) => (pod === undefined ? '–' : podLink(pod, actions)),
        },
        { name: t('What'), look: 'fit', value: ({ field }) => field, cell: ({ field }) => field },
        {
          name: t('The log'),
          value: ({ told }) => knownWord(told),
          cell: ({ told }) => shownValue(told, actions.goTo),
        },
        { name: t('The kubelet'), value: (one) => one.held, cell: (one) => one.held },
        {
          name: t('Why'),
          value: ({ why }) => whys[why],
          cell: ({ why, text }) =>
            html`<strong>${whys[why]}</strong> <span class="kd-note">${text}</span>`,
        },
      ],
    }),
    { count: own.length },
  );
}

/** A sign at what differs for a pod. */
export function differMark(
  { held }: Answer,
  part: MachinePartId,
  pod: MachinePod,
): TemplateResult | typeof nothing {
  const own = held.differences.filter((one) => one.part === part && one.pod?.uid === pod.uid);
  if (own.length === 0) return nothing;
  const text = own.map((one) => one.text).join(' ');
  return html`<span class="kd-differ" title=${text}
    >≠<span class="kd-hidden"> ${t('differs from the log')}: ${text}</span></span
  >`;
}

/** What somebody does, and for how long already. */
export function doing(what: string, from: Micros | undefined, now: Micros): TemplateResult {
  return html`${what}
  ${from === undefined ? nothing : t('It has done so for {0}.', since(from, now))}`;
}

/** `3.2 s`, from one time to another, never below zero. */
export function since(from: Micros | undefined, now: Micros): string {
  return from === undefined ? '' : formatDuration(Math.max(0, now - from));
}

/** How long a call took, or has been running. */
export function took({ from, to }: Pick<SyncCallRow, 'from' | 'to'>, now: Micros): TemplateResult {
  return to === undefined
    ? html`<strong>${t('runs for {0}', since(from, now))}</strong>`
    : html`<span class="kd-number"
        >${to === from ? t('no time') : formatDuration(to - from)}</span
      >`;
}

/** In place of a table: the part holds none, or the filter leaves none. */
export function noRows(total: number, none: string): TemplateResult {
  return html`<p class="kd-note">${total === 0 ? none : t('No pod matches the filter.')}</p>`;
}

/** Of `total` rows those that the filter leaves, of which `most` are shown. */
export function moreKept(
  answer: Answer,
  rows: readonly unknown[],
  total: number,
  most = MOST,
): TemplateResult | typeof nothing {
  return moreNote(Math.min(rows.length, most), keptOf(answer, rows, total));
}

function keptOf({ queues }: Answer, rows: readonly unknown[], total: number): number {
  return queues.kept === undefined ? total : rows.length;
}

/** The rows of a table of which there may be more. */
export function drawnOf<Row>(
  answer: Answer,
  rows: readonly Row[],
  total = rows.length,
): Pick<Table<Row>, 'rows' | 'total' | 'most'> {
  return { rows, total: keptOf(answer, rows, total), most: MOST };
}

export function podNameOf({ pod }: { readonly pod: MachinePod | undefined }): string | undefined {
  return pod?.name;
}

export function moreNote(shown: number, total: number): TemplateResult | typeof nothing {
  return total <= shown
    ? nothing
    : html`<p class="kd-note">
        ${t('{0} of {1} are shown: a filter finds the others.', shown.toLocaleString('en'), total.toLocaleString('en'))}
      </p>`;
}

/** Rows of pods that the filter of the page leaves. */
export function kept<T extends { readonly pod: MachinePod }>(
  { queues }: Answer,
  rows: readonly T[],
): readonly T[] {
  return rows.filter(({ pod }) => isKept(queues, pod));
}

function isKept({ kept: keys }: WorkerQueues, { key, uid }: MachinePod): boolean {
  return keys === undefined || keys.includes(key ?? uid);
}
