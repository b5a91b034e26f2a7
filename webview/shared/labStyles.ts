// How laboratories look: moves with their keys, things in line, the list of moves, lessons and the script.
import { css } from 'lit';
import { stepStyles } from './stepStyles.ts';

const border = css`var(--vscode-panel-border, var(--vscode-contrastBorder, currentColor))`;

export const labStyles = css`
  ${stepStyles}
  p {
    margin: 2px 0 6px;
  }
  h3 {
    margin: 10px 0 4px;
    color: var(--kd-quiet);
    font-size: 1em;
    font-weight: 400;
  }
  .kd-columns {
    display: grid;
    grid-template-columns: minmax(0, 4fr) minmax(200px, 1fr);
    min-height: 0;
  }
  .kd-moves {
    margin-top: 10px;
  }
  .kd-moves p {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
  }
  .kd-moves p > .kd-note {
    min-width: 8em;
  }
  kbd {
    margin-inline-start: 6px;
    padding: 0 4px;
    border: 1px solid currentColor;
    border-radius: 3px;
    font-size: 0.82em;
    line-height: 1.3;
  }
  .kd-line {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .kd-line > li {
    padding: 4px 6px;
    border: 1px solid ${border};
    overflow-wrap: anywhere;
  }
  .kd-line > li + li {
    border-top: 0;
  }
  .kd-line > .kd-stale {
    border-style: dashed;
  }
  .kd-key {
    margin-inline-end: 8px;
    font-weight: 600;
  }
  .kd-chip {
    display: inline-block;
    margin: 1px 6px 1px 0;
    padding: 0 6px;
    border: 1px solid ${border};
    border-radius: 3px;
    overflow-wrap: anywhere;
  }
  .kd-new {
    border-color: var(--vscode-focusBorder);
    outline: 1px solid var(--vscode-focusBorder);
  }
  .kd-cards > li {
    padding-inline-start: 0;
  }
  textarea {
    box-sizing: border-box;
    width: 100%;
    color: var(--vscode-input-foreground);
    background: var(--vscode-input-background);
    border: 1px solid var(--vscode-input-border, ${border});
  }
  textarea:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
  .kd-steps > p {
    padding: 14px 12px 4px;
    margin: 0;
  }
  @media (max-width: 760px) {
    .kd-columns {
      grid-template-columns: minmax(0, 1fr);
      grid-template-rows: minmax(0, 3fr) minmax(0, 1fr);
    }
    .kd-steps {
      border-inline-start: 0;
      border-top: 1px solid ${border};
    }
  }
`;
