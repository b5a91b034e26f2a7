import type { CAC } from 'cac';
import type { AllowedStores } from '../mcp/main.ts';
import { print, UsageError } from './output.ts';
import { startHere } from './startEngine.ts';
import { storeQuery, storeTarget } from './store.ts';
import { version } from './version.ts';

interface Options {
  readonly root?: readonly string[];
  readonly allowStore?: readonly string[];
  readonly allowCluster?: readonly string[];
  /** False by `--no-redact`. */
  readonly redact?: boolean;
  readonly log?: string;
  readonly http?: boolean;
  readonly port?: string;
}

/** `mcp`: tools for assistants, by the Model Context Protocol. */
export function addMcp(program: CAC): void {
  program
    .command(
      'mcp [...logs]',
      'Tools for assistants (Model Context Protocol), on standard input and output; logs named here are open from the start',
    )
    .option(
      '--root <dir>',
      'a folder that may be read; may be given more than once. Default: this one',
      {
        type: [],
      },
    )
    .option(
      '--allow-store <store>',
      'a log store that may be read, as loki+http://HOST:3100; may be given more than once',
      { type: [] },
    )
    .option(
      '--allow-cluster <context>',
      'kubelets of the cluster of that context may be read, or of CONTEXT/NODE one; may be given more than once',
      { type: [] },
    )
    .option('--no-redact', 'names of pods, nodes, hosts and registries as they are, no pseudonyms')
    .option('--log <file>', 'notes down what was asked, a line of JSON each')
    .option('--http', 'on the loopback, at an address that it prints')
    .option('--port <n>', 'of --http; a free one by default')
    .action(async (logs: string[], given: Options) => {
      const { root = [], allowStore = [], redact = true, log, http, port } = given;
      const { allowCluster: clusters = [] } = given;
      // Nothing else waits for what this needs.
      const { serveLoopback, serveStdio, Refused } = await import('../mcp/main.ts');
      const scenarios = async () => (await import('./scenarios.ts')).scenarios();
      const roots = root.length === 0 ? [process.cwd()] : root;
      const stores = allowedStores(allowStore);
      const open = { logs, roots, stores, clusters };
      const options = { version, ...open, redact, log, start: startHere, scenarios };
      try {
        if (http === true) print((await serveLoopback(options, portOf(port))).address);
        else {
          await serveStdio(options);
          process.exit(0);
        }
      } catch (error) {
        throw error instanceof Refused ? new UsageError(error.message) : error;
      }
    });
}

/** What signs in stands in the environment or in the address; an assistant names a store without it. */
export function allowedStores(given: readonly string[]): AllowedStores {
  return new Map(
    given.map((address) => {
      const target = storeTarget(address, {});
      if (target === undefined)
        throw new UsageError(
          `--allow-store wants a store like loki+http://HOST:3100, not ${address}.`,
        );
      const name = address.replace(/\/\/[^/]*@/, '//');
      return [
        name,
        ({ nodes, since, until }) => {
          const query = storeQuery({
            ...(nodes === undefined ? {} : { node: nodes }),
            ...(since === undefined ? {} : { since }),
            ...(until === undefined ? {} : { until }),
          });
          return { kind: 'store', target, query };
        },
      ];
    }),
  );
}

function portOf(text = '0'): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new UsageError(`--port wants a number below 65536, not ${text}.`);
}
