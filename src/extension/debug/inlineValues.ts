// What an editor shows behind the line at which a debug session stands: in the log the state that it changes, in Go the values printed.
import * as vscode from 'vscode';
import { plainLine } from '../../base/plainText.ts';
import { DEBUG_TYPE, LANGUAGE } from '../contributions.ts';
import type { Session } from '../session.ts';

export function registerInlineValues(session: Session): vscode.Disposable {
  return vscode.languages.registerInlineValuesProvider(
    [{ language: LANGUAGE }, { language: 'go' }],
    {
      async provideInlineValues(document, viewPort, { stoppedLocation }) {
        // A Go debugger asks for its own lines, too.
        if (vscode.debug.activeDebugSession?.type !== DEBUG_TYPE) return [];
        const { line } = stoppedLocation.start;
        if (line < viewPort.start.line || line > viewPort.end.line) return [];
        const shown = await session.askIfOpen('debugInline', []);
        const { range } = document.lineAt(line);
        const texts = document.languageId === LANGUAGE ? shown?.state : shown?.fields;
        return (texts ?? []).map((text) => new vscode.InlineValueText(range, plainLine(text, 200)));
      },
    },
  );
}
