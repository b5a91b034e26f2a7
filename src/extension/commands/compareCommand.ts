// What is to be compared: before and after the cursor, two windows of time, two logs, two nodes. The page shows how they differ.
import { l10n, window, type QuickPickItem } from 'vscode';
import { formatRfc3339, formatTimeOfDay } from '../../base/time.ts';
import type { ComparedPart, CompareRequest } from '../../protocol/compareApi.ts';
import type { SessionInfo } from '../../protocol/engineApi.ts';
import { baseName } from '../baseName.ts';
import { messages } from '../messages.ts';
import type { Session } from '../session.ts';
import { parseWindow, type TimeSpan, type TimeWindow } from './timeText.ts';

type Choice = QuickPickItem & {
  readonly request: () => Promise<CompareRequest | undefined> | CompareRequest;
};

/** More of them are not offered as pairs. */
const MOST = 12;

/** Undefined: the person thought better of it. */
export async function askWhatToCompare({
  info,
  cursor,
}: Pick<Session, 'info' | 'cursor'>): Promise<CompareRequest | undefined> {
  if (info === undefined || cursor === undefined) throw new Error(messages.noSession());
  const choices: Choice[] = [];
  if (!Number.isNaN(cursor.time))
    choices.push({
      label: l10n.t('Before and After the Cursor'),
      description: formatTimeOfDay(cursor.time),
      request: () => ({ before: { to: cursor.time }, after: { from: cursor.time } }),
    });
  const { from, to } = info;
  if (from !== undefined && to !== undefined)
    choices.push({
      label: l10n.t('Two Windows of Time…'),
      request: () => askWindows({ from, to, now: cursor.time }),
    });
  choices.push(...pairs(logsOf(info)), ...pairs(nodesOf(info)));
  const chosen = await window.showQuickPick(choices, {
    title: l10n.t('Compare'),
    // A page that just opened takes the keyboard late.
    ignoreFocusOut: true,
  });
  return await chosen?.request();
}

interface Named {
  readonly name: string;
  readonly part: ComparedPart;
}

function logsOf({ sources }: SessionInfo): readonly Named[] {
  return sources
    .filter(({ source }) => source >= 0)
    .map(({ name, source }) => ({ name: baseName(name), part: { sources: [source] } }));
}

/** Nothing where each node has one log: logs are offered already. */
function nodesOf({ runs }: SessionInfo): readonly Named[] {
  const logs = new Map<string, Set<number>>();
  for (const { node, input } of runs) {
    if (node.known === 'unknown' || input === undefined) continue;
    logs.set(node.text, (logs.get(node.text) ?? new Set()).add(input.source));
  }
  if ([...logs.values()].every(({ size }) => size < 2)) return [];
  return [...logs].map(([node, sources]) => ({
    name: l10n.t('node {0}', node),
    part: { sources: [...sources] },
  }));
}

function pairs(named: readonly Named[]): readonly Choice[] {
  const some = named.slice(0, MOST);
  return some.flatMap((a) =>
    some
      .filter((b) => b !== a)
      .map((b) => ({
        label: l10n.t('From {0} to {1}', a.name, b.name),
        request: () => ({ before: a.part, after: b.part }),
      })),
  );
}

async function askWindows(span: TimeSpan): Promise<CompareRequest | undefined> {
  const now = formatTimeOfDay(span.now).slice(0, 8);
  const before = await askWindow(l10n.t('Compare (1/2): Before'), `..${now}`, span);
  if (before === undefined) return undefined;
  const after = await askWindow(l10n.t('Compare (2/2): After'), `${now}..`, span);
  return after === undefined ? undefined : { before, after };
}

async function askWindow(
  title: string,
  value: string,
  span: TimeSpan,
): Promise<TimeWindow | undefined> {
  const text = await window.showInputBox({
    title,
    value,
    prompt: messages.outside(formatRfc3339(span.from), formatRfc3339(span.to)),
    placeHolder: '09:30..09:40, ..09:34:10, 09:34:10.., -5m..+5m',
    ignoreFocusOut: true,
    validateInput: (typed) =>
      parseWindow(typed, span) === undefined ? messages.badWindow() : undefined,
  });
  return text === undefined ? undefined : parseWindow(text, span);
}
