import { css } from 'lit';
import { warningText } from '../shared/look.ts';

export const styles = css`
  :host {
    display: grid;
    grid-template-rows: auto minmax(0, 1fr) auto;
    grid-template-columns: minmax(0, 1fr);
    height: 100%;
    color: var(--vscode-foreground);
    font-family: var(--vscode-font-family);
    font-size: var(--vscode-font-size);
  }
  .kd-bar {
    display: flex;
    align-items: center;
    gap: 4px 6px;
    padding: 4px 8px;
    border-bottom: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, transparent));
  }
  /* In little room in two rows, each of which stays together. */
  @media (max-width: 1000px) {
    .kd-bar {
      flex-wrap: wrap;
    }
  }
  @media (max-width: 1150px) {
    .kd-day {
      display: none;
    }
  }
  /* In a window so low, as at 200 %, the lanes keep room, and all scrolls as one. */
  @media (max-height: 420px) {
    :host {
      grid-template-rows: auto 320px auto;
      overflow: auto;
    }
  }
  .kd-search,
  .kd-ways {
    display: flex;
    align-items: center;
    gap: 2px;
  }
  .kd-search {
    flex: 1 1 260px;
    justify-content: flex-end;
    min-width: 0;
  }
  .kd-ways {
    flex: none;
    margin-inline-start: auto;
  }
  .kd-ways select {
    margin-inline-end: 4px;
  }
  .kd-bar > .kd-sub {
    flex: 0 1 auto;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .kd-bar > vscode-button,
  .kd-bar > .kd-time,
  .kd-search > vscode-button,
  .kd-hits {
    flex: none;
  }
  .kd-time {
    font-family: var(--vscode-editor-font-family);
    font-size: 13px;
    font-variant-numeric: tabular-nums;
    margin-inline: 4px;
  }
  .kd-sub {
    color: var(--kd-quiet);
  }
  .kd-find {
    flex: 0 1 380px;
    min-width: 120px;
  }
  .kd-hits {
    display: inline-flex;
  }
  .kd-hits button {
    display: inline-flex;
    gap: 4px;
    padding: 3px 4px;
    color: var(--kd-quiet);
    background: none;
    border: 1px solid transparent;
    border-radius: 3px;
    font: inherit;
    white-space: nowrap;
    cursor: pointer;
  }
  .kd-hits button:hover {
    background: var(--vscode-toolbar-hoverBackground);
    border-color: var(--vscode-contrastActiveBorder, transparent);
  }
  .kd-hits button[aria-pressed='true'] {
    color: var(--vscode-inputOption-activeForeground);
    background: var(--vscode-inputOption-activeBackground);
    border-color: var(--vscode-inputOption-activeBorder, transparent);
  }
  .kd-hits button:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
  .kd-count {
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .kd-pressed {
    background: var(--vscode-inputOption-activeBackground);
    color: var(--vscode-inputOption-activeForeground);
    outline: 1px solid var(--vscode-inputOption-activeBorder, transparent);
    outline-offset: -1px;
    border-radius: 5px;
  }
  .kd-input {
    height: 26px;
    padding: 2px 6px;
    box-sizing: border-box;
    color: var(--vscode-input-foreground);
    font: inherit;
    background: var(--vscode-input-background);
    border: 1px solid var(--vscode-settings-dropdownBorder, var(--vscode-input-border, transparent));
    border-radius: 2px;
  }
  .kd-input:focus-visible,
  .kd-link:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
  .kd-main {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    min-height: 0;
  }
  .kd-charts {
    display: grid;
    grid-template-rows: 34px minmax(0, 1fr);
    grid-template-columns: var(--kd-labels, 190px) minmax(0, 1fr);
    min-height: 0;
  }
  .kd-filter {
    width: auto;
    margin: 4px 8px 0;
  }
  .kd-charts > .kd-chart {
    grid-column: 1 / -1;
  }
  canvas.kd-map {
    position: static;
    height: 34px;
    touch-action: none;
    border-bottom: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, transparent));
  }
  .kd-foot {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 24px;
    padding: 4px 10px;
    font-size: 12px;
    color: var(--kd-quiet);
    border-top: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, transparent));
  }
  .kd-hint {
    margin-inline-start: auto;
    color: var(--vscode-foreground);
    overflow-wrap: anywhere;
  }
  .kd-chart {
    position: relative;
    min-height: 0;
    overflow: hidden;
    touch-action: none;
    cursor: default;
  }
  .kd-chart:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
  canvas {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
  }
  .kd-tip {
    position: absolute;
    top: 0;
    left: 0;
    max-width: min(560px, 90%);
    padding: 6px 10px;
    pointer-events: none;
    color: var(--vscode-editorHoverWidget-foreground);
    background: var(--vscode-editorHoverWidget-background);
    border: 1px solid var(--vscode-editorHoverWidget-border);
    border-radius: 3px;
    box-shadow: 0 2px 8px var(--vscode-widget-shadow, transparent);
  }
  .kd-tip[hidden] {
    display: none;
  }
  .kd-tip-title {
    font-weight: 600;
  }
  .kd-line {
    margin-top: 4px;
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 6;
    overflow: hidden;
    overflow-wrap: anywhere;
    white-space: pre-wrap;
    font-family: var(--vscode-editor-font-family);
    font-size: 12px;
  }
  .kd-empty {
    align-self: center;
    justify-self: center;
    max-width: 36em;
    padding: 24px;
    text-align: center;
    color: var(--kd-quiet);
  }
  .kd-legend {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 14px;
  }
  .kd-key {
    display: inline-flex;
    align-items: center;
    gap: 6px;
  }
  .kd-swatch {
    width: 16px;
    height: 9px;
    border: 1px solid currentColor;
    border-radius: 2px;
    box-sizing: border-box;
    background: color-mix(in srgb, currentColor 24%, transparent);
  }
  .kd-inferred {
    border-style: dashed;
  }
  .kd-unknown {
    border-style: dotted;
    background: repeating-linear-gradient(135deg, currentColor 0 1px, transparent 1px 4px);
  }
  .kd-sync {
    color: var(--vscode-kubeletWorker-sync);
  }
  .kd-terminating {
    color: var(--vscode-kubeletWorker-terminating);
  }
  .kd-stuck {
    color: var(--vscode-kubeletWorker-stuck);
  }
  .kd-terminated {
    color: var(--vscode-kubeletWorker-terminated);
  }
  .kd-fill {
    background: currentColor;
  }
  .kd-hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .kd-listed {
    display: grid;
    grid-template-rows: auto minmax(0, 1fr);
    min-height: 0;
  }
  .kd-above {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    padding-bottom: 4px;
  }
  .kd-above > .kd-filter {
    width: 230px;
  }
  .kd-listed > kd-item-list {
    grid-row: 2;
    min-height: 0;
  }
  .kd-note {
    margin: 0;
    padding: 4px 10px;
    color: var(--kd-quiet);
  }
  .kd-list {
    min-height: 0;
    height: 100%;
    overflow: auto;
  }
  .kd-list:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
  .kd-rows {
    position: relative;
  }
  .kd-row {
    display: grid;
    grid-template-columns: 130px minmax(80px, 220px) minmax(100px, 1fr) 190px;
    gap: 12px;
    align-items: center;
    height: 24px;
    padding: 0 10px;
    box-sizing: border-box;
    white-space: nowrap;
  }
  .kd-row > * {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .kd-row[aria-selected='true'] {
    color: var(--vscode-list-activeSelectionForeground);
    background: var(--vscode-list-activeSelectionBackground);
    outline: 1px solid var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  .kd-head {
    position: sticky;
    top: 0;
    z-index: 1;
    font-weight: 600;
    background: var(--vscode-editor-background);
    border-bottom: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, transparent));
  }
  .kd-error {
    color: var(--vscode-editorError-foreground);
  }
  .kd-warning {
    color: ${warningText};
  }
  [aria-selected='true'] .kd-error,
  [aria-selected='true'] .kd-warning {
    color: inherit;
  }
`;
