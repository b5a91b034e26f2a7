// What was sent, as a sequence diagram: a lane for each who speaks, an arrow for each message, and why it was sent.
import { html, nothing, type TemplateResult } from 'lit';
import {
  serverPlaces,
  type ServerMessage,
  type ServerPage,
  type ServerPlace,
  type ServerReason,
} from '../../src/protocol/apiServerApi.ts';
import { t } from '../shared/l10n.ts';

export const placeNames: Record<ServerPlace, string> = {
  client1: t('Client 1'),
  client2: t('Client 2'),
  cache: t('Watch cache'),
  etcd: 'etcd',
};

const reasons: Record<ServerReason, string> = {
  asked: t('the client asks'),
  'from-cache': t('answered from the watch cache'),
  'from-etcd': t('read from etcd'),
  'asks-revision': t('the newest is wanted: ask etcd for its revision'),
  'too-large': t('the cache was not there within 3 s'),
  expired: t('that version is no longer kept'),
  'not-ready': t('the cache is not filled yet'),
  refused: t('refused'),
  retried: t('retried, as the response asked'),
  'initial-event': t('2a: from the store, or what happened since the version'),
  'initial-events-end': t('the list is complete: the annotation says so'),
  event: t('2b: an event later than what was sent'),
  heard: t('G1: into the store and the ring, then G2 to each watch'),
  bookmark: t('nothing new up to this version'),
  closed: t('the stream ends'),
  'cut-slow': t('cut off: its channel was full for too long'),
  progress: t('etcd tells how far it is, as somebody waits'),
  written: t('written'),
  'moved-on': t('another resource changed'),
  compacted: t('older revisions are removed'),
  relisted: t('lists again; all watches are closed'),
  lagging: t('the cache now lags etcd by this much'),
  slow: t('stops reading'),
  took: t('reads again'),
};

export function reasonWords(reason: ServerReason): string {
  return reasons[reason];
}

export function diagram({ messages, at, earlier }: ServerPage): TemplateResult {
  return html`<div class="kd-wide kd-diagram" tabindex="0">
    <div class="kd-lanes" aria-hidden="true">
      <span></span>${serverPlaces.map((place) => html`<b>${placeNames[place]}</b>`)}
    </div>
    ${earlier === 0 ? nothing : html`<p class="kd-note">${t('{0} messages before these', earlier)}</p>`}
    <ol>
      ${messages.map((message) => arrow(message, message.move === at))}
    </ol>
  </div>`;
}

function arrow({ at, from, to, text, reason }: ServerMessage, isNew: boolean): TemplateResult {
  const [a, b] = [serverPlaces.indexOf(from), serverPlaces.indexOf(to)];
  const [left, right] = [Math.min(a, b), Math.max(a, b)];
  const look = a === b ? 'kd-self' : a < b ? 'kd-right' : 'kd-left';
  return html`<li class=${isNew ? 'kd-current' : ''}>
    <span class="kd-clock">${(at / 1000).toFixed(3)}</span>
    <span class="kd-hidden">${t('{0} to {1}:', placeNames[from], placeNames[to])}</span>
    <span class="kd-arrow-box ${look}" .style=${`grid-column: ${left + 2} / ${right + 3}`}>
      <span class="kd-mono">${text}</span>
      <span class="kd-note">${reasonWords(reason)}</span>
    </span>
  </li>`;
}
