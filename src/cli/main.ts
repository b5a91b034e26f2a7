// Room cli: the engine on a terminal. Results go to stdout, everything else to stderr.
import { cac } from 'cac';
import { addCommands } from './commands.ts';
import { STANDARD_INPUT } from './open.ts';
import { fail, UsageError } from './output.ts';

async function main(argv: readonly string[]): Promise<void> {
  const program = cac('kubelet-debugger');
  addCommands(program);
  program.help();
  // The parser drops a lone dash.
  program.parse(
    argv.map((arg) => (arg === '-' ? STANDARD_INPUT : arg)),
    { run: false },
  );
  if (program.matchedCommand === undefined && program.options['help'] !== true) {
    const [name] = program.args;
    if (name === undefined) program.outputHelp();
    throw new UsageError(
      name === undefined ? 'A command is needed.' : `There is no command ${name}. Try --help.`,
    );
  }
  await program.runMatchedCommand();
}

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 2);
});
main(process.argv).catch((error: unknown) => {
  fail(error);
});
