import { createColors } from 'picocolors';
import { UsageError } from './output.ts';

export const colourChoices = ['auto', 'always', 'never'] as const;

/** Whether to colour results: as is chosen, or where they go to a terminal that nobody wants plain. */
export function isColoured(
  choice: string,
  isTerminal: boolean,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  const known = colourChoices.find((each) => each === choice);
  if (known === undefined) throw new UsageError(`--color is one of ${colourChoices.join(', ')}.`);
  if (known !== 'auto') return known === 'always';
  // https://no-color.org: set and not empty, whatever it says.
  return isTerminal && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
}

/** The heads of findings by severity, and what labels their lines: after all else was done to the text, so nothing of a log has a colour. */
export function colouredFindings(text: string): string {
  const { bold, dim, red, yellow, cyan } = createColors(true);
  const heads: Readonly<Record<string, (text: string) => string>> = {
    CRITICAL: (head) => bold(red(head)),
    HIGH: red,
    MEDIUM: yellow,
    LOW: cyan,
    INFO: dim,
  };
  return text
    .replace(/^(?:CRITICAL|HIGH|MEDIUM|LOW|INFO)(?= )/gm, (head) => heads[head]?.(head) ?? head)
    .replace(/^ {2}(?:cause|consequence|context|check|do|not|and)\b:?/gm, dim);
}
