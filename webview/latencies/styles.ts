import { css } from 'lit';
import { warningText } from '../shared/look.ts';

export const styles = css`
  p {
    margin: 2px 0;
  }
  .kd-lead {
    max-width: 70em;
    margin-top: 12px;
  }
  /* Of so many columns some are beyond most windows; what is placed within scrolls along. */
  .kd-wide {
    position: relative;
    overflow-x: auto;
  }
  .kd-cards > li {
    padding-inline-start: 0;
  }
  .kd-slow {
    font-weight: 600;
    color: ${warningText};
  }
  .kd-why {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  tbody th {
    font-weight: 400;
    overflow-wrap: anywhere;
    min-width: 110px;
  }
  .kd-spread > * {
    font-weight: 600;
    background: var(--vscode-textBlockQuote-background);
  }
  .kd-strip {
    width: 30%;
    min-width: 120px;
  }
  td.kd-strip {
    vertical-align: middle;
  }
  .kd-steps {
    display: block;
  }
  .kd-swatch {
    display: inline-block;
    width: 9px;
    height: 9px;
    margin-inline-end: 4px;
  }
  .kd-swatch:not([class*=' ']) {
    display: none;
  }
  .kd-queue {
    fill: var(--kd-quiet);
    background: var(--kd-quiet);
  }
  .kd-sandbox {
    fill: var(--vscode-charts-blue);
    background: var(--vscode-charts-blue);
  }
  .kd-network {
    fill: var(--vscode-charts-red);
    background: var(--vscode-charts-red);
  }
  .kd-pull {
    fill: var(--vscode-charts-purple);
    background: var(--vscode-charts-purple);
  }
  .kd-start {
    fill: var(--vscode-charts-green);
    background: var(--vscode-charts-green);
  }
  .kd-ready {
    fill: var(--vscode-charts-yellow);
    background: var(--vscode-charts-yellow);
  }
  .kd-terminating {
    fill: var(--vscode-charts-orange);
    background: var(--vscode-charts-orange);
  }
  .kd-teardown {
    fill: var(--vscode-charts-red);
    background: var(--vscode-charts-red);
  }
`;
