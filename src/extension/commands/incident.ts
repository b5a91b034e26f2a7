// Incident files: a folder that says which of its logs to open. The text comes from a folder that may not be trusted.
import { l10n } from 'vscode';
import { parseRfc3339, type Micros } from '../../base/time.ts';

export interface Incident {
  readonly title: string;
  readonly description: string;
  /** Paths inside the folder. */
  readonly sources: readonly string[];
  /** Where the cursor begins; at the end when absent. */
  readonly at: Micros | undefined;
}

/** The incident, or why the text is none. */
export function parseIncident(text: string): Incident | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return l10n.t('it is not JSON');
  }
  if (typeof value !== 'object' || value === null) return l10n.t('it is not an object');
  const sources = 'sources' in value ? value.sources : undefined;
  if (!Array.isArray(sources) || sources.length === 0) return l10n.t('it names no `sources`');
  const paths = sources.filter((path) => typeof path === 'string' && staysInside(path));
  if (paths.length < sources.length) return l10n.t('its `sources` must be paths inside its folder');
  const field = (key: 'title' | 'description' | 'at'): string => {
    const found: unknown = Reflect.get(value, key);
    return typeof found === 'string' ? found : '';
  };
  return {
    title: field('title') || l10n.t('Incident'),
    description: field('description'),
    sources: paths,
    at: parseRfc3339(field('at')),
  };
}

function staysInside(path: string): boolean {
  return path !== '' && !/^([/\\]|[A-Za-z]:)/.test(path) && !path.split(/[/\\]/).includes('..');
}
