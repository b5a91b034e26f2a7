/** A path whose last part names a kubelet, a must-gather or a case. */
const LOG_PATH =
  /(?:~|\.{1,2})?\/?(?:[\w@%+=:,.-]+\/)*(?:[\w@%+=:,.-]*kubelet[\w@%+=:,.-]*\.(?:log(?:\.\d+)?|txt|journal)(?:\.(?:gz|xz|zst))?|must-gather[\w.-]*|[\w@%+=:,.-]+\.kubelet-case)(?![\w/])/g;
/** What of a terminal's line names a log of a kubelet, and where it begins. */
export function logPathsIn(line: string): readonly { startIndex: number; path: string }[] {
  return [...line.matchAll(LOG_PATH)].map(({ index, 0: path }) => ({ startIndex: index, path }));
}
