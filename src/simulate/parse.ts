import * as v from 'valibot';
import { parseDocument } from 'yaml';
import { err, ok, type Result } from '../base/result.ts';
import { scenarioSchema, type Scenario } from './scenario.ts';

/** Reads a scenario file; the error is a sentence that names the place. */
export function parseScenario(text: string): Result<Scenario> {
  const document = parseDocument(text);
  const [problem] = document.errors;
  if (problem !== undefined) return err(`This is no YAML: ${problem.message.split('\n')[0] ?? ''}`);
  let value: unknown;
  try {
    value = document.toJS();
  } catch (error) {
    // Aliases of nothing, or too many of them.
    return err(`This is no YAML: ${error instanceof Error ? error.message : String(error)}`);
  }
  const parsed = v.safeParse(scenarioSchema, value);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const place = v.getDotPath(issue) ?? 'the top';
    return err(`This is no scenario: at ${place}, ${issue.message}`);
  }
  return ok(parsed.output);
}
