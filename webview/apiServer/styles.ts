import { css } from 'lit';

export const styles = css`
  .kd-diagram {
    position: relative;
    overflow-x: auto;
  }
  .kd-lanes,
  .kd-diagram li {
    display: grid;
    grid-template-columns: 5.5em repeat(4, minmax(110px, 1fr));
    min-width: 560px;
  }
  .kd-lanes b {
    text-align: center;
  }
  .kd-diagram ol {
    margin: 4px 0 0;
    padding: 0;
    list-style: none;
  }
  .kd-diagram li {
    padding: 2px 0;
  }
  .kd-diagram li.kd-current {
    background: var(--vscode-list-inactiveSelectionBackground);
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  /* From the middle of one lane to the middle of another. */
  .kd-arrow-box {
    position: relative;
    display: grid;
    padding: 0 8px 6px;
    text-align: center;
    overflow-wrap: anywhere;
  }
  .kd-right,
  .kd-left {
    margin: 0 55px;
    border-bottom: 1px solid var(--vscode-foreground);
  }
  .kd-right::after,
  .kd-left::after {
    position: absolute;
    bottom: -4px;
    width: 7px;
    height: 7px;
    border: 1px solid var(--vscode-foreground);
    border-inline-start: 0;
    border-bottom: 0;
    content: '';
  }
  .kd-right::after {
    right: 0;
    transform: rotate(45deg);
  }
  .kd-left::after {
    left: 0;
    transform: rotate(-135deg);
  }
  .kd-self {
    border-bottom: 1px dotted var(--kd-quiet);
  }
  li.kd-current .kd-note,
  li.kd-current .kd-clock {
    color: inherit;
  }
  .kd-form {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(360px, 1fr));
    align-items: center;
    gap: 4px 24px;
  }
  .kd-form-row {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr);
    align-items: center;
    gap: 4px 8px;
  }
  .kd-form .kd-toggles {
    flex-wrap: wrap;
  }
  .kd-form input:not([type='checkbox']) {
    min-width: 0;
    padding: 2px 6px;
    color: var(--vscode-input-foreground);
    background: var(--vscode-input-background);
    border: 1px solid
      var(--vscode-settings-textInputBorder, var(--vscode-input-border, transparent));
  }
  .kd-form input[type='checkbox'] {
    justify-self: start;
    accent-color: var(--vscode-button-background);
  }
  .kd-form input:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
  .kd-asked {
    overflow-wrap: anywhere;
  }
  .kd-answer {
    max-height: 30em;
    overflow: auto;
  }
  .kd-insides {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(220px, 1fr));
    gap: 0 24px;
  }
`;
