import { css } from 'lit';

export const styles = css`
  td {
    vertical-align: top;
  }
  .kd-absent {
    color: var(--kd-quiet);
  }
  .kd-differs {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .kd-differs li {
    display: flex;
    gap: 6px;
    align-items: baseline;
  }
  .kd-differs .kd-dot {
    flex: none;
    align-self: start;
    margin-top: 0.15em;
  }
  .kd-resources {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 28px;
    margin: 8px 0 16px;
    padding: 0;
    list-style: none;
  }
  .kd-resource {
    display: grid;
    gap: 3px;
    min-width: 150px;
    align-content: start;
  }
  meter {
    width: 100%;
    height: 4px;
    appearance: none;
    background: none;
    border: none;
    border-radius: 2px;
  }
  meter::-webkit-meter-inner-element {
    display: block;
  }
  meter::-webkit-meter-bar {
    height: 4px;
    background: color-mix(in srgb, var(--vscode-foreground) 18%, transparent);
    border: none;
    border-radius: 2px;
  }
  meter::-webkit-meter-optimum-value {
    background: var(--vscode-charts-blue);
    border-radius: 2px;
  }
  .kd-resource-warning meter::-webkit-meter-optimum-value {
    background: var(--vscode-charts-yellow);
  }
  .kd-resource-error meter::-webkit-meter-optimum-value {
    background: var(--vscode-charts-red);
  }
  .kd-silent {
    margin: 8px 0 0;
  }
`;
