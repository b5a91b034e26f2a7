import { css } from 'lit';

const border = css`var(--vscode-panel-border, var(--vscode-contrastBorder, currentColor))`;

export const styles = css`
  .kd-queues {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(240px, 1fr));
    gap: 12px;
    margin-top: 12px;
  }
  .kd-queue {
    min-width: 0;
    margin: 0;
    padding: 8px 12px;
    border: 1px solid ${border};
    border-radius: 4px;
  }
  .kd-absent {
    border-style: dashed;
  }
  .kd-said {
    min-height: 5.5em;
  }
  .kd-said p:first-child {
    padding-inline-start: 8px;
    border-inline-start: 3px solid var(--vscode-focusBorder);
    overflow-wrap: anywhere;
  }
  .kd-go {
    display: flex;
    flex-wrap: wrap;
    gap: 0 12px;
  }
  .kd-queue dl {
    margin-top: 10px;
  }
`;
