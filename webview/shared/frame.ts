// The document that a page stands in, outside every shadow root: it has no scroll of its own, and gives colours that themes lack.
import { css } from 'lit';

export const frame = css`
  html,
  body,
  main {
    height: 100%;
    margin: 0;
    padding: 0;
    overflow: hidden;
  }
  body {
    background: var(--vscode-editor-background);
    --kd-quiet: var(--vscode-descriptionForeground);
  }
  body.kd-alike {
    --kd-quiet: color-mix(in srgb, var(--vscode-foreground) 80%, var(--vscode-editor-background));
  }
`;
