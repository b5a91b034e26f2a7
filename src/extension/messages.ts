// Every sentence that a person reads in a message box, in one place. Text from a log or a system goes in through `quoted`.
import { plainLine } from '../base/plainText.ts';

/** Message boxes turn `[text](address)` into links and run commands from them; a log must not. */
function quoted(text: string): string {
  return plainLine(text, 300).replaceAll('](', '] (');
}

export const messages = {
  connecting: (context: string) => `Connecting to ${quoted(context)}`,
  /** What the engine or VS Code says, which may quote a log or a file's name. */
  plainly: (text: string) => quoted(text),
  nothingToDebug: () => 'Open a kubelet log first: an editor with one, or by Open Log.',
  notDebugging: () => 'No kubelet log is being debugged. Debug This Log starts it.',
  noTimes: () => 'This log has no times.',
  noSession: () => 'No kubelet log is open. Open one, or the sample incident, first.',
  cannotRead: (name: string, why: string) => `${quoted(name)} could not be read: ${quoted(why)}`,
  lineGone: (name: string) => `The line is no longer in ${quoted(name)}: the file has changed.`,
  badIncident: (file: string, why: string) => `${quoted(file)} is no incident file: ${quoted(why)}`,
  noSample: (name: string) => `There is no sample incident named ${quoted(name)}.`,
  noGoPlace: () => 'The line names no Go file of Kubernetes.',
  noTag: (version: string) => `${quoted(version)} is no version of Kubernetes.`,
  goSourceState: (
    version: string | undefined,
    tag: string | undefined,
    where: string | undefined,
  ) =>
    version === undefined
      ? 'The log does not tell the version of its kubelet.'
      : tag === undefined
        ? messages.noTag(version)
        : `kubernetes ${tag}, ${where === undefined ? 'not at hand' : `from the ${where}`}.` +
          (version.replace(/^v/, '') === tag.slice(1)
            ? ''
            : ` ${messages.vendorBuild(version, tag)}`),
  vendorBuild: (version: string, tag: string) =>
    `The log is of the build ${quoted(version)}; the source is that of ${tag}, whose lines may differ.`,
  otherVersion: (version: string, tag: string | undefined) =>
    `kubernetes ${version}, ${tag === undefined ? 'maybe not the version of the log' : `not the log’s ${tag}: lines differ`}`,
  untrusted: () => 'A command is run only in a workspace that you trust.',
  noScenario: (name: string) => `There is no scenario named ${quoted(name)}.`,
  caseSaved: (file: string, cut: string) => `${quoted(file)} is saved. ${quoted(cut)}`,
  caseOpened: (title: string, notes: string) =>
    [title, notes]
      .filter((text) => text !== '')
      .map(quoted)
      .join(': '),
  caseRules: (count: number) =>
    `The case brings rules of whoever saved it (${count} ${count === 1 ? 'pack' : 'packs'}). They are not used yet.`,
  badTime: () =>
    'A time of day (09:34:10.84), a whole one (2026-11-21T09:34:10Z), or a step (+5s, -2m).',
  outside: (from: string, to: string) => `The log runs from ${from} to ${to}.`,
  notInLog: () => 'The caret is in no log of this session.',
  rejected: (method: string) =>
    `The page asked ${quoted(method)} in a form that is not understood.`,
} as const;

/** The sentence of an error, whatever was thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
