// A case: a zip archive with a cut of some logs, where the person stood, what was found and said of it. This is its
// table of contents, `case.json`, which comes first in the archive; the logs are plain text, so that any program can read them.
import * as v from 'valibot';
import { err, ok, type Result } from '../../base/result.ts';
import { formatRfc3339, parseRfc3339, type Micros } from '../../base/time.ts';

export const CASE_ENDING = '.kubelet-case';
/** The first entry of the archive. */
export const CASE_ENTRY = 'case.json';
/** Cases of this version are read: one that adds fields keeps it. */
const VERSION = 1;

const time = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }): Micros => {
    const instant = parseRfc3339(dataset.value);
    if (instant !== undefined) return instant;
    addIssue({ message: 'must be a time like 2026-11-21T09:34:10Z' });
    return NEVER;
  }),
);
const whole = v.pipe(v.number(), v.integer());
const span = v.object({ from: time, to: time });
const short = v.pipe(v.string(), v.maxLength(1_000));

const sourceSchema = v.object({
  /** Its entry in the archive. */
  file: short,
  /** What it is called on the screen. */
  name: short,
  /** For lines that carry none: the year of the first, and minutes east of UTC. */
  year: v.optional(v.pipe(whole, v.minValue(1970), v.maxValue(2255))),
  utcOffset: v.optional(v.pipe(whole, v.minValue(-840), v.maxValue(840))),
  /** Lines in the archive, and in the log that they were cut from. */
  lines: whole,
  ofLines: whole,
  /** Between lines that are here: lines that were left out, the state after them is unknown. */
  omitted: v.optional(v.pipe(v.array(span), v.maxLength(1_000)), []),
  /** Times in which lines may be missing, as whoever followed the log was told: the lines don't tell it. */
  gaps: v.optional(
    v.pipe(
      v.array(
        v.object({ ...span.entries, kind: v.picklist(['rotation', 'disconnected']), text: short }),
      ),
      v.maxLength(10_000),
    ),
    [],
  ),
});

const caseSchema = v.object({
  kubeletCase: v.literal(VERSION, `must be ${VERSION}: it was saved by a newer version`),
  title: v.optional(short, ''),
  notes: v.optional(v.pipe(v.string(), v.maxLength(100_000)), ''),
  /** What of the logs is here, as a sentence. */
  cut: v.optional(short, ''),
  savedBy: v.optional(short, ''),
  redacted: v.optional(v.boolean(), false),
  sources: v.pipe(v.array(sourceSchema), v.minLength(1, 'names no log'), v.maxLength(10_000)),
  cursor: v.optional(
    v.object({
      /** Index in `sources`, and the line there, from 1. */
      source: whole,
      line: whole,
      time: v.optional(time),
      hindsight: v.optional(v.picklist(['then', 'now']), 'now'),
      pod: v.optional(short),
    }),
  ),
  /** Rule packs that the findings were made with: used by who asks for them. */
  packs: v.optional(
    v.pipe(v.array(v.object({ name: short, text: v.string() })), v.maxLength(100)),
    [],
  ),
  mutes: v.optional(
    v.pipe(
      v.array(v.object({ id: short, pod: v.optional(short), why: short })),
      v.maxLength(1_000),
    ),
    [],
  ),
});

export type CaseFile = Omit<v.InferOutput<typeof caseSchema>, 'kubeletCase'>;
export type CaseSource = CaseFile['sources'][number];

/** A text of a case, and the case itself. */
export interface CaseOrigin {
  readonly file: CaseFile;
  readonly source: CaseSource;
}

/** What `case.json` says, or what is wrong in it. Fields that are not known are passed over. */
export function parseCase(text: string): Result<CaseFile> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return err(`${CASE_ENTRY} is not JSON`);
  }
  const read = v.safeParse(caseSchema, value);
  if (read.success) return ok(read.output);
  const [issue] = read.issues;
  const path = (issue.path ?? []).map((step) => String(step.key)).join('.');
  return err(`${CASE_ENTRY}: ${path === '' ? '' : `${path}: `}${issue.message}`);
}

/** The text of `case.json`. */
export function caseText(file: CaseFile): string {
  const { cursor } = file;
  const written = {
    kubeletCase: VERSION,
    ...file,
    sources: file.sources.map((source) => ({
      ...source,
      omitted: source.omitted.map(spanText),
      gaps: source.gaps.map((gap) => ({ ...gap, ...spanText(gap) })),
    })),
    ...(cursor === undefined
      ? {}
      : { cursor: { ...cursor, time: cursor.time && formatRfc3339(cursor.time) } }),
  };
  return `${JSON.stringify(written, undefined, 1)}\n`;
}

function spanText({ from, to }: { from: Micros; to: Micros }): { from: string; to: string } {
  return { from: formatRfc3339(from), to: formatRfc3339(to) };
}

/** What a person calls a case. */
export function isCaseName(name: string): boolean {
  return name.endsWith(CASE_ENDING);
}
