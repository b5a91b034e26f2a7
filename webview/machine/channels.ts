// The room of the channels: how much room each has, what waits in it, and what becomes of who sends when it is full.
import { html, nothing, svg, type TemplateResult } from 'lit';
import { formatDuration } from '../../src/base/time.ts';
import type {
  ChannelItem,
  ChannelRow,
  ChannelsPart,
  SyncLoopPart,
} from '../../src/protocol/machineApi.ts';
import { dataTable } from '../shared/dataTable.ts';
import { rich, t } from '../shared/l10n.ts';
import { clock } from '../shared/parts.ts';
import { doing, heldSide, podLink, since, toldValues, type Actions, type Answer } from './parts.ts';
import { partName, toldParts } from './rooms.ts';

const MOST_ITEMS = 10;
/** Slots that are drawn; a fuller channel is drawn as a share of them. */
const SLOTS = 10;

const whenFull: Readonly<Record<ChannelRow['whenFull'], string>> = {
  'sender waits': t('the sender waits'),
  lost: t('it is lost'),
  'tick is dropped': t('the tick is dropped'),
};

const states: Readonly<Record<SyncLoopPart['state'], string>> = {
  'not begun': t('The loop has not begun.'),
  select: t('The loop waits for a channel.'),
  handles: t('The loop works on what it took.'),
  pause: t('The loop pauses: the runtime is in error.'),
};

export function channelsRoom(answer: Answer, actions: Actions): TemplateResult {
  const { held, loop } = answer;
  const { channels, syncLoop } = held.parts;
  return html`<div class="kd-eyes">
    ${heldSide(answer, 'channels', channels, actions, (part) => html`${syncLoop === undefined ? nothing : loopText(syncLoop, answer)}${table(part, answer, actions)}`)}
    ${toldValues(loop, toldParts.channels ?? [], partName, actions)}
  </div>`;
}

function loopText(
  { state, since: from, pause, took }: SyncLoopPart,
  { held }: Answer,
): TemplateResult {
  const others = took?.ready.filter((channel) => channel !== took.channel) ?? [];
  return html`<p>
      ${doing(states[state], from, held.at)}
      ${
        pause === undefined
          ? nothing
          : html`<span class="kd-note"
              >${rich('It sleeps {0}, until {1}; the next pause would be {2}: {3}', formatDuration(pause.length), clock(pause.until), formatDuration(pause.next), pause.errors.join('; '))}</span
            >`
      }
    </p>
    ${
      took === undefined
        ? nothing
        : html`<p class="kd-note">
            ${rich('At {0} select took from {1}: {2}.', clock(took.at), html`<code>${took.channel}</code>`, took.text)}
            ${others.length === 0 ? nothing : t('Ready beside it, so that chance chose: {0}.', others.join(', '))}
          </p>`
    }`;
}

function table({ channels }: ChannelsPart, { held }: Answer, actions: Actions): TemplateResult {
  return dataTable<ChannelRow>({
    label: t('Channels to the sync loop'),
    rows: channels,
    rowClass: ({ full }) => (full ? 'kd-long' : ''),
    columns: [
      {
        name: t('Channel'),
        value: ({ channel }) => channel,
        cell: ({ channel, carries }) =>
          html`<code>${channel}</code>
            <div class="kd-note">${carries}</div>`,
      },
      {
        name: t('Waiting'),
        first: 'down',
        value: ({ waiting }) => waiting,
        cell: (row) =>
          html`${slots(row)}
            <span class="kd-number"
              >${row.capacity === 0 ? t('unbuffered') : t('{0} of {1}', row.waiting, row.capacity)}</span
            >
            ${row.full ? html`<div class="kd-warning">${rich('full: {0}', whenFull[row.whenFull])}</div>` : nothing}`,
      },
      {
        name: t('What waits, the oldest first'),
        value: ({ items }) => items[0]?.since,
        cell: ({ items, waiting, blocked }) =>
          waiting + blocked.length === 0
            ? html`<span class="kd-quiet">${t('nothing')}</span>`
            : html`<ul class="kd-updates">
                ${items.slice(0, MOST_ITEMS).map((item) => itemOf(item, held, actions))}
                ${waiting > MOST_ITEMS ? html`<li class="kd-note">${t('{0} more.', waiting - MOST_ITEMS)}</li>` : nothing}
                ${blocked.slice(0, MOST_ITEMS).map((item) => itemOf(item, held, actions, t('Its sender waits.')))}
                ${blocked.length > MOST_ITEMS ? html`<li class="kd-warning">${t('More senders that wait: {0}.', blocked.length - MOST_ITEMS)}</li>` : nothing}
              </ul>`,
      },
      {
        name: t('Who sends'),
        value: ({ sender }) => sender,
        cell: ({ sender, whenFull: then }) =>
          html`${sender}
            <div class="kd-note">${rich('when full: {0}', whenFull[then])}</div>`,
      },
    ],
  });
}

function itemOf(
  { text, pods, since: from }: ChannelItem,
  held: Answer['held'],
  actions: Actions,
  warning?: string,
): TemplateResult {
  return html`<li>
    ${text} ${pods.slice(0, MOST_ITEMS).map((pod) => html` ${podLink(pod, actions)}`)}
    <span class="kd-note">${t('for {0}', since(from, held.at))}</span>
    ${warning === undefined ? nothing : html`<span class="kd-warning">${warning}</span>`}
  </li>`;
}

function slots({ capacity, waiting }: ChannelRow): TemplateResult | typeof nothing {
  if (capacity === 0) return nothing;
  const drawn = Math.min(SLOTS, capacity);
  const full = waiting === 0 ? 0 : Math.max(1, Math.round((waiting / capacity) * drawn));
  return html`<svg
    class="kd-slots"
    viewBox="0 0 ${drawn * 10} 14"
    width=${drawn * 10}
    height="14"
    aria-hidden="true"
  >
    ${Array.from(
      { length: drawn },
      (_, slot) =>
        svg`<rect class=${slot < full ? 'kd-slot kd-full' : 'kd-slot'} x=${slot * 10 + 1} y="1" width="7" height="12" rx="1"></rect>`,
    )}
  </svg>`;
}
