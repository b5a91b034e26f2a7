// What an id in a log stands for: a UID, a sandbox or a container, and how its pod fares at the cursor.
import * as vscode from 'vscode';
import { formatTimeOfDay } from '../../base/time.ts';
import { plainText } from '../../base/plainText.ts';
import type { IdentityRow, PodRow } from '../../protocol/rows.ts';
import { LANGUAGE, type CommandId } from '../contributions.ts';
import type { Session } from '../session.ts';
import { idAt } from './ids.ts';

export function registerHovers(session: Session): vscode.Disposable {
  return vscode.languages.registerHoverProvider(
    { language: LANGUAGE },
    {
      async provideHover(document, position, token) {
        if (session.info === undefined) return undefined;
        const found = idAt(document.lineAt(position).text, position.character);
        if (found === undefined) return undefined;
        const stop = new AbortController();
        token.onCancellationRequested(() => {
          stop.abort();
        });
        const [identity] = await session.ask('identify', [[found.id]], stop.signal);
        if (identity === undefined) return undefined;
        const pod =
          identity.podKey === undefined
            ? undefined
            : await session.ask('pod', [identity.podKey], stop.signal);
        const range = new vscode.Range(position.line, found.start, position.line, found.end);
        return new vscode.Hover(hoverText(identity, pod), range);
      },
    },
  );
}

function hoverText(identity: IdentityRow, pod: PodRow | undefined): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  const showPod: CommandId = 'kubelet.showPod';
  const whyStuck: CommandId = 'kubelet.whyStuck';
  text.isTrusted = { enabledCommands: [showPod, whyStuck] };
  text.appendText(plainText(identity.text));
  if (pod !== undefined) {
    const since =
      pod.since === undefined ? '' : vscode.l10n.t(', since {0}', formatTimeOfDay(pod.since));
    text
      .appendMarkdown('\n\n')
      .appendText(vscode.l10n.t('At the cursor: {0}{1}.', plainText(pod.state.text), since));
    for (const wait of pod.waits)
      text.appendMarkdown('\n\n').appendText(vscode.l10n.t('Waits for {0}.', plainText(wait.text)));
    const argument = encodeURIComponent(JSON.stringify([pod.key]));
    const target = encodeURIComponent(JSON.stringify([{ podKey: pod.key }]));
    text.appendMarkdown(
      `\n\n[${vscode.l10n.t('Show the pod')}](command:${showPod}?${argument}) · [${vscode.l10n.t('Why is it stuck?')}](command:${whyStuck}?${target})`,
    );
  }
  return text;
}
