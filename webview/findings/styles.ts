import { css } from 'lit';

export const styles = css`
  :host {
    display: grid;
    grid-template-rows: auto minmax(0, 1fr);
    height: 100%;
    container-type: inline-size;
    color: var(--vscode-foreground);
    font-family: var(--vscode-font-family);
    font-size: var(--vscode-font-size);
    line-height: 1.45;
    --kd-line: var(--vscode-panel-border, var(--vscode-contrastBorder, transparent));
  }
  .kd-hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .kd-quiet {
    color: var(--kd-quiet);
  }
  .kd-empty {
    padding: 24px;
    color: var(--kd-quiet);
  }
  .kd-bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 10px;
    padding: 6px 12px;
    border-bottom: 1px solid var(--kd-line);
  }
  .kd-count {
    font-weight: 600;
    white-space: nowrap;
  }
  .kd-of {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    min-width: 0;
  }
  .kd-space {
    flex: 1;
  }
  .kd-choice {
    display: flex;
    gap: 2px;
  }
  .kd-choice button {
    padding: 3px 8px;
    border: 1px solid transparent;
    border-radius: 3px;
    background: none;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }
  .kd-choice button:hover {
    background: var(--vscode-toolbar-hoverBackground);
    border-color: var(--vscode-contrastActiveBorder, transparent);
  }
  .kd-choice button[aria-checked='true'] {
    background: var(--vscode-inputOption-activeBackground);
    color: var(--vscode-inputOption-activeForeground);
    border-color: var(--vscode-inputOption-activeBorder, transparent);
  }
  .kd-body {
    display: grid;
    grid-template-columns: minmax(260px, 38%) minmax(0, 1fr);
    min-height: 0;
  }
  .kd-tabled {
    grid-template-columns: minmax(320px, 58%) minmax(0, 1fr);
  }
  .kd-tree,
  .kd-details {
    overflow: auto;
    padding: 10px 12px 24px;
    box-sizing: border-box;
  }
  .kd-tree {
    border-inline-end: 1px solid var(--kd-line);
  }
  .kd-tree thead th {
    top: -10px;
  }
  .kd-tree h2 {
    margin: 14px 0 6px;
    font-size: 11px;
    font-weight: 600;
    color: var(--kd-quiet);
  }
  .kd-tree h2:first-child {
    margin-top: 0;
  }
  ul,
  ol {
    list-style: none;
    margin: 0;
    padding: 0;
  }

  /* What follows hangs under its cause by a line with an arrowhead. */
  .kd-follows {
    position: relative;
    padding-inline-start: 26px;
  }
  .kd-follows::before {
    content: '';
    position: absolute;
    inset-inline-start: 11px;
    top: -6px;
    bottom: 0;
    border-inline-start: 1.5px solid var(--kd-quiet);
  }
  .kd-follows:last-child::before {
    bottom: auto;
    height: 25px;
  }
  .kd-follows > .kd-card::before {
    content: '';
    position: absolute;
    inset-inline-start: -15px;
    top: 18px;
    width: 10px;
    border-top: 1.5px solid var(--kd-quiet);
  }
  .kd-follows > .kd-card::after {
    content: '';
    position: absolute;
    inset-inline-start: -7px;
    top: 14.5px;
    border: 4px solid transparent;
    border-inline-start-color: var(--kd-quiet);
    border-inline-end-width: 0;
  }
  /* Of a thousand cards those that are scrolled away are neither laid out nor drawn. */
  .kd-tree > ul > li {
    content-visibility: auto;
    contain-intrinsic-size: auto 52px;
  }
  .kd-fold-mark {
    display: inline-block;
    width: 1.2em;
    color: var(--kd-quiet);
  }
  .kd-more {
    padding: 4px 26px 8px;
  }
  .kd-card {
    position: relative;
    display: grid;
    grid-template-columns: 1fr auto;
    gap: 1px 8px;
    margin-bottom: 6px;
    padding: 7px 10px 7px 11px;
    border: 1px solid var(--vscode-widget-border, var(--vscode-panel-border, transparent));
    border-inline-start: 3px solid var(--kd-color, var(--kd-quiet));
    border-radius: 4px;
    cursor: pointer;
  }
  .kd-card:hover {
    background: var(--vscode-list-hoverBackground);
  }
  .kd-card[aria-selected='true'] {
    background: var(--vscode-list-inactiveSelectionBackground);
    outline: 1px solid var(--vscode-contrastActiveBorder, transparent);
  }
  .kd-card[aria-selected='true'] .kd-quiet {
    color: inherit;
  }
  .kd-fold {
    margin: 10px 0 8px;
    padding: 2px 4px;
    border: none;
    background: none;
    color: var(--kd-quiet);
    font: inherit;
    cursor: pointer;
  }
  .kd-fold::before {
    content: '▸ ';
  }
  .kd-fold[aria-expanded='true']::before {
    content: '▾ ';
  }
  .kd-fold:hover {
    color: var(--vscode-foreground);
  }
  .kd-fold:focus-visible,
  .kd-card:focus-visible,
  .kd-details:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
  .kd-card .kd-title {
    grid-row: 1;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .kd-card .kd-severity {
    grid-row: 1;
    grid-column: 2;
    align-self: start;
  }
  .kd-card .kd-quiet {
    grid-column: 1 / -1;
    overflow-wrap: anywhere;
  }
  .kd-critical,
  .kd-high {
    --kd-color: var(--vscode-problemsErrorIcon-foreground, var(--vscode-errorForeground));
  }
  .kd-medium {
    --kd-color: var(--vscode-problemsWarningIcon-foreground);
  }
  .kd-low {
    --kd-color: var(--vscode-problemsInfoIcon-foreground);
  }
  .kd-severity {
    display: inline-flex;
    align-items: center;
    gap: 5px;
    font-size: 12px;
    color: var(--vscode-foreground);
  }
  .kd-severity::before {
    content: '';
    width: 8px;
    height: 8px;
    border-radius: 50%;
    background: var(--kd-color, var(--kd-quiet));
  }
  .kd-severity.kd-critical {
    font-weight: 700;
  }

  .kd-details header {
    display: grid;
    grid-template-columns: 1fr auto;
    align-items: start;
    gap: 0 8px;
  }
  .kd-marks {
    grid-column: 1 / -1;
    display: flex;
    flex-wrap: wrap;
    gap: 2px 12px;
    margin: 0 0 4px;
    font-size: 12px;
    color: var(--kd-quiet);
  }
  .kd-details h2 {
    margin: 0;
    font-size: 1.25em;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .kd-details p {
    margin: 8px 0;
    overflow-wrap: anywhere;
    max-width: 78ch;
  }
  .kd-details .kd-marks {
    margin: 0 0 4px;
    max-width: none;
  }
  .kd-root {
    margin: 8px 0;
    padding: 6px 10px;
    max-width: 100ch;
    border-inline-start: 3px solid var(--kd-color, var(--kd-quiet));
    background: var(--vscode-textCodeBlock-background);
  }
  .kd-details .kd-root h3 {
    margin: 0 0 2px;
    font-size: 12px;
    color: var(--kd-quiet);
  }
  .kd-root code,
  .kd-attempt code {
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  .kd-overdue {
    padding-inline-start: 10px;
    border-inline-start: 3px solid var(--vscode-problemsWarningIcon-foreground);
  }
  .kd-details h3 {
    margin: 18px 0 6px;
    font-size: 1em;
    font-weight: 600;
  }
  .kd-details section > ul > li {
    position: relative;
    margin: 0 0 8px;
    padding-inline-start: 14px;
    overflow-wrap: anywhere;
    max-width: 80ch;
  }
  .kd-details section > ul > li::before {
    content: '';
    position: absolute;
    inset-inline-start: 2px;
    top: 0.62em;
    width: 4px;
    height: 4px;
    border-radius: 50%;
    background: var(--kd-quiet);
  }
  code {
    font-family: var(--vscode-editor-font-family);
    font-size: 0.95em;
    color: inherit;
  }
  .kd-command {
    display: flex;
    align-items: center;
    gap: 4px;
    margin-top: 3px;
    padding: 1px 2px 1px 8px;
    border: 1px solid var(--vscode-contrastBorder, transparent);
    border-radius: 3px;
    background: var(--vscode-textCodeBlock-background);
  }
  .kd-command code {
    flex: 1;
    white-space: pre-wrap;
  }
  .kd-risk {
    display: block;
    margin-top: 2px;
    color: var(--kd-quiet);
  }
  .kd-risk b {
    color: var(--vscode-foreground);
  }
  .kd-link,
  a {
    padding: 0;
    border: none;
    background: none;
    color: var(--vscode-textLink-foreground);
    font: inherit;
    text-align: start;
    text-decoration: none;
    cursor: pointer;
  }
  .kd-link:hover,
  a:hover {
    text-decoration: underline;
  }
  .kd-link:focus-visible,
  a:focus-visible,
  .kd-lines button:focus-visible,
  .kd-choice button:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: 1px;
  }

  summary {
    cursor: pointer;
  }
  summary:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: 1px;
  }
  .kd-attempt,
  .kd-between {
    margin: 6px 0;
  }
  .kd-attempt > summary > * {
    margin-inline-end: 8px;
  }
  .kd-attempt > summary code {
    display: block;
    margin: 1px 0 2px 14px;
  }
  .kd-between > .kd-attempt,
  .kd-between > .kd-lines,
  .kd-between > p {
    margin-inline-start: 14px;
  }
  .kd-attempt > .kd-lines {
    margin-inline-start: 10px;
  }

  /* The lines of one finding: a chain of dots, filled where a line is the cause. */
  .kd-lines li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: start;
    position: relative;
    padding-inline-start: 20px;
  }
  .kd-lines li::before {
    content: '';
    position: absolute;
    inset-inline-start: 7px;
    top: 0;
    bottom: 0;
    border-inline-start: 1.5px solid var(--kd-line);
  }
  .kd-lines li:first-child::before {
    top: 12px;
  }
  .kd-lines li:last-child::before {
    bottom: auto;
    height: 12px;
  }
  .kd-dot {
    position: absolute;
    inset-inline-start: 3px;
    top: 8px;
    width: 6px;
    height: 6px;
    border: 1.5px solid var(--kd-quiet);
    border-radius: 50%;
    background: var(--vscode-editor-background);
  }
  .kd-role-cause .kd-dot {
    border-color: var(--vscode-problemsErrorIcon-foreground);
    background: var(--vscode-problemsErrorIcon-foreground);
  }
  .kd-role-consequence .kd-dot {
    border-color: var(--vscode-problemsWarningIcon-foreground);
  }
  .kd-lines .kd-go {
    padding: 3px 4px;
    font-size: 0.9em;
  }
  .kd-lines button:not(.kd-go) {
    display: grid;
    grid-template-columns: 5.5em 7.5em minmax(0, 1fr);
    gap: 0 8px;
    width: 100%;
    padding: 2px 4px;
    border: none;
    border-radius: 3px;
    background: none;
    color: inherit;
    font: inherit;
    text-align: start;
    cursor: pointer;
  }
  .kd-lines button:hover {
    background: var(--vscode-list-hoverBackground);
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
  }
  .kd-role {
    color: var(--kd-quiet);
  }
  .kd-clock {
    font-variant-numeric: tabular-nums;
  }
  .kd-message {
    font-family: var(--vscode-editor-font-family);
    font-size: 0.95em;
    overflow-wrap: anywhere;
  }

  /* In a window so low, as at 200 %, all scrolls as one. */
  @media (max-height: 420px) {
    :host {
      display: block;
      overflow: auto;
    }
    .kd-details {
      overflow: visible;
    }
  }
  /* Beside a table of so many columns nothing else has room. */
  @container (max-width: 1200px) {
    .kd-tabled {
      grid-template-columns: minmax(0, 1fr);
      grid-template-rows: minmax(0, 1fr) minmax(0, 1fr);
    }
    .kd-tabled .kd-tree {
      border-inline-end: none;
      border-bottom: 1px solid var(--kd-line);
    }
  }
  @container (max-width: 700px) {
    .kd-body {
      grid-template-columns: minmax(0, 1fr);
      grid-template-rows: auto minmax(0, 1fr);
    }
    .kd-tree {
      max-height: max(32vh, 200px);
      border-inline-end: none;
      border-bottom: 1px solid var(--kd-line);
      padding-bottom: 10px;
    }
    .kd-lines button {
      grid-template-columns: 5.5em minmax(0, 1fr);
    }
    .kd-message {
      grid-column: 1 / -1;
    }
  }
`;
