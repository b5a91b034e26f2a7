import { css } from 'lit';

export const styles = css`
  td {
    vertical-align: top;
  }
  .kd-absent {
    color: var(--vscode-descriptionForeground);
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
    align-self: center;
  }
  .kd-silent {
    margin: 8px 0 0;
  }
`;
