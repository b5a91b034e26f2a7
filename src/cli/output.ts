// The edge of the terminal: nothing else writes to it. Secrets are starred in the text before it is written in any format, and nothing that a
// terminal would obey goes out: not from a log, not in the names of files and entries of archives, not in what failed.
import { bugIn } from '../base/bug.ts';
import { dataWithoutSecrets, withoutSecrets } from '../base/secrets.ts';
import { shownLine, shownText } from '../base/shownText.ts';
import { ChannelError } from '../protocol/channel.ts';
import { progressOn, type Progress } from './progress.ts';

/** Bad use: its message is one clear line, the exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Of what failed; a path may be long. */
const LONGEST = 4_000;

/** Ends with one line on stderr and exit code 2; `debug`: with the stack of a bug below it. */
export function fail(error: unknown, debug: boolean): void {
  process.exitCode = 2;
  const stack = bugIn(error)?.stack ?? (error instanceof ChannelError ? error.detail : undefined);
  if (stack === undefined) tell(error instanceof Error ? error.message : String(error));
  else tell('This is a bug in Kubelet Debugger. Run it with --debug for the stack.');
  if (debug && stack !== undefined) process.stderr.write(`${shownText(stack)}\n`);
}

/** One line for the person, beside the results. */
export function tell(text: string): void {
  process.stderr.write(`kubelet-debugger: ${shownLine(text, LONGEST)}\n`);
}

export function print(text: string): void {
  write(shownText(text));
}

/** `coloured` gets the text when nothing of a log can have colours of its own any more. */
export function printColoured(text: string, coloured?: (shown: string) => string): void {
  const shown = shownText(text);
  write(coloured?.(shown) ?? shown);
}

/** Whether results go to a terminal, not to a file or a pipe. */
export function isTerminal(): boolean {
  return process.stdout.isTTY;
}

export function progress(): Progress {
  return progressOn(process.stderr);
}

export function printJson(value: unknown, indent = 1): void {
  write(escaped(JSON.stringify(dataWithoutSecrets(value), undefined, indent)));
}

/** JSON that is a text already: read again only where something must be starred. */
export function printJsonText(text: string): void {
  if (withoutSecrets(text) === text) write(escaped(text));
  else printJson(JSON.parse(text), 0);
}

/** A piece of JSON that is no value by itself, such as a line of an array. */
export function printJsonPart(text: string): void {
  write(escaped(withoutSecrets(text)));
}

/** JSON stays JSON: what a terminal would obey stands in its strings alone, and has its own escape there. */
function escaped(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function write(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** A reader that has seen enough (`| head`) is no failure. */
export function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 2);
  });
}
