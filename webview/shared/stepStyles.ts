// The list of steps beside what they do: of the informers' page and the laboratories.
import { css } from 'lit';

export const stepStyles = css`
  .kd-steps {
    display: grid;
    grid-template-rows: auto minmax(0, 1fr);
    min-height: 0;
    margin: 0;
    border-inline-start: 1px solid
      var(--vscode-panel-border, var(--vscode-contrastBorder, transparent));
  }
  .kd-steps h2 {
    padding: 14px 12px 4px;
    margin: 0;
  }
  .kd-steps ol {
    min-height: 0;
    margin: 0;
    padding: 0 0 24px;
    overflow: auto;
    list-style: none;
  }
  button.kd-step {
    width: 100%;
    padding: 2px 12px;
    border: 0;
    color: inherit;
    background: none;
    font: inherit;
    text-align: start;
    overflow-wrap: anywhere;
    cursor: pointer;
  }
  button.kd-step:hover {
    background: var(--vscode-list-hoverBackground);
  }
  button.kd-step[aria-current='step'] {
    color: var(--vscode-list-activeSelectionForeground);
    background: var(--vscode-list-activeSelectionBackground);
    outline: 1px solid var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
`;
