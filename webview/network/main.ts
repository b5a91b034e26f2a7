import { startPage } from '../shared/startPage.ts';
import { NetworkPageElement } from './page.ts';

customElements.define('kd-network', NetworkPageElement);

const { client } = await startPage('network');
const page = new NetworkPageElement(client);
document.querySelector('main')?.append(page);
await page.begin();
