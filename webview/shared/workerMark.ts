// The sign of a pod worker's state: a colour of its own for each, and a shape, for those who see no colours.
import { html, svg, type TemplateResult } from 'lit';
import type { WorkerIcon } from '../../src/protocol/rows.ts';

const shapes: Record<WorkerIcon, TemplateResult> = {
  sync: svg`<circle cx="7" cy="7" r="5"></circle><path d="M4.6 7.2 6.3 9l3.2-3.8"></path>`,
  working: svg`<path d="M12 7a5 5 0 0 1-9.3 2.5M2 7a5 5 0 0 1 9.3-2.5M2.4 12.4V9.4h3M11.6 1.6v3h-3"></path>`,
  terminating: svg`<circle cx="7" cy="7" r="5"></circle><path d="M3.6 10.4 10.4 3.6"></path>`,
  stuck: svg`<circle class="kd-solid" cx="7" cy="7" r="5.5"></circle><path class="kd-cut" d="M7 4v3.4M7 9.9v.2"></path>`,
  terminated: svg`<circle cx="7" cy="7" r="5"></circle><path d="M5.2 5.2h3.6v3.6H5.2z"></path>`,
  finished: svg`<path d="M1.5 7.5 4.3 10.3 9.5 4M7 9.8l.6.5L12.8 4"></path>`,
  gone: svg`<circle cx="7" cy="7" r="5" stroke-dasharray="2 2"></circle>`,
  unknown: svg`<path d="M4.8 5.2A2.2 2.2 0 1 1 7 7.4v1.2M7 11v.2"></path>`,
};

/** Of a field of 14 × 14, for a drawing that has it in it. */
export function workerShape(icon: WorkerIcon): TemplateResult {
  return shapes[icon];
}

export function workerMark(icon: WorkerIcon): TemplateResult {
  return html`<svg class="kd-worker kd-worker-${icon}" viewBox="0 0 14 14" aria-hidden="true">
    ${shapes[icon]}
  </svg>`;
}
