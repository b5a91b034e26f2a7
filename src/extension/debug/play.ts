// What the debug toolbar has besides VS Code's own buttons: time that goes on at a pace, and a step back out of a sync.
import * as vscode from 'vscode';
import { DEBUG_TYPE, settings } from '../contributions.ts';
import { messages } from '../messages.ts';

const speeds = [0.1, 1, 10, 60, 600, 3600] as const;

/** Lets the log go on, `speed` times as fast as it was written; without one as fast as the setting says. */
export async function play(speed?: number): Promise<void> {
  const own = vscode.workspace.getConfiguration(settings.section).get(settings.playSpeed, 10);
  await kubeletSession().customRequest('kubelet/play', { speed: speed ?? own });
}

/** Plays at a pace that the person picks, which then is that of the setting. */
export async function selectPlaySpeed(): Promise<void> {
  const debugged = kubeletSession();
  const picked = await vscode.window.showQuickPick(
    speeds.map((speed) => ({ label: `${speed} ×`, description: paceText(speed), speed })),
    {
      title: vscode.l10n.t('Playback Speed'),
      placeHolder: vscode.l10n.t('Playback speed'),
    },
  );
  if (picked === undefined) return;
  const configuration = vscode.workspace.getConfiguration(settings.section);
  await configuration.update(settings.playSpeed, picked.speed, vscode.ConfigurationTarget.Global);
  await debugged.customRequest('kubelet/play', { speed: picked.speed });
}

function paceText(speed: number): string {
  if (speed < 1) return vscode.l10n.t('slow motion');
  if (speed === 1) return vscode.l10n.t('as it was');
  if (speed < 60) return vscode.l10n.t('{0} s per second', speed);
  return vscode.l10n.t('{0} min per second', speed / 60);
}

export async function stepOutBack(): Promise<void> {
  const item = vscode.debug.activeStackItem;
  const threadId = item !== undefined && 'threadId' in item ? item.threadId : 1;
  await kubeletSession().customRequest('kubelet/stepOutBack', { threadId });
}

function kubeletSession(): vscode.DebugSession {
  const debugged = vscode.debug.activeDebugSession;
  if (debugged?.type !== DEBUG_TYPE) throw new Error(messages.notDebugging());
  return debugged;
}
