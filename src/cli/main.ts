// Room cli: the engine on a terminal. Results go to stdout, everything else to stderr.
import { endWithReader, fail } from './output.ts';
import { run } from './run.ts';

endWithReader();
// Who asks an assistant waits for its tools: they start without the engine, which runs in a thread.
const commands =
  process.argv[2] === 'mcp'
    ? import('./mcp.ts').then(({ addMcp }) => [addMcp])
    : import('./commands.ts').then(({ all }) => all);
commands
  .then((known) => run(process.argv, known))
  .catch((error: unknown) => {
    fail(error, process.argv.includes('--debug'));
  });
