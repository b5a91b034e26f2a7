import { css } from 'lit';

export const styles = css`
  ul,
  ol {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  p {
    margin: 2px 0 6px;
  }
  .kd-lead {
    max-width: 70em;
    margin-top: 12px;
  }
  .kd-ids {
    display: flex;
    flex-wrap: wrap;
    gap: 0 10px;
  }
  .kd-held li {
    padding: 2px 0;
  }
  .kd-strip {
    width: 34%;
    min-width: 160px;
  }
  .kd-calls th:nth-child(2) {
    min-width: 120px;
  }
  @media (max-width: 760px) {
    .kd-strip {
      width: auto;
      min-width: 90px;
    }
  }
  /* The plug-ins have a list of their own below. */
  @media (max-width: 640px) {
    .kd-strip {
      min-width: 60px;
    }
    .kd-calls th:nth-child(4),
    .kd-calls td:nth-child(4) {
      display: none;
    }
  }
  td.kd-strip {
    vertical-align: middle;
  }
  button.kd-unfold {
    display: block;
    width: 100%;
  }
  .kd-ticks {
    display: block;
    overflow: visible;
  }
  .kd-axis {
    stroke: var(--kd-quiet);
    stroke-opacity: 0.35;
  }
  .kd-span {
    fill: var(--vscode-charts-blue);
  }
  .kd-span.kd-failed {
    fill: var(--vscode-kubeletWorker-terminating);
  }
  .kd-tick {
    stroke: var(--vscode-foreground);
    stroke-width: 1.5;
  }
  .kd-tick.kd-bad {
    stroke: var(--vscode-editorError-foreground, var(--vscode-errorForeground));
    stroke-width: 2;
  }
  .kd-cursor {
    stroke: var(--vscode-kubelet-cursor);
    stroke-width: 1.5;
    stroke-dasharray: 2 2;
  }
  .kd-calls .kd-details {
    padding-inline-start: 90px;
  }
  .kd-details li {
    padding: 1px 0;
  }
`;
