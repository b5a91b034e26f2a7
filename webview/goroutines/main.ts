import { frame } from '../shared/look.ts';
import { startPage } from '../shared/startPage.ts';
import { GoroutinePageElement } from './page.ts';

customElements.define('kd-goroutines', GoroutinePageElement);

const { client } = await startPage('goroutines', frame);
const page = new GoroutinePageElement(client);
document.querySelector('main')?.append(page);
await page.begin();
