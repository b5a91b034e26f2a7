import { startPage } from '../shared/startPage.ts';
import { PlegPageElement } from './page.ts';

customElements.define('kd-pleg', PlegPageElement);

const { client } = await startPage('pleg');
const page = new PlegPageElement(client);
document.querySelector('main')?.append(page);
await page.begin();
