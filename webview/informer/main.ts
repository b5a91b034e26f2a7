import { startPage } from '../shared/startPage.ts';
import { InformerPageElement } from './page.ts';

customElements.define('kd-informer', InformerPageElement);

const { client } = await startPage('informer');
const page = new InformerPageElement(client);
document.querySelector('main')?.append(page);
await page.begin();
