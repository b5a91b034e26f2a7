import { startPage } from '../shared/startPage.ts';
import { FindingsPage } from './page.ts';
import { readState } from './state.ts';

customElements.define('kd-findings', FindingsPage);

const { client, kept, keep, target } = await startPage('findings');
const page = new FindingsPage(client, readState(kept), keep, target);
document.querySelector('main')?.append(page);
await page.begin();
