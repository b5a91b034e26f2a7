import { ChannelError } from '../protocol/channel.ts';

/** Bad use: its message is one clear line, the exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Ends with one line on stderr and exit code 2; a bug of ours shows its stack. */
export function fail(error: unknown): void {
  process.stderr.write(`kubelet-debugger: ${sentence(error)}\n`);
  process.exitCode = 2;
}

function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const expected =
    error instanceof UsageError || error instanceof ChannelError || error.name === 'CACError';
  return expected ? error.message : (error.stack ?? error.message);
}

export function print(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, undefined, 1));
}
