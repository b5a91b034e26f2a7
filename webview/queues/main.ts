import { startPage } from '../shared/startPage.ts';
import { QueuesPageElement } from './page.ts';

customElements.define('kd-queues', QueuesPageElement);

const { client, kept, keep } = await startPage('queues');
const page = new QueuesPageElement(client, kept, keep);
document.querySelector('main')?.append(page);
await page.begin();
