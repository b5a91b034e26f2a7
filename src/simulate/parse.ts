import * as v from 'valibot';
import { LineCounter, parseDocument } from 'yaml';
import { err, ok, type Result } from '../base/result.ts';
import { LONGEST_YAML, tooDeepAt } from '../log/yamlDepth.ts';
import { scenarioSchema, type Scenario } from './scenario.ts';

const TOO_DEEP = 'This is no scenario: it is nested too deep to be read';

/** Reads a scenario file; the error is a sentence that names the place. */
export function parseScenario(text: string): Result<Scenario> {
  if (text.length > LONGEST_YAML) return err('This is no scenario: it is longer than 256 KiB');
  if (tooDeepAt(text) !== undefined) return err(TOO_DEEP);
  const lineCounter = new LineCounter();
  const options = { lineCounter, logLevel: 'error', prettyErrors: false } as const;
  const document = parseDocument(text, options);
  const [problem] = document.errors;
  if (problem !== undefined) {
    const { line, col } = lineCounter.linePos(problem.pos[0]);
    return err(`${wrong(problem)} at line ${line}, column ${col}`);
  }
  let value: unknown;
  try {
    value = document.toJS();
  } catch (error) {
    // Aliases of nothing, or too many of them.
    return err(wrong(error));
  }
  const parsed = v.safeParse(scenarioSchema, value);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const place = v.getDotPath(issue) ?? 'the top';
    return err(`This is no scenario: at ${place}, ${issue.message}`);
  }
  return ok(parsed.output);
}

/** Aliases can be nested deeper than the text is. */
function wrong(error: unknown): string {
  const text = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  return error instanceof RangeError ? TOO_DEEP : `This is no YAML: ${text}`;
}
