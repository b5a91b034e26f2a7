import { serveEngine } from '../../serve.ts';
import { scriptIn, threadsOf } from './indexThreads.ts';
import { scopePort } from './scopePort.ts';
import { webSources } from './webSources.ts';

const name: unknown = Reflect.get(globalThis, 'name');
serveEngine(scopePort(globalThis), webSources(threadsOf(scriptIn(String(name)))));
