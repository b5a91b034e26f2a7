import { civilFromDays, DAY, daysFromCivil, MINUTE, type Micros } from '../base/time.ts';
import type { LineHead } from './lineHead.ts';
import type { SniffedClock } from './sniffClock.ts';

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
  readonly year: number;
  readonly lastMonth: number;
  readonly zone: number;
  readonly anchor: number;
}

/** The year of logs that nothing dates: a leap year, so that every day exists in it. */
const UNDATED_YEAR = 2000;

/** Zones are multiples of this. */
const ZONE_STEP = 15 * MINUTE;
const MAX_ZONE = 14 * 60 * MINUTE;
const HALF_YEAR = 183 * DAY;

/**
 * Gives each line its instant. klog writes local time without year or zone: both come from what else is known of the
 * source. The year goes on when December is followed by January, and back where a log runs backwards.
 */
export class SourceClock {
  yearFrom: YearFrom = 'none';
  private readonly options: ClockOptions;
  private sniffed: SniffedClock = { year: undefined, zone: undefined };
  private year = 0;
  /** Microseconds east of UTC of stamps without a zone; NaN until something tells. */
  private zone: number;
  /** The last instant whose year the log itself told. */
  private anchor = NaN;
  private lastMonth = 0;
  private firstStamp: { readonly year: number; readonly month: number } | undefined;
  private dayKey = -1;
  private dayStart = 0;

  constructor(options: ClockOptions) {
    this.options = options;
    this.zone = options.utcOffset === undefined ? NaN : options.utcOffset * MINUTE;
  }

  get state(): ClockState {
    const { year, lastMonth, zone, anchor } = this;
    return { year, lastMonth, zone, anchor };
  }

  resume(state: ClockState): void {
    this.year = state.year;
    this.lastMonth = state.lastMonth;
    this.zone = state.zone;
    this.anchor = state.anchor;
  }

  /** The year that the first yearless stamp got; undefined without such a line. */
  get first(): { readonly year: number; readonly month: number } | undefined {
    return this.firstStamp;
  }

  /** Microseconds east of UTC that stamps without a zone are read with. */
  get utcOffset(): number {
    return Number.isNaN(this.zone) ? 0 : this.zone;
  }

  /** What the first lines' texts tell; counts where nothing better does. */
  hint(sniffed: SniffedClock): void {
    this.sniffed = sniffed;
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
    const year = this.yearOf(month, day);
    return this.civil(year, month, day) + clock - this.utcOffset;
  }

  private anchorAt(instant: number): number {
    this.anchor = instant;
    return instant;
  }

  /** A yearless stamp under a wrapper that has a year: the year that brings both nearest, then the zone that does. */
  private besideWrapper(head: LineHead): number {
    const outer = this.outerInstant(head);
    const year = yearNear(outer, head.month, head.day);
    const local = this.civil(year, head.month, head.day) + head.clock;
    if (Number.isNaN(this.zone) && !Number.isNaN(head.outerZone)) {
      const zone = Math.round((local - outer) / ZONE_STEP) * ZONE_STEP;
      if (Math.abs(zone) <= MAX_ZONE) this.zone = zone;
    }
    return local - this.utcOffset;
  }

  private outerInstant(head: LineHead): number {
    const year = head.outerYear > 0 ? head.outerYear : this.yearOf(head.outerMonth, head.outerDay);
    const zone = Number.isNaN(head.outerZone) ? this.utcOffset : head.outerZone;
    const instant = this.civil(year, head.outerMonth, head.outerDay) + head.outerClock - zone;
    if (head.outerYear === 0) return instant;
    if (this.yearFrom === 'none') this.yearFrom = 'stamp';
    return this.anchorAt(instant);
  }

  /** The year of the next yearless stamp. */
  private yearOf(month: number, day: number): number {
    if (this.options.year === undefined && !Number.isNaN(this.anchor))
      this.year = yearNear(this.anchor, month, day);
    else if (this.year === 0) this.year = this.firstYear(month, day);
    else if (month === 1 && this.lastMonth === 12) this.year++;
    else if (month === 12 && this.lastMonth === 1) this.year--;
    this.lastMonth = month;
    this.firstStamp ??= { year: this.year, month };
    return this.year;
  }

  private firstYear(month: number, day: number): number {
    const { year, modified } = this.options;
    if (year !== undefined) {
      this.yearFrom = 'given';
      return year;
    }
    if (this.sniffed.year !== undefined) {
      this.yearFrom = 'text';
      return this.sniffed.year;
    }
    if (modified === undefined) return UNDATED_YEAR;
    this.yearFrom = 'modified';
    // A day of grace: the file's time is in UTC, its lines may be in a zone ahead of it.
    const last = civilFromDays(Math.floor((modified + DAY) / DAY));
    const later = month > last.month || (month === last.month && day > last.day);
    return later ? last.year - 1 : last.year;
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

/** The year in which a date lies nearest to an instant. */
function yearNear(instant: number, month: number, day: number): number {
  const { year } = civilFromDays(Math.floor(instant / DAY));
  const apart = daysFromCivil(year, month, day) * DAY - instant;
  if (apart > HALF_YEAR) return year - 1;
  return apart < -HALF_YEAR ? year + 1 : year;
}
