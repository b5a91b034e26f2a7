import { startPage } from '../shared/startPage.ts';
import { ItemList } from './itemList.ts';
import { LaneMenu } from './laneMenu.ts';
import { TimelinePage } from './page.ts';
import { readState } from './state.ts';

customElements.define('kd-item-list', ItemList);
customElements.define('kd-lane-menu', LaneMenu);
customElements.define('kd-timeline', TimelinePage);

const { client, kept, keep, reducedMotion } = await startPage('timeline');
const page = new TimelinePage(client, readState(kept), keep, reducedMotion);
document.querySelector('main')?.append(page);
await page.begin();
