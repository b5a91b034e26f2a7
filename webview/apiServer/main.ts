import { startPage } from '../shared/startPage.ts';
import { ApiServerPageElement } from './page.ts';

customElements.define('kd-api-server', ApiServerPageElement);

const { client, kept, keep } = await startPage('apiServer');
const page = new ApiServerPageElement(client, kept, keep);
document.querySelector('main')?.append(page);
await page.begin();
