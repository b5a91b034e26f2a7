import fs from 'node:fs';
import { fileProblem } from './fileProblem.ts';
import { UsageError } from './output.ts';

/** A small text file that the command line names. */
export function readText(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} can't be read: ${fileProblem(error)}.`);
  }
}
