// The logs of a connected cluster's nodes, and those of a log store, as sources like any other: their host needs no file.
import { ChannelError } from '../protocol/channel.ts';
import { failedText, grownText, wallClock } from './host/memoryText.ts';
import type { SessionSources, SourceHost } from './host/sourceHost.ts';
import type { Live } from './live.ts';
import type { Stores } from './store/stores.ts';

/** What a host opens, and nodes and log stores beside it. */
export function liveSources(host: SourceHost, live: Live, stores: Stores): SessionSources {
  return {
    async *open(spec, signal, limits) {
      if (spec.kind === 'store') {
        yield* stores.open(spec, signal);
        return;
      }
      if (spec.kind !== 'node') {
        yield* host.open(spec, signal, limits);
        return;
      }
      const { node } = spec;
      try {
        const log = await live.nodeLog(node, signal);
        const followed = grownText(node, live.newBytes(), wallClock(), (stop) =>
          log.follow({ signal: stop }),
        );
        yield { ...followed, node };
        const { connection } = live.needed;
        // The log says what happened, these what is: together they leave less unknown.
        const samples = grownText(`${node} samples`, live.newBytes(), wallClock(), (stop) =>
          connection.samples(node, stop, () => live.attention),
        );
        yield { ...samples, node };
      } catch (error) {
        if (!(error instanceof ChannelError)) throw error;
        yield failedText(node, error.message);
      }
    },
  };
}
