import * as v from 'valibot';
import { parseDocument } from 'yaml';
import { err, ok, type Result } from '../base/result.ts';
import { tooDeepAt } from '../log/yamlDepth.ts';
import { scenarioSchema, type Scenario } from './scenario.ts';

const TOO_DEEP = 'This is no scenario: it is nested too deep to be read';

/** Reads a scenario file; the error is a sentence that names the place. */
export function parseScenario(text: string): Result<Scenario> {
  if (tooDeepAt(text) !== undefined) return err(TOO_DEEP);
  const document = parseDocument(text, { logLevel: 'error' });
  const [problem] = document.errors;
  if (problem !== undefined) return err(wrong(problem));
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
