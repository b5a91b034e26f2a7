import { css } from 'lit';

export const styles = css`
  .kd-sides {
    width: auto;
    max-width: 100%;
    margin-top: 12px;
  }
  .kd-sides thead th {
    position: static;
  }
  .kd-sides tbody th {
    color: var(--kd-quiet);
    font-weight: 400;
    white-space: nowrap;
  }
  .kd-sides td {
    min-width: 8em;
    overflow-wrap: anywhere;
    font-variant-numeric: tabular-nums;
  }
  .kd-sides thead td {
    min-width: 0;
  }
  .kd-notes,
  .kd-rate {
    display: block;
    font-size: 0.92em;
  }
  .kd-factor {
    display: inline-flex;
    gap: 8px;
    align-items: center;
  }
  .kd-was {
    fill: var(--kd-quiet);
  }
  .kd-is {
    fill: var(--vscode-charts-blue);
  }
  .kd-growth {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 8px;
    align-items: center;
    margin: 8px 0 0;
  }
`;
