import { startPage } from '../shared/startPage.ts';
import { LatenciesPageElement } from './page.ts';

customElements.define('kd-latencies', LatenciesPageElement);

const { client } = await startPage('latencies');
const page = new LatenciesPageElement(client);
document.querySelector('main')?.append(page);
await page.begin();
