// Above the first line of each finding in a document: what it is, with the way to all of it.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import { plainLine } from '../../base/plainText.ts';
import { LANGUAGE, type CommandId, type FindingTarget } from '../contributions.ts';
import type { FindingMarks, PlacedMark } from './findingMarks.ts';

export function registerFindingLenses(marks: FindingMarks): Disposable {
  const store = new DisposableStore();
  const changed = store.add(new vscode.EventEmitter<void>());
  store.add(
    marks.onChanged(() => {
      changed.fire();
    }),
  );
  store.add(
    vscode.languages.registerCodeLensProvider(
      { language: LANGUAGE },
      {
        onDidChangeCodeLenses: changed.event,
        async provideCodeLenses({ uri, lineCount }) {
          return lensesOf((await marks.in(uri, lineCount)) ?? []);
        },
      },
    ),
  );
  return store;
}

function lensesOf(placed: readonly PlacedMark[]): vscode.CodeLens[] {
  const byFinding = new Map<string, PlacedMark[]>();
  for (const each of placed) {
    const list = byFinding.get(each.mark.findingKey);
    if (list === undefined) byFinding.set(each.mark.findingKey, [each]);
    else list.push(each);
  }
  return [...byFinding.values()].flatMap((list) => {
    const [first] = list;
    if (first === undefined) return [];
    const show: CommandId = 'kubelet.showFindings';
    const { findingId: id, findingKey: key, message } = first.mark;
    const target: FindingTarget = { finding: { id, key, pod: undefined } };
    return [
      new vscode.CodeLens(new vscode.Range(first.line, 0, first.line, 0), {
        command: show,
        title:
          list.length === 1
            ? vscode.l10n.t('{0} · 1 line', lensText(message))
            : vscode.l10n.t('{0} · {1} lines', lensText(message), list.length),
        tooltip: vscode.l10n.t('Show the finding: why, what to check, what to do'),
        arguments: [target],
      }),
    ];
  });
}

/** A lens draws `$(name)` as an icon; a log must not. */
function lensText(message: string): string {
  return plainLine(message, 160).replaceAll('$(', '$ (');
}
