import type { CAC } from 'cac';
import { UsageError } from './output.ts';

/** What the argument `-` comes as: no file has such a name. */
export const STANDARD_INPUT = '\0standard input';

/** No argument of a process has it: what begins so is no number to the parser. */
const GUARD = '\0';

/**
 * Reads the arguments: values of options are texts as they were written (the parser would make 7 of `007`, and 0 of nothing), each is given
 * once unless its option takes several, and names no part of an object.
 */
export function readArguments(program: CAC, argv: readonly string[]): void {
  program.parse(argv.map(guarded), { run: false });
  program.args = program.args.map((arg) => unguarded(arg));
  const told = program.matchedCommand?.options ?? [];
  for (const [name, value] of Object.entries(program.options)) {
    if (name === '--') continue;
    const several = told.find(({ names }) => names.includes(name))?.config.type !== undefined;
    program.options[name] = valueOf(name, value, several);
  }
}

/** The parser drops a lone dash. */
function guarded(arg: string): string {
  if (arg === '-') return STANDARD_INPUT;
  const [, option = '', value = arg] = /^(--?[^=]+=)(.*)$/s.exec(arg) ?? [];
  return isNumber(value) ? `${option}${GUARD}${value}` : arg;
}

function isNumber(text: string): boolean {
  return Number.isFinite(Number(text));
}

function unguarded(text: string): string {
  return text.startsWith(GUARD) && text !== STANDARD_INPUT ? text.slice(GUARD.length) : text;
}

function valueOf(name: string, value: unknown, several: boolean): unknown {
  if (typeof value === 'string') return unguarded(value);
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return String(value);
  const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (!Array.isArray(value)) throw new UsageError(`There is no option --${flag} with a dot in it.`);
  if (several) {
    if (value.includes(true)) throw new UsageError(`--${flag} wants a value.`);
    return value.map((each) => valueOf(name, each, false));
  }
  // A flag may be said twice.
  if (value.every((each) => typeof each === 'boolean')) return value.at(-1);
  throw new UsageError(`--${flag} is given more than once.`);
}
