// The frame of VS Code's call stack that a person is at, as the engine knows it.
import * as vscode from 'vscode';
import type { GoPlace } from '../../protocol/debugApi.ts';
import { DEBUG_TYPE } from '../contributions.ts';

/** What VS Code hands to a command in the menu of a frame: `frameId` ends with the adapter's number and the frame's place in its stack. */
export interface FrameTarget {
  readonly frameId?: string;
}

/** The given frame, else the focused one; undefined where no kubelet is debugged or no frame has the focus. */
export async function focusedFrame(
  target?: FrameTarget,
): Promise<{ readonly name: string; readonly go: GoPlace | undefined } | undefined> {
  const item = vscode.debug.activeStackItem;
  const session = item?.session ?? vscode.debug.activeDebugSession;
  if (session?.type !== DEBUG_TYPE) return undefined;
  const own = /:(\d+):\d+$/.exec(target?.frameId ?? '')?.[1];
  const focused = item instanceof vscode.DebugStackFrame ? item.frameId : undefined;
  const frameId = own === undefined ? focused : Number(own);
  if (frameId === undefined) return undefined;
  return await session.customRequest('kubelet/frame', { frameId }).then(
    (frame: { name: string; go?: GoPlace }) => ({ name: frame.name, go: frame.go }),
    // The stop that it belongs to is over.
    () => undefined,
  );
}
