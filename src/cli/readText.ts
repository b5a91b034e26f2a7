import fs from 'node:fs';
import { UsageError } from './output.ts';

/** A small text file that the command line names. */
export function readText(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(
      `${file} can't be read: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}
