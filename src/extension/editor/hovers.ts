// What an id in a log stands for: a UID, a sandbox or a container, and how its pod fares at the cursor. On the rest of a line's begin:
// whether the line is normal, and what it tells.
import * as vscode from 'vscode';
import { formatTimeOfDay } from '../../base/time.ts';
import { plainText } from '../../base/plainText.ts';
import type { IdentityRow, PodRow } from '../../protocol/rows.ts';
import { asMarkdown } from '../asMarkdown.ts';
import { LANGUAGE, type CommandId } from '../contributions.ts';
import type { Session } from '../session.ts';
import { idAt, type FoundId } from './ids.ts';
import type { LogDocuments } from './logDocuments.ts';
import { readLogLine } from './logLines.ts';

/** Of an answer, in a hover. */
const MOST_SENTENCES = 4;

export function registerHovers(session: Session, documents: LogDocuments): vscode.Disposable {
  return vscode.languages.registerHoverProvider(
    { language: LANGUAGE },
    {
      async provideHover(document, position, token) {
        if (session.info === undefined) return undefined;
        const stop = new AbortController();
        token.onCancellationRequested(() => {
          stop.abort();
        });
        const { text } = document.lineAt(position);
        const id = idAt(text, position.character);
        if (id !== undefined) return idHover(session, id, position.line, stop.signal);
        const { messageEnd = 0 } = readLogLine(text) ?? {};
        if (position.character >= messageEnd) return undefined;
        const place = await documents.placeOf(document.uri).catch(() => undefined);
        if (place === undefined) return undefined;
        const line = place.firstLine + position.line;
        const markdown = await lineText(session, place.source, line, stop.signal);
        const range = new vscode.Range(position.line, 0, position.line, messageEnd);
        return markdown && new vscode.Hover(markdown, range);
      },
    },
  );
}

async function idHover(
  session: Session,
  { id, start, end }: FoundId,
  line: number,
  signal: AbortSignal,
): Promise<vscode.Hover | undefined> {
  const [identity] = (await session.askIfOpen('identify', [[id]], signal)) ?? [];
  if (identity === undefined) return undefined;
  const { podKey } = identity;
  const pod = podKey === undefined ? undefined : await session.askIfOpen('pod', [podKey], signal);
  return new vscode.Hover(hoverText(identity, pod), new vscode.Range(line, start, line, end));
}

/** Whether a line is normal, and what it tells: the first sentences of the answer. */
async function lineText(
  session: Session,
  source: number,
  line: number,
  signal: AbortSignal,
): Promise<vscode.MarkdownString | undefined> {
  const row = await session.askIfOpen('inputAtLine', [source, line], signal);
  if (row === undefined) return undefined;
  const question = { kind: 'normal', input: row.input } as const;
  const { sentences = [] } = (await session.askIfOpen('ask', [question], signal)) ?? {};
  const text = new vscode.MarkdownString();
  for (const sentence of sentences.slice(0, MOST_SENTENCES)) {
    const { known } = sentence;
    const how =
      known === 'seen'
        ? ''
        : ` (${known === 'inferred' ? vscode.l10n.t('inferred') : vscode.l10n.t('unknown')})`;
    text.appendMarkdown(`${asMarkdown(sentence.text + how)}\n\n`);
  }
  return sentences.length === 0 ? undefined : text;
}

function hoverText(identity: IdentityRow, pod: PodRow | undefined): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  const showPod: CommandId = 'kubelet.showPod';
  const whyStuck: CommandId = 'kubelet.whyStuck';
  text.isTrusted = { enabledCommands: [showPod, whyStuck] };
  text.appendMarkdown(asMarkdown(plainText(identity.text)));
  if (pod !== undefined) {
    const since =
      pod.since === undefined ? '' : vscode.l10n.t(', since {0}', formatTimeOfDay(pod.since));
    text
      .appendMarkdown('\n\n')
      .appendMarkdown(
        asMarkdown(vscode.l10n.t('At the cursor: {0}{1}.', plainText(pod.state.text), since)),
      );
    for (const wait of pod.waits)
      text.appendMarkdown(
        `\n\n${asMarkdown(vscode.l10n.t('Waits for {0}.', plainText(wait.text)))}`,
      );
    const argument = encodeURIComponent(JSON.stringify([pod.key]));
    const target = encodeURIComponent(JSON.stringify([{ podKey: pod.key }]));
    text.appendMarkdown(
      `\n\n[${vscode.l10n.t('Show the pod')}](command:${showPod}?${argument}) · [${vscode.l10n.t('Why is it stuck?')}](command:${whyStuck}?${target})`,
    );
  }
  return text;
}
