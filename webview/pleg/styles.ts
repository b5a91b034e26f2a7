import { css } from 'lit';

/** What uPlot's elements need to stand in their places, and the page's own. */
export const styles = css`
  .uplot {
    position: relative;
    width: min-content;
  }
  .uplot,
  .uplot * {
    box-sizing: border-box;
  }
  .u-wrap {
    position: relative;
    user-select: none;
  }
  .u-over,
  .u-under,
  .u-axis,
  .u-select,
  .u-cursor-x,
  .u-cursor-y,
  .u-cursor-pt {
    position: absolute;
  }
  .u-under {
    overflow: hidden;
  }
  .uplot canvas {
    display: block;
    position: relative;
    width: 100%;
    height: 100%;
  }
  .u-select {
    pointer-events: none;
    background: var(--vscode-editor-selectionBackground);
  }
  .u-cursor-x,
  .u-cursor-y {
    top: 0;
    left: 0;
    height: 100%;
    pointer-events: none;
    border-right: 1px dashed var(--kd-quiet);
  }
  .u-cursor-pt {
    top: 0;
    left: 0;
    border: 0 solid transparent;
    border-radius: 50%;
    pointer-events: none;
  }
  .u-off {
    display: none;
  }
  .kd-plot {
    min-height: 130px;
  }
  .kd-relists {
    min-height: 230px;
  }
  .kd-lead {
    max-width: 80em;
    margin: 12px 0 0;
  }
  p {
    margin: 2px 0;
  }
  .kd-columns {
    display: grid;
    grid-template-columns: minmax(0, 2fr) minmax(0, 1fr);
    gap: 0 40px;
    align-items: start;
  }
  @media (max-width: 1100px) {
    .kd-columns {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  .kd-keys {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 16px;
    margin-top: 4px;
    padding-inline-start: 64px;
    font-size: 0.92em;
  }
  .kd-keys + .kd-keys {
    margin-top: 16px;
  }
  .kd-key {
    display: inline-flex;
    align-items: center;
    gap: 6px;
  }
  .kd-swatch {
    display: inline-block;
    width: 14px;
    height: 8px;
    border: 1px solid currentColor;
    border-radius: 2px;
  }
  .kd-key-interval,
  .kd-key-PodSync {
    color: var(--vscode-charts-blue);
    background: currentColor;
  }
  .kd-key-took {
    height: 0;
    border: 0;
    border-top: 2px dashed var(--vscode-charts-green);
    border-radius: 0;
  }
  .kd-key-age {
    color: var(--vscode-charts-red);
    background: currentColor;
  }
  .kd-key-ContainerDied {
    color: var(--vscode-kubeletWorker-terminating);
    background: currentColor;
  }
  .kd-key-stall {
    color: var(--vscode-charts-red);
  }
  .kd-key-blind {
    border-style: dotted;
    background: repeating-linear-gradient(135deg, currentColor 0 1px, transparent 1px 4px);
  }
  .kd-key-ContainerStarted {
    color: var(--vscode-charts-green);
    background: currentColor;
  }
  .kd-key-ContainerRemoved {
    color: var(--vscode-charts-purple);
    background: currentColor;
  }
  .kd-key-ContainerChanged {
    color: var(--vscode-charts-yellow);
    background: currentColor;
  }
`;
