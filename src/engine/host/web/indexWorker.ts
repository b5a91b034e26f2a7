import { servePartsOn } from './indexThreads.ts';
import { scopeOf } from './scopePort.ts';

servePartsOn(scopeOf(globalThis));
