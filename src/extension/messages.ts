// Every sentence that a person reads in a message box, in one place. Text from a log or a system goes in through `quoted`.
import { l10n, window, type LogOutputChannel } from 'vscode';
import { bugIn } from '../base/bug.ts';
import { formatDuration } from '../base/time.ts';
import { plainLine } from '../base/plainText.ts';
import { ChannelError } from '../protocol/channel.ts';
import type { SourceProblem } from './sourceProblem.ts';

/** Message boxes turn `[text](address)` into links and run commands from them; a log must not. */
export function quoted(text: string): string {
  return plainLine(text, 300).replaceAll('](', '] (');
}

export const messages = {
  askingStore: (place: string) => l10n.t('Asking {0}', quoted(place)),
  readingStore: (place: string) => l10n.t('Reading {0}', quoted(place)),
  noEngine: () =>
    l10n.t(
      'No log can be read here: the browser’s policy lets an extension neither start workers nor import scripts.',
    ),
  badAddress: () => l10n.t('An address begins with http:// or https://.'),
  badSpan: () =>
    l10n.t(
      'For example 2026-11-21T09:30 2026-11-21T10:00, 2026-11-21T09:30 20m, or 2h for the last two hours.',
    ),
  badWindow: () =>
    l10n.t('For example 09:30..09:40; leave one out for the start or end of the log.'),
  badPod: () => l10n.t('A pod is named as default/web-1.'),
  podUnknown: (pod: string) => l10n.t('The log doesn’t mention {0} in that time.', quoted(pod)),
  storeEmpty: (place: string) => l10n.t('{0} has no kubelet lines in that time.', quoted(place)),
  saidTitle: (place: string) => l10n.t('{0}: which nodes have which findings', quoted(place)),
  podTitle: (place: string) => l10n.t('{0}: only one pod’s lines', quoted(place)),
  lines: (count: number) =>
    count === 1 ? l10n.t('1 line') : l10n.t('{0} lines', count.toLocaleString('en-US')),
  linesOfNodes: (lines: number, nodes: number) =>
    l10n.t('{0} lines of {1} nodes', lines.toLocaleString('en-US'), nodes),
  ofNodes: (some: number, all: number) => l10n.t('{0} of {1} nodes', some, all),
  lastMinutes: (minutes: number) =>
    minutes < 60
      ? l10n.t('The last {0} minutes', minutes)
      : minutes === 60
        ? l10n.t('The last hour')
        : l10n.t('The last {0} hours', minutes / 60),
  whichVerbosity: (before: number) => l10n.t('Currently logs at -v={0}.', before),
  raiseVerbosity: (node: string) =>
    l10n.t('Raise the verbosity of the kubelet of {0}?', quoted(node)),
  raiseDetail: (level: number, minutes: number, before: number) =>
    l10n.t(
      'The running kubelet logs at -v={0} for {1} min, then at -v={2} again. It logs much more in that time, which costs disk and log collectors. Nothing else changes, and a kubelet restart ends it.',
      level,
      minutes,
      before,
    ),
  raised: (node: string, level: number, before: number, minutes: number) =>
    l10n.t(
      'The kubelet of {0} logs at -v={1} for {2} min. Cancel sets it back to -v={3} now.',
      quoted(node),
      level,
      minutes,
      before,
    ),
  stillRaised: (node: string, level: number, before: number) =>
    l10n.t(
      'The kubelet of {0} was set to -v={1} and not set back to -v={2}, because the window was closed first.',
      quoted(node),
      level,
      before,
    ),
  askingNode: (node: string) => l10n.t('Asking the kubelet of {0}', quoted(node)),
  noNodeYet: (pod: string) =>
    l10n.t('The pod {0} is not bound to a node yet, so no kubelet knows it.', quoted(pod)),
  noNodeLog: (why: string) =>
    l10n.t('{0} Open a log copied from the node with Open Log.', quoted(why)),
  connecting: (context: string) => l10n.t('Connecting to {0}', quoted(context)),
  /** What the engine or VS Code says, which may quote a log or a file's name. */
  plainly: (text: string) => quoted(text),
  /** `2 problems: CNI DEL fails; PLEG is unhealthy`. */
  verdict: (count: string, titles: readonly string[], more: boolean) =>
    l10n.t('{0}: {1}', count, `${quoted(titles.join('; '))}${more ? '; …' : ''}`),
  offer: (name: string) =>
    l10n.t(
      '{0} looks like a kubelet log. Open it to see what happened and what is wrong.',
      quoted(name),
    ),
  /** Of what is read: how much is, and how long the rest will take. */
  readSoFar: (percent: number, left?: string) =>
    left === undefined ? l10n.t('{0} %', percent) : l10n.t('{0} %, about {1} more', percent, left),
  nothingToDebug: () => l10n.t('Open a kubelet log first.'),
  noCluster: () => l10n.t('No cluster is connected.'),
  notDebugging: () => l10n.t('No kubelet log is being debugged. Start with Debug This Log.'),
  noTimes: () => l10n.t('This log has no times.'),
  noSession: () => l10n.t('No kubelet log is open. Open one, or the sample incident, first.'),
  cannotRead: (name: string, why: string) =>
    l10n.t('{0} could not be read: {1}', quoted(name), quoted(why)),
  cannotWrite: (name: string, why: string) =>
    l10n.t('{0} could not be written: {1}', quoted(name), quoted(why)),
  lineGone: (name: string) =>
    l10n.t('The line is no longer in {0}: the file has changed.', quoted(name)),
  badIncident: (file: string, why: string) =>
    l10n.t('{0} is not an incident file: {1}', quoted(file), quoted(why)),
  noSample: (name: string) => l10n.t('There is no sample incident named {0}.', quoted(name)),
  noGoPlace: () => l10n.t('The line names no Kubernetes Go file.'),
  noTag: (version: string) => l10n.t('{0} is not a Kubernetes version.', quoted(version)),
  goSourceState: (
    version: string | undefined,
    tag: string | undefined,
    where: Parameters<typeof placeWord>[0] | undefined,
    notes: readonly string[] = [],
  ) =>
    version === undefined
      ? l10n.t('The log doesn’t show its kubelet’s version.')
      : tag === undefined
        ? messages.noTag(version)
        : [
            where === undefined
              ? l10n.t('kubernetes {0}, not available locally.', tag)
              : l10n.t('kubernetes {0}, from: {1}.', tag, placeWord(where)),
            ...notes,
          ].join(' '),
  linesOfFunction: (hits: number) =>
    hits === 1 ? l10n.t('wrote 1 line') : l10n.t('wrote {0} lines', hits.toLocaleString('en-US')),
  noOtherLine: () => l10n.t('This function wrote no more lines in that direction.'),
  onlyMinor: (minor: string) =>
    l10n.t('The log shows only the minor, {0}: the source is from its newest patch.', minor),
  inferredVersion: () =>
    l10n.t('No line shows the version: it is inferred from where other messages were printed.'),
  getSource: (release: string) => l10n.t('Get the Go source of kubernetes {0}?', release),
  getSourceDetail: (module: string) =>
    l10n.t(
      'This machine’s Go downloads {0} with its own proxy and checksums: 10 to 50 MB. It goes into this extension’s storage; your folders and the module cache are not touched.',
      module,
    ),
  noModule: () => l10n.t('No Go module contains this file.'),
  notInFolder: (folder: string, path: string, release: string) =>
    l10n.t('{0} has no {1} of kubernetes {2}.', quoted(folder), path, release),
  sourceTrouble: ({ trouble, message }: SourceProblem, release: string) => {
    const told = quoted(message);
    switch (trouble) {
      case 'no-go':
        return l10n.t('There is no Go on this machine to download the source with.');
      case 'cancelled':
        return l10n.t('Cancelled. Nothing was kept.');
      case 'proxy-off':
        return l10n.t('Go downloads nothing here: GOPROXY is off.');
      case 'flags':
        return l10n.t('GOFLAGS on this machine keep Go from downloading: {0}', told);
      case 'no-network':
        return l10n.t('Go cannot reach its module proxy: {0}', told);
      case 'no-space':
        return l10n.t('The disk is full. Nothing was kept.');
      case 'checksum':
        return l10n.t('The download does not match Go’s checksums; nothing was kept. {0}', told);
      case 'no-version':
        return l10n.t('The module proxy has no {0}: {1}', release, told);
      case 'old-go':
        return l10n.t('This machine’s Go is too old for {0}: {1}', release, told);
      case 'bad-archive':
        return l10n.t(
          'This is not a complete zip or tar.gz of the Kubernetes repository at a tag, such as kubernetes-1.34.2.zip.',
        );
      case 'other-version':
        return l10n.t('The archive is {0}, not {1}.', told, release);
      case 'other':
        return l10n.t('Go could not download it: {0}', told);
    }
  },
  vendorBuild: (version: string, tag: string) =>
    l10n.t(
      'The log is from build {0}; the source is from {1}, so lines may differ.',
      quoted(version),
      tag,
    ),
  otherVersion: (version: string, tag: string | undefined) =>
    tag === undefined
      ? l10n.t('kubernetes {0}, maybe not the log’s version', version)
      : l10n.t('kubernetes {0}, not the log’s {1}: lines differ', version, tag),
  clockApart: ({ offset, beside, ids }: { offset: number; beside: string; ids: number }) =>
    offset > 0
      ? l10n.t('{0} behind {1}, by {2} shared ids', formatDuration(offset), quoted(beside), ids)
      : l10n.t('{0} ahead of {1}, by {2} shared ids', formatDuration(-offset), quoted(beside), ids),
  untrusted: () =>
    l10n.t('Clusters, log stores and commands are used only in a workspace that you trust.'),
  badCommand: (open: string | undefined) =>
    open === undefined ? l10n.t('Type a command.') : l10n.t('A {0} is not closed.', open),
  noScenario: (name: string) => l10n.t('There is no scenario named {0}.', quoted(name)),
  caseSaved: (file: string, cut: string) => l10n.t('{0} saved. {1}', quoted(file), quoted(cut)),
  caseOpened: (title: string, notes: string) =>
    [title, notes]
      .filter((text) => text !== '')
      .map(quoted)
      .join(': '),
  caseRules: (count: number) =>
    count === 1
      ? l10n.t('This case includes a rule pack. It is not active.')
      : l10n.t('This case includes {0} rule packs. They are not active.', count),
  badTime: () =>
    l10n.t(
      'A time of day (09:34:10.84), a whole one (2026-11-21T09:34:10Z), or a step (+5s, -2m).',
    ),
  outside: (from: string, to: string) => l10n.t('The log runs from {0} to {1}.', from, to),
  notInLog: () => l10n.t('The caret is not in a log of this session.'),
  tryRequest: (context: string) =>
    l10n.t('Send one request to the cluster of the context {0}?', quoted(context)),
  tryDetail: (request: string, seconds: number, bytes: string) =>
    [
      request,
      l10n.t(
        'It only reads pods and is sent once. Its answer is heard for at most {0} s and {1}.',
        seconds,
        bytes,
      ),
    ].join('\n\n'),
  rejected: (method: string) => l10n.t('The page sent an invalid request for {0}.', quoted(method)),
} as const;

/** Where Go source was found, in words. */
export function placeWord(where: 'workspace' | 'module cache' | 'fetched' | 'folder'): string {
  switch (where) {
    case 'workspace':
      return l10n.t('workspace');
    case 'module cache':
      return l10n.t('module cache');
    case 'fetched':
      return l10n.t('fetched by this extension');
    case 'folder':
      return l10n.t('folder');
  }
}

/** The sentence of an error, whatever was thrown. */
export function reasonOf(error: unknown): string {
  const stack = bugIn(error)?.stack ?? (error instanceof ChannelError ? error.detail : undefined);
  if (stack === undefined) return error instanceof Error ? error.message : String(error);
  bugs ??= window.createOutputChannel(l10n.t('Kubelet Debugger'), { log: true });
  bugs.error(stack);
  return l10n.t(
    'This is a bug in Kubelet Debugger. See the output “Kubelet Debugger” for details.',
  );
}

/** Made by the first bug: most windows have none. */
let bugs: LogOutputChannel | undefined;
