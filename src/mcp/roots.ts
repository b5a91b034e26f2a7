// Which files may be opened: those below the folders that the person named, links followed. What is refused is not looked at.
import fs from 'node:fs';
import path from 'node:path';
import { shownLine } from '../base/shownText.ts';
import { Refused } from './refused.ts';

export class Roots {
  private readonly folders: readonly string[];

  /** Throws a sentence for one that is no folder. */
  constructor(folders: readonly string[]) {
    this.folders = folders.map((folder) => {
      const real = realOf(path.resolve(folder));
      if (real === undefined || !fs.statSync(real).isDirectory())
        throw new Refused(`${shownLine(folder, 300)} is no folder.`);
      return real;
    });
  }

  /** The file or folder itself, where it may be opened; else throws a sentence. */
  allowed(given: string): string {
    const name = shownLine(given, 300);
    if (given.includes('\0') || /^[a-z][a-z+.-]*:\/\//i.test(given))
      throw new Refused(`${name} is no path of a file or a folder.`);
    // A relative path is one of the first folder.
    const whole = path.resolve(this.folders[0] ?? '.', given);
    const real = realOf(whole);
    // Whether there is something outside is told to nobody.
    if (!this.holds(real ?? whole))
      throw new Refused(
        `${name} is outside the folders that may be read. Whoever starts the server names them with --root.`,
      );
    if (real === undefined) throw new Refused(`${name} does not exist.`);
    return real;
  }

  private holds(file: string): boolean {
    return this.folders.some((folder) => {
      const relative = path.relative(folder, file);
      return !path.isAbsolute(relative) && relative.split(path.sep)[0] !== '..';
    });
  }
}

function realOf(file: string): string | undefined {
  try {
    return fs.realpathSync(file);
  } catch {
    return undefined;
  }
}
