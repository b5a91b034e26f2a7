// The parts of a log before and after a window, a click above its first line and below its last.
import * as vscode from 'vscode';
import { LOG_SCHEME, logWindowUri, parseLogWindowUri } from '../../protocol/uris.ts';
import { WINDOW_BYTES, type WindowFileSystem } from './windowFileSystem.ts';

export function registerWindowNeighbours(windows: WindowFileSystem): vscode.Disposable {
  return vscode.languages.registerCodeLensProvider(
    { scheme: LOG_SCHEME },
    {
      async provideCodeLenses({ uri, lineCount }) {
        const place = parseLogWindowUri(uri.toString());
        if (place === undefined) return [];
        const { atEnd } = await windows.window(uri);
        const lens = (line: number, title: string, offset: number, top: boolean) =>
          new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
            title,
            command: 'vscode.open',
            arguments: [
              vscode.Uri.parse(logWindowUri({ ...place, offset })),
              { preview: true, ...(top ? { selection: new vscode.Range(0, 0, 0, 0) } : {}) },
            ],
          });
        return [
          ...(place.offset > 0
            ? [
                lens(
                  0,
                  `$(arrow-up) ${vscode.l10n.t('Earlier Lines')}`,
                  place.offset - WINDOW_BYTES,
                  false,
                ),
              ]
            : []),
          ...(atEnd
            ? []
            : [
                lens(
                  Math.max(0, lineCount - 1),
                  `$(arrow-down) ${vscode.l10n.t('Later Lines')}`,
                  place.offset + WINDOW_BYTES,
                  true,
                ),
              ]),
        ];
      },
    },
  );
}
