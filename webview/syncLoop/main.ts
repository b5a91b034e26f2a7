import { startPage } from '../shared/startPage.ts';
import { SyncLoopPageElement } from './page.ts';

customElements.define('kd-sync-loop', SyncLoopPageElement);

const { client, reducedMotion } = await startPage('syncLoop');
const page = new SyncLoopPageElement(client, reducedMotion);
document.querySelector('main')?.append(page);
await page.begin();
