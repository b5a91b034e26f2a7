import { err, ok, type Result } from '../../base/result.ts';

/** The quote that is not closed; none where nothing was typed. */
export interface SplitProblem {
  readonly open: string | undefined;
}

/** A program and its arguments as a person types them: split at spaces, quotes keep together, a backslash takes the next sign as it is. */
export function splitCommand(text: string): Result<readonly string[], SplitProblem> {
  const argv: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '\\' && quote !== "'") word = (word ?? '') + text.charAt(++i);
    else if (char === quote) quote = '';
    else if (quote === '' && (char === '"' || char === "'")) {
      quote = char;
      word ??= '';
    } else if (quote === '' && /\s/.test(char)) {
      if (word !== undefined) argv.push(word);
      word = undefined;
    } else word = (word ?? '') + char;
  }
  if (quote !== '') return err({ open: quote });
  if (word !== undefined) argv.push(word);
  return argv.length === 0 ? err({ open: undefined }) : ok(argv);
}
