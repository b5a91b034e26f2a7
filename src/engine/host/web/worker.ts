import { serveEngine } from '../../serve.ts';
import { scopePort } from './scopePort.ts';
import { webSources } from './webSources.ts';

serveEngine(scopePort(globalThis), webSources());
