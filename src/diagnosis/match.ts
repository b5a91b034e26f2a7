// Which signs fit a text. A text that differs from an earlier one only in its numbers is not tried again; a quiet line is tried
// only on the signs that name its statement.
import { mayRead, type Writer } from '../kubelet/evidence/writers.ts';
import type { LogRecord, Program } from '../log/record.ts';
import { guardsOf, holdsOne } from '../log/guard.ts';
import type { Rule, Sign } from './rule.ts';

/** A sign and the name of what asks for it: a rule's id, or a watched statement. */
export interface Asked {
  readonly by: string;
  readonly sign: Sign;
  /** Of a rule; `last`: of one that takes only what no other knows; `any`: of what takes the rest. */
  readonly rule?: 'known' | 'last' | 'any';
  /** Of a trap that is about the node: one finding tells of all its hits, and of none more than how often. */
  readonly onlyCounts: boolean;
  /** Tried on quiet lines alone, where these are read for something else or the log is small. */
  readonly isOfQuiet?: true;
  /** Whose lines it is tried on. */
  readonly reads: readonly Program[];
}

/** What rules and watched statements ask for. */
export function askedBy(
  rules: readonly Rule[],
  watched: Readonly<Record<string, Sign>>,
): readonly Asked[] {
  const ofRules = rules.flatMap(({ id, signs, by, severity, lastResort, reads }) =>
    signs.map((sign) => ({
      by: id,
      sign,
      reads: readsOf(sign, reads),
      onlyCounts: by === 'node' && severity === 'info',
      rule: lastResort === true ? ('last' as const) : ('known' as const),
    })),
  );
  return [
    ...ofRules,
    ...Object.entries(watched).map(([by, sign]) => ({
      by,
      sign,
      onlyCounts: false,
      reads: readsOf(sign, undefined),
    })),
  ];
}

const ofKubelet: readonly Program[] = ['kubelet'];

function readsOf(sign: Sign, reads: readonly Program[] = ofKubelet): readonly Program[] {
  return sign.reads ?? reads;
}

export interface Found {
  readonly asked: Asked;
  readonly facts: Readonly<Record<string, string>>;
  /** The matched text, of a text of several lines. */
  readonly words: string;
}

const mostShapes = 100_000;

/** Continuation lines belong to the text: a dot stands for a line break too. */
function acrossLines(asked: Asked): Asked {
  const { text, not } = asked.sign;
  // Those of a pack do so already.
  const across = (pattern: RegExp): RegExp =>
    pattern.dotAll ? pattern : new RegExp(pattern.source, `${pattern.flags}s`);
  return {
    ...asked,
    sign: { ...asked.sign, text: across(text), ...(not === undefined ? {} : { not: across(not) }) },
  };
}

const warningEvent = /\btype(?:: '|=")Warning/;

export class Matcher {
  /** What messages begin with that some sign asks for. */
  readonly heads: readonly string[];
  private readonly loud: Signs;
  private readonly withHeads: readonly Tried[];
  private readonly ofQuiet: readonly Tried[];
  private readonly ofText: Signs;
  private readonly byMessage = new Map<string, Signs>();

  constructor(all: readonly Asked[]) {
    const tried = all.map((asked) => triedOf(acrossLines(asked)));
    this.heads = [...new Set(tried.flatMap(({ asked }) => asked.sign.heads ?? []))];
    this.loud = new Signs(tried.filter(({ asked }) => asked.isOfQuiet !== true));
    this.withHeads = tried.filter(({ asked }) => asked.sign.heads !== undefined);
    this.ofQuiet = tried.filter(({ asked }) => asked.isOfQuiet === true);
    this.ofText = new Signs(tried.filter(({ asked }) => asked.reads.includes('text')));
  }

  match(record: LogRecord, body: string, writer: Writer): readonly Found[] {
    // Free text proves nothing, but to signs that ask for it.
    if (writer.program === 'text') return this.ofText.fitting(body, writer);
    const quiet = record.severity === 'info' || record.severity === 'debug';
    // What hangs on a quiet line, a panic, is as loud as can be; and so is the echo of a warning event.
    if (!quiet || body.includes('\n') || warningEvent.test(body))
      return this.loud.fitting(body, writer);
    return this.quiet(record.structured ? record.message : '').fitting(body, writer);
  }

  /** Signs that name a statement's head; a printf line has none, and is tried on all signs with heads. */
  private quiet(message: string): Signs {
    let signs = this.byMessage.get(message);
    if (signs === undefined) {
      const named =
        message === ''
          ? this.withHeads
          : this.withHeads.filter(
              ({ asked }) => asked.sign.heads?.some((head) => message.startsWith(head)) === true,
            );
      signs = new Signs([...named, ...this.ofQuiet]);
      this.byMessage.set(message, signs);
    }
    return signs;
  }
}

/** A set of signs, with what each shape of text was found to fit. */
class Signs {
  private readonly byShape: readonly Asked[];
  private readonly byNumber: readonly Tried[];
  private readonly shapes = new Map<string, Candidates>();

  constructor(tried: readonly Tried[]) {
    this.byNumber = tried.filter(({ isNumbered }) => isNumbered);
    this.byShape = tried.flatMap(({ asked, isNumbered }) => (isNumbered ? [] : [asked]));
  }

  fitting(body: string, writer: Writer): readonly Found[] {
    const candidates = this.candidates(body);
    const reads = (asked: Asked): boolean => mayRead(asked.reads, writer);
    const fit = candidates.fit.filter(reads);
    const late = candidates.may.filter((asked) => reads(asked) && fits(asked.sign, body));
    if (fit.length === 0 && late.length === 0) return nothing;
    const known = Math.min(...fit.map(rankOf), ...late.map(rankOf));
    const found: Found[] = [];
    for (const asked of [...fit, ...late])
      if (asked.rule === undefined || rankOf(asked) === known) addFound(found, asked, body);
    return found;
  }

  private candidates(body: string): Candidates {
    if (this.byShape.length + this.byNumber.length < 4) return this.tried(body);
    const shape = shapeOf(body);
    let candidates = this.shapes.get(shape);
    if (candidates === undefined) {
      candidates = this.tried(body);
      if (this.shapes.size < mostShapes) this.shapes.set(shape, candidates);
    }
    return candidates;
  }

  private tried(body: string): Candidates {
    return {
      fit: this.byShape.filter(({ sign }) => fits(sign, body)),
      may: this.byNumber.flatMap(({ asked, guards }) => (holdsOne(body, guards) ? [asked] : [])),
    };
  }
}

/** A sign with what decides how it is tried. */
interface Tried {
  readonly asked: Asked;
  /** Its pattern holds numbers: the shape of a text decides only that it may fit. */
  readonly isNumbered: boolean;
  /** Looked for in the text of a shape, when it is numbered. */
  readonly guards: readonly string[] | undefined;
}

function triedOf(asked: Asked): Tried {
  const { text, not } = asked.sign;
  const isNumbered = hasNumbers(text) || hasNumbers(not);
  return { asked, isNumbered, guards: isNumbered ? guardsOf(text) : undefined };
}

/** Signs that fit all texts of a shape, and those that may fit some of them. */
interface Candidates {
  readonly fit: readonly Asked[];
  readonly may: readonly Asked[];
}

const nothing: readonly Found[] = [];

const ranks = ['known', 'last', 'any'] as const;

/** Of what fits a line, only the lowest counts; what no rule asks for does not weigh. */
function rankOf({ rule }: Asked): number {
  return rule === undefined ? ranks.length : ranks.indexOf(rule);
}

const noFacts: Readonly<Record<string, string>> = {};

/** Of a line without names in its pattern, all that counts is that it fits. */
function addFound(found: Found[], asked: Asked, body: string): void {
  const { text } = asked.sign;
  if (!text.source.includes('(?<') && !body.includes('\n')) {
    found.push({ asked, facts: noFacts, words: '' });
    return;
  }
  const match = text.exec(body);
  if (match !== null) found.push({ asked, facts: factsOf(match.groups), words: match[0] });
}

/** A pattern may hold a name only once, so alternatives say `path`, `path_2`, …: all mean `path`. */
function factsOf(
  groups: Readonly<Record<string, string | undefined>> | undefined,
): Readonly<Record<string, string>> {
  if (groups === undefined) return noFacts;
  const facts: Record<string, string> = {};
  for (const [name, value] of Object.entries(groups))
    if (value !== undefined) facts[name.replace(/_\d$/, '')] ??= value;
  return facts;
}

function fits(sign: Sign, body: string): boolean {
  return sign.text.test(body) && sign.not?.test(body) !== true;
}

/** The text with its numbers and ids taken out. */
function shapeOf(body: string): string {
  return body.replace(/\b(?:\d[\d.:]*[a-zµ]{0,2}|(?=[a-f-]*\d)[0-9a-f-]{6,})\b/g, '#');
}

/** True when a pattern asks for a certain number: digits that no letter precedes, classes and quantifiers aside. */
function hasNumbers(pattern: RegExp | undefined): boolean {
  if (pattern === undefined) return false;
  const literal = pattern.source.replace(/\\[a-zA-Z]|\[[^\]]*\]|\{[\d,]*\}/g, ' ');
  return /(?<![A-Za-z_<\d])\d/.test(literal);
}
