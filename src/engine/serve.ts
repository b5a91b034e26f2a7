import { dataWithoutSecrets } from '../base/secrets.ts';
import { DisposableStore, type Disposable } from '../base/disposable.ts';
import { Server, type Port } from '../protocol/channel.ts';
import type { EngineApi, EngineEvent } from '../protocol/engineApi.ts';
import { engineHandlers } from './handlers.ts';
import type { ClusterHost } from './host/clusterHost.ts';
import type { SourceHost } from './host/sourceHost.ts';
import type { StoreHost } from './host/storeHost.ts';
import { GoroutineDumps } from './goroutineDumps.ts';
import { Live } from './live.ts';
import { liveSources } from './liveSources.ts';
import { Session } from './session.ts';
import { Stores } from './store/stores.ts';

/** An engine that answers on a port until its lifetime ends. */
export function serveEngine(
  port: Port,
  host: SourceHost,
  clusters?: ClusterHost,
  storeHost?: StoreHost,
): Disposable {
  const lifetime = new DisposableStore();
  const live = lifetime.add(new Live(clusters));
  const stores = new Stores(storeHost);
  const sources = liveSources(host, live, stores);
  const session = lifetime.add(new Session(sources));
  const dumps = new GoroutineDumps(live, sources);
  const handlers = engineHandlers(session, live, dumps, stores);
  const server = lifetime.add(
    new Server<EngineApi, EngineEvent>(port, handlers, dataWithoutSecrets),
  );
  lifetime.add(
    dumps.onChange(() => {
      server.emit({ kind: 'goroutinesChanged' });
    }),
  );
  lifetime.add(
    live.onChange(() => {
      server.emit({ kind: 'clusterChanged' });
    }),
  );
  lifetime.add(
    session.onEvent((event) => {
      server.emit(event);
    }),
  );
  return lifetime;
}
