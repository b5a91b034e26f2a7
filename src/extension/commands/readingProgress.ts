// What is being read, how far it is and how long it will take; it can be stopped. What is read at once shows nothing but the view's own bar.
import * as vscode from 'vscode';
import { formatDuration, micros, SECOND } from '../../base/time.ts';
import type { OpenRequest, SessionInfo, SimulationOptions } from '../../protocol/engineApi.ts';
import { baseName } from '../baseName.ts';
import { messages, reasonOf } from '../messages.ts';
import type { Session } from '../session.ts';

/** Before that long there is nothing to tell, ms. */
const QUIET = 1_000;

/** Opens logs; undefined when the person has stopped it: what was open is open still. Rejects with a sentence that names them. */
export async function readLogs(
  session: Session,
  uris: readonly vscode.Uri[],
  options: Omit<OpenRequest, 'sources'>,
  simulation: SimulationOptions,
): Promise<SessionInfo | undefined> {
  const names = uris.map(({ path }) => baseName(path)).join(', ');
  return await readingProgress(session, vscode.l10n.t('Reading {0}', names), async (signal) => {
    try {
      return await session.open(uris, options, simulation, signal);
    } catch (error) {
      throw new Error(messages.cannotRead(names, reasonOf(error)), { cause: error });
    }
  });
}

/** Resolves with what `read` gives; undefined when the person has stopped it. */
async function readingProgress<T>(
  session: Session,
  title: string,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const stopped = new AbortController();
  const reading = vscode.window.withProgress(
    { location: { viewId: 'kubelet.sources' }, title },
    () => read(stopped.signal),
  );
  const timer = setTimeout(() => {
    void tellOn(session, title, reading, stopped);
  }, QUIET);
  try {
    return await reading;
  } catch (error) {
    if (stopped.signal.aborted) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function tellOn(
  session: Session,
  title: string,
  reading: Thenable<unknown>,
  stopped: AbortController,
): Promise<void> {
  const began = Date.now() - QUIET;
  await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (progress, token) => {
      token.onCancellationRequested(() => {
        stopped.abort();
      });
      let told = 0;
      const listening = session.onEvent((event) => {
        if (event.kind !== 'progress') return;
        const { text, fraction } = event;
        const percent = Math.floor(100 * (fraction ?? 0));
        progress.report({
          message: fraction === undefined ? messages.plainly(text) : leftText(began, fraction),
          increment: Math.max(0, percent - told),
        });
        told = Math.max(told, percent);
      });
      try {
        await reading;
      } catch {
        // Told by whoever wants what is read.
      } finally {
        listening.dispose();
      }
    },
  );
}

/** `45 %, about 8 s more`. */
function leftText(began: number, fraction: number): string {
  const percent = Math.floor(100 * fraction);
  if (fraction < 0.02) return messages.readSoFar(percent);
  const left = ((Date.now() - began) * (1 - fraction)) / fraction;
  return messages.readSoFar(percent, formatDuration(micros(Math.ceil(left / 1000) * SECOND)));
}
