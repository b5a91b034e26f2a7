// Rows as pages get them: of a length that a message has room for, and without what turns or hides text.
import type { InputId } from '../../base/input.ts';
import { shownLine } from '../../base/shownText.ts';
import { withoutRoot, type Finding } from '../../diagnosis/finding.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import type { FindingNote } from '../../protocol/pageApi.ts';
import type { NetworkRow, PodRow } from '../../protocol/rows.ts';
import { isOpen, type Incident } from './incident.ts';

/** More of a kind is for the timeline, the trees and the log. */
export const MOST = 60;
const MOST_ATTEMPTS = 12;
const LONGEST_TEXT = 600;

/** Log text that a page shows: on one line, of a readable length, and with nothing in it that turns or hides text. */
export function plain(text: string): string {
  return shownLine(text, LONGEST_TEXT);
}

export function maybe(text: string | undefined): string | undefined {
  return text === undefined ? undefined : plain(text);
}

export function tidied(row: PodRow): PodRow {
  const { lastEvent } = row;
  return {
    ...row,
    label: plain(row.label),
    health: { ...row.health, text: plain(row.health.text) },
    waits: row.waits.slice(0, MOST).map((wait) => ({ ...wait, text: plain(wait.text) })),
    findings: row.findings.slice(0, MOST),
    titles: row.titles.slice(0, MOST).map(plain),
    lastEvent: lastEvent === undefined ? undefined : { ...lastEvent, text: plain(lastEvent.text) },
  };
}

/** A row without the tries that nobody would scroll through, and with texts of a readable length. */
export function shortened(row: NetworkRow): NetworkRow {
  return {
    ...row,
    message: maybe(row.message),
    label: plain(row.label),
    attempts: row.attempts
      .slice(-MOST_ATTEMPTS)
      .map((attempt) => ({ ...attempt, text: plain(attempt.text) })),
  };
}

/** Open ones first, then as they stand: the most severe first. */
export function findingNotes(
  incident: Incident,
  findings: readonly Finding[],
  moment: Moment,
): FindingNote[] {
  const titles = new Map(incident.findings.map(({ key, title }) => [key, title]));
  const note = (finding: Finding): FindingNote => {
    const { explanation, rootError } = withoutRoot(finding);
    const [remedy] = finding.remedy;
    return {
      key: finding.key,
      id: finding.id,
      title: plain(finding.title),
      severity: finding.severity,
      pod: maybe(finding.pod),
      began: finding.began,
      ended: finding.ended,
      spans: finding.spans.map(({ from, to, isQuiet }) => ({ from, to, isQuiet })),
      count: finding.count,
      explanation: plain(explanation),
      rootError: maybe(rootError),
      remedy: remedy && { text: plain(remedy.text), risk: maybe(remedy.risk) },
      causedBy: maybe(finding.causedBy === undefined ? undefined : titles.get(finding.causedBy)),
      overdue: maybe(finding.overdue),
      proof: proofOf(finding),
    };
  };
  const open = findings.filter((finding) => isOpen(finding, moment));
  const rest = findings.filter((finding) => !isOpen(finding, moment));
  return [...open, ...rest].map(note);
}

export function proofOf({ evidence }: Finding): InputId | undefined {
  return (evidence.find(({ role }) => role === 'cause') ?? evidence[0])?.input;
}
