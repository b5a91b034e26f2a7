// The way from a part of a page to the Go function that it is: a button with the function's name.
import { html, type TemplateResult } from 'lit';
import { t } from './l10n.ts';

/** A function by its path in the repository of Kubernetes; `name` as `openGoFunction` takes it. */
export interface GoPart {
  readonly path: string;
  readonly name: string;
}

export type OpenGo = (part: GoPart) => void;

export function goLink(part: GoPart, open: OpenGo): TemplateResult {
  return html`<button
    class="kd-link kd-mono"
    title=${t('Open Go source: {0}', part.path)}
    @click=${() => {
      open(part);
    }}
  >
    ${part.name.split('|', 1)[0]}
  </button>`;
}

/** The functions of what is shown, one after the other. */
export function goLinks(parts: readonly GoPart[], open: OpenGo): TemplateResult {
  return html`<p class="kd-note">
    ${t('Code:')} ${parts.map((part, i) => html`${i === 0 ? '' : ', '}${goLink(part, open)}`)}
  </p>`;
}
