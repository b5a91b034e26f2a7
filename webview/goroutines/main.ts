import { startPage } from '../shared/startPage.ts';
import { GoroutinePageElement } from './page.ts';

customElements.define('kd-goroutines', GoroutinePageElement);

const { client } = await startPage('goroutines');
const page = new GoroutinePageElement(client);
document.querySelector('main')?.append(page);
await page.begin();
