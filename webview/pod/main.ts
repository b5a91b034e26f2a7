import { frame } from '../shared/look.ts';
import { startPage } from '../shared/startPage.ts';
import { PodPageElement } from './page.ts';

customElements.define('kd-pod', PodPageElement);

const { client } = await startPage('pod', frame);
const page = new PodPageElement(client);
document.querySelector('main')?.append(page);
await page.begin();
