import { css } from 'lit';

export const styles = css`
  .kd-columns {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 460px), 1fr));
    gap: 0 40px;
    align-items: start;
  }
  .kd-columns > * {
    min-width: 0;
  }
  ul,
  ol {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  p {
    margin: 2px 0;
  }
  .kd-waits {
    margin: 10px 0 0;
  }
  ul.kd-waits {
    padding: 8px 12px;
    border: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, transparent));
    border-inline-start: 3px solid var(--vscode-kubeletWorker-terminating);
    border-radius: 2px;
    background: var(--vscode-textBlockQuote-background);
  }
  ul.kd-waits:has(.kd-overdue) {
    border-inline-start-color: var(--vscode-kubeletWorker-stuck);
  }
  p.kd-waits.kd-note {
    margin-top: 4px;
  }
  .kd-overdue {
    font-weight: 600;
  }
  .kd-overdue .kd-note {
    font-weight: 400;
  }
  .kd-chain li {
    padding: 1px 0;
  }
  .kd-times {
    display: flex;
    flex-wrap: wrap;
    gap: 0 10px;
  }
  .kd-slowest {
    font-weight: 600;
  }
  .kd-bars {
    display: block;
    min-width: 90px;
    overflow: visible;
  }
  .kd-length {
    fill: var(--vscode-charts-blue);
  }
  .kd-length.kd-dashed {
    fill-opacity: 0.75;
  }
  .kd-length.kd-slow {
    fill: var(--vscode-editorWarning-foreground);
  }
  .kd-open {
    fill: var(--vscode-editor-background);
    fill-opacity: 0.5;
  }
  .kd-usual {
    stroke: var(--vscode-foreground);
    stroke-width: 1.5;
  }
  .kd-answer {
    position: relative;
    margin-top: 12px;
    padding: 8px 40px 8px 12px;
    border: 1px solid var(--vscode-focusBorder);
    border-radius: 3px;
  }
  .kd-answer > vscode-button {
    position: absolute;
    inset: 4px 6px auto auto;
  }
  .kd-answer li {
    padding: 2px 0;
  }
  .kd-answer li:first-child {
    font-weight: 600;
  }
  .kd-proof {
    margin-inline-start: 8px;
    font-weight: 400;
  }
  dd vscode-button,
  td vscode-button {
    vertical-align: -4px;
    margin: -4px 0;
  }
`;
