// The states of a reflector and the ways between them, as a drawing; the one it is in stands out.
import { html, svg, type TemplateResult } from 'lit';
import type { InformerPhase } from '../../src/protocol/informerApi.ts';
import { t } from '../shared/l10n.ts';

interface Box {
  readonly phase: InformerPhase;
  readonly words: string;
  readonly x: number;
  readonly y: number;
}

const width = 112;
const height = 34;

const boxes: readonly Box[] = [
  { phase: 'listing', words: t('Listing'), x: 8, y: 24 },
  { phase: 'opening', words: t('Opening'), x: 196, y: 24 },
  { phase: 'watching', words: t('Watching'), x: 384, y: 24 },
  { phase: 'streaming', words: t('Streaming list'), x: 8, y: 114 },
  { phase: 'waiting', words: t('Waiting'), x: 290, y: 114 },
];

const ways = [
  // A list, then a watch from its version.
  'M120 41H190',
  'M308 41H378',
  // A stream that ended in order is opened again.
  'M440 24C425 2 270 2 254 19',
  // What goes wrong is waited out, then it begins again.
  'M426 58L380 108',
  'M266 58L318 108',
  'M330 114L278 64',
  // What was refused waits, too, and then lists again.
  'M104 58L296 112',
  'M290 122L92 64',
] as const;

/** Where the version has streaming lists. */
const streamingWays = [
  // A list and its watch as one stream, below all else.
  'M64 148C100 196 520 200 470 64',
  // One that was refused waits, then is asked for again.
  'M120 126H284',
  'M290 138H126',
  // A streaming list that cannot be had becomes an ordinary one.
  'M64 114V64',
] as const;

const sayings: Record<InformerPhase, string> = {
  idle: t('has not begun'),
  listing: t('waits for a list'),
  streaming: t('streams the current state'),
  opening: t('opens a watch'),
  watching: t('watches'),
  waiting: t('waits before it asks again'),
  stopped: t('has stopped'),
};

export function phaseWords(phase: InformerPhase): string {
  return sayings[phase];
}

/** `streams`: its client-go can ask for streaming lists. */
export function machine(phase: InformerPhase, streams: boolean): TemplateResult {
  const shown = boxes.filter((box) => streams || box.phase !== 'streaming');
  return html`<svg
    class="kd-states"
    viewBox=${`0 0 504 ${streams ? 184 : 156}`}
    role="img"
    aria-label=${t('The reflector {0}', sayings[phase])}
  >
    <defs>
      <marker
        id="kd-arrow"
        viewBox="0 0 8 8"
        refX="7"
        refY="4"
        markerWidth="7"
        markerHeight="7"
        orient="auto-start-reverse"
      >
        <path d="M0 0.8 7 4 0 7.2z"></path>
      </marker>
    </defs>
    ${[...ways, ...(streams ? streamingWays : [])].map((d) => svg`<path class="kd-way" d=${d} marker-end="url(#kd-arrow)"></path>`)}
    ${shown.map(
      ({ phase: each, words, x, y }) => svg`<g class=${each === phase ? 'kd-box kd-now' : 'kd-box'}>
        <rect x=${x} y=${y} width=${width} height=${height} rx="4"></rect>
        <text x=${x + width / 2} y=${y + height / 2 + 4.5}>${words}</text>
      </g>`,
    )}
  </svg>`;
}
