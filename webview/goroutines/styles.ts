import { css } from 'lit';
import { warningText } from '../shared/look.ts';

export const styles = css`
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .kd-stack {
    display: flex;
    gap: 6px;
    padding: 0;
    border: 0;
    font: inherit;
    text-align: start;
    color: inherit;
    background: none;
    cursor: pointer;
  }
  .kd-stack > span {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .kd-stack:hover {
    text-decoration: underline;
  }
  .kd-stack:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
  }
  .kd-fold {
    flex: none;
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
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
    color: var(--kd-quiet);
  }
  .kd-notable .kd-wait {
    color: ${warningText};
    font-weight: 600;
  }
  .kd-top {
    margin-inline-start: 8px;
    color: var(--kd-quiet);
    font-family: var(--vscode-editor-font-family);
    font-size: 0.92em;
  }
  .kd-pods {
    margin: 0 0 2px 18px;
  }
  .kd-pods .kd-link {
    margin-inline-end: 10px;
  }
  .kd-frames {
    margin: 2px 0 8px 5.5em;
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
