import { css } from 'lit';

/** As the editor's own fields look; the list below it as its suggestions do. */
export const filterFieldStyles = css`
  :host {
    position: relative;
    display: inline-block;
    width: 230px;
    max-width: 100%;
    color: var(--vscode-foreground);
    font-family: var(--vscode-font-family);
    font-size: var(--vscode-font-size);
  }
  .kd-field {
    display: flex;
    align-items: center;
    height: 26px;
    box-sizing: border-box;
    color: var(--vscode-input-foreground);
    background: var(--vscode-input-background);
    border: 1px solid
      var(--vscode-settings-textInputBorder, var(--vscode-input-border, transparent));
    border-radius: 2px;
  }
  .kd-field:focus-within {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
  .kd-field.kd-wrong {
    border-color: var(--vscode-inputValidation-errorBorder, var(--vscode-errorForeground));
    outline-color: var(--vscode-inputValidation-errorBorder, var(--vscode-errorForeground));
  }
  input {
    flex: 1;
    min-width: 0;
    height: 100%;
    padding: 0 6px;
    box-sizing: border-box;
    color: inherit;
    background: none;
    border: 0;
    outline: 0;
    font: inherit;
    text-overflow: ellipsis;
  }
  input::placeholder {
    color: var(--vscode-input-placeholderForeground);
  }
  button {
    flex: none;
    width: 24px;
    height: 24px;
    padding: 4px;
    color: var(--vscode-icon-foreground, currentColor);
    background: none;
    border: 0;
    border-radius: 4px;
    cursor: pointer;
  }
  button:hover {
    background: var(--vscode-toolbar-hoverBackground);
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  button:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
  svg {
    display: block;
    width: 16px;
    height: 16px;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.2;
  }
  ul,
  p {
    position: absolute;
    z-index: 20;
    top: 100%;
    inset-inline-end: 0;
    min-width: 100%;
    margin: 2px 0 0;
    box-sizing: border-box;
  }
  :host([at-start]) ul,
  :host([at-start]) p {
    inset-inline: 0 auto;
  }
  [hidden] {
    display: none;
  }
  ul {
    width: max-content;
    max-width: min(460px, 92vw);
    max-height: min(300px, 60vh);
    overflow: auto;
    padding: 2px;
    color: var(--vscode-editorSuggestWidget-foreground, var(--vscode-foreground));
    background: var(--vscode-editorSuggestWidget-background, var(--vscode-editor-background));
    border: 1px solid
      var(
        --vscode-editorSuggestWidget-border,
        var(--vscode-contrastBorder, var(--vscode-panel-border))
      );
    border-radius: 3px;
    box-shadow: 0 2px 8px var(--vscode-widget-shadow, transparent);
    list-style: none;
  }
  li {
    display: flex;
    gap: 16px;
    align-items: baseline;
    padding: 3px 8px;
    line-height: 18px;
    border-radius: 2px;
    cursor: pointer;
  }
  li:hover {
    background: var(--vscode-list-hoverBackground);
  }
  li[aria-selected='true'] {
    color: var(
      --vscode-editorSuggestWidget-selectedForeground,
      var(--vscode-list-activeSelectionForeground)
    );
    background: var(
      --vscode-editorSuggestWidget-selectedBackground,
      var(--vscode-list-activeSelectionBackground)
    );
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  .kd-word {
    font-family: var(--vscode-editor-font-family);
    overflow-wrap: anywhere;
  }
  .kd-hint {
    flex: 1;
    opacity: 0.8;
    font-size: 0.92em;
    text-align: end;
  }
  p {
    width: max-content;
    max-width: min(360px, 92vw);
    padding: 4px 8px;
    color: var(--vscode-inputValidation-errorForeground, var(--vscode-foreground));
    background: var(--vscode-inputValidation-errorBackground, var(--vscode-editor-background));
    border: 1px solid
      var(--vscode-inputValidation-errorBorder, var(--vscode-contrastBorder, currentColor));
    line-height: 1.4;
  }
`;
