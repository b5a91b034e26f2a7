import { Client } from '../../src/protocol/channel.ts';
import type { HostApi, HostEvent } from '../../src/protocol/hostApi.ts';
import { registerControls } from '../shared/controls.ts';
import { pagePort } from '../shared/pagePort.ts';
import { prefersReducedMotion } from '../shared/theme.ts';
import { ItemList } from './itemList.ts';
import { TimelinePage } from './page.ts';
import { readState } from './state.ts';
import { pageStyles } from './styles.ts';

if (pageStyles.styleSheet !== undefined)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, pageStyles.styleSheet];
registerControls();
customElements.define('kd-item-list', ItemList);
customElements.define('kd-timeline', TimelinePage);

const api = acquireVsCodeApi();
const client = new Client<HostApi, HostEvent>(pagePort(api));
const { state, reducedMotion } = await client.call('ready', ['timeline']);
const page = new TimelinePage(
  client,
  readState(api.getState() ?? state),
  (kept) => api.setState(kept),
  reducedMotion || prefersReducedMotion(),
);
document.querySelector('main')?.append(page);
await page.begin();
