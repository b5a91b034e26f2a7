import { css } from 'lit';

export const styles = css`
  p {
    margin: 2px 0;
  }
  .kd-field {
    overflow-x: auto;
  }
  .kd-machine {
    display: block;
    width: 100%;
    min-width: 760px;
    max-width: 1280px;
    max-height: 66vh;
    margin: 8px auto 0;
  }
  .kd-outline {
    fill: var(--vscode-editorWidget-background, var(--vscode-editor-background));
    stroke: var(--vscode-editorWidget-border, var(--vscode-contrastBorder, currentColor));
    stroke-width: 1.2;
  }
  .kd-part {
    cursor: pointer;
  }
  .kd-outline {
    outline: none;
  }
  .kd-on-top {
    pointer-events: none;
  }
  .kd-cell {
    pointer-events: bounding-box;
  }
  .kd-part:hover .kd-outline {
    stroke: var(--vscode-foreground);
  }
  .kd-outline:focus-visible,
  .kd-part .kd-outline:focus-visible {
    stroke: var(--vscode-focusBorder);
    stroke-width: 3;
  }
  .kd-part.kd-chosen .kd-outline {
    stroke: var(--vscode-focusBorder);
    stroke-width: 2;
  }
  .kd-chosen .kd-name {
    text-decoration: underline;
  }
  .kd-part.kd-state-warning .kd-outline {
    stroke: var(--vscode-editorWarning-foreground);
  }
  .kd-part.kd-state-error .kd-outline {
    stroke: var(--vscode-editorError-foreground, var(--vscode-errorForeground));
    stroke-width: 2;
  }
  .kd-part.kd-lit .kd-outline {
    fill: var(--vscode-list-inactiveSelectionBackground, transparent);
    stroke: var(--vscode-charts-blue);
    stroke-width: 3;
  }
  .kd-part.kd-lit.kd-is-warning .kd-outline {
    stroke: var(--vscode-editorWarning-foreground);
  }
  .kd-part.kd-lit.kd-is-error .kd-outline {
    stroke: var(--vscode-editorError-foreground, var(--vscode-errorForeground));
  }
  .kd-name {
    fill: var(--vscode-foreground);
    font-size: 13px;
    font-weight: 600;
  }
  .kd-words {
    fill: var(--kd-quiet);
    font-size: 12px;
  }
  .kd-turn {
    fill: none;
    stroke: var(--kd-quiet);
    stroke-width: 1.5;
    stroke-dasharray: 3 4;
  }
  .kd-wire {
    fill: none;
    stroke: var(--kd-quiet);
    stroke-opacity: 0.6;
    stroke-width: 1.2;
  }
  .kd-wire.kd-lit {
    stroke: var(--vscode-charts-blue);
    stroke-opacity: 1;
    stroke-width: 3;
    stroke-dasharray: 10 6;
    animation: kd-flow 0.7s linear infinite;
  }
  .kd-wire.kd-lit.kd-is-warning {
    stroke: var(--vscode-editorWarning-foreground);
  }
  .kd-wire.kd-lit.kd-is-error {
    stroke: var(--vscode-editorError-foreground, var(--vscode-errorForeground));
  }
  .kd-calm .kd-wire.kd-lit {
    stroke-dasharray: none;
    animation: none;
  }
  @media (prefers-reduced-motion: reduce) {
    .kd-wire.kd-lit {
      stroke-dasharray: none;
      animation: none;
    }
  }
  @keyframes kd-flow {
    from {
      stroke-dashoffset: 16;
    }
    to {
      stroke-dashoffset: 0;
    }
  }
  .kd-arrow {
    fill: var(--kd-quiet);
  }
  .kd-arrow.kd-lit {
    fill: var(--vscode-charts-blue);
  }
  .kd-arrow.kd-lit.kd-is-warning {
    fill: var(--vscode-editorWarning-foreground);
  }
  .kd-arrow.kd-lit.kd-is-error {
    fill: var(--vscode-editorError-foreground, var(--vscode-errorForeground));
  }
  .kd-slot {
    fill: none;
    stroke: var(--kd-quiet);
  }
  .kd-slot.kd-full {
    fill: var(--vscode-kubeletWorker-terminating);
    stroke: var(--vscode-kubeletWorker-terminating);
  }
  .kd-slot.kd-unsure {
    stroke-dasharray: 2 2;
  }
  svg.kd-worker {
    overflow: visible;
  }
  .kd-now {
    display: -webkit-box;
    margin-top: 10px;
    overflow: hidden;
    font-size: 1.05em;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  .kd-line {
    max-height: 4.4em;
    overflow: hidden;
  }
  .kd-columns {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr));
    gap: 0 40px;
    align-items: start;
  }
  .kd-hint {
    margin-top: 20px;
  }
  .kd-lesson {
    margin: 0;
    padding-inline-start: 20px;
  }
  .kd-lesson li {
    padding: 2px 0;
  }
`;
