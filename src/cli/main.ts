// Room cli: the engine on a terminal. Results go to stdout, everything else to stderr.
import { addMcp } from './mcp.ts';
import { runProgram } from './run.ts';

// Who asks an assistant waits for its tools: they start without the engine, which runs in a thread.
if (process.argv[2] === 'mcp') runProgram([addMcp]);
else
  void import('./commands.ts').then(({ runAll }) => {
    runAll();
  });
