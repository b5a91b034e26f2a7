// What was open of an incident when its first inputs were all that there was: the same rooms told of them alone, as if the logs ended there.
// A cursor that steps lets them grow, as a log does that is followed, or takes the last of them back; for one that jumps far they are made anew.
import type { Disposable } from '../base/disposable.ts';
import { GrowingHistory } from '../kubelet/rebuild/growingHistory.ts';
import type { History, PodHistory } from '../kubelet/rebuild/history.ts';
import type { Moment } from '../kubelet/rebuild/track.ts';
import { firstRecords, type FirstRecords } from '../log/firstRecords.ts';
import { Tape } from '../replay/tape.ts';
import type { Incident, IncidentPast } from './present/incident.ts';
import type { Ruling } from './ruling.ts';

/** So many inputs are gone through while somebody waits for the answer, and at a time while nobody does. */
const AT_ONCE = 10_000;
/** What is made of more than so many would need too much memory beside the whole, or, where it can't be made bit by bit, too much time. */
const MOST = 400_000;
const MOST_DISORDERED = 100_000;
/** So many inputs that were gone through can be taken back one by one. */
const BACK = 1_000;
/** Milliseconds for which a cursor must stand before it is worth the work. */
const STANDS = 150;

export interface PastOptions {
  /** How many inputs are gone through at once. */
  readonly atOnce?: number;
  /** Is told when what was asked for in vain is there. */
  readonly onMade?: () => void;
}

/** What is made of the first inputs. */
interface Made {
  readonly count: number;
  readonly incident: Incident;
}

/** The same with what lets it grow. */
interface Growing extends Made {
  readonly parts: readonly FirstRecords[];
  readonly history: GrowingHistory;
  readonly diagnose: ReturnType<Ruling['growing']>;
  /** From so many inputs on its pods go on. */
  readonly base: number;
  /** So many inputs, which it has still, were there when it was diagnosed last. */
  readonly diagnosed: number;
}

export class Past implements IncidentPast, Disposable {
  private readonly ruling: Pick<Ruling, 'growing' | 'rules'>;
  private readonly atOnce: number;
  private readonly onMade: (() => void) | undefined;
  private growing: Growing | undefined;
  private last: Made | undefined;
  /** How many inputs it is to be made of, while that is worked on. */
  private wanted: number | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ruling: Pick<Ruling, 'growing' | 'rules'>, options: PastOptions = {}) {
    this.ruling = ruling;
    this.atOnce = options.atOnce ?? AT_ONCE;
    this.onMade = options.onMade;
  }

  at(whole: Incident, { position }: Pick<Moment, 'position'>): Incident | undefined {
    const count = position + 1;
    for (const made of [this.last, this.growing]) if (made?.count === count) return made.incident;
    if (this.wanted !== undefined || count === 0 || count > MOST) return undefined;
    const rows = rowsOf(whole.tape, count);
    const begun = this.begun(rows)?.count ?? 0;
    return Math.abs(count - begun) <= this.atOnce ? this.make(whole, rows).incident : undefined;
  }

  /** Lets what is not at hand of a position be made, while others are heard: the last one wins. */
  want(whole: Incident, position: number): void {
    const count = position + 1;
    if (this.wanted === count) return;
    this.dispose();
    if (count === 0 || count > MOST || this.at(whole, { position }) !== undefined) return;
    const rows = rowsOf(whole.tape, count);
    if (!rows.areOrdered && count > MOST_DISORDERED) return;
    this.wanted = count;
    this.timer = setTimeout(() => {
      this.goOn(whole, rows);
    }, STANDS);
  }

  /** What need not be gone through again; what goes on far beyond is of no use. */
  private begun({ count, lengths, areOrdered }: Rows): Growing | undefined {
    const { growing } = this;
    if (growing === undefined || !areOrdered) return undefined;
    if (growing.count <= count) return growing;
    // A line without a time has that of a later one, which is not there any more.
    const isTimed = growing.parts.every(({ time }, index) =>
      time.subarray(0, lengths[index]).some((at) => !Number.isNaN(at)),
    );
    return isTimed && growing.count <= count + this.atOnce ? growing : undefined;
  }

  /** Some at a time, so that whoever asks meanwhile is heard. */
  private goOn(whole: Incident, wanted: Rows): void {
    const begun = Math.min(wanted.count, this.begun(wanted)?.count ?? 0);
    const next = orderedFrom(whole.tape, begun + this.atOnce, wanted);
    const isLast = next === wanted;
    this.make(whole, next);
    if (isLast) {
      this.wanted = undefined;
      this.onMade?.();
    } else
      this.timer = setTimeout(() => {
        this.goOn(whole, wanted);
      }, 0);
  }

  /** What begins anew begins a while before, so that a few steps back find it there. */
  private make(whole: Incident, rows: Rows): Made {
    const { count, areOrdered } = rows;
    if (areOrdered && count > BACK && count < (this.begun(rows)?.base ?? Infinity)) {
      const before = orderedFrom(whole.tape, count - BACK, rows);
      if (before !== rows) this.goTo(whole, before, false);
    }
    return this.goTo(whole, rows, true);
  }

  private goTo(whole: Incident, rows: Rows, isAsked: boolean): Made {
    const { count, areOrdered } = rows;
    const before = this.begun(rows);
    const parts = before?.parts ?? whole.tape.sources.map(({ table }) => firstRecords(table));
    parts.forEach((part, index) => {
      part.length = rows.lengths[index] ?? 0;
    });
    const { tape: all, from } = movedTape(before, count) ?? { tape: tapeOf(whole, parts), from: 0 };
    const tape = areOrdered ? all : all.first(count);
    const history = before?.history ?? new GrowingHistory();
    const diagnose = before?.diagnose ?? this.ruling.growing();
    const { generation } = history;
    const gaps = whole.history.gaps.filter((gap) => gap.to <= tape.timeAt(count - 1));
    const told = history.next(tape, from, gaps, whole.history.runs);
    const same = Math.min(before?.diagnosed ?? 0, count, from);
    const findings = isAsked
      ? diagnose({ history: told, tape, from: same, generation: history.generation })
      : [];
    const incident = {
      tape,
      history: knownAs(told, whole.history),
      findings,
      packRules: this.ruling.rules,
    };
    const base = history.generation === generation ? (before?.base ?? count) : count;
    const diagnosed = isAsked ? count : same;
    if (areOrdered) this.growing = { count, incident, parts, history, diagnose, base, diagnosed };
    return (this.last = { count, incident });
  }

  /** To be called when the tape is another from a position on. */
  cut(from: number): void {
    this.dispose();
    if ((this.growing?.count ?? 0) > from) this.growing = undefined;
    if ((this.last?.count ?? 0) > from) this.last = undefined;
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.wanted = undefined;
  }
}

/** The tape with the records that its sources have now, and what of it is as it was. */
function movedTape(
  before: Growing | undefined,
  count: number,
): ReturnType<Tape['grown']> | undefined {
  if (before === undefined) return undefined;
  const { tape } = before.incident;
  return count < before.count ? { tape: tape.shrunk(), from: count } : tape.grown();
}

function tapeOf({ tape }: Incident, parts: readonly FirstRecords[]): Tape {
  return new Tape(
    tape.sources.map((source, index) => ({ ...source, table: parts[index] ?? source.table })),
  );
}

/** The first inputs of a tape as records of its sources. */
interface Rows {
  readonly count: number;
  /** How many records each source has up to the last of them. */
  readonly lengths: readonly number[];
  /** Whether all of these are among them. */
  readonly areOrdered: boolean;
}

function rowsOf(tape: Tape, count: number): Rows {
  const lengths = tape.sources.map((_, source) => {
    const positions = tape.positionsOf(source);
    let { length } = positions;
    while (length > 0 && (positions[length - 1] ?? Infinity) >= count) length--;
    return length;
  });
  const areOrdered = lengths.reduce((sum, length) => sum + length, 0) === count;
  return { count, lengths, areOrdered };
}

/** Those are only few by which a record comes too late, nearly always. */
const FEW = 300;

/** At least so many that can grow, or the wanted ones. */
function orderedFrom(tape: Tape, count: number, wanted: Rows): Rows {
  if (!wanted.areOrdered) return wanted;
  for (let more = count; more < Math.min(wanted.count, count + FEW); more++) {
    const rows = rowsOf(tape, more);
    if (rows.areOrdered) return rows;
  }
  return wanted;
}

/** The same, asked by keys that the whole tape gives its pods: their UIDs may not have been known. */
function knownAs(history: History, whole: History): History {
  const pod = (key: string): PodHistory | undefined => {
    const known = history.pod(key);
    const later = known === undefined ? whole.pod(key) : undefined;
    if (later === undefined) return known;
    const { namespace, name, firstSeen } = later;
    const lives = history.podsNamed(namespace, name);
    return lives.find((one) => one.firstSeen === firstSeen);
  };
  return Object.create(history, { pod: { value: pod } }) as History;
}
