import type { Command } from 'cac';
import { dataWithoutSecrets, withoutSecrets } from '../base/secrets.ts';
import { redactor } from '../engine/export/redact.ts';
import type { Session } from '../engine/session.ts';
import { print, printJson, printJsonText } from './output.ts';

/** Of commands whose output may go to others. */
export interface RedactOptions {
  readonly redact?: boolean;
}

export function withRedact(command: Command): Command {
  return command.option(
    '--redact',
    'pseudonyms instead of the names of pods, namespaces, nodes, hosts, addresses, registries and files',
  );
}

/** How a command prints what it exports: as it is, or with its names taken out. */
export function exporter(
  session: Session,
  { redact }: RedactOptions,
): {
  text(text: string): void;
  json(value: unknown): void;
  /** JSON that is a text already. */
  jsonText(text: string): void;
} {
  if (redact !== true) return { text: print, json: printJson, jsonText: printJsonText };
  const names = redactor(session.incident);
  return {
    text(text) {
      print(names.text(withoutSecrets(text)));
    },
    json(value) {
      printJson(names.json(dataWithoutSecrets(value)));
    },
    jsonText(text) {
      printJson(names.json(dataWithoutSecrets(JSON.parse(text))), 0);
    },
  };
}
