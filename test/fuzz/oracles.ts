// What must hold of every answer, whatever was asked. An oracle gives a sentence about what is wrong, or nothing.
import { ChannelError } from '../../src/protocol/channel.ts';

/** Planted in inputs; must stand in no export. */
export const SECRET = 'Zq7SECRETq7Z';

export type Oracle = (answer: string) => string | undefined;

/** For JSON; a refusal is a sentence in words. */
export const noNaN: Oracle = (answer) =>
  !answer.startsWith('refused: ') &&
  /(?<![\w"])(?:NaN|-?Infinity|undefined)(?![\w"])/.test(answer.replace(/"(?:[^"\\]|\\.)*"/g, '""'))
    ? 'a number is none'
    : undefined;

/** For what goes to a terminal. */
export const noControl: Oracle = (answer) =>
  /[^\P{Cc}\n\t]/u.test(answer) ? 'a control character is printed' : undefined;

export const noSecret: Oracle = (answer) =>
  answer.includes(SECRET) ? 'a planted secret is printed' : undefined;

/** For what says of itself that it has a secret in it. */
export const noLeak: Oracle = (answer) =>
  answer.startsWith('leaked: ') ? `a secret is printed: ${answer}` : undefined;

/** What is thrown is meant for a person: it is no stack's first line. */
export function notSentence(error: unknown): string | undefined {
  const message = error instanceof Error ? error.message : String(error);
  const raw =
    !(error instanceof ChannelError) &&
    error instanceof Error &&
    /^(?:Type|Range|Reference|Syntax)Error$/.test(error.name);
  const told =
    /Cannot (?:read|set|destructure)|is not (?:a function|iterable|defined|a constructor)|call stack|Invalid (?:time|array|string|typed)|Unexpected token/.test(
      message,
    );
  return raw || told || message === ''
    ? `an error is no sentence: ${message.slice(0, 200)}`
    : undefined;
}
