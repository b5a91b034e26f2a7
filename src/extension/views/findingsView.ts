// What is wrong, most severe first, each with its proof, what it is not, and what to do.
import { formatDuration, formatTimeOfDay, type Micros } from '../../base/time.ts';
import type { Page } from '../../protocol/engineApi.ts';
import type { FindingRow } from '../../protocol/rows.ts';
import {
  findingIcon,
  messageOf,
  shortTime,
  textRow,
  type Icon,
  type Shown,
  type TreeRow,
} from './row.ts';

export interface FindingsShown extends Page<FindingRow> {
  readonly now: Micros;
}

export function showFindings({ rows, total, now }: FindingsShown): Shown {
  const loud = rows.filter(isLoud).length;
  return {
    rows: rows.map((row, index) => ({
      ...findingRow(row, now),
      expanded: index === 0 && isLoud(row),
    })),
    total,
    message: total === 0 ? 'Nothing that the rules know is wrong in this log.' : undefined,
    description: total === 0 ? undefined : String(total),
    badge:
      loud === 0
        ? undefined
        : {
            value: loud,
            tooltip: `${loud} ${loud === 1 ? 'finding' : 'findings'} of high severity`,
          },
  };
}

function isLoud({ severity }: FindingRow): boolean {
  return severity === 'critical' || severity === 'high';
}

function findingRow(row: FindingRow, now: Micros): TreeRow {
  return {
    id: row.key,
    label: row.title,
    description: [
      row.pod === undefined ? undefined : row.pod,
      row.count > 1 ? `${row.count} ×` : undefined,
      whenText(row, now),
    ]
      .filter((part) => part !== undefined)
      .join(' · '),
    icon: findingIcon(row.severity),
    tooltip: [
      row.explanation,
      `Severity ${row.severity}, confidence ${Math.round(row.confidence * 100)} %.`,
      spanText(row),
    ],
    spoken: row.label,
    provedBy: row.evidence.map(({ input }) => input),
    podKey: row.podKey,
    finding: { id: row.id, pod: row.pod, key: row.key },
    children: details(row),
    copy: asText(row),
  };
}

function whenText(row: FindingRow, now: Micros): string {
  if (row.began > now) return `begins in ${formatDuration(row.began - now)}`;
  if (row.ended !== undefined && row.ended <= now)
    return `over since ${formatDuration(now - row.ended)}`;
  return `for ${formatDuration(now - row.began)}`;
}

function spanText(row: FindingRow): string {
  const end =
    row.ended === undefined
      ? 'goes on at the end of the log'
      : `ended ${formatTimeOfDay(row.ended)}`;
  const period = row.period === undefined ? '' : `, about every ${formatDuration(row.period)}`;
  return `Began ${formatTimeOfDay(row.began)}, ${end}; ${row.count} ${row.count === 1 ? 'line' : 'lines'}${period}.`;
}

const roles: Record<FindingRow['evidence'][number]['role'], Icon> = {
  cause: { id: 'target', color: 'problemsErrorIcon.foreground' },
  consequence: { id: 'arrow-right', color: 'problemsWarningIcon.foreground' },
  context: { id: 'list-selection', color: 'descriptionForeground' },
};

function details(row: FindingRow): readonly TreeRow[] {
  const id = (part: string): string => `${row.key}/${part}`;
  const list: TreeRow[] = [
    textRow(id('why'), row.explanation, { icon: { id: 'comment', color: undefined } }),
  ];
  if (row.overdue !== undefined)
    list.push(
      textRow(id('overdue'), row.overdue, { icon: { id: 'watch', color: 'kubeletWorker.stuck' } }),
    );
  const evidence = evidenceRows(row);
  list.push(...evidence.slice(0, SHOWN_EVIDENCE));
  if (evidence.length > SHOWN_EVIDENCE)
    list.push({
      id: id('evidence'),
      label: `${evidence.length - SHOWN_EVIDENCE} more lines`,
      icon: { id: 'ellipsis', color: undefined },
      children: evidence.slice(SHOWN_EVIDENCE),
    });
  if (row.checks.length > 0) list.push(checksRow(id('checks'), row));
  if (row.remedy.length > 0) list.push(remedyRow(id('remedy'), row));
  if (row.ruledOut.length > 0)
    list.push({
      id: id('not'),
      label: 'Ruled out',
      description: row.ruledOut.map((other) => other.id).join(', '),
      icon: { id: 'circle-slash', color: undefined },
      children: row.ruledOut.map((other, index) =>
        textRow(id(`not/${index}`), `${other.id}: ${other.why}`),
      ),
    });
  row.references.forEach((reference, index) => {
    list.push(
      textRow(id(`ref${index}`), reference, {
        icon: { id: 'link-external', color: undefined },
        link: /^https:\/\//.test(reference) ? reference : undefined,
      }),
    );
  });
  return list;
}

/** More are folded into one row: the first lines name the cause, the others repeat it. */
const SHOWN_EVIDENCE = 4;

function evidenceRows(row: FindingRow): readonly TreeRow[] {
  return row.evidence.map((evidence, index) => {
    const at = evidence.at === undefined ? 'no time' : shortTime(evidence.at);
    return textRow(`${row.key}/evidence${index}`, messageOf(evidence.text), {
      description: `${evidence.role} · ${at}`,
      icon: roles[evidence.role],
      tooltip: [`Evidence: ${evidence.role}.`],
      spoken: `${evidence.role} at ${at}: ${messageOf(evidence.text)}`,
      copy: evidence.text,
      provedBy: [evidence.input],
      podKey: row.podKey,
    });
  });
}

function checksRow(id: string, row: FindingRow): TreeRow {
  return {
    id,
    label: 'Check on the node',
    description: String(row.checks.length),
    icon: { id: 'checklist', color: undefined },
    children: row.checks.map(({ text, command }, index) =>
      textRow(`${id}/${index}`, text, {
        description: command === undefined ? undefined : command,
        tooltip: [text, ...(command === undefined ? [] : [command])],
        icon: { id: command === undefined ? 'eye' : 'terminal', color: undefined },
        copy: command ?? text,
      }),
    ),
  };
}

function remedyRow(id: string, row: FindingRow): TreeRow {
  return {
    id,
    label: 'What to do',
    description: String(row.remedy.length),
    icon: { id: 'tools', color: undefined },
    children: row.remedy.map(({ text, risk }, index) =>
      textRow(`${id}/${index}`, text, {
        description: risk === undefined ? undefined : `risk: ${risk}`,
        tooltip: [text, ...(risk === undefined ? [] : [`Risk: ${risk}`])],
        icon: {
          id: risk === undefined ? 'wrench' : 'warning',
          color: risk === undefined ? undefined : 'problemsWarningIcon.foreground',
        },
      }),
    ),
  };
}

/** A finding as text for a ticket: what `Copy` copies. */
function asText(row: FindingRow): string {
  return [
    `${row.title}${row.pod === undefined ? '' : ` (${row.pod})`} [${row.severity}]`,
    row.explanation,
    spanText(row),
    ...row.evidence.map(({ role, text }) => `${role}: ${text}`),
    ...row.remedy.map(
      ({ text, risk }) => `to do: ${text}${risk === undefined ? '' : ` (risk: ${risk})`}`,
    ),
  ].join('\n');
}
