// The folder of the extension's storage with the Go source that it has fetched. What is on its way has a folder of its own there, which is
// renamed when it is whole and removed when it never will be: nothing half made is ever found.
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const UNDERWAY = /^underway-(\d+)-/;

export class SourceStore {
  readonly folder: string;
  private readonly isRunning: (pid: number) => boolean;

  constructor(folder: string, isRunning: (pid: number) => boolean) {
    this.folder = folder;
    this.isRunning = isRunning;
  }

  /** Runs `fill` on an empty folder; the folder that it returns becomes `name` of the store. What windows that were ended have left goes first. */
  async add(name: string, fill: (underway: string) => Promise<Filled>): Promise<string> {
    await mkdir(this.folder, { recursive: true });
    for (const left of await readdir(this.folder)) {
      const pid = UNDERWAY.exec(left)?.[1];
      if (pid !== undefined && !this.isRunning(Number(pid))) await remove(join(this.folder, left));
    }
    const underway = await mkdtemp(join(this.folder, `underway-${process.pid}-`));
    try {
      const filled = await fill(underway);
      const target = join(this.folder, name, filled.name);
      await mkdir(dirname(target), { recursive: true });
      // Another window may have fetched it meanwhile.
      if (!(await isThere(target))) await rename(filled.folder, target);
      return target;
    } finally {
      await remove(underway);
    }
  }
}

/** What was made, and what it is to be called. */
export interface Filled {
  readonly folder: string;
  readonly name: string;
}

async function isThere(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}

async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 3 });
}
