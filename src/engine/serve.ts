import { DisposableStore, type Disposable } from '../base/disposable.ts';
import { Server, type Port } from '../protocol/channel.ts';
import type { EngineApi, EngineEvent } from '../protocol/engineApi.ts';
import { engineHandlers } from './handlers.ts';
import type { ClusterHost } from './host/clusterHost.ts';
import type { SourceHost } from './host/sourceHost.ts';
import { Live } from './live.ts';
import { Session } from './session.ts';

/** An engine that answers on a port until its lifetime ends. */
export function serveEngine(port: Port, host: SourceHost, clusters?: ClusterHost): Disposable {
  const lifetime = new DisposableStore();
  const session = lifetime.add(new Session(host));
  const live = lifetime.add(new Live(clusters));
  const handlers = engineHandlers(session, live);
  const server = lifetime.add(new Server<EngineApi, EngineEvent>(port, handlers));
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
