/** What an error of the system means to a person. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'you have no right to it',
  EPERM: 'you have no right to it',
  EROFS: 'the disk can only be read',
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'there is no such file or folder',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  ENAMETOOLONG: 'its name is too long',
  ERR_INVALID_ARG_VALUE: 'no file can have that name',
};

/** Why a file could be neither read nor written, without its name. */
export function fileProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  return reasons[code] ?? error.message.replace(/, \w+ '.*'$/s, '');
}
