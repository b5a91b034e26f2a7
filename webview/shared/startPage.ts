// How every page begins: styles, controls, the channel to the extension, and what the page had kept.
import { Client } from '../../src/protocol/channel.ts';
import type { HostApi, HostEvent } from '../../src/protocol/hostApi.ts';
import { registerControls } from './controls.ts';
import { FilterField } from './filterField.ts';
import { frame } from './frame.ts';
import { pagePort } from './pagePort.ts';
import { onThemeChange, prefersReducedMotion, tellQuietApart } from './theme.ts';

export interface StartedPage {
  readonly client: Client<HostApi, HostEvent>;
  /** What `keep` was given last, by this version or another. */
  readonly kept: unknown;
  readonly keep: (state: unknown) => void;
  readonly reducedMotion: boolean;
  /** What the page was opened for, when it was for one thing. */
  readonly target: string | undefined;
}

export async function startPage(page: string): Promise<StartedPage> {
  if (frame.styleSheet !== undefined)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, frame.styleSheet];
  tellQuietApart();
  onThemeChange(tellQuietApart);
  registerControls();
  customElements.define('kd-filter-field', FilterField);
  const api = acquireVsCodeApi();
  const client = new Client<HostApi, HostEvent>(pagePort(api));
  const { state, reducedMotion, target } = await client.call('ready', [page]);
  return {
    client,
    kept: api.getState() ?? state,
    keep: (kept) => api.setState(kept),
    reducedMotion: reducedMotion || prefersReducedMotion(),
    target,
  };
}
