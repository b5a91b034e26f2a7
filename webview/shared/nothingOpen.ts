// Instead of a page's content while no log is open: why, and the buttons that open one.
import { html, type TemplateResult } from 'lit';
import type { HostApi, Opening } from '../../src/protocol/hostApi.ts';
import { t } from './l10n.ts';
import { button } from './parts.ts';

/** What it needs of a page's way to the extension. */
interface Opener {
  call(method: 'openAnother', args: Parameters<HostApi['openAnother']>): Promise<void>;
}

/** `problem`: what else is the matter, as a sentence. */
export function nothingOpen(client: Opener, problem = ''): TemplateResult {
  const open = (what: Opening) => () => {
    // What fails is told by the editor, which asks for the file.
    void client.call('openAnother', [what]);
  };
  return html`<div class="kd-empty">
    <p role="status">${problem || t('No kubelet log is open.')}</p>
    <p>
      ${button(t('Open Log…'), open('log'), { kind: 'primary' })}
      ${button(t('Open Sample Incident'), open('sample'))}
    </p>
  </div>`;
}
