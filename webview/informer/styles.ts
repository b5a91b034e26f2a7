import { css } from 'lit';
import { warningText } from '../shared/look.ts';
import { stepStyles } from '../shared/stepStyles.ts';

export const styles = css`
  ${stepStyles}
  .kd-columns {
    display: grid;
    grid-template-columns: minmax(0, 3fr) minmax(280px, 2fr);
    min-height: 0;
  }
  .kd-columns > .kd-scroll {
    grid-row: 1;
  }
  /* Beside the steps a table has half the page. */
  .kd-wide {
    position: relative;
    overflow-x: auto;
  }
  p {
    margin: 2px 0 6px;
  }
  .kd-lead {
    max-width: 60em;
    margin-top: 12px;
    color: var(--kd-quiet);
  }
  .kd-did {
    margin: 12px 0;
    padding: 4px 10px;
    border-inline-start: 3px solid var(--vscode-focusBorder);
    font-size: 1.1em;
    overflow-wrap: anywhere;
  }
  .kd-did.kd-is-problem {
    border-color: var(--vscode-editorError-foreground, var(--vscode-errorForeground));
  }
  .kd-machine {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(380px, 1fr));
    align-items: start;
    gap: 12px 28px;
  }
  .kd-states {
    display: block;
    width: 100%;
    max-width: 560px;
    font-size: 12.5px;
  }
  .kd-way {
    fill: none;
    stroke: var(--kd-quiet);
    stroke-width: 1.2;
  }
  marker path {
    fill: var(--kd-quiet);
  }
  .kd-box rect {
    fill: var(--vscode-editor-background);
    stroke: var(--kd-quiet);
    stroke-width: 1.2;
  }
  .kd-box text {
    fill: var(--vscode-foreground);
    text-anchor: middle;
  }
  .kd-now rect {
    fill: var(--vscode-button-background);
    stroke: var(--vscode-contrastActiveBorder, var(--vscode-button-background));
    stroke-width: 2;
  }
  .kd-now text {
    fill: var(--vscode-button-foreground);
    font-weight: 600;
  }
  .kd-waits {
    display: inline-block;
    vertical-align: bottom;
    margin-inline-end: 6px;
    fill: var(--vscode-editorWarning-foreground);
  }
  .kd-delta {
    display: inline-block;
    margin: 1px 6px 1px 0;
    padding: 0 6px;
    border: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, currentColor));
    border-radius: 3px;
    white-space: nowrap;
  }
  .kd-steps ol:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
  .kd-step {
    display: grid;
    grid-template-columns: max-content 6em minmax(0, 1fr);
    gap: 0 10px;
  }
  li.kd-step {
    padding: 2px 12px;
    overflow-wrap: anywhere;
  }
  .kd-nodes {
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
  }
  .kd-step .kd-clock,
  .kd-kind,
  .kd-future {
    color: var(--kd-quiet);
  }
  .kd-is-problem .kd-kind {
    color: var(--vscode-editorError-foreground, var(--vscode-errorForeground));
  }
  .kd-is-wait .kd-kind {
    color: ${warningText};
  }
  /* On another ground than the page's only the row's own colour is sure to be read. */
  button.kd-step:is(:hover, [aria-current='step']) :is(.kd-clock, .kd-kind) {
    color: inherit;
  }
  @media (max-width: 760px) {
    .kd-columns {
      grid-template-columns: minmax(0, 1fr);
      grid-template-rows: minmax(0, 3fr) minmax(0, 2fr);
    }
    .kd-steps {
      border-inline-start: 0;
      border-top: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, transparent));
    }
  }
`;
