import { withoutSecrets } from '../base/secrets.ts';
import { SECOND, type Micros } from '../base/time.ts';
import { besideKnown } from './beside.ts';
import { isFault, type Charge, type Faults } from './charge.ts';
import { causeWithin, placesOf } from './error/takeApart.ts';
import { isError } from './errorText.ts';
import { ROOT_ERROR, type Finding, type FindingEvidence, type FindingVerdict } from './finding.ts';
import type { Inquiry } from './inquiry.ts';
import { bugsSaid, type BugSaid } from './knownBugs.ts';
import { traceBelow } from './kernelTrace.ts';
import { leavesOpen } from './lasting.ts';
import { repeatsOf, rhythmOf } from './rhythm.ts';
import { spansOf } from './recovery.ts';
import { ownWords, workedBetween } from './ownWords.ts';
import type { Hit, Line, Rule, Suspicion } from './rule.ts';
import { Shows } from './shows.ts';
import { tallyOf } from './tally.ts';
import { fillTemplate } from './template.ts';
import { untold } from './verdict.ts';
import { Whose } from './whose.ts';
import { shortened, spaced, withoutPassing } from './shortened.ts';

/** Lines cited per finding. */
const mostEvidence = 24;
/** Lines of a finding whose errors are taken apart. */
const mostRead = 20;
/** `--runtime-request-timeout` of a kubelet that has no other (pkg/kubelet/apis/config/v1beta1/defaults.go). */
const runtimeRequestTimeout = 120 * SECOND;
/** Letters of an error that are quoted. */
const longestQuote = 300;
/** Letters of what a title names. */
const mostNamed = 160;

/** `faults`: all that stand. */
export function buildFinding(
  charged: Charge,
  faults: Pick<Faults, 'first' | 'firstOf'>,
  ask: Inquiry,
): Finding {
  const shows = new Shows(charged.suspicion.hits, ask);
  const entry = { ...charged, rule: told(charged.rule, shows) };
  const { rule, suspicion, verdict } = entry;
  const { hits, pod } = suspicion;
  const whose = new Whose(hits);
  const node = ask.history.runs.find((run) => run.node.value !== undefined)?.node.value;
  const factOf = factsOf(rule, suspicion, node);
  const first = hits[0]?.line.at ?? ask.from;
  const last = hits.at(-1)?.line.at ?? first;
  const { hits: times, counted } = tallyOf(hits).counted;
  const rhythm = rhythmOf(counted);
  const count = counted.sums.at(-1) ?? 0;
  const spans = spansOf(entry, rhythm.wait, ask);
  const repeats = repeatsOf(rhythm, count);
  const ended = spans.at(-1)?.to;
  const kind = verdictOf(entry, ended, ask);
  const title = titleOf(whose.title(fillTemplate(rule.title, namedOf(rule, times, factOf))), kind);
  const bugs = kind === 'fault' ? bugsSaid(rule.id, shows, ask) : [];
  return {
    id: rule.id,
    key: keyOf(entry),
    title,
    severity: severityOf(entry),
    verdict: kind,
    before: charged.before && {
      finding: buildFinding(charged.before.charge, faults, ask),
      until: charged.before.until,
    },
    harmlessByEnd: kind === 'harmless' && verdictOf(entry, undefined, ask) === 'unknown',
    confidence: confidenceOf(entry, ask, count, [first, last]),
    podKey: pod === undefined ? undefined : ask.podHistory(pod, last)?.key,
    pod,
    node,
    spread: undefined,
    began: verdict.began ?? first,
    first,
    last,
    ended,
    spans,
    count,
    counted,
    period: rhythm.period,
    evidence: evidenceOf(entry),
    explanation: explain(
      entry,
      title,
      shows,
      [...bugs.map(({ sentence }) => sentence), repeats],
      factOf,
      ask,
      whose,
    ),
    repeats,
    causedBy: causeOf(entry, faults),
    overdue: verdict.overdue,
    checks: rule.checks.map((check) => filledCheck(check, factOf)),
    remedy: whose.steps(remedyOf(rule, shows, bugs)),
    ruledOut: ruledOutOf(entry, shows),
    references: [...bugs.map(({ reference }) => reference), ...rule.references].map(linkOf),
  };
}

/** Lines that nobody is known to have written prove nothing above low. */
function severityOf({ rule, suspicion, verdict }: Charge): Finding['severity'] {
  const severity = verdict.severity ?? rule.severity;
  const isKnown =
    suspicion.hits.length === 0 || suspicion.hits.some(({ line }) => line.writer !== 'unknown');
  return isKnown || severity === 'info' ? severity : 'low';
}

/** Harmless is what healed, or what never matters: not what no further try heals, and not what the log breaks off in. */
function verdictOf(entry: Charge, ended: Micros | undefined, ask: Inquiry): FindingVerdict {
  if (isFault(entry)) return 'fault';
  const { rule, shownBy, suspicion } = entry;
  if (shownBy.length > 0) return 'harmless';
  if (tallyOf(suspicion.hits).isPermanent) return 'unknown';
  // What a rule of faults takes for a trap, or a trap that names what it is over by, heals as a rule; that it did is shown by its end.
  const isTrap = [rule, suspicion.rule].every(
    (it) => it.severity === 'info' && it.overBy === undefined,
  );
  const isSilenceOnly = rule.lastResort === true && ask.isExcerpt;
  return isTrap || (ended !== undefined && !isSilenceOnly) ? 'harmless' : 'unknown';
}

export function titleOf(title: string, verdict: FindingVerdict): string {
  if (verdict !== 'unknown') return title;
  return title.startsWith('“')
    ? `${title}: cannot be told from this log`
    : title.replace(/^Harmless: /, 'Cannot be told from this log: ');
}

function keyOf({ rule, suspicion }: Charge): string {
  return suspicion.key === '' ? rule.id : `${rule.id}:${suspicion.key}`;
}

type FactOf = (name: string) => string | undefined;

/** A title names what one line does, and the count is of all: where others name something else, it says that there are others. */
function namedOf({ title, quotes }: Rule, counted: readonly Hit[], factOf: FactOf): FactOf {
  if (quotes !== undefined) return factOf;
  const others = [...title.matchAll(/\{(\w+)/g)].map(([, name = '']) => {
    const named = counted.map(({ facts }) => facts[name] ?? factOf(name));
    const values = new Set(named.map((value) => value && withoutPassing(value)));
    return { name, count: values.size - 1 };
  });
  const last = others.findLast(({ count }) => count > 0);
  return (name) => {
    const value = factOf(name);
    if (value === undefined) return undefined;
    const more = name !== last?.name ? '' : last.count > 1 ? 'and others' : 'and another';
    const said = shortened(value, mostNamed);
    // What is a sentence ends before it.
    return more === '' ? said : said.includes(' ') ? `${said} (${more})` : `${said} ${more}`;
  };
}

/** What a rule quotes by a name, or the first value that a hit has for it: of a sign's facts, else of the objects that its line is about. */
function factsOf({ quotes }: Rule, { hits, pod }: Suspicion, node: string | undefined): FactOf {
  const firstOf = (valueOf: (hit: Hit) => string | undefined): string | undefined => {
    for (const hit of hits) {
      const value = valueOf(hit);
      if (value !== undefined) return value;
    }
    return undefined;
  };
  const objectOf = (name: string, { line: { objects, body } }: Hit): string | undefined => {
    switch (name) {
      case 'container':
        return objects.container;
      case 'volume':
        return objects.volume;
      case 'image':
        return objects.image;
      case 'uid':
        return objects.uid;
      case 'anyId':
        return objects.ids[0];
      case 'podName':
        return pod?.split('/')[1] ?? objects.podName;
      case 'namespace':
        return pod?.split('/')[0];
      case 'address':
        return placesOf(withoutSecrets(body)).address;
      case 'node':
        return node;
      default:
        return undefined;
    }
  };
  return (name) =>
    quotes?.[name] ?? firstOf((hit) => hit.facts[name]) ?? firstOf((hit) => objectOf(name, hit));
}

type Check = Finding['checks'][number];

function filledCheck(check: Check, factOf: FactOf): Check {
  const text = fillTemplate(check.text, factOf);
  const command =
    check.command === undefined
      ? undefined
      : fillTemplate(check.command, (name) => harmlessInShell(factOf(name)));
  return text === check.text && command === check.command ? check : { text, command };
}

/** A log may hold anything, and a command is copied into a shell: only what no shell reads as more than a word. */
function harmlessInShell(value: string | undefined): string | undefined {
  return value !== undefined && /^[\w.:/@%+=-]+$/.test(value) ? value : undefined;
}

function confidenceOf(
  entry: Charge,
  ask: Inquiry,
  count: number,
  [first, last]: readonly [Micros, Micros],
): number {
  const gap = ask.history.gaps.some(({ from, to }) => from <= last && to >= first);
  const once = isFault(entry) && count < 2;
  const factors = [
    0.95,
    entry.verdict.trust ?? 1,
    ask.isFragment ? 0.9 : 1,
    gap ? 0.85 : 1,
    once ? 0.9 : 1,
  ];
  return Math.round(100 * factors.reduce((product, factor) => product * factor, 1)) / 100;
}

/** The first lines and the last of each statement, then those of what follows from it; in the order of the tape. */
function evidenceOf(entry: Charge): FindingEvidence[] {
  const own = tallyOf(entry.suspicion.hits).citable;
  // A claim's line shows a state; what a line says of the fault follows from it.
  const after = entry.absorbed.flatMap(({ isClaim, suspicion }) =>
    tallyOf(suspicion.hits).citable.map(
      (hit) => ({ hit, role: isClaim ? 'context' : 'consequence' }) as const,
    ),
  );
  const chosen = new Map<number, { hit: Hit; role: FindingEvidence['role'] }>();
  for (const hit of own.slice(0, mostEvidence))
    chosen.set(hit.line.position, { hit, role: hit.sign.role ?? 'cause' });
  for (const hit of entry.shownBy) chosen.set(hit.line.position, { hit, role: 'context' });
  for (const { hit, role } of after.slice(0, mostEvidence / 2))
    if (!chosen.has(hit.line.position)) chosen.set(hit.line.position, { hit, role });
  return [...chosen.values()]
    .toSorted((a, b) => a.hit.line.position - b.hit.line.position)
    .map(({ hit, role }) => ({ input: hit.line.input, role, below: hit.below }));
}

function explain(
  { rule, suspicion, verdict }: Charge,
  title: string,
  shows: Shows,
  more: readonly string[],
  factOf: FactOf,
  ask: Inquiry,
  whose: Whose,
): string {
  const { hits } = suspicion;
  const { explanation } = rule;
  const sentences = typeof explanation === 'string' ? [explanation] : shows.said(explanation);
  const parts = [...whose.sentences(sentences.map((sentence) => fillTemplate(sentence, factOf)))];
  const isTold = verdict.note === untold.note && !leavesOpen(hits, ask);
  if (verdict.note !== undefined && !isTold) parts.push(verdict.note);
  parts.push(...more.filter((sentence) => sentence !== ''));
  if (rule.severity === 'info') return parts.join(' ');
  parts.push(...workedBetween(hits));
  const inner = innermost(rule.lastResort === true, hits, ask);
  // The words of a generic finding are those of its line.
  const words = inner !== undefined || rule.quotes !== undefined ? [] : ownWords(hits, title);
  if (words.length > 0) parts.push(`Its lines say: ${words.join('; ')}.`);
  const beside = rule.quotes === undefined ? besideKnown(hits, ask) : undefined;
  if (beside !== undefined) parts.push(`Before it stands: “${beside}”.`);
  const trace = hits[0] && traceBelow(hits[0].line, ask);
  if (trace !== undefined) parts.push(trace);
  if (inner !== undefined) parts.push(`${ROOT_ERROR}${spaced(inner)}`);
  return parts.join(' ');
}

/** What the deepest layer said: its end, where it is long. `isUnknown`: nothing else tells what happened. */
function innermost(isUnknown: boolean, hits: readonly Hit[], ask: Inquiry): string | undefined {
  const read: Line[] = [];
  for (const { line, sign } of hits) {
    if (read.length === mostRead) break;
    const isOwn = sign.role === undefined;
    if (isOwn && (isUnknown || isErrorLine(line) || isError(line.body))) read.push(line);
  }
  const errors = read.flatMap((line) => ask.errorOf(line) ?? []);
  // A single word tells that there was an error, `ErrImagePull`, not which.
  const error = errors.find(({ innermost: said }) => /\s/.test(said)) ?? errors[0];
  if (error === undefined) return undefined;
  const cause = causeWithin(error, longestQuote);
  return isUnknown || !cause.startsWith('…') ? cause : meant(error.innermost, cause, hits);
}

/** Letters at the end of a match that are enough to know it by. */
const mostOfMatch = 40;

/** Of a long text, the place that the rule is of, where its end does not have it. */
function meant(text: string, end: string, hits: readonly Hit[]): string {
  const found = hits.map(({ sign }) => sign.text.exec(text)).find((one) => one !== null);
  if (found === undefined || end.includes(found[0].slice(-mostOfMatch))) return end;
  const to = found.index + found[0].length;
  const from = Math.max(0, found.index - longestQuote / 5, to - (longestQuote * 4) / 5);
  const start = text.lastIndexOf(' ', from) + 1;
  return `…${text.slice(start, start + longestQuote)}…`;
}

function isErrorLine({ severity }: Line): boolean {
  return severity === 'error' || severity === 'fatal';
}

function causeOf(entry: Charge, faults: Pick<Faults, 'first' | 'firstOf'>): string | undefined {
  if (!isFault(entry)) return undefined;
  for (const id of entry.rule.follows ?? []) {
    const isBefore = (other: Charge): boolean => hadBegun(other, entry);
    const cause = id.endsWith('-*')
      ? faults.firstOf(id.slice(0, -1), entry, isBefore)
      : faults.first(id, entry, isBefore);
    if (cause !== undefined) return keyOf(cause);
  }
  return undefined;
}

/** Whether a fault can have been there when another showed first. */
function hadBegun({ suspicion, verdict }: Charge, { suspicion: { hits } }: Charge): boolean {
  const [line] = suspicion.hits.map((hit) => hit.line);
  const began = verdict.began ?? line?.at;
  const shown = hits[0]?.line.at;
  if (began === undefined || shown === undefined) return true;
  // Its call had been made before.
  const isLate = line !== undefined && /DeadlineExceeded/.test(line.body);
  return began - (isLate ? runtimeRequestTimeout : 0) <= shown;
}

function ruledOutOf(entry: Charge, shows: Shows): Finding['ruledOut'] {
  if (!isFault(entry)) return [];
  const known = new Set(entry.ruledOut.map(({ id }) => id));
  const unlike = (entry.rule.unlike ?? []).filter(
    ({ id, shown }) => !known.has(id) && shows.holds(shown),
  );
  return [...entry.ruledOut, ...unlike.map(({ id, why }) => ({ id, why }))];
}

/** The words of the first branch whose proof is there, beside those that it leaves as they are. */
function told(rule: Rule, shows: Shows): Rule {
  const branch = rule.branches?.find(({ shown }) => shows.holds(shown));
  return branch === undefined ? rule : { ...rule, ...branch.told };
}

function remedyOf({ remedy }: Rule, shows: Shows, bugs: readonly BugSaid[]): Finding['remedy'] {
  const steps = remedy.filter(({ shown }) => shown === undefined || shows.holds(shown));
  return [
    ...steps.map(({ text, risk }) => ({ text, risk })),
    ...bugs.map(({ step }) => ({ text: step, risk: undefined })),
  ];
}

/** `owner/repository#123` as a link; a link as it stands. */
function linkOf(reference: string): string {
  const issue = /^([\w.-]+\/[\w.-]+)#(\d+)$/.exec(reference);
  return issue === null
    ? reference
    : `https://github.com/${issue[1] ?? ''}/issues/${issue[2] ?? ''}`;
}
