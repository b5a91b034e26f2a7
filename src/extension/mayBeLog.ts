import type { Uri } from 'vscode';

/** `.log`, `.txt`, what rotation made of them, and each of them packed; an archive of many files is not looked into. */
const LOG_NAME = /(?<!\.tar)\.(?:log|txt|out|gz|xz|zst|bz2)$|\.log[.-]\d{1,14}$/i;

/** Whether a file's name could be that of a log, so that its content is looked at. */
export function mayBeLog({ scheme, path }: Pick<Uri, 'scheme' | 'path'>): boolean {
  return scheme !== 'kubelet-log' && scheme !== 'untitled' && LOG_NAME.test(path);
}
