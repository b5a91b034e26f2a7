import { css } from 'lit';

/** What stands beside the chart, and over it. */
export const sideStyles = css`
  :host {
    position: relative;
  }
  .kd-side {
    width: 320px;
    max-width: 60vw;
  }
  .kd-side:has(table) {
    width: 400px;
  }
  .kd-side {
    min-height: 0;
    padding: 4px 12px 12px;
    overflow: auto;
    box-sizing: border-box;
    border-inline-start: 1px solid
      var(--vscode-panel-border, var(--vscode-contrastBorder, transparent));
  }
  .kd-side section + section {
    margin-top: 12px;
    padding-top: 4px;
    border-top: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, transparent));
  }
  .kd-side-head {
    display: flex;
    align-items: center;
    gap: 2px;
  }
  h2 {
    flex: 1;
    margin: 6px 0;
    font-size: 14px;
    font-weight: 600;
  }
  h3 {
    margin: 12px 0 4px;
    font-size: 11px;
    font-weight: 600;
    letter-spacing: 0.04em;
    text-transform: uppercase;
    color: var(--kd-quiet);
  }
  .kd-side p {
    margin: 0 0 4px;
  }
  .kd-side ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .kd-side li {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 8px;
    padding: 2px 0;
    overflow-wrap: anywhere;
  }
  .kd-side li > :nth-child(2) {
    flex: 1;
  }
  .kd-detail:focus {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: 3px;
  }
  .kd-proofs .kd-line {
    max-height: 7em;
    overflow: hidden;
  }
  .kd-side .kd-figure {
    flex: 1;
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
  .kd-side ul:has(.kd-what) {
    display: grid;
    grid-template-columns: minmax(0, auto) minmax(0, 1fr) max-content;
    gap: 4px 8px;
    align-items: baseline;
    overflow-wrap: anywhere;
  }
  .kd-side li:has(> .kd-what) {
    display: contents;
  }
  .kd-side .kd-none,
  .kd-side .kd-info {
    color: inherit;
  }
  .kd-known {
    margin-inline-start: 3px;
    color: var(--kd-quiet);
    cursor: help;
  }
  .kd-dot {
    flex: none;
    width: 7px;
    height: 7px;
    border-radius: 50%;
    background: currentColor;
    transform: translateY(-1px);
  }
  .kd-link {
    padding: 0;
    color: var(--vscode-textLink-foreground);
    font: inherit;
    text-align: start;
    background: none;
    border: none;
    cursor: pointer;
  }
  .kd-link:hover {
    text-decoration: underline;
  }
  li.kd-mark {
    flex-wrap: nowrap;
    align-items: center;
  }
  .kd-mark .kd-input {
    min-width: 0;
  }
  table {
    width: 100%;
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    padding: 2px 4px;
    text-align: end;
    font-weight: normal;
    vertical-align: top;
    overflow-wrap: break-word;
  }
  th:first-child {
    padding-inline-start: 0;
  }
  thead th {
    max-width: 90px;
  }
  tbody tr {
    border-top: 1px solid
      var(
        --vscode-editorIndentGuide-background1,
        var(--vscode-panel-border, var(--vscode-contrastBorder, transparent))
      );
  }
  td {
    white-space: nowrap;
  }
  thead th {
    font-size: 12px;
    color: var(--kd-quiet);
  }
  th[scope='row'] {
    text-align: start;
  }
  .kd-help {
    position: absolute;
    inset: 40px 16px auto;
    max-width: 860px;
    max-height: calc(100% - 56px);
    margin: 0 auto;
    padding: 6px 18px 14px;
    overflow: auto;
    box-sizing: border-box;
    color: var(--vscode-editorWidget-foreground);
    background: var(--vscode-editorWidget-background);
    border: 1px solid var(--vscode-editorWidget-border, var(--vscode-contrastBorder, transparent));
    border-radius: 6px;
    box-shadow: 0 4px 18px var(--vscode-widget-shadow, transparent);
    z-index: 2;
  }
  .kd-help:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
  }
  .kd-help-parts {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(360px, 1fr));
    gap: 0 32px;
  }
  dl {
    display: grid;
    grid-template-columns: 110px 1fr;
    gap: 3px 10px;
    margin: 0;
  }
  dd {
    margin: 0;
  }
  kbd {
    padding: 1px 5px;
    font-family: var(--vscode-font-family);
    font-size: 11px;
    color: var(--vscode-keybindingLabel-foreground);
    background: var(--vscode-keybindingLabel-background);
    border: 1px solid var(--vscode-keybindingLabel-border, transparent);
    border-radius: 3px;
  }
  .kd-shape-error,
  .kd-shape-warning,
  .kd-shape-info,
  .kd-shape-none {
    display: inline-block;
    width: 11px;
    height: 12px;
    background: currentColor;
  }
  .kd-shape-error {
    color: var(--vscode-editorError-foreground);
    clip-path: polygon(0 0, 100% 0, 57% 60%, 57% 100%, 43% 100%, 43% 60%);
  }
  .kd-shape-warning {
    color: var(--vscode-editorWarning-foreground);
    clip-path: polygon(50% 0, 100% 50%, 50% 100%, 0 50%);
  }
  .kd-shape-info {
    color: var(--vscode-editorInfo-foreground);
    clip-path: circle(4px);
  }
  .kd-shape-none {
    color: var(--kd-quiet);
    clip-path: inset(2px 4px);
  }
  @media (max-width: 700px) {
    .kd-main {
      grid-template-columns: minmax(0, 1fr);
      grid-template-rows: minmax(0, 1fr) auto;
    }
    .kd-side {
      width: 100%;
      max-width: none;
      max-height: 40vh;
      border-inline-start: none;
      border-top: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, transparent));
    }
    .kd-help-parts {
      grid-template-columns: 1fr;
    }
  }
`;
