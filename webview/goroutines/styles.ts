import { css } from 'lit';
import { warningText } from '../shared/look.ts';

export const styles = css`
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .kd-stack > button {
    display: grid;
    grid-template-columns: 14px 5.5em minmax(0, 1fr) auto;
    gap: 0 8px;
    align-items: baseline;
    width: 100%;
    padding: 3px 4px;
    border: 0;
    border-radius: 2px;
    font: inherit;
    text-align: start;
    color: inherit;
    background: none;
    cursor: pointer;
  }
  .kd-stack > button:hover {
    background: var(--vscode-list-hoverBackground);
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  .kd-stack > button:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
  .kd-fold {
    width: 12px;
    height: 12px;
    margin-top: 0.2em;
    align-self: start;
    transition: transform 80ms;
  }
  [aria-expanded='true'] .kd-fold {
    transform: rotate(90deg);
  }
  :host-context(.vscode-reduce-motion) .kd-fold {
    transition: none;
  }
  @media (prefers-reduced-motion: reduce) {
    .kd-fold {
      transition: none;
    }
  }
  .kd-wait {
    text-align: end;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
    color: var(--kd-quiet);
  }
  .kd-notable .kd-wait {
    color: ${warningText};
    font-weight: 600;
  }
  .kd-what {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .kd-top {
    margin-inline-start: 8px;
    color: var(--kd-quiet);
    font-family: var(--vscode-editor-font-family);
    font-size: 0.92em;
  }
  .kd-times {
    color: var(--kd-quiet);
    white-space: nowrap;
  }
  .kd-pods {
    margin: 0 0 2px calc(14px + 5.5em + 20px);
  }
  .kd-pods .kd-link {
    margin-inline-end: 10px;
  }
  .kd-frames {
    margin: 2px 0 8px calc(14px + 5.5em + 20px);
    padding: 4px 10px;
    border-inline-start: 2px solid var(--vscode-editorIndentGuide-background1, currentColor);
    font-family: var(--vscode-editor-font-family);
    font-size: 0.95em;
  }
  .kd-frames li {
    display: flex;
    flex-wrap: wrap;
    gap: 0 10px;
    padding: 1px 0;
  }
  .kd-frames li > * {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .kd-frames .kd-foreign {
    color: var(--kd-quiet);
  }
  summary {
    margin-top: 20px;
    padding: 2px 0;
    font-weight: 600;
    cursor: pointer;
  }
  summary:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
  }
  details section {
    margin-top: 8px;
    margin-inline-start: 14px;
  }
`;
