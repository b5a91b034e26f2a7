// Which words of a terminal's line are paths of kubelet logs. A line is taken apart into words first, so that no long one is tried in many ways.
const WORD = /[\w@%+=:,.~/-]+/g;
/** A line and column behind a path, and the sentence's own stops. */
const BEHIND_PATH = /(?::\d{1,9}){0,2}[:,.]{0,3}$/;
const LOG_ENDING = /\.(?:log(?:\.\d{1,9})?|txt|journal)(?:\.(?:gz|xz|zst))?$/;

/** Whether the last part of a path names a kubelet's log, a must-gather or a case. */
function namesLog(name: string): boolean {
  if (name.startsWith('must-gather')) return true;
  if (/.\.kubelet-case$/.test(name)) return true;
  const ending = LOG_ENDING.exec(name);
  return ending !== null && name.slice(0, ending.index).includes('kubelet');
}

/** What of a terminal's line names a log of a kubelet, and where it begins. */
export function logPathsIn(line: string): readonly { startIndex: number; path: string }[] {
  return [...line.matchAll(WORD)]
    .map(({ index, 0: word }) => ({ startIndex: index, path: word.replace(BEHIND_PATH, '') }))
    .filter(({ path }) => namesLog(path.slice(path.lastIndexOf('/') + 1)));
}
