// What the lenses above a Go function do: step to the line that it wrote before or next, and stop there.
import * as vscode from 'vscode';
import type { DebugDirection } from '../../protocol/debugApi.ts';
import type { GoSpan } from '../contributions.ts';
import { goPlaceLine } from '../editor/goPlaces.ts';
import { messages } from '../messages.ts';
import type { Session } from '../session.ts';

/** Moves the cursor to the next line that a function wrote, and shows its statement in the editor that stays in front. */
export async function stepInGo(
  session: Session,
  { path, from, to }: GoSpan,
  direction: DebugDirection,
): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const position = await session.ask('goStep', [path, from, to, direction]);
  if (position === undefined) throw new Error(messages.noOtherLine());
  await session.ask('seek', [{ kind: 'position', position }]);
  const { rows } = await session.ask('inputs', [{ start: position, count: 1 }]);
  const line = goPlaceLine(rows[0]?.site ?? '');
  if (editor === undefined || line === undefined) return;
  const range = editor.document.validateRange(new vscode.Range(line - 1, 0, line - 1, 0));
  editor.selection = new vscode.Selection(range.start, range.start);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** Adds a function breakpoint of the log, or takes it away. */
export function stopInGo(name: string): void {
  const present = vscode.debug.breakpoints.filter(
    (each) => each instanceof vscode.FunctionBreakpoint && each.functionName === name,
  );
  if (present.length > 0) vscode.debug.removeBreakpoints(present);
  else vscode.debug.addBreakpoints([new vscode.FunctionBreakpoint(name)]);
}
