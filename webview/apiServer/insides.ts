// What etcd, the watch cache and each watch hold.
import { html, type TemplateResult } from 'lit';
import type { ServerPage, WatchRow } from '../../src/protocol/apiServerApi.ts';
import { goLinks, type OpenGo } from '../shared/goLink.ts';
import { t } from '../shared/l10n.ts';
import { code } from './code.ts';
import { placeNames } from './diagram.ts';

export function insides(
  { etcd, cache, watches, waitingLists }: ServerPage,
  openGo: OpenGo,
): TemplateResult {
  return html`<div class="kd-insides">
    <section aria-label=${placeNames.etcd}>
      <h2>${placeNames.etcd}</h2>
      ${goLinks(code.etcd, openGo)}
      <dl>
        <dt>${t('Revision')}</dt>
        <dd class="kd-number">${etcd.revision}</dd>
        <dt>${t('Compacted')}</dt>
        <dd class="kd-number">${etcd.compacted}</dd>
      </dl>
      <h3>${t('Objects')}</h3>
      ${chips(etcd.objects)}
    </section>
    <section aria-label=${placeNames.cache}>
      <h2>${placeNames.cache}</h2>
      ${goLinks(code.cache, openGo)}
      <dl>
        <dt>${t('Revision')}</dt>
        <dd class="kd-number">${cache.ready ? cache.revision : t('none: it lists')}</dd>
        <dt>${t('Behind etcd')}</dt>
        <dd class="kd-number">${cache.ready ? etcd.revision - cache.revision : t('unknown')}</dd>
        <dt>${t('Waiting lists')}</dt>
        <dd class="kd-number">${waitingLists}</dd>
      </dl>
      <h3>${t('Store')}</h3>
      ${chips(cache.objects)}
      <h3>${t('Ring of the last events, {0} of {1}', cache.ring.length, cache.ringRoom)}</h3>
      ${chips(cache.ring)}
    </section>
    <section aria-label=${t('Watches')}>
      <h2>${t('Watches')}</h2>
      ${goLinks(code.watches, openGo)} ${watches.length === 0 ? empty : watches.map(watch)}
    </section>
  </div>`;
}

function watch({ client, waiting, room, sendsInitialEvents, slow }: WatchRow): TemplateResult {
  return html`<h3>
      ${placeNames[client]}:
      ${
        sendsInitialEvents ? t('sending initial events') : slow ? t('not reading') : t('up to date')
      }
    </h3>
    <p>
      ${Array.from({ length: room }, (_, place) => html`<span class="kd-chip">${waiting[place] ?? '–'}</span>`)}
      <span class="kd-note">${t('input channel, {0} of {1}', waiting.length, room)}</span>
    </p>`;
}

function chips(texts: readonly string[]): TemplateResult {
  if (texts.length === 0) return empty;
  return html`<p>${texts.map((text) => html`<span class="kd-chip">${text}</span>`)}</p>`;
}

const empty = html`<p class="kd-note">${t('It is empty.')}</p>`;
