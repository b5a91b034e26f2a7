import { exportFindings, findingLines, findingSeverities } from '../engine/export/findings.ts';
import type { FindingFormat } from '../protocol/askApi.ts';
import type { Session } from '../engine/session.ts';
import { printColoured, printJsonPart } from './output.ts';
import { version } from './version.ts';

/** Findings that were printed already, by key, with the rank of their severity. */
type Told = Map<string, number>;

/**
 * Prints what is found in a session that grows, each finding when it is first made and again when it gets worse: as text, or one
 * JSON object a line. The rank of the worst that was told.
 */
export async function followFindings(
  session: Session,
  format: FindingFormat,
  coloured?: (shown: string) => string,
): Promise<number> {
  const told: Told = new Map();
  await whileGrowing(session, () => {
    tell(session, format, told, coloured);
  });
  return Math.max(-1, ...told.values());
}

/** Looks now and whenever the session has changed. Ends when nothing grows any more, or by an interrupt, after a last look. */
export async function whileGrowing(session: Session, look: () => void): Promise<void> {
  await new Promise<void>((resolve) => {
    const lookAgain = (): void => {
      look();
      if (!session.isGrowing) resolve();
    };
    session.onEvent((event) => {
      if (event.kind === 'changed') lookAgain();
    });
    process.once('SIGINT', () => {
      session.stopFollowing();
    });
    lookAgain();
  });
}

function tell(
  session: Session,
  format: FindingFormat,
  told: Told,
  coloured: ((shown: string) => string) | undefined,
): void {
  const { tape, findings } = session.incident;
  const fresh = findings.filter(({ key, severity }) => {
    const rank = findingSeverities.indexOf(severity);
    if (rank <= (told.get(key) ?? -1)) return false;
    told.set(key, rank);
    return true;
  });
  if (fresh.length === 0) return;
  if (format === 'json') printJsonPart(findingLines(tape, fresh));
  else printColoured(exportFindings(tape, fresh, format, version), coloured);
}
