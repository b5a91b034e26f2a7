// One list or watch of pods, sent to the connected cluster once the person has seen what it is and agreed.
import * as vscode from 'vscode';
import { formatBytes } from '../../base/formatBytes.ts';
import type { TrialForm, TrialRow } from '../../protocol/trialApi.ts';
import { messages } from '../messages.ts';
import type { Session } from '../session.ts';

/** Undefined: the person did not agree. */
export async function tryOnCluster(
  session: Pick<Session, 'ask'>,
  form: TrialForm,
  signal?: AbortSignal,
): Promise<TrialRow | undefined> {
  const plan = await session.ask('planTrial', [form], signal);
  const yes = vscode.l10n.t('Send');
  const said = await vscode.window.showWarningMessage(
    messages.tryRequest(plan.context),
    {
      modal: true,
      detail: messages.tryDetail(plan.request, plan.seconds, formatBytes(plan.bytes)),
    },
    yes,
  );
  if (said !== yes) return undefined;
  return await session.ask('tryOnCluster', [form, plan], signal);
}
