// What is wrong, most severe first, each with its proof, what it is not, and what to do.
import { l10n } from 'vscode';
import { formatDuration, formatTimeOfDay, type Micros } from '../../base/time.ts';
import { standingAt } from '../../base/spans.ts';
import { forestOf, prune, type Branch } from '../../base/forest.ts';
import type { Page, SessionInfo } from '../../protocol/engineApi.ts';
import { wordsOf } from '../../protocol/lineWords.ts';
import type { FindingKind, FindingRow } from '../../protocol/rows.ts';
import {
  findingIcon,
  podWords,
  roleWord,
  severityWord,
  shortTime,
  textRow,
  type Icon,
  type Shown,
  type TreeRow,
} from './row.ts';

export const findingGroupings = ['kind', 'cause', 'severity', 'pod'] as const;
export type FindingGrouping = (typeof findingGroupings)[number];

export interface FindingsShown extends Page<FindingRow> {
  readonly now: Micros;
  readonly grouping: Exclude<FindingGrouping, 'kind'>;
  /** Keys of those that a filter leaves; all when absent. */
  readonly matching?: readonly string[];
  readonly withoutKubelet?: SessionInfo['withoutKubelet'];
}

export function showFindings(shown: FindingsShown): Shown {
  const { rows, total, now, grouping, matching, withoutKubelet } = shown;
  const problems = rows.filter(({ severity }) => severity !== 'info').length;
  const wanted = new Set(matching ?? rows.map(({ key }) => key));
  const found = rows.filter(({ key }) => wanted.has(key));
  const groups = grouped(found, rows, grouping, now);
  return {
    rows: groups.map((row, index) => (index === 0 ? { ...row, expanded: problems > 0 } : row)),
    total: groups.length + Math.max(0, total - rows.length),
    message: total === 0 ? nothingWrong(withoutKubelet) : undefined,
    description: total === 0 ? undefined : countsText(problems, total - problems),
    badge: problems === 0 ? undefined : { value: problems, tooltip: problemsText(problems) },
  };
}

/** Of a log of others alone it says so: that nothing is wrong is not known of a kubelet that says nothing. */
export function nothingWrong(others: SessionInfo['withoutKubelet']): string {
  if (others === undefined) return l10n.t('No problems found in this log.');
  return others.length === 0
    ? l10n.t('No line in this log tells what a kubelet did.')
    : l10n.t(
        'No line in this log tells what a kubelet did: others wrote it ({0}).',
        others.join(', '),
      );
}

/** `isToldByAll`: as SessionInfo has it. */
export function withOrigin(shown: Shown, isToldByAll: boolean): Shown {
  if (!isToldByAll) return shown;
  const message = l10n.t(
    'Judged by the whole log, without what comes after the cursor: the lines up to there have not been diagnosed alone.',
  );
  return { ...shown, message };
}

/** More problems than these are grouped by what they are, unless the person wants it otherwise. */
const MANY = 40;

export function groupingOf(
  wanted: FindingGrouping | undefined,
  counts: SessionInfo['findings'] | undefined,
): FindingGrouping {
  return wanted ?? (problemsOf(counts) > MANY ? 'kind' : 'cause');
}

function problemsOf(counts: SessionInfo['findings'] | undefined): number {
  return counts === undefined ? 0 : counts.critical + counts.high + counts.medium + counts.low;
}

/** By what they are; the findings of a kind come when it is unfolded. */
export function showKinds(
  kinds: readonly FindingKind[],
  counts: SessionInfo['findings'] | undefined,
): Shown {
  const problems = problemsOf(counts);
  return {
    rows: kinds.map(({ id, title, severity, total, pods, open }) => ({
      id: `${KIND}${id}`,
      label: titleWords(title).label,
      description: [
        titleWords(title).judged,
        pods > 1 ? l10n.t('{0} pods', pods.toLocaleString('en')) : undefined,
        total === pods ? undefined : `${total.toLocaleString('en')} ×`,
        open === 0 ? undefined : l10n.t('{0} here at the cursor', open.toLocaleString('en')),
      ]
        .filter((part) => part !== undefined)
        .join(' · '),
      icon: findingIcon(severity),
      asks: true,
    })),
    total: kinds.length,
    description: countsText(problems, counts?.info ?? 0),
    badge: problems === 0 ? undefined : { value: problems, tooltip: problemsText(problems) },
  };
}

const KIND = 'kind ';

/** The kind of a row of `showKinds`. */
export function kindOf({ id }: TreeRow): string {
  return id.slice(KIND.length);
}

export function kindRows({ rows, total }: Page<FindingRow>, now: Micros): readonly TreeRow[] {
  const shared = sharedTitles(rows);
  const shown = rows.map((row) => findingRow(row, now, shared));
  const [first] = shown;
  const rest = total - rows.length;
  return rest === 0 || first === undefined
    ? shown
    : [
        ...shown,
        textRow(
          `${first.id}/rest`,
          l10n.t('{0} more on the Findings page', rest.toLocaleString('en')),
        ),
      ];
}

/** `found` of `all`; the way from each to its cause is shown too. */
function grouped(
  found: readonly FindingRow[],
  all: readonly FindingRow[],
  grouping: FindingsShown['grouping'],
  now: Micros,
): readonly TreeRow[] {
  const shared = sharedTitles(all);
  switch (grouping) {
    case 'severity':
      return found.map((row) => findingRow(row, now, shared));
    case 'cause': {
      const forest = forestOf(
        all,
        ({ key }) => key,
        ({ causedBy }) => causedBy,
      );
      const wanted = new Set(found);
      return prune(forest, (row) => wanted.has(row)).map((branch) =>
        branchRow(branch, now, shared),
      );
    }
    case 'pod': {
      const pods = new Map<string, FindingRow[]>();
      for (const row of found) {
        const list = pods.get(row.pod ?? '');
        if (list === undefined) pods.set(row.pod ?? '', [row]);
        else list.push(row);
      }
      return [...pods].map(([pod, list]) => podRow(pod, list, now));
    }
  }
}

function branchRow(
  { item, children }: Branch<FindingRow>,
  now: Micros,
  shared: ReadonlySet<string>,
): TreeRow {
  const row = findingRow(item, now, shared);
  const following = children.map((child): TreeRow => {
    const below = branchRow(child, now, shared);
    return { ...below, description: l10n.t('effect · {0}', below.description ?? '') };
  });
  return { ...row, children: [...following, ...(row.children ?? [])] };
}

function podRow(pod: string, rows: readonly FindingRow[], now: Micros): TreeRow {
  const [worst] = rows;
  return {
    id: `pod ${pod}`,
    label: pod === '' ? l10n.t('The node') : pod,
    description: String(rows.length),
    icon: worst === undefined ? undefined : findingIcon(worst.severity),
    podKey: worst?.podKey,
    expanded: true,
    children: rows.map((row) => findingRow(row, now, new Set())),
  };
}

/** Findings above info are problems; the others are harmless, or the log does not tell: `2 problems, 8 minor`. */
function countsText(problems: number, minor: number): string {
  return [
    ...(problems === 0 ? [] : [problemsText(problems)]),
    ...(minor === 0 ? [] : [l10n.t('{0} minor', minor)]),
  ].join(', ');
}

/** Harmless ones don't count. */
export function problemCount({ findings }: SessionInfo): number {
  const { critical, high, medium, low } = findings;
  return critical + high + medium + low;
}

export function problemsText(count: number): string {
  return count === 1 ? l10n.t('1 problem') : l10n.t('{0} problems', count);
}

/** Titles that several of them have. */
function sharedTitles(rows: readonly FindingRow[]): ReadonlySet<string> {
  const all = rows.map(({ title }) => title);
  return new Set(all.filter((title, index) => all.indexOf(title) !== index));
}

/** A title by what tells it apart: how it was judged, which many titles begin with, goes behind it. */
function titleWords(title: string): { readonly label: string; readonly judged?: string } {
  const [, verdict, first = '', rest = ''] =
    /^(Harmless|Cannot be told from this log): (.)(.*)$/su.exec(title) ?? [];
  if (verdict === undefined) return { label: title };
  const judged = verdict === 'Harmless' ? l10n.t('harmless') : l10n.t('cannot be told');
  return { label: `${first.toUpperCase()}${rest}`, judged };
}

/** `shared`: titles before which the pod stands, for it alone tells the rows apart. */
function findingRow(row: FindingRow, now: Micros, shared: ReadonlySet<string>): TreeRow {
  const { label, judged } = titleWords(row.title);
  const { name, namespace } = podWords(row.pod ?? '');
  const isFirst = name !== '' && shared.has(row.title);
  return {
    id: row.key,
    label: isFirst ? `${name} · ${label}` : label,
    description: [
      judged,
      isFirst ? namespace : row.pod,
      row.spread === undefined
        ? undefined
        : l10n.t(
            '{0}, on {1} of {2} nodes',
            row.node ?? '',
            row.spread.nodes.length,
            row.spread.of,
          ),
      row.count < 2
        ? undefined
        : now < row.last || row.spans.length > 1
          ? l10n.t('{0} × in all', row.count)
          : `${row.count} ×`,
      whenText(row, now),
    ]
      .filter((part) => part !== undefined)
      .join(' · '),
    icon: findingIcon(row.severity),
    tooltip: [
      row.explanation,
      l10n.t(
        'Severity {0}, confidence {1} %.',
        severityWord(row.severity),
        Math.round(row.confidence * 100),
      ),
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
  const { is, since } = standingAt(row.spans, now) ?? { is: 'open', since: row.began };
  switch (is) {
    case 'coming':
      return l10n.t('starts in {0}', formatDuration(since - now));
    case 'over':
      return l10n.t('ended {0} ago', formatDuration(now - since));
    case 'quiet':
      return l10n.t('last seen {0} ago', formatDuration(now - since));
    case 'open':
      return now < row.first
        ? l10n.t(
            'for {0}, first logged in {1}',
            formatDuration(now - since),
            formatDuration(row.first - now),
          )
        : l10n.t('for {0}', formatDuration(now - since));
  }
}

function spanText(row: FindingRow): string {
  const end = endText(row);
  const period = row.period === undefined ? '' : l10n.t(', ~{0} apart', formatDuration(row.period));
  return row.count === 1
    ? l10n.t('Began {0}, {1}; 1 line{2}.', formatTimeOfDay(row.began), end, period)
    : l10n.t('Began {0}, {1}; {2} lines{3}.', formatTimeOfDay(row.began), end, row.count, period);
}

function endText({ ended, spans }: FindingRow): string {
  if (ended === undefined) return l10n.t('still ongoing at the end of the log');
  const isQuiet = spans.at(-1)?.isQuiet === true;
  return isQuiet
    ? l10n.t('last seen {0}', formatTimeOfDay(ended))
    : l10n.t('ended {0}', formatTimeOfDay(ended));
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
      label: l10n.t('{0} more lines', evidence.length - SHOWN_EVIDENCE),
      icon: { id: 'ellipsis', color: undefined },
      children: evidence.slice(SHOWN_EVIDENCE),
    });
  if (row.checks.length > 0) list.push(checksRow(id('checks'), row));
  if (row.remedy.length > 0) list.push(remedyRow(id('remedy'), row));
  if (row.ruledOut.length > 0)
    list.push({
      id: id('not'),
      label: l10n.t('Ruled out'),
      description: row.ruledOut.map((other) => other.id).join(', '),
      icon: { id: 'circle-slash', color: undefined },
      children: row.ruledOut.map((other, index) =>
        textRow(id(`not/${index}`), `${other.id}: ${other.why}`),
      ),
    });
  row.references.forEach((reference, index) => {
    list.push(
      textRow(id(`ref${index}`), referenceName(reference), {
        icon: { id: 'link-external', color: undefined },
        tooltip: [reference],
        copy: reference,
        link: /^https:\/\//.test(reference) ? reference : undefined,
      }),
    );
  });
  return list;
}

/** An issue or a pull request as GitHub itself writes it; any other address without what all of them have. */
export function referenceName(reference: string): string {
  const [, repository, number] =
    /^https:\/\/github\.com\/([\w.-]+\/[\w.-]+)\/(?:issues|pull)\/(\d+)$/.exec(reference) ?? [];
  return repository === undefined
    ? reference.replace(/^https:\/\//, '').replace(/\/$/, '')
    : `${repository}#${number ?? ''}`;
}

/** More are folded into one row: the first lines name the cause, the others repeat it. */
const SHOWN_EVIDENCE = 4;

function evidenceRows(row: FindingRow): readonly TreeRow[] {
  return row.evidence.map((evidence, index) => {
    const at = evidence.at === undefined ? l10n.t('no time') : shortTime(evidence.at);
    return textRow(`${row.key}/evidence${index}`, wordsOf(evidence.text), {
      description: `${roleWord(evidence.role)} · ${at}`,
      icon: roles[evidence.role],
      tooltip: [l10n.t('Evidence: {0}.', roleWord(evidence.role))],
      spoken: l10n.t('{0} at {1}: {2}', roleWord(evidence.role), at, wordsOf(evidence.text)),
      copy: evidence.text,
      provedBy: [evidence.input],
      podKey: row.podKey,
    });
  });
}

function checksRow(id: string, row: FindingRow): TreeRow {
  return {
    id,
    label: l10n.t('Check on the node'),
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
    label: l10n.t('What to do'),
    description: String(row.remedy.length),
    icon: { id: 'tools', color: undefined },
    children: row.remedy.map(({ text, risk }, index) =>
      textRow(`${id}/${index}`, text, {
        description: risk === undefined ? undefined : l10n.t('risk: {0}', risk),
        tooltip: [text, ...(risk === undefined ? [] : [l10n.t('Risk: {0}', risk)])],
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
