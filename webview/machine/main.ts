import { startPage } from '../shared/startPage.ts';
import { MachinePageElement } from './page.ts';

customElements.define('kd-machine', MachinePageElement);

const { client, kept, keep, target } = await startPage('machine');
const page = new MachinePageElement(client, kept, keep, target);
document.querySelector('main')?.append(page);
await page.begin();
