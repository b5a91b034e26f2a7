import { cac, type CAC } from 'cac';
import { readArguments } from './arguments.ts';
import { endWithReader, fail, UsageError } from './output.ts';
import { version } from './version.ts';

/** The program whose commands these are; what fails is told on stderr. */
export function runProgram(commands: readonly ((program: CAC) => void)[]): void {
  endWithReader();
  run(process.argv, commands).catch((error: unknown) => {
    fail(error, process.argv.includes('--debug'));
  });
}

/** Does what the arguments of a process ask for. Rejects with what is to be told. */
export async function run(
  argv: readonly string[],
  commands: readonly ((program: CAC) => void)[],
): Promise<void> {
  const program = cac('kubelet-debugger');
  for (const add of commands) add(program);
  program.help();
  program.version(version);
  program.option(
    '--color <when>',
    'auto, always or never: findings in the colours of their severity',
    { default: 'auto' },
  );
  program.option('--debug', 'Of a failure that is a bug: where it was');
  readArguments(program, argv);
  if (
    program.matchedCommand === undefined &&
    !['help', 'version'].some((name) => program.options[name] === true)
  ) {
    const [name] = program.args;
    if (name === undefined) program.outputHelp();
    throw new UsageError(
      name === undefined ? 'A command is needed.' : `There is no command ${name}. Try --help.`,
    );
  }
  await program.runMatchedCommand();
}
