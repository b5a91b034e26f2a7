import type { Micros } from '../../base/time.ts';
import type { FindingEvidence } from '../finding.ts';

/** Where a person finds a cited line. */
export interface Place {
  readonly file: string;
  /** From 1; 0 when the source has no lines. */
  readonly line: number;
  /** The line as it stands: hostile text, never markup. */
  readonly text: string;
  /** As its source’s clock reads it; undefined: it has none. */
  readonly time?: Micros | undefined;
}

/** The caller knows files and lines; a finding knows only inputs. */
export type PlaceOf = (evidence: FindingEvidence) => Place;
