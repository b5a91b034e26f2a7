// The machine as a drawing: boxes that can be chosen, wires that light up with what the line at the cursor did.
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import type { MachinePage, MachinePart, MachineWorker } from '../../src/protocol/pageApi.ts';
import type { RowSeverity } from '../../src/protocol/rows.ts';
import { workerShape } from '../shared/workerMark.ts';
import { places, wires, type Place } from './places.ts';
import { rich, t } from '../shared/l10n.ts';
import { knownWords } from '../shared/words.ts';
import { inWords } from '../shared/said.ts';

export interface DrawingActions {
  readonly chosen: MachinePart | undefined;
  readonly choose: (part: MachinePart) => void;
  /** Wires do not move. */
  readonly calm: boolean;
}

type Part = MachinePage['parts'][number];

export function drawing(page: MachinePage, actions: DrawingActions): TemplateResult {
  const path = page.event?.path ?? [];
  const lit = new Set(path);
  const severity = page.event?.severity ?? 'none';
  return html`<svg
    class="kd-machine ${actions.calm ? 'kd-calm' : ''}"
    viewBox="0 0 1004 530"
    role="group"
    aria-label=${t('The parts of the kubelet’s sync loop')}
  >
    <defs>
      ${arrow('kd-arrow', 'kd-arrow')} ${arrow('kd-arrow-lit', `kd-arrow kd-lit kd-is-${severity}`)}
    </defs>
    ${wires.map(({ from, to, d }) => {
      const isLit = path.some((each, index) => each === from && path[index + 1] === to);
      return svg`<path class=${isLit ? `kd-wire kd-lit kd-is-${severity}` : 'kd-wire'} d=${d} marker-end=${isLit ? 'url(#kd-arrow-lit)' : 'url(#kd-arrow)'}></path>`;
    })}
    ${page.parts.map((part) => partShape(part, page, lit.has(part.part), severity, actions))}
  </svg>`;
}

function arrow(id: string, look: string): SVGTemplateResult {
  return svg`<marker id=${id} viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" markerHeight="7" markerUnits="userSpaceOnUse" orient="auto-start-reverse">
    <path class=${look} d="M0 0.5 7.5 4 0 7.5z"></path>
  </marker>`;
}

function partShape(
  part: Part,
  page: MachinePage,
  isLit: boolean,
  severity: RowSeverity,
  { chosen, choose }: DrawingActions,
): SVGTemplateResult {
  const place = places[part.part];
  const classes = [
    'kd-part',
    isLit ? `kd-lit kd-is-${severity}` : '',
    part.part === chosen ? 'kd-chosen' : '',
    `kd-state-${part.severity}`,
  ].join(' ');
  const pick = (): void => {
    choose(part.part);
  };
  // The outline is the button; words and signs on it are for the eye, its label says the same.
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    pick();
  };
  const pressed = part.part === chosen ? 'true' : 'false';
  return svg`<g class=${classes} @click=${pick} @keydown=${press}>
    ${outline(place, spoken(part, place, isLit), pressed)}
    <g class="kd-on-top" aria-hidden="true">${content(part, place, page)}</g>
  </g>`;
}

function spoken(part: Part, { name }: Place, isLit: boolean): string {
  const first = part.values[0];
  const known = first?.value.known === 'inferred' ? `, ${knownWords.inferred}` : '';
  const state =
    first === undefined ? '' : `: ${inWords(first.name)} ${inWords(first.value.text)}${known}`;
  return `${name}${state}${isLit ? `. ${t('On the path of the line at the cursor')}` : ''}`;
}

function outline(place: Place, label: string, pressed: string): SVGTemplateResult {
  const { x, y, width, height, shape } = place;
  const round = shape === 'ring' ? width / 2 : shape === 'channel' ? height / 2 : 4;
  return svg`<rect
    class="kd-outline"
    role="button"
    tabindex="0"
    aria-pressed=${pressed}
    aria-label=${label}
    x=${x}
    y=${y}
    width=${width}
    height=${height}
    rx=${round}
  ></rect>`;
}

function content(part: Part, place: Place, page: MachinePage): SVGTemplateResult {
  const { x, y, width, height, shape, name } = place;
  const middle = x + width / 2;
  if (part.part === 'workers') return workers(place, page);
  if (shape === 'ring')
    return svg`<path class="kd-turn" d="M${middle - 38} ${y + height / 2 + 30} a48 48 0 0 0 76 0"></path>${nameAndWords(part, place)}`;
  if (shape === 'channel')
    return svg`<text class="kd-name" x=${x + 20} y=${y + 25}>${name}</text>${fill(part, place)}`;
  return nameAndWords(part, place);
}

function nameAndWords(part: Part, { x, y, width, height, name }: Place): SVGTemplateResult {
  const middle = x + width / 2;
  const words = boxWords(part);
  const top = y + height / 2 - (words === '' ? -5 : 4);
  return svg`<text class="kd-name" x=${middle} y=${top} text-anchor="middle">${name}</text>
    ${words === '' ? nothing : svg`<text class="kd-words" x=${middle} y=${top + 18} text-anchor="middle">${words}</text>`}`;
}

/** What a box has room for. */
function boxWords({ part, values }: Part): string {
  const value = values[0]?.value;
  if (value === undefined || part === 'status') return '';
  if (value.known === 'unknown') return '?';
  const sign = value.known === 'inferred' ? ' ≈' : '';
  const room = part === 'cni' ? 15 : 20;
  const whole = inWords(value.text);
  const words = whole.length > room ? `${whole.slice(0, room - 1)}…` : whole;
  return `${words}${sign}`;
}

/** Three slots at the end of a channel: full when nobody reads it, empty when all is taken at once, a question mark else. */
function fill({ values, severity }: Part, { x, y, width }: Place): SVGTemplateResult {
  const unknown = values[0]?.value.known === 'unknown';
  const right = x + width - 18;
  // What a journal tells is a number: `3 of 50`.
  const waiting = Number(/^\d+/.exec(values[0]?.value.text ?? '')?.[0] ?? NaN);
  if (unknown) return svg`<text class="kd-words" x=${right} y=${y + 25} text-anchor="end">?</text>`;
  return svg`${[0, 1, 2].map(
    (slot) =>
      svg`<rect class=${(Number.isNaN(waiting) ? severity !== 'none' : slot < waiting) ? 'kd-slot kd-full' : 'kd-slot'} x=${right - 8 - slot * 11} y=${y + 14} width="8" height="12" rx="1"></rect>`,
  )}`;
}

const COLUMNS = 8;
const CELL = 30;
/** So few have room for their names. */
const FEW = 8;

/** One sign a pod, with its slot beside it. */
function workers(
  { x, y, width }: Place,
  { workers: list, workerTotal, parts }: MachinePage,
): SVGTemplateResult {
  const count = inWords(parts.find(({ part }) => part === 'workers')?.values[0]?.value.text ?? '');
  const shown = list.slice(0, COLUMNS * COLUMNS);
  const more = workerTotal - shown.length;
  const few = shown.length <= FEW;
  return svg`<text class="kd-name" x=${x + 14} y=${y + 22}>${t('pod workers')}</text>
    <text class="kd-words" x=${x + width - 14} y=${y + 22} text-anchor="end">${more > 0 ? t('{0}, {1} drawn', count, shown.length) : count}</text>
    ${shown.map((worker, index) =>
      few
        ? svg`${cell(worker, x + 14, y + 36 + index * CELL)}<text class="kd-words" x=${x + 48} y=${y + 49 + index * CELL}>${clipped(worker.pod)}</text>`
        : cell(
            worker,
            x + 10 + (index % COLUMNS) * CELL,
            y + 36 + Math.floor(index / COLUMNS) * CELL,
          ),
    )}`;
}

/** The end of a pod's name tells more than its begin. */
function clipped(pod: string): string {
  return pod.length > 28 ? `…${pod.slice(-27)}` : pod;
}

function cell(worker: MachineWorker, x: number, y: number): SVGTemplateResult {
  const slot =
    worker.waiting === undefined
      ? 'kd-slot kd-unsure'
      : worker.waiting
        ? 'kd-slot kd-full'
        : 'kd-slot';
  return svg`<g class="kd-cell">
    <title>${rich('{0}: {1}; pending update: {2}', worker.pod, inWords(worker.state.text), inWords(worker.queue.text))}</title>
    <svg class="kd-worker kd-worker-${worker.icon}" x=${x} y=${y} width="17" height="17" viewBox="0 0 14 14">${workerShape(worker.icon)}</svg>
    <rect class=${slot} x=${x + 19} y=${y + 3} width="5" height="11" rx="1"></rect>
  </g>`;
}
