import { startPage } from '../shared/startPage.ts';
import { ComparePageElement } from './page.ts';
import { readRequest } from './request.ts';

customElements.define('kd-compare', ComparePageElement);

const { client, kept, keep, target } = await startPage('compare');
const request = target === undefined ? readRequest(kept) : readRequest(target);
const page = new ComparePageElement(client, request, keep);
document.querySelector('main')?.append(page);
await page.begin();
