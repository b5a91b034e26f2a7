import { startPage } from '../shared/startPage.ts';
import { PodPageElement } from './page.ts';

customElements.define('kd-pod', PodPageElement);

const { client } = await startPage('pod');
const page = new PodPageElement(client);
document.querySelector('main')?.append(page);
await page.begin();
