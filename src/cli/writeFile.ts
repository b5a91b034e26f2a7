import fs from 'node:fs';
import path from 'node:path';
import { fileProblem } from './fileProblem.ts';
import { UsageError } from './output.ts';

/**
 * Writes a file whole, or leaves what was there: beside it first, then under its name. What is no file, such as a pipe, is written to as it
 * stands. Fails with a sentence.
 */
export function writeFile(name: string, content: Uint8Array | string): void {
  try {
    const there = fs.statSync(name, { throwIfNoEntry: false });
    if (there === undefined || there.isFile()) replace(name, content, there?.mode);
    else fs.writeFileSync(name, content);
  } catch (error) {
    throw new UsageError(`${name} can't be written: ${fileProblem(error)}.`);
  }
}

function replace(name: string, content: Uint8Array | string, mode = 0o666): void {
  // A link stays one.
  const file = fs.existsSync(name) ? fs.realpathSync(name) : name;
  const part = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.part`);
  try {
    const handle = fs.openSync(part, 'wx', mode);
    try {
      fs.writeFileSync(handle, content);
      fs.fsyncSync(handle);
    } finally {
      fs.closeSync(handle);
    }
    fs.renameSync(part, file);
  } catch (error) {
    fs.rmSync(part, { force: true });
    throw error;
  }
}
