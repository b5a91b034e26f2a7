import type { CAC } from 'cac';
import { print, UsageError } from './output.ts';
import { startHere } from './startEngine.ts';
import { version } from './version.ts';

interface Options {
  readonly root?: readonly string[];
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
    .option('--no-redact', 'names of pods, nodes, hosts and registries as they are, no pseudonyms')
    .option('--log <file>', 'notes down what was asked, a line of JSON each')
    .option('--http', 'on the loopback, at an address that it prints')
    .option('--port <n>', 'of --http; a free one by default')
    .action(async (logs: string[], { root = [], redact = true, log, http, port }: Options) => {
      // Nothing else waits for what this needs.
      const { serveLoopback, serveStdio, Refused } = await import('../mcp/main.ts');
      const scenarios = async () => (await import('./scenarios.ts')).scenarios();
      const roots = root.length === 0 ? [process.cwd()] : root;
      const options = { version, logs, roots, redact, log, start: startHere, scenarios };
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

function portOf(text = '0'): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new UsageError(`--port wants a number below 65536, not ${text}.`);
}
