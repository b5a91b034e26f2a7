import { civilFromDays, DAY, daysFromCivil, MINUTE, type Micros } from '../base/time.ts';
import type { LineHead } from './lineHead.ts';
import type { SniffedClock } from './sniffClock.ts';
import { zoneOf } from './stamps.ts';

export interface ClockOptions {
  /** Year of the first line, for logs that carry none. Default: told by wrappers, by texts, by `modified`, else 2000. */
  readonly year?: number;
  /** Minutes east of UTC of the node's local time, for logs that carry no zone. Default: as wrappers or texts tell, else 0. */
  readonly utcOffset?: number;
  /** When the source was last written: its first line can't be later. */
  readonly modified?: Micros;
}

/** Where the year of yearless stamps was taken from. */
export type YearFrom = 'given' | 'stamp' | 'text' | 'modified' | 'none';

/** What a clock has learnt up to some line, so that another can go on from there. */
export interface ClockState {
  /** The last instant whose date is known; NaN before the first. */
  readonly last: number;
  /** No line is later; Infinity: nothing says so. */
  readonly notAfter: number;
  readonly zone: number;
}

/** The year of logs that nothing dates: a leap year, so that every day exists in it. */
const UNDATED_YEAR = 2000;

const HALF_YEAR = 183 * DAY;
/** A followed log goes on after the time at which it was opened, but not after so long a silence. */
const FAR = 60 * DAY;

/**
 * Gives each line its instant. klog writes local time without year or zone: both come from what else is known of the
 * source. A date is in the year in which it lies nearest to the last one, so that a log passes New Year in either direction.
 */
export class SourceClock {
  yearFrom: YearFrom = 'none';
  private readonly options: ClockOptions;
  private sniffed: SniffedClock = {};
  /** Microseconds east of UTC of stamps without a zone; NaN until something tells. */
  private zone: number;
  private last = NaN;
  private notAfter: number;
  private firstStamp: FirstStamp | undefined;
  /** The last yearless date, and its midnight. */
  private date = 0;
  private midnight = 0;
  private dayKey = -1;
  private dayStart = 0;

  constructor(options: ClockOptions) {
    this.options = options;
    const { year, modified } = options;
    this.notAfter = year === undefined ? (modified ?? Infinity) : Infinity;
    this.zone = options.utcOffset === undefined ? NaN : options.utcOffset * MINUTE;
  }

  get state(): ClockState {
    const { last, notAfter, zone } = this;
    return { last, notAfter, zone };
  }

  resume({ last, notAfter, zone }: ClockState): void {
    this.last = last;
    this.notAfter = notAfter;
    this.zone = zone;
    this.date = 0;
  }

  /** The year that the first yearless stamp got; undefined without such a line. */
  get first(): FirstStamp | undefined {
    return this.firstStamp;
  }

  /** Microseconds east of UTC that stamps without a zone are read with. */
  get utcOffset(): number {
    return Number.isNaN(this.zone) ? 0 : this.zone;
  }

  /** What the first lines' texts tell; counts where nothing better does. */
  hint(sniffed: SniffedClock): void {
    this.sniffed = sniffed;
    if (this.options.year === undefined)
      this.notAfter = Math.min(this.notAfter, sniffed.notAfter ?? Infinity);
    if (Number.isNaN(this.zone)) this.zone = sniffed.zone ?? NaN;
  }

  /** The instant of a line, NaN when it has no stamp. The payload's own stamp goes before its wrapper's, which may lag by minutes. */
  instant(head: LineHead): number {
    if (!Number.isNaN(head.instant)) return this.anchorAt(head.instant);
    if (head.month > 0) {
      if (head.outerMonth > 0 && head.outerYear > 0) return this.besideWrapper(head);
      return this.yearless(head.month, head.day, head.clock);
    }
    return head.outerMonth > 0 ? this.outerInstant(head) : NaN;
  }

  /** The instant of a line that has klog's stamp alone. */
  yearless(month: number, day: number, clock: number): number {
    const date = month * 32 + day;
    if (date !== this.date || Math.abs(this.last - this.midnight) > HALF_YEAR)
      this.moveTo(date, month, day);
    return this.midnight + clock - this.utcOffset;
  }

  private moveTo(date: number, month: number, day: number): void {
    const year = Number.isNaN(this.last)
      ? this.firstYear(month, day)
      : yearAfter(this.state, month, day);
    this.date = date;
    this.midnight = this.last = daysFromCivil(year, month, day) * DAY;
    this.firstStamp ??= { year, month, day };
  }

  /** An instant whose year the log itself told dates what follows, unless the year was given. */
  private anchorAt(instant: number): number {
    if (this.options.year === undefined) this.last = instant;
    return instant;
  }

  /** A yearless stamp under a wrapper that has a year: the year that brings both nearest, then the zone that does. */
  private besideWrapper(head: LineHead): number {
    const outer = this.outerInstant(head);
    const year = yearNear(outer, head.month, head.day);
    const local = this.civil(year, head.month, head.day) + head.clock;
    if (Number.isNaN(this.zone) && !Number.isNaN(head.outerZone))
      this.zone = zoneOf(local - outer) ?? NaN;
    return local - this.utcOffset;
  }

  private outerInstant(head: LineHead): number {
    if (head.outerYear === 0)
      return (
        this.yearless(head.outerMonth, head.outerDay, head.outerClock) +
        (Number.isNaN(head.outerZone) ? 0 : this.utcOffset - head.outerZone)
      );
    const zone = Number.isNaN(head.outerZone) ? this.utcOffset : head.outerZone;
    if (this.yearFrom === 'none') this.yearFrom = 'stamp';
    const midnight = this.civil(head.outerYear, head.outerMonth, head.outerDay);
    return this.anchorAt(midnight + head.outerClock - zone);
  }

  private firstYear(month: number, day: number): number {
    const { year, modified } = this.options;
    if (year !== undefined) {
      this.yearFrom = 'given';
      return year;
    }
    const { near, notAfter } = this.sniffed;
    if (near !== undefined || notAfter !== undefined) this.yearFrom = 'text';
    else if (modified !== undefined) this.yearFrom = 'modified';
    if (near !== undefined) return yearNear(near, month, day);
    return this.notAfter < Infinity ? yearBefore(this.notAfter, month, day) : UNDATED_YEAR;
  }

  /** Midnight of a date, in µs; the last date is kept, since lines of one day stand together. */
  private civil(year: number, month: number, day: number): number {
    const key = (year * 13 + month) * 32 + day;
    if (key !== this.dayKey) {
      this.dayKey = key;
      this.dayStart = daysFromCivil(year, month, day) * DAY;
    }
    return this.dayStart;
  }
}

export interface FirstStamp {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The year in which a date lies nearest to an instant. */
function yearNear(instant: number, month: number, day: number): number {
  const { year } = civilFromDays(Math.floor(instant / DAY));
  const apart = daysFromCivil(year, month, day) * DAY - instant;
  if (apart > HALF_YEAR) return year - 1;
  return apart < -HALF_YEAR ? year + 1 : year;
}

/** The year of a date that follows what a clock has learnt. */
export function yearAfter({ last, notAfter }: ClockState, month: number, day: number): number {
  const year = yearNear(last, month, day);
  const midnight = daysFromCivil(year, month, day) * DAY;
  return midnight > notAfter + DAY && midnight - last > FAR ? year - 1 : year;
}

/** The last year in which a date is not after an instant, with a day of grace for zones ahead of UTC. */
function yearBefore(instant: number, month: number, day: number): number {
  const last = civilFromDays(Math.floor((instant + DAY) / DAY));
  const later = month > last.month || (month === last.month && day > last.day);
  const year = later ? last.year - 1 : last.year;
  // The 29th of February is in leap years only.
  return month === 2 && day === 29 ? year - (year % 4) : year;
}
