export { realClock } from '../../src/cluster/realClock.ts';
