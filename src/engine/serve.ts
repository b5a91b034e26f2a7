import { DisposableStore, type Disposable } from '../base/disposable.ts';
import { Server, type Port } from '../protocol/channel.ts';
import type { EngineApi, EngineEvent } from '../protocol/engineApi.ts';
import { engineHandlers } from './handlers.ts';
import type { SourceHost } from './host/sourceHost.ts';
import { Session } from './session.ts';

/** An engine that answers on a port until its lifetime ends. */
export function serveEngine(port: Port, host: SourceHost): Disposable {
  const lifetime = new DisposableStore();
  const session = lifetime.add(new Session(host));
  const server = lifetime.add(new Server<EngineApi, EngineEvent>(port, engineHandlers(session)));
  lifetime.add(
    session.onEvent((event) => {
      server.emit(event);
    }),
  );
  return lifetime;
}
