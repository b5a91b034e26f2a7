// Names as they leave through a tool: pseudonyms, but for names that who asks has said itself, which tell it nothing. A pseudonym that comes
// back in a question stands for its name.
import { redactor, type Redactor } from '../export/redact.ts';
import type { Incident } from '../present/incident.ts';

export interface Pseudonyms {
  /** What is asked, with the names that pseudonyms in it stand for. */
  meant(asked: unknown): unknown;
  /** How text is shown to who asks so. */
  hider(asked: unknown): (text: string) => string;
}

const word = /[A-Za-z0-9](?:[-A-Za-z0-9.]*[A-Za-z0-9])?/g;

export function pseudonyms(incident: Incident): Pseudonyms {
  const names = redactor(incident);
  const pseudonymOf = pairs(incident, names);
  const nameOf = new Map([...pseudonymOf].map(([name, pseudonym]) => [pseudonym, name]));
  const named = (text: string): string =>
    text.replace(word, (found) => (pseudonymOf.has(found) ? found : (nameOf.get(found) ?? found)));
  return {
    meant: (asked) => mapped(asked, named),
    hider(asked) {
      const said = new Map<string, string>();
      mapped(asked, (text) => {
        for (const [found] of text.matchAll(word)) {
          const pseudonym = pseudonymOf.get(found);
          if (pseudonym !== undefined) said.set(pseudonym, found);
        }
        return text;
      });
      if (said.size === 0) return (text) => names.text(text);
      return (text) => names.text(text).replace(word, (found) => said.get(found) ?? found);
    },
  };
}

function pairs({ history, tape }: Incident, names: Redactor): ReadonlyMap<string, string> {
  const all = [
    ...history.pods.flatMap(({ namespace, name }) => [namespace, name]),
    ...history.runs.flatMap(({ node }) => node.value ?? []),
    ...tape.sources.map(({ name }) => name),
  ];
  const found = [...new Set(all)].map((name) => [name, names.text(name)] as const);
  return new Map(found.filter(([name, pseudonym]) => name !== pseudonym));
}

/** Plain data with other strings. */
function mapped(value: unknown, text: (text: string) => string): unknown {
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return value.map((each) => mapped(each, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapped(each, text)]));
}
