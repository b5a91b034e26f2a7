import fs from 'node:fs';
import { dataWithoutSecrets } from '../base/secrets.ts';

/** One question as the log of what was asked has it. */
export interface AskedEntry {
  readonly tool: string;
  readonly asked: unknown;
  readonly milliseconds: number;
  readonly bytes: number;
  readonly failed: boolean;
}

/** A line of JSON for each question, in a file that nobody else may read. Throws where it can't be written. */
export function askedLog(file: string): (entry: AskedEntry) => void {
  const write = (line: string): void => {
    fs.appendFileSync(file, line, { mode: 0o600 });
  };
  write('');
  return (entry) => {
    const time = new Date().toISOString();
    write(`${JSON.stringify(dataWithoutSecrets({ time, ...entry }))}\n`);
  };
}
