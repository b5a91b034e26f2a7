// What fails loudly and no rule knows: told exactly, with what the line shows and no more. One finding an operation and object.
import { countWhile } from '../base/bisect.ts';
import { Derived } from '../base/derived.ts';
import { differenceOf } from '../base/difference.ts';
import { MINUTE, SECOND } from '../base/time.ts';
import type { Charge } from './charge.ts';
import { isError } from './errorText.ts';
import { withoutSecrets } from '../base/secrets.ts';
import type { Program } from '../log/record.ts';
import { placesOf, type ErrorLayer, type TakenApart } from './error/takeApart.ts';
import type { FindingSeverity } from './finding.ts';
import type { Inquiry } from './inquiry.ts';
import type { Asked } from './match.ts';
import { areSame } from './remembered.ts';
import {
  check,
  remedy,
  type Hit,
  type Line,
  type Rule,
  type Suspicion,
  type Verdict,
} from './rule.ts';
import { chain } from './suspect.ts';
import { isUsual } from './usual.ts';
import { bursts, groupBy, span, times, untold } from './verdict.ts';

/** The name under which the scan gives the loud lines that no sign fits. */
export const loud = 'loud';

/** What they print as an error is mostly a step that failed. */
const runtimes: ReadonlySet<Program> = new Set<Program>([
  'containerd',
  'crio',
  'dockerd',
  'cri-dockerd',
]);
/** Programs that print with a level, whose errors are of this node. */
const haveLevels: ReadonlySet<Program> = new Set<Program>(['kubelet', ...runtimes, 'cni', 'host']);

/** Every warning, error and fatal line of the kubelet and of what it works with, when nothing else knows it. */
export const askedLoud: Asked = {
  by: loud,
  sign: { text: /^/ },
  reads: [...haveLevels],
  rule: 'any',
  onlyCounts: true,
};

/** µs: a trouble that is shorter may be over with its next try. */
const short = 30 * SECOND;
/** µs of quiet after which it no longer goes on; of a slow rhythm three times its wait. */
const over = 2 * MINUTE;
/** An error this often goes on; warnings are told more lightly. */
const oftenError = 3;
const oftenWarning = 10;

/** What no further try heals: somebody has to change something. */
const permanent =
  /\bx509: |\bUnauthorized\b|\bis forbidden\b|exec format error|no space left on device|executable file not found|read-only file system|too many open files/;

/** What of the node nothing gets on without. */
const blocks =
  /\b(?:[Ff]ailed|[Ff]ailure|[Uu]nable|[Ee]rror|[Cc]annot|[Cc]ould not)\b(?: (?:to|while|when))? (?:start|run|initiali[sz]|list|watch|register|bootstrap|load|boot)/;

/** Steps that a pod or the node does not get on without. */
const steps =
  /(?<![\w/-])(?:[Rr]un|[Cc]reat|[Ss]tart|[Pp]ull|(?<!un)[Mm]ount|[Aa]ttach|[Ss]et(?:ting)? ?up|[Aa]dd(?:ing)?\b|[Rr]egister|[Ll]ist|[Ww]atch|[Ii]niti|[Ll]oad|[Cc]onnect|[Uu]pdat|[Rr]eserve|[Ee]nsure|[Ee]xtract|[Vv]alidat|[Ss]ync|[Pp]rocess)/;
/** What somebody asks of it now and then, and what the runtime need not have. */
const onAsking = /[Ss]tats|[Mm]etric|[Ee]xec|[Pp]robe|[Pp]roxy|port-?forward|credential provider/;
const givenUp = /code = (?:Unimplemented|Canceled)/;

function isWaitedFor(line: Line): boolean {
  const { body, statement, writer } = line;
  const said = isPlace(statement) ? body : statement;
  const isStep = runtimes.has(writer) || steps.test(writer === 'kubelet' ? said : body);
  return isStep && idOf(wordsOf(line)) !== nameless && !onAsking.test(said) && !givenUp.test(body);
}

export function isPermanent(text: string): boolean {
  return permanent.test(text);
}

/** Loud lines about one thing, and what was made of them. */
interface Group {
  readonly hits: readonly Hit[];
  readonly severity: FindingSeverity;
  readonly made: Charge;
}

/**
 * One charge for each operation that fails on an object, and one for all those of which nothing more can be told. What rules found is known; a
 * line of one chain with a line of theirs says the same.
 */
export class LoudLines {
  private readonly ask: Inquiry;
  private readonly chains: Chains;
  private groups: ReadonlyMap<string, Group> = new Map();
  private made: readonly Charge[] = [];
  private readonly areLoud = new Derived(isLoud);

  constructor(ask: Inquiry) {
    this.ask = ask;
    this.chains = new Chains(ask);
  }

  /** `known`: what rules found, in lists that stay the same while nothing in them is another. */
  charge(hits: readonly Hit[], known: readonly (readonly Charge[])[]): readonly Charge[] {
    const { ask, chains } = this;
    chains.tell(known);
    const groups = new Map<string, Group>();
    const loudHits = hits.filter(({ line }) => this.areLoud.of(line));
    const byThing = groupBy(loudHits, ({ line }) => `${line.statement}\n${ask.podOf(line) ?? ''}`);
    const untold = new Map<string, Hit[]>();
    for (const [thing, own] of byThing) {
      // What mostly stands in such chains says no more where it stands alone.
      const alone = own.filter(({ line }) => !chains.explain(line));
      if (2 * alone.length <= own.length) continue;
      const severity = severityOf(own, ask);
      const [first] = own;
      if (first === undefined) continue;
      if (severity !== 'info') {
        groups.set(thing, this.groupOf(thing, own, severity));
        continue;
      }
      if (first.line.severity === 'warning' && times(own) < oftenError) continue;
      const list = untold.get(first.line.statement) ?? [];
      untold.set(first.line.statement, list);
      list.push(...own);
    }
    for (const [statement, list] of untold) {
      const inOrder = list.toSorted((a, b) => a.line.position - b.line.position);
      groups.set(`\n${statement}`, this.groupOf(`\n${statement}`, inOrder, 'info'));
    }
    this.groups = groups;
    const made = [...groups.values()].map((group) => group.made);
    return (this.made = areSame(this.made, made) ? this.made : made);
  }

  private groupOf(thing: string, hits: readonly Hit[], severity: FindingSeverity): Group {
    const known = this.groups.get(thing);
    const { moved } = this.ask;
    const isSame = known?.severity === severity && areSame(known.hits, hits);
    if (isSame && (moved.size === 0 || !hits.some(({ line }) => moved.has(line)))) return known;
    return { hits, severity, made: chargeOf(hits, severity, this.ask) };
  }
}

/** When rules found something, by pod. */
class Chains {
  private readonly ask: Inquiry;
  private known: readonly (readonly Charge[])[] = [];
  private ofAll: number[] = [];
  private byPod = new Map<string | undefined, number[]>();

  constructor(ask: Inquiry) {
    this.ask = ask;
  }

  /** To be told of all that rules found now. */
  tell(known: readonly (readonly Charge[])[]): void {
    if (this.known.length === 0 || this.ask.moved.size > 0) this.tellAnew(known);
    else
      known.forEach((list, index) => {
        const before = this.known[index] ?? [];
        if (list !== before) this.exchange(differenceOf(before, list));
      });
    this.known = known;
  }

  private tellAnew(known: readonly (readonly Charge[])[]): void {
    this.ofAll = [];
    this.byPod = new Map();
    for (const { suspicion } of known.flat())
      for (const { line } of suspicion.hits) for (const times of this.of(line)) times.push(line.at);
    for (const times of [this.ofAll, ...this.byPod.values()]) times.sort((a, b) => a - b);
  }

  /** Of a charge that has grown only its new lines are others. */
  private exchange(lists: { gone: ReadonlySet<Charge>; come: readonly Charge[] }): void {
    const gone = groupBy([...lists.gone], objectOf);
    for (const one of lists.come) {
      const old = gone.get(objectOf(one))?.pop()?.suspicion.hits ?? [];
      const { hits } = one.suspicion;
      let same = 0;
      while (same < old.length && old[same] === hits[same]) same++;
      for (const { line } of old.slice(same)) this.remove(line);
      for (const { line } of hits.slice(same)) this.add(line);
    }
    for (const { suspicion } of [...gone.values()].flat())
      for (const { line } of suspicion.hits) this.remove(line);
  }

  private add(line: Line): void {
    for (const times of this.of(line)) times.splice(placeOf(times, line.at), 0, line.at);
  }

  private remove(line: Line): void {
    for (const times of this.of(line)) times.splice(placeOf(times, line.at), 1);
  }

  /** The lists in which a line's time stands. */
  private of(line: Line): readonly number[][] {
    const pod = this.ask.podOf(line);
    let own = this.byPod.get(pod);
    if (own === undefined) this.byPod.set(pod, (own = []));
    return [this.ofAll, own];
  }

  /** A line that names no pod may be of any. */
  explain(line: Line): boolean {
    if (line.severity === 'fatal') return false;
    const pod = this.ask.podOf(line);
    return pod === undefined
      ? isNear(this.ofAll, line.at)
      : isNear(this.byPod.get(pod) ?? [], line.at) ||
          isNear(this.byPod.get(undefined) ?? [], line.at);
  }
}

function objectOf({ suspicion: { rule, key } }: Charge): string {
  return `${rule.id} ${key}`;
}

function placeOf(times: readonly number[], at: number): number {
  return countWhile(times, (time) => time < at);
}

function isNear(times: readonly number[], at: number): boolean {
  return (times[placeOf(times, at - chain)] ?? Infinity) <= at + chain;
}

const speaksOfFailure =
  /fail|error|unable|cannot|can't|could ?n[o']t|refus|denied|forbidden|unauthorized|invalid|not found|no such|timed? ?out|exceeded|\blost\b|crash|panic/i;

/** A level alone is no trouble: some statements print what is usual as an error. */
function isLoud({ severity, statement, body, writer }: Line): boolean {
  // It ends the process, and with it the kubelet, whoever else runs there.
  if (severity === 'fatal') return true;
  if (!haveLevels.has(writer)) return false;
  if (severity !== 'warning' && severity !== 'error') return false;
  if (writer !== 'kubelet' && isUsual(body)) return false;
  const said = writer === 'kubelet' && !isPlace(statement) ? statement : body;
  return isError(body) || speaksOfFailure.test(said);
}

function isPlace(statement: string): boolean {
  return statement === '' || /^[\w.-]*:\d+$/.test(statement);
}

/** By what it blocks, when it is certain that it goes on or that no try heals it. */
function severityOf(hits: readonly Hit[], ask: Inquiry): FindingSeverity {
  const last = hits.at(-1)?.line;
  if (last === undefined) return 'info';
  if (hits.some(({ line }) => line.severity === 'fatal')) return 'high';
  const isError = hits.some(({ line }) => line.severity === 'error');
  const count = times(hits);
  const wait = span(hits) / Math.max(1, count - 1);
  const goesOn = !ask.goesOn(last.at, Math.max(over, 3 * wait) + 1);
  const isCut = !ask.goesOn(ask.from, MINUTE);
  if (isError && isCut && isWaitedFor(last)) return 'low';
  if (!goesOn || span(hits) < short || count < (isError ? oftenError : oftenWarning)) return 'info';
  if (bursts(hits, over).length > 3) return 'info';
  if (ask.podOf(last) !== undefined || isPermanent(last.body)) return isError ? 'medium' : 'low';
  return blocks.test(last.body) ? 'low' : 'info';
}

function chargeOf(hits: readonly Hit[], severity: FindingSeverity, ask: Inquiry): Charge {
  const pods = new Set(hits.map(({ line }) => ask.podOf(line)));
  const pod = pods.size === 1 ? [...pods][0] : undefined;
  const last = hits.at(-1)?.line;
  const error = last && ask.errorOf(last);
  const words = last === undefined ? '' : wordsOf(last);
  const rule = ruleOf(words, severity, last, error);
  const suspicion: Suspicion = { rule, key: pod ?? '', pod, hits };
  return {
    rule,
    suspicion,
    verdict: verdictOf(hits, severity),
    absorbed: [],
    ruledOut: [],
    isClaim: false,
    shownBy: [],
  };
}

function verdictOf(hits: readonly Hit[], severity: FindingSeverity): NonNullable<Verdict> {
  if (severity === 'info') return { severity };
  return severity === 'low' && times(hits) < oftenError ? { ...untold } : {};
}

/** What the statement says before its first value. */
function wordsOf({ statement, body }: Line): string {
  const said = isPlace(statement) || statement === 'Unhandled Error' ? body : statement;
  const words = withoutSecrets(said)
    .replace(/^(?:"?Unhandled Error"? err="|(?:containerd|dockerd|crio): )/, '')
    .replace(/^(?:\S+\.go:\d+[\]:] |\[[\w ]+\]:? |object-"[^"]*"\/"[^"]*": )+/, '')
    .split(/, |["`[({=]|(?<!\w)'|'(?!\w)|: |\s(?=(?!\*)\S*[\d/])|; /, 1)[0]
    ?.trim();
  return words === undefined || words === '' ? 'An error' : words.slice(0, 80).trim();
}

/** Of a line whose words name no operation. */
const nameless = 'something-fails';
const mostWordsOfId = 5;
const fails =
  /^(?:failed to|unable to|could not|cannot|can't|error|failure|failed|fail to)\s+|\s+(?:failed|fails|error)\b.*$/i;

/** `Unable to read config path` → `read-config-path-fails`. */
function idOf(words: string): string {
  const stem = words
    .replace(' from runtime service', '')
    .replace(fails, '')
    .replace(fails, '')
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .match(/[a-z]+/g)
    ?.slice(0, mostWordsOfId)
    .join('-');
  return stem === undefined || stem.length < 4 ? nameless : `${stem}-fails`;
}

const speakers: Partial<Record<Program, string>> = {
  kubelet: 'The kubelet',
  containerd: 'containerd',
  crio: 'CRI-O',
  dockerd: 'dockerd',
  'cri-dockerd': 'cri-dockerd',
};

function ruleOf(
  words: string,
  severity: FindingSeverity,
  last: Line | undefined,
  error: TakenApart | undefined,
): Rule {
  const isFault = severity !== 'info';
  const sentences = [
    `${speakers[last?.writer ?? 'unknown'] ?? 'The log'} says “${words}”, and no rule knows what follows.`,
    refusal(error),
    placesText(last),
  ].filter((sentence) => sentence !== '');
  return {
    id: idOf(words),
    title: `“${words}”`,
    severity: isFault ? severity : 'low',
    by: 'node',
    lastResort: true,
    signs: [],
    explanation: sentences.join(' ').replaceAll('{', '(').replaceAll('}', ')'),
    checks: isFault
      ? [
          check('Does it go on?', 'journalctl -p warning -u kubelet --since "-10 min"'),
          ...(error?.layers.some(({ by }) => by === 'operating system') === true
            ? [check('What does the kernel say?', 'journalctl -k --since "-1 h"')]
            : []),
        ]
      : [check('Look whether the same is said again later, and whether what it names got on')],
    remedy: isFault
      ? [remedy('Look the root error up: the component that wrote it says what it lacks')]
      : [],
    references: [],
  };
}

/** Who refuses: the deepest layer whose words show who speaks. */
function refusal(error: TakenApart | undefined): string {
  const who = error?.layers.findLast(hasSpeaker);
  return who === undefined ? '' : `By its words, who says it last is: ${who.by ?? ''}.`;
}

function hasSpeaker({ by }: ErrorLayer): boolean {
  return by !== undefined && by !== 'gRPC' && by !== 'kubelet';
}

function placesText(line: Line | undefined): string {
  if (line === undefined) return '';
  const { file, address } = placesOf(withoutSecrets(line.body));
  const named = [
    address === undefined ? '' : `the address ${address}`,
    file === undefined ? '' : `the file ${file}`,
  ].filter((place) => place !== '');
  return named.length === 0 ? '' : `It names ${named.join(' and ')}.`;
}
