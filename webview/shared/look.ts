// How pages made of text look: headings, tables, values, links. Colours are the theme's alone, so that all four kinds of theme fit.
import { css } from 'lit';

/** The theme's colour of warnings is made for lines and signs: on a light ground its words are hard to read. */
export const warningText = css`color-mix(in srgb, var(--vscode-editorWarning-foreground) 60%, var(--vscode-foreground))`;

/** Of each page: a bar that stays, below it content that scrolls. */
const layout = css`
  :host {
    display: grid;
    grid-template-rows: auto minmax(0, 1fr) auto;
    height: 100%;
    color: var(--vscode-foreground);
    font-family: var(--vscode-font-family);
    font-size: var(--vscode-font-size);
    line-height: 1.45;
  }
  .kd-bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
    min-height: 34px;
    padding: 4px 16px;
    box-sizing: border-box;
    border-bottom: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, transparent));
  }
  /* Buttons that stay together at the end of a bar. */
  .kd-actions {
    display: flex;
    flex: 1 1 auto;
    flex-wrap: wrap;
    gap: 4px 8px;
    align-items: center;
    justify-content: flex-end;
  }
  .kd-bar > kd-filter-field {
    flex: 1 1 150px;
    max-width: 260px;
  }
  .kd-space {
    flex: 1;
  }
  .kd-scroll {
    min-height: 0;
    overflow: auto;
    padding: 4px 16px 32px;
  }
  /* In a window so low, as at 200 %, the bar scrolls away with what it is of. */
  @media (max-height: 420px) {
    :host {
      display: block;
      overflow: auto;
    }
    .kd-scroll {
      overflow: visible;
    }
  }
  .kd-scroll:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
  .kd-empty {
    align-self: center;
    justify-self: center;
    max-width: 36em;
    margin: 0 auto;
    padding: 24px;
    text-align: center;
    color: var(--kd-quiet);
  }
  .kd-hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .kd-trouble {
    margin: 0;
    padding: 6px 16px;
    color: var(--vscode-inputValidation-errorForeground, var(--vscode-foreground));
    background: var(--vscode-inputValidation-errorBackground);
    border-top: 1px solid var(--vscode-inputValidation-errorBorder);
  }
  h1 {
    margin: 0;
    font-size: 1.25em;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  section {
    margin-top: 20px;
  }
  h2 {
    display: flex;
    align-items: baseline;
    gap: 8px;
    margin: 0 0 6px;
    font-size: 1em;
    font-weight: 600;
  }
  h2 .kd-note {
    font-weight: 400;
  }
`;

const text = css`
  .kd-note,
  .kd-quiet {
    color: var(--kd-quiet);
  }
  .kd-number,
  .kd-clock {
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .kd-mono,
  button.kd-link.kd-mono {
    font-family: var(--vscode-editor-font-family);
    font-size: 0.95em;
  }
  .kd-log {
    overflow-wrap: anywhere;
    white-space: pre-wrap;
    font-family: var(--vscode-editor-font-family);
    font-size: 0.92em;
  }
  .kd-clip {
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .kd-error {
    color: var(--vscode-editorError-foreground, var(--vscode-errorForeground));
    /* Errors hold ids and paths in which there is no place to break. */
    overflow-wrap: anywhere;
  }
  .kd-warning {
    color: ${warningText};
  }
  svg.kd-warning {
    color: var(--vscode-editorWarning-foreground);
  }
  .kd-dot {
    flex: none;
    width: 14px;
    height: 14px;
    vertical-align: -2px;
  }
  button.kd-link {
    display: inline;
    max-width: 100%;
    padding: 0;
    border: 0;
    color: var(--vscode-textLink-foreground);
    background: none;
    font: inherit;
    text-align: start;
    overflow-wrap: anywhere;
    cursor: pointer;
  }
  button.kd-link:hover {
    color: var(--vscode-textLink-activeForeground);
    text-decoration: underline;
  }
  button.kd-link:focus-visible,
  summary:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: 1px;
  }
  button.kd-plain {
    color: inherit;
    text-decoration: underline dotted var(--kd-quiet);
    text-underline-offset: 3px;
  }
  button.kd-plain:hover {
    color: var(--vscode-textLink-activeForeground);
  }
  .kd-toggles {
    display: inline-flex;
    flex-wrap: wrap;
    gap: 2px;
  }
  button.kd-toggle {
    padding: 3px 8px;
    border: 1px solid transparent;
    border-radius: 3px;
    color: inherit;
    background: none;
    font: inherit;
    white-space: nowrap;
    cursor: pointer;
  }
  button.kd-toggle:hover {
    background: var(--vscode-toolbar-hoverBackground);
    border-color: var(--vscode-contrastActiveBorder, transparent);
  }
  button.kd-toggle[aria-pressed='true'] {
    color: var(--vscode-inputOption-activeForeground);
    background: var(--vscode-inputOption-activeBackground);
    border-color: var(--vscode-inputOption-activeBorder, transparent);
  }
  button.kd-toggle:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: 1px;
  }
  .kd-tag {
    display: inline-block;
    margin-inline-start: 6px;
    padding: 0 5px;
    border: 1px dashed currentColor;
    border-radius: 3px;
    color: var(--kd-quiet);
    font-size: 0.82em;
    font-weight: 400;
    line-height: 1.35;
    white-space: nowrap;
  }
  .kd-tag.kd-is-unknown {
    border-style: dotted;
  }
  .kd-known {
    position: relative;
    margin-inline-start: 3px;
    color: var(--kd-quiet);
    cursor: help;
  }
  .kd-legend {
    margin: 24px 0 0;
    font-size: 0.92em;
  }
  .kd-badge {
    display: inline-block;
    min-width: 8px;
    padding: 1px 6px;
    border-radius: 10px;
    color: var(--vscode-badge-foreground);
    background: var(--vscode-badge-background);
    font-size: 0.82em;
    font-weight: 400;
    line-height: 1.35;
    text-align: center;
  }
  .vscode-high-contrast .kd-badge {
    outline: 1px solid var(--vscode-contrastBorder);
  }
`;

/** Also of the page that has looks of its own. */
export const tables = css`
  table {
    width: 100%;
    border-collapse: collapse;
  }
  th,
  td {
    padding: 3px 12px 3px 0;
    text-align: start;
    vertical-align: top;
  }
  th:last-child,
  td:last-child {
    padding-inline-end: 4px;
  }
  thead th {
    position: sticky;
    top: -4px;
    z-index: 1;
    color: var(--kd-quiet);
    background: var(--vscode-editor-background);
    font-weight: 400;
    white-space: nowrap;
  }
  @media (max-width: 720px) {
    /* What is placed within scrolls along. */
    .kd-wide {
      position: relative;
      overflow-x: auto;
    }
    thead th {
      position: static;
      white-space: normal;
    }
    th,
    td {
      padding-inline-end: 8px;
    }
  }
  tbody tr {
    border-top: 1px solid
      var(
        --vscode-editorIndentGuide-background1,
        var(--vscode-panel-border, var(--vscode-contrastBorder, transparent))
      );
  }
  tbody tr:hover {
    background: var(--vscode-list-hoverBackground);
  }
  tbody tr.kd-below {
    border-top: 0;
  }
  tr.kd-below td {
    padding-top: 0;
    overflow-wrap: anywhere;
  }
  tbody tr.kd-current {
    background: var(--vscode-list-inactiveSelectionBackground);
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  tbody tr.kd-future {
    color: var(--kd-quiet);
  }
  .kd-end {
    text-align: end;
  }
  button.kd-sort {
    padding: 0;
    border: 0;
    color: inherit;
    background: none;
    font: inherit;
    white-space: nowrap;
    cursor: pointer;
  }
  button.kd-sort:hover {
    color: var(--vscode-foreground);
    text-decoration: underline;
  }
  button.kd-sort:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: 1px;
  }
  .kd-arrow {
    display: inline-block;
    width: 1em;
    font-size: 0.75em;
    text-align: center;
  }
  .kd-fit {
    width: 1%;
    white-space: nowrap;
  }
`;

const lists = css`
  dl {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr);
    gap: 2px 16px;
    margin: 0;
  }
  dt {
    color: var(--kd-quiet);
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
`;

const cards = css`
  .kd-cards {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .kd-cards > li {
    position: relative;
    padding: 4px 0 6px 18px;
    overflow-wrap: anywhere;
    border-top: 1px solid
      var(
        --vscode-editorIndentGuide-background1,
        var(--vscode-panel-border, var(--vscode-contrastBorder, transparent))
      );
  }
  .kd-cards > li > .kd-dot {
    position: absolute;
    inset: 6px auto auto 0;
  }
  .kd-cards > li > p {
    margin: 2px 0;
  }
`;

const workers = css`
  .kd-worker {
    flex: none;
    width: 14px;
    height: 14px;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.4;
    stroke-linecap: round;
    stroke-linejoin: round;
    vertical-align: -2px;
  }
  .kd-solid {
    fill: currentColor;
  }
  .kd-cut {
    stroke: var(--vscode-editor-background);
  }
  .kd-worker-sync {
    color: var(--vscode-kubeletWorker-sync);
  }
  .kd-worker-working {
    color: var(--vscode-kubeletWorker-working);
  }
  .kd-worker-terminating {
    color: var(--vscode-kubeletWorker-terminating);
  }
  .kd-worker-stuck {
    color: var(--vscode-kubeletWorker-stuck);
  }
  .kd-worker-terminated {
    color: var(--vscode-kubeletWorker-terminated);
  }
  .kd-worker-finished {
    color: var(--vscode-kubeletWorker-finished);
  }
  .kd-worker-gone {
    color: var(--vscode-kubeletWorker-gone);
  }
  .kd-worker-unknown {
    color: var(--vscode-kubeletWorker-unknown);
  }
`;

/** For `static styles` of a page, before its own. */
export const look = [layout, text, tables, lists, cards, workers];
