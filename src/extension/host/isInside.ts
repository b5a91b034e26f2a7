import { realpath } from 'node:fs/promises';
import { relative, isAbsolute, sep } from 'node:path';

/** Whether a file lies in a folder when all links on the way to it are followed; false for what is not there. */
export async function isInside(folder: string, file: string): Promise<boolean> {
  try {
    const way = relative(await realpath(folder), await realpath(file));
    return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  } catch {
    return false;
  }
}
