// A folder that this person alone can write to, with a secret in it. What stands in another's, or in one that others could write to, may be
// anybody's: it is not believed.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const SECRET = 'secret';
const SIZE = 32;
const NOT_OTHERS = 0o022;

/**
 * The secret of a folder, which is made if it is not there; undefined where the folder is a link or another's. One that others can write to
 * is emptied first and taken from them. Throws what the system says when it can't be made.
 */
export function ownSecret(dir: string): Uint8Array | undefined {
  fs.mkdirSync(dir, { recursive: true, mode: 0o700 });
  const stat = fs.lstatSync(dir);
  if (!stat.isDirectory() || !isOurs(stat)) return undefined;
  if (isOpen(stat)) {
    fs.chmodSync(dir, 0o700);
    for (const name of fs.readdirSync(dir))
      fs.rmSync(path.join(dir, name), { recursive: true, force: true });
  }
  const file = path.join(dir, SECRET);
  return secretIn(file) ?? madeSecret(file);
}

function isOurs({ uid }: fs.Stats): boolean {
  // Windows has neither owners nor modes here: its folders of a person are that person's.
  return process.getuid === undefined || uid === process.getuid();
}

function isOpen({ mode }: fs.Stats): boolean {
  return process.getuid !== undefined && (mode & NOT_OTHERS) !== 0;
}

function secretIn(file: string): Uint8Array | undefined {
  const stat = fs.lstatSync(file, { throwIfNoEntry: false });
  if (stat?.isFile() !== true || !isOurs(stat) || isOpen(stat) || stat.size !== SIZE)
    return undefined;
  return fs.readFileSync(file);
}

/** Another process may make it at the same time: the first counts. */
function madeSecret(file: string): Uint8Array | undefined {
  const part = `${file}.${randomBytes(8).toString('hex')}.part`;
  try {
    fs.writeFileSync(part, randomBytes(SIZE), { mode: 0o600, flag: 'wx' });
    if (secretIn(file) === undefined) fs.renameSync(part, file);
    return secretIn(file);
  } finally {
    fs.rmSync(part, { force: true });
  }
}
