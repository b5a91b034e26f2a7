// Drawings of the pages' buttons: 16 × 16, in the colour of the text.
import { svg, type SVGTemplateResult } from 'lit';

const stroked = (path: string): SVGTemplateResult =>
  svg`<svg slot="start" width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d=${path}></path></svg>`;

export const icons = {
  stepBack: stroked('M12.5 3.5v9L6 8zM3.5 3.5v9'),
  stepForward: stroked('M3.5 3.5v9L10 8zM12.5 3.5v9'),
  zoomIn: stroked('M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.3 10.3 14 14M7 5v4M5 7h4'),
  zoomOut: stroked('M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.3 10.3 14 14M5 7h4'),
  fit: stroked('M2 4v8M14 4v8M4.5 8h7M6.5 6l-2 2 2 2M9.5 6l2 2-2 2'),
  list: stroked('M2.5 4h.01M5.5 4h8M2.5 8h.01M5.5 8h8M2.5 12h.01M5.5 12h8'),
  previous: stroked('M4 10l4-4 4 4'),
  next: stroked('M4 6l4 4 4-4'),
  follow: stroked('M2.5 8h8M7.5 5l3 3-3 3M13.5 3.5v9'),
  mark: stroked('M4.5 2.5h7v11L8 10.5l-3.5 3z'),
  help: stroked('M5.8 6a2.2 2.2 0 1 1 3.2 2c-.7.4-1 .8-1 1.6M8 12.2h.01'),
  close: stroked('M4 4l8 8M12 4l-8 8'),
  copy: stroked('M5.5 5.5h7.5v8H5.5zM10.5 5.2V2.5H3v8h2.2'),
  chart: stroked('M2 4.5h7M5 8h9M3 11.5h6'),
  back: stroked('M10 3 5 8l5 5'),
  forward: stroked('M6 3l5 5-5 5'),
  play: stroked('M4.5 3v10l8-5z'),
  swap: stroked('M11 2.5 13.5 5 11 7.5M13.5 5h-10M5 8.5 2.5 11 5 13.5M2.5 11h10'),
  pause: stroked('M5 3.5v9M11 3.5v9'),
} as const;
