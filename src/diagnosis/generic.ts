// What fails loudly and no rule knows: told exactly, with what the line shows and no more. One finding an operation and object.
import { Derived } from '../base/derived.ts';
import { mostOf } from '../base/extremes.ts';
import { withoutSecrets } from '../base/secrets.ts';
import type { Program } from '../log/record.ts';
import { errorBeside, saidBeforeIt, saysLittle, type Beside } from './beside.ts';
import { healOf, orderOf, otherWayOf, type Calm } from './calm.ts';
import { Chains } from './chains.ts';
import { isFault, type Charge } from './charge.ts';
import { placesOf, type ErrorLayer, type TakenApart } from './error/takeApart.ts';
import { findingSeverities, type FindingSeverity } from './finding.ts';
import { endBehind } from './lastWords.ts';
import type { Inquiry } from './inquiry.ts';
import {
  breaksOff,
  isCertain,
  isAbout,
  isCut,
  isLoud,
  isOfCluster,
  isPermanent,
  namesOperation,
  isWaitedFor,
  oftenError,
  severityOf,
  triesInVain,
} from './loud.ts';
import { areSame, Remembered } from './remembered.ts';
import {
  check,
  remedy,
  type Hit,
  type Line,
  type Rule,
  type Sign,
  type Suspicion,
  type Verdict,
} from './rule.ts';
import { areOneChain as areOfOneChain, chain } from './suspect.ts';
import { isHarmlessByItself, isUsual } from './usual.ts';
import { groupBy, shownBy, times, timesOf, untold } from './verdict.ts';
import { spaced, withoutPassing } from './shortened.ts';
import { idOf, nameless, partOfKernel, speakers, titleOf, wordsOf } from './words.ts';

/** Loud lines about one thing, and what was made of them. */
interface Group {
  readonly hits: readonly Hit[];
  readonly severity: FindingSeverity;
  readonly calm: Calm | undefined;
  readonly made: Charge;
}

/** What a loud line is about, and whether no chain of a known fault explains it. */
interface Place {
  readonly key: string;
  readonly isAlone: boolean;
  /** When it was last asked for. */
  round: number;
}

/** What was last made of loud lines, the last of which stands at `to`. */
interface LastThings {
  readonly hits: readonly Hit[];
  readonly things: readonly Thing[];
  readonly cut: boolean;
  readonly to: number;
}

/** Lines of which no rule may say anything. */
export interface Heard {
  /** Those that no sign fits. */
  readonly loud: readonly Hit[];
  /** Those that speak of a failure below the level of a warning. */
  readonly quiet: readonly Hit[];
  /** Those that say, as quietly, that the same is tried again. */
  readonly retried: readonly Hit[];
  /** Of an excerpt those that rules read: where no rule finds anything in it, they are as good as unheard of. */
  readonly read: readonly Hit[];
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
  private readonly faults = new Derived((list: readonly Charge[]) => list.filter(isFault));
  private last: LastThings = { hits: [], things: [], cut: false, to: Infinity };
  /** What was made of the lines about each thing. */
  private readonly known: Remembered<string, Thing>;
  private readonly places = new WeakMap<Line, Place>();
  private round = 0;

  constructor(ask: Inquiry) {
    this.ask = ask;
    this.chains = new Chains(ask);
    this.known = new Remembered(ask.memory);
  }

  /** `known`: what rules found, in lists that stay the same while nothing in them is another. */
  charge(heard: Heard, known: readonly (readonly Charge[])[]): readonly Charge[] {
    const { ask, chains } = this;
    chains.tell(known);
    const isTold = ({ line }: Hit): boolean =>
      this.areLoud.of(line) && (!isOfCluster(line) || ask.isAmongItsLines(line));
    const cut = isCut(ask);
    // What another program's section of a bundle tells explains nothing here.
    const isOwn = ({ suspicion }: Charge): boolean =>
      suspicion.hits.some(({ line }) => ask.isAmongItsLines(line));
    const isFaulty = known.some((list) => this.faults.of(list).some(isOwn));
    const isAsked = cut || (heard.read.length > 0 && !isFaulty);
    const all = isAsked ? known.flat().filter(isOwn) : [];
    const others = isFaulty || heard.read.length === 0 ? [] : unsaid(heard, all);
    const hits = others.length === 0 ? heard.loud : inOrder([...heard.loud, ...others]);
    const areAsBefore = this.areAsBefore(hits, cut);
    // What stands beside them in an excerpt may have come since.
    if (areAsBefore && !cut && !ask.isExcerpt) return this.made;
    const things = areAsBefore ? this.last.things : this.things(hits.filter(isTold), cut);
    this.keep(hits, things, cut);
    const told = cut ? loudest(fewest(things, ask), all.length, ask) : things;
    const groups = new Map<string, Group>();
    const asides = new Map<string, Hit[]>();
    for (const { key, hits: own, severity, calm } of told) {
      if (severity !== 'info' || calm !== undefined) {
        groups.set(key, this.groupOf(key, own, severity, calm));
        continue;
      }
      const line = own[0]?.line;
      if (line === undefined || (line.severity !== 'error' && times(own) < oftenError)) continue;
      const about = aboutOf(line);
      const list = asides.get(about);
      if (list === undefined) asides.set(about, [...own]);
      else list.push(...own);
    }
    for (const [about, list] of asides)
      groups.set(`\n${about}`, this.groupOf(`\n${about}`, inOrder(list), 'info'));
    const isQuiet = cut && groups.size === 0 && all.length === 0;
    const murmurs = isQuiet ? (triedOn(heard.retried, ask) ?? lastOf(heard.quiet)) : [];
    const calm = calmOf(murmurs, ask);
    const murmured = calm === undefined ? 'low' : 'info';
    if (murmurs.length > 0) groups.set('\nquiet', this.groupOf('\nquiet', murmurs, murmured, calm));
    this.groups = groups;
    const made = [...groups.values()].map((group) => group.made);
    return (this.made = areSame(this.made, made) ? this.made : made);
  }

  /** Whether neither the lines nor anything that was asked for them is another; most logs have no loud line for hours. */
  private areAsBefore(hits: readonly Hit[], cut: boolean): boolean {
    const { ask, chains, known, last } = this;
    const isSettled = ask.moved.size === 0 && known.stale.size === 0;
    return (
      isSettled &&
      cut === last.cut &&
      last.to < chains.changedFrom - chain &&
      areSame(hits, last.hits)
    );
  }

  private keep(hits: readonly Hit[], things: readonly Thing[], cut: boolean): void {
    if (things === this.last.things) return;
    // Whether those of a cluster are told of is asked of the sections that the log has by then.
    const isOfNode = !hits.some(({ line }) => isOfCluster(line));
    const to = isOfNode ? mostOf(hits.map(({ line }) => line.at)) : Infinity;
    this.last = { hits: [...hits], things, cut, to };
  }

  /** What fails, on one object each, that no chain of a known fault explains. */
  private things(hits: readonly Hit[], cut: boolean): readonly Thing[] {
    const { ask, chains, known } = this;
    this.round++;
    const certain = chains.changedFrom - chain;
    const byThing = groupBy(hits, ({ line }) => this.placeOf(line, certain).key);
    return [...byThing].flatMap(([key, own]) => {
      // What mostly stands in such chains says no more where it stands alone.
      const alone = own.filter(({ line }) => this.placeOf(line, certain).isAlone);
      const last = own.at(-1)?.line;
      if (2 * alone.length <= own.length || last === undefined) return [];
      const before = known.last(key);
      if (before?.cut !== cut || !areSame(before.hits, own)) known.forget(key);
      return [known.of(key, () => thingOf(key, own, ask, cut))];
    });
  }

  /** As in the round before where that was before the first time that chains explain otherwise since. */
  private placeOf(line: Line, certain: number): Place {
    const { ask, chains, round, places } = this;
    const known = places.get(line);
    if (known?.round === round) return known;
    if (known?.round === round - 1 && line.at < certain) {
      known.round = round;
      return known;
    }
    const key = `${aboutOf(line)}\n${ask.podOf(line) ?? ''}`;
    const isAlone = isCertain(line) || !chains.explain(line);
    const place = { key, isAlone, round };
    places.set(line, place);
    return place;
  }

  private groupOf(
    thing: string,
    hits: readonly Hit[],
    severity: FindingSeverity,
    calm?: Calm,
  ): Group {
    const known = this.groups.get(thing);
    const { moved } = this.ask;
    const isSame = known?.severity === severity && known.calm === calm && areSame(known.hits, hits);
    // What stands beside them in an excerpt may have come since.
    if (
      isSame &&
      !this.ask.isExcerpt &&
      (moved.size === 0 || !hits.some(({ line }) => moved.has(line)))
    )
      return known;
    return { hits, severity, calm, made: chargeOf(hits, severity, this.ask, calm) };
  }
}

/** What one operation or one speaker says of one object. */
interface Thing {
  readonly key: string;
  readonly hits: readonly Hit[];
  readonly cut: boolean;
  readonly severity: FindingSeverity;
  readonly calm: Calm | undefined;
}

function thingOf(key: string, hits: readonly Hit[], ask: Inquiry, cut: boolean): Thing {
  const severity = severityOf(hits, ask, isNamed(hits));
  const calm = severity !== 'info' || cut ? calmOf(hits, ask) : undefined;
  return { key, hits, cut, severity: calm === undefined ? severity : 'info', calm };
}

/**
 * One for each innermost error, and of those that stand in one chain the one that says most: what no try heals, an error before a
 * warning, the first before what follows. A cut is about few faults as a rule.
 */
function fewest(things: readonly Thing[], ask: Inquiry): readonly Thing[] {
  const isTold = ({ severity }: Thing): boolean => severity !== 'info';
  const alike = groupBy(things.filter(isTold), ({ key, hits }) => causeOf(hits, ask) ?? key);
  const merged = [...alike.values()].flatMap((list) => {
    const [first] = list.toSorted((a, b) => weightOf(b) - weightOf(a));
    const hits = inOrder(list.flatMap((thing) => thing.hits));
    return first === undefined ? [] : [{ ...first, hits }];
  });
  const told: Thing[] = [];
  const aside: Thing[] = [];
  for (const thing of merged.toSorted((a, b) => weightOf(b) - weightOf(a)))
    if (told.some((other) => areOneChain(thing, other))) aside.push({ ...thing, severity: 'info' });
    else told.push(thing);
  return [...told, ...aside, ...things.filter((thing) => !isTold(thing))];
}

/** The first line of one stands by a line of the other. */
function areOneChain({ hits: [first] }: Thing, { hits }: Thing): boolean {
  return first !== undefined && hits.some(({ line }) => areOfOneChain(line, first.line));
}

/** Of a cut in which nothing is known, the first error of those that say most is what it is about. */
function loudest(things: readonly Thing[], known: number, ask: Inquiry): readonly Thing[] {
  if (known > 0 || things.some(({ severity }) => severity !== 'info')) return things;
  const [most] = things
    .filter(({ hits, calm }) => calm === undefined && isNamed(hits) && isAbout(hits, ask))
    .toSorted((a, b) => weightOf(b) - weightOf(a));
  return things.map((thing) => (thing === most ? { ...thing, severity: 'low' as const } : thing));
}

function weightOf({ hits, severity }: Thing): number {
  const permanent = hits.some(({ line }) => isPermanent(line.body)) ? 2 : 0;
  const isError = hits.some(({ line }) => line.severity === 'error') ? 1 : 0;
  // An operation says of what the failure is; what failed in it is quoted within it.
  const isOperation = hits.some(({ line }) => namesOperation(line)) ? 0.5 : 0;
  return 4 * findingSeverities.indexOf(severity) + permanent + isError + isOperation;
}

/** The innermost error of the first line, without its numbers, and the pod. */
function causeOf(hits: readonly Hit[], ask: Inquiry): string | undefined {
  const line = hits[0]?.line;
  const error = line && ask.errorOf(line)?.innermost;
  return line && error && `${error.toLowerCase().replace(/\d+/g, '#')} ${ask.podOf(line) ?? ''}`;
}

const unread: Sign = { text: /^/ };

/** What rules read and none of them says anything of: each line once, as a sign for nobody. That a unit ends follows from what was said before. */
function unsaid({ read }: Heard, known: readonly Charge[]): readonly Hit[] {
  const said = new Set(known.flatMap(({ suspicion }) => suspicion.hits.map(({ line }) => line)));
  const lines = new Map(read.map((hit) => [hit.line, hit]));
  return [...lines.values()]
    .filter(({ line }) => !said.has(line) && line.writer !== 'systemd')
    .map((hit) => ({ ...hit, sign: unread, facts: {} }));
}

function inOrder(hits: readonly Hit[]): readonly Hit[] {
  return hits.toSorted((a, b) => a.line.position - b.line.position);
}

/** What is tried again and again with the same words. */
function triedOn(hits: readonly Hit[], ask: Inquiry): readonly Hit[] | undefined {
  const alike = groupBy(hits, ({ line }) => line.body.replace(/\d+/g, '#'));
  return [...alike.values()].find((list) => triesInVain(list, ask));
}

/** The last that something waits for, and what says the same. */
function lastOf(hits: readonly Hit[]): readonly Hit[] {
  const last = hits.findLast(
    ({ line }) =>
      line.severity !== 'debug' &&
      isWaitedFor(line) &&
      !isUsual(line.body) &&
      !isHarmlessByItself(line.body),
  );
  return last === undefined ? [] : hits.filter(({ line }) => aboutOf(line) === aboutOf(last.line));
}

/** What lines that say the same have in common: the statement or its place; of the kernel the part that speaks; else the words. */
function aboutOf(line: Line): string {
  const { statement, body, writer } = line;
  if (writer === 'kernel') return `kernel ${partOfKernel(body)}`;
  return statement === '' || statement.startsWith(':') ? wordsOf(line) : statement;
}

function calmOf(hits: readonly Hit[], ask: Inquiry): Calm | undefined {
  return otherWayOf(hits) ?? orderOf(hits, ask) ?? healOf(hits, ask);
}

function chargeOf(
  hits: readonly Hit[],
  severity: FindingSeverity,
  ask: Inquiry,
  calm: Calm | undefined,
): Charge {
  const pods = new Set(hits.map(({ line }) => ask.podOf(line)));
  const pod = pods.size === 1 ? [...pods][0] : undefined;
  const last = spokesmanOf(hits);
  const error = last && ask.errorOf(last);
  const words = last === undefined ? '' : wordsOf(last);
  const beside = severity === 'info' || !isCut(ask) ? undefined : besideOf(hits, last, error, ask);
  const end = last?.severity === 'fatal' ? endBehind(last, ask) : undefined;
  const why = beside?.isCause === true ? beside.text : undefined;
  const title = `${titleOf(last, error, why)}${othersOf(hits, ask)}`;
  const rule = ruleOf({ words, title, severity, last, error, beside, end });
  const suspicion: Suspicion = { rule, key: pod ?? '', pod, hits };
  return {
    rule,
    suspicion,
    verdict:
      calm === undefined
        ? verdictOf(hits, severity, ask)
        : { severity, note: calm.note, shownBy: calm.by },
    absorbed: [],
    ruledOut: [],
    isClaim: false,
    shownBy: calm === undefined ? [] : [shownBy(calm.by)],
  };
}

/** Another error of its program, or what its process said just before: of an excerpt, in which it is of the same matter. */
function besideOf(
  hits: readonly Hit[],
  last: Line | undefined,
  error: TakenApart | undefined,
  ask: Inquiry,
): Beside | undefined {
  // Kernel and kubelet do many things at once.
  if (last === undefined || last.writer === 'kernel') return undefined;
  const lines = hits.map(({ line }) => line);
  const cause = errorBeside(lines, ask);
  // What is quoted anyway is not told twice.
  if (cause !== undefined && !last.body.includes(cause))
    return { text: cause, isCause: saysLittle(error?.innermost ?? '') };
  const before = last.writer === 'kubelet' ? undefined : saidBeforeIt(last, ask);
  return before === undefined || lines.some(({ body }) => spaced(body).includes(before))
    ? undefined
    : { text: before, isCause: false };
}

/** The line whose words it is told by: one that ends the program, else the last of the statement that said it first, for others hand it on. */
function spokesmanOf(hits: readonly Hit[]): Line | undefined {
  const lastOf = (is: (line: Line) => boolean): Hit | undefined =>
    hits.findLast(({ line }) => is(line));
  const about = hits[0] && aboutOf(hits[0].line);
  const found =
    lastOf(isCertain) ??
    lastOf(({ severity }) => severity === 'fatal') ??
    lastOf((line) => aboutOf(line) === about);
  return found?.line;
}

function verdictOf(
  hits: readonly Hit[],
  severity: FindingSeverity,
  ask: Inquiry,
): NonNullable<Verdict> {
  if (severity === 'info') return { severity };
  const isOpen = severity === 'low' || (severity === 'medium' && breaksOff(hits, ask));
  const isCertainly = hits.some(({ line }) => isCertain(line));
  return isOpen && !isCertainly && times(hits) < oftenError ? { ...untold, severity } : {};
}

function isNamed(hits: readonly Hit[]): boolean {
  const last = hits.at(-1)?.line;
  return last !== undefined && idOf(wordsOf(last)) !== nameless;
}

/** Letters of what systemd says of an end. */
const mostOfEnd = 160;

/** Lines of a finding, from its first and its last, whose words are compared. */
const mostCompared = 8;
/** Where not all that are counted say what the title quotes of one of them. */
function othersOf(hits: readonly Hit[], ask: Inquiry): string {
  const counted = hits.length < 2 ? [] : timesOf(hits);
  const compared =
    counted.length <= 2 * mostCompared
      ? counted
      : [...counted.slice(0, mostCompared), ...counted.slice(-mostCompared)];
  const words = compared.map(({ line }) => withoutPassing(titleOf(line, ask.errorOf(line))));
  const others = new Set(words).size - 1;
  if (others < 1) return '';
  return others === 1 && compared === counted ? ' (and another)' : ' (and others)';
}

function ruleOf({
  words,
  title,
  severity,
  last,
  error,
  beside,
  end,
}: {
  readonly words: string;
  readonly title: string;
  readonly severity: FindingSeverity;
  readonly last: Line | undefined;
  readonly error: TakenApart | undefined;
  readonly beside: Beside | undefined;
  readonly end: string | undefined;
}): Rule {
  const isFault = severity !== 'info';
  const sentences = [
    `${speakers[last?.writer ?? 'unknown']} says it in words that no rule knows.`,
    beside === undefined ? '' : `Beside it stands: “${beside.text}”.`,
    refusal(error, last?.writer),
    placesText(last),
    // klog, logrus and zap exit after it; what others call so, as a database does, may end a session alone.
    last?.severity === 'fatal' && !last.statement.startsWith(':')
      ? 'Its level is fatal: the program ends with it.'
      : '',
    end === undefined ? '' : `systemd says next: “${spaced(end).slice(0, mostOfEnd)}”.`,
    hintOf(last),
  ].filter((sentence) => sentence !== '');
  return {
    id: idOf(words),
    title: '{title}',
    quotes: {
      title,
      text: sentences.join(' '),
    },
    severity: isFault ? severity : 'low',
    by: 'node',
    lastResort: true,
    signs: [],
    explanation: '{text}',
    checks: isFault
      ? [
          check('Does it go on?', `journalctl -p warning${unitOf(last)} --since "-10 min"`),
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

/** Whose journal it is in. */
const journals: Partial<Record<Program, string>> = {
  kubelet: ' -u kubelet',
  containerd: ' -u containerd',
  crio: ' -u crio',
  dockerd: ' -u docker',
  'cri-dockerd': ' -u cri-docker',
  kernel: ' -k',
  systemd: ' _PID=1',
};

function unitOf(line: Line | undefined): string {
  return journals[line?.writer ?? 'unknown'] ?? '';
}

/** Who refuses: the deepest layer whose words show who speaks. */
function refusal(error: TakenApart | undefined, writer: Program | undefined): string {
  const who = error?.layers.findLast((layer) => hasSpeaker(layer, writer));
  return who === undefined ? '' : `By its words, who says it last is: ${who.by ?? ''}.`;
}

/** Parts of a node whose words others have, too: they speak only in a log of those that ask them. */
const asked: readonly (readonly [by: RegExp, writers: readonly Program[]])[] = [
  [/^cAdvisor/, ['kubelet']],
  [/^CRI-O/, ['kubelet', 'crio']],
  [/^containerd/, ['kubelet', 'containerd', 'cri-dockerd', 'dockerd']],
  [/^runc/, ['kubelet', 'containerd', 'crio', 'dockerd', 'cri-dockerd']],
];

function hasSpeaker({ by }: ErrorLayer, writer: Program | undefined): boolean {
  if (by === undefined || by === 'gRPC' || by === 'kubelet') return false;
  const writers = asked.find(([pattern]) => pattern.test(by))?.[1];
  return writers === undefined || writers.includes(writer ?? 'unknown');
}

/** Some statements say what may help. */
function hintOf(line: Line | undefined): string {
  const hint = /\(Hint: ([^()]{1,200})\)/.exec(withoutSecrets(line?.body ?? ''))?.[1];
  return hint === undefined ? '' : `Its own hint: “${hint}”.`;
}

function placesText(line: Line | undefined): string {
  if (line === undefined) return '';
  const { file, address } = placesOf(withoutSecrets(line.body));
  const named = [
    address === undefined ? '' : `the address ${address}`,
    file === undefined || file === address ? '' : `the file ${file}`,
  ].filter((place) => place !== '');
  return named.length === 0 ? '' : `It names ${named.join(' and ')}.`;
}
