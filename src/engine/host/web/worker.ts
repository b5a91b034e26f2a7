import { serveEngine } from '../../serve.ts';
import { threadsOf } from './indexThreads.ts';
import { scopePort } from './scopePort.ts';
import { webSources } from './webSources.ts';

// Whoever made this worker gave it the address of the script that reads parts as its name.
const script: unknown = Reflect.get(globalThis, 'name');
serveEngine(scopePort(globalThis), webSources(threadsOf(String(script))));
