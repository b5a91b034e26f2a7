import { css } from 'lit';

export const styles = css`
  p {
    margin: 2px 0;
  }
  h3 {
    margin: 12px 0 4px;
    font-size: 1em;
    font-weight: 600;
  }
  code {
    font-family: var(--vscode-editor-font-family);
    font-size: 0.95em;
  }
  .kd-lead {
    max-width: 70em;
    margin-top: 12px;
  }
  .kd-rooms {
    display: flex;
    flex: 1 0 100%;
    flex-wrap: wrap;
    gap: 2px;
  }
  .kd-eyes {
    display: grid;
    gap: 0 32px;
    align-items: start;
  }
  @media (min-width: 1000px) {
    .kd-eyes {
      grid-template-columns: minmax(0, 3fr) minmax(320px, 2fr);
    }
  }
  .kd-told {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr);
    gap: 4px 16px;
    align-items: baseline;
  }
  .kd-told h3,
  .kd-told dl {
    margin: 0;
  }
  td > .kd-note {
    font-size: 0.92em;
  }
  .kd-long > td:first-child {
    box-shadow: inset 3px 0 0 var(--vscode-editorWarning-foreground);
    padding-inline-start: 8px;
  }
  .kd-changed {
    background: var(
      --vscode-diffEditor-insertedLineBackground,
      var(--vscode-textBlockQuote-background)
    );
  }
  .kd-differ {
    margin-inline-start: 6px;
    padding: 0 4px;
    border: 1px solid var(--vscode-editorWarning-foreground);
    border-radius: 3px;
    cursor: help;
  }
  .kd-updates,
  .kd-pods {
    margin: 0;
    padding: 0;
    list-style: none;
    overflow-wrap: anywhere;
  }
  summary {
    cursor: pointer;
  }
  .kd-bar-left {
    display: block;
    width: 160px;
    height: 6px;
    margin: 3px 0;
  }
  .kd-bar-all {
    fill: var(--vscode-textBlockQuote-background);
    stroke: var(--vscode-contrastBorder, none);
  }
  .kd-bar-rest {
    fill: var(--vscode-charts-blue);
  }
  .kd-sources {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(220px, 1fr));
    gap: 12px;
    margin-top: 8px;
  }
  .kd-card {
    padding: 8px 12px;
    border: 1px solid var(--vscode-editorWidget-border, var(--vscode-contrastBorder, currentColor));
    border-radius: 4px;
  }
  .kd-card h3 {
    margin-top: 0;
  }
  .kd-diff {
    display: grid;
    grid-template-columns: minmax(140px, 1fr) auto minmax(140px, 1fr) auto minmax(260px, 2fr);
    gap: 8px;
    align-items: start;
  }
  @media (max-width: 900px) {
    .kd-diff {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  .kd-sign {
    align-self: center;
    color: var(--kd-quiet);
  }
  .kd-update {
    display: grid;
    grid-template-columns: 96px minmax(0, 1fr);
    gap: 4px 8px;
    align-items: baseline;
    padding: 3px 0;
  }
  .kd-op {
    display: inline-block;
    padding: 0 5px;
    border: 1px solid currentColor;
    border-radius: 3px;
    font-size: 0.85em;
    font-weight: 600;
    text-align: center;
  }
  .kd-op-add,
  .kd-op-set {
    border-color: var(--vscode-charts-green);
  }
  .kd-op-update,
  .kd-op-reconcile {
    border-color: var(--vscode-charts-blue);
  }
  .kd-op-delete {
    border-color: var(--vscode-editorWarning-foreground);
  }
  .kd-op-remove {
    border-color: var(--vscode-charts-red);
  }
  .kd-slots {
    vertical-align: -2px;
  }
  .kd-slot {
    fill: none;
    stroke: var(--kd-quiet);
  }
  .kd-slot.kd-full {
    fill: var(--vscode-kubeletWorker-terminating);
    stroke: var(--vscode-kubeletWorker-terminating);
  }
  .kd-waits {
    display: block;
    width: 100%;
    max-width: 960px;
  }
  .kd-words {
    fill: var(--vscode-foreground);
    font-size: 12px;
  }
  .kd-wait {
    stroke: var(--vscode-contrastBorder, none);
  }
  .kd-by-set {
    fill: var(--vscode-charts-green);
    background: var(--vscode-charts-green);
  }
  .kd-by-update {
    fill: var(--vscode-charts-blue);
    background: var(--vscode-charts-blue);
  }
  .kd-by-none {
    fill: var(--vscode-editorWarning-foreground);
    background: var(--vscode-editorWarning-foreground);
  }
  .kd-by-error {
    fill: var(--vscode-charts-red);
  }
  .kd-call {
    width: 240px;
    vertical-align: -2px;
  }
  @media (max-width: 720px) {
    .kd-call {
      width: 80px;
    }
    th.kd-fit {
      white-space: normal;
    }
    /* A table that is too wide is scrolled: names are not taken apart letter by letter for its sake. */
    td .kd-link {
      overflow-wrap: break-word;
    }
  }
  .kd-cursor {
    stroke: var(--vscode-foreground);
    stroke-dasharray: 3 3;
  }
  .kd-key {
    display: inline-block;
    width: 10px;
    height: 10px;
    margin-inline: 12px 4px;
  }
  .kd-key:first-child {
    margin-inline-start: 0;
  }
  select {
    color: var(--vscode-dropdown-foreground);
    background: var(--vscode-dropdown-background);
    border: 1px solid var(--vscode-dropdown-border, var(--vscode-contrastBorder, transparent));
    font: inherit;
  }
`;
