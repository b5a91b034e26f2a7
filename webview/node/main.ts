import { startPage } from '../shared/startPage.ts';
import { NodePageElement } from './page.ts';

customElements.define('kd-node', NodePageElement);

const { client } = await startPage('node');
const page = new NodePageElement(client);
document.querySelector('main')?.append(page);
await page.begin();
