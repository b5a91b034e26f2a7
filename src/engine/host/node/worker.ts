import { serveThread } from './serveThread.ts';

serveThread();
