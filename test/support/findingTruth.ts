// Whether the findings of the mode `then` at a position are those of a diagnosis of the inputs up to there. The text is cut there, so its
// records must stand in their own order up to it.
import { sourceId } from '../../src/base/input.ts';
import { micros } from '../../src/base/time.ts';
import { diagnose } from '../../src/diagnosis/diagnose.ts';
import type { Finding } from '../../src/diagnosis/finding.ts';
import { Past } from '../../src/engine/past.ts';
import { findingsBy } from '../../src/engine/present/findingsBy.ts';
import type { Incident } from '../../src/engine/present/incident.ts';
import { readRules } from '../../src/engine/ruling.ts';
import { collectFacts } from '../../src/kubelet/rebuild/facts/facts.ts';
import type { Run } from '../../src/kubelet/rebuild/facts/runs.ts';
import { rebuild } from '../../src/kubelet/rebuild/rebuild.ts';
import { findGaps } from '../../src/log/gaps.ts';
import { readLog } from '../../src/log/readLog.ts';
import { Tape } from '../../src/replay/tape.ts';

export interface DiagnosedLog extends Incident {
  readonly name: string;
  readonly log: Uint8Array;
}

export function diagnosed(name: string, log: Uint8Array): DiagnosedLog {
  const tape = tapeOf(log);
  const history = rebuild(tape, { gaps: gapsIn(tape) });
  const past = new Past(readRules([], []).ruling, { atOnce: Infinity });
  return { name, log, tape, history, findings: diagnose(history, tape), past };
}

function tapeOf(log: Uint8Array): Tape {
  const table = readLog(sourceId(0), log, { year: 2026 });
  return new Tape([{ table, name: 'kubelet.log', clockOffset: micros(0) }]);
}

function gapsIn({ sources }: Tape): ReturnType<typeof findGaps> {
  return sources.flatMap(({ table }) => findGaps(table));
}

/** What of a finding must be told alike: all that a person reads of it but what its cause is called. */
const told = ['severity', 'title', 'explanation', 'count', 'ended'] as const;

export class FindingTruth {
  values = 0;
  readonly differences: { readonly kind: string; readonly text: string }[] = [];

  /** At the first position from `from` on where the text can be cut. */
  compareAt(whole: DiagnosedLog, from: number): void {
    const { tape, history, log, name } = whole;
    const position = cutFrom(tape, from);
    const [source] = tape.sources;
    if (source === undefined) return;
    const prefix = tapeOf(
      log.subarray(0, source.table.offsetOf(position) + source.table.sizeOf(position)),
    );
    const rebuilt = rebuild(prefix, {
      gaps: history.gaps.filter((gap) => gap.to <= tape.timeAt(position)),
      facts: { ...collectFacts(prefix), wording: collectFacts(tape).wording },
      like: history.runs as readonly Run[],
    });
    const moment = { time: tape.timeAt(position), position, hindsight: 'then' } as const;
    const then = byName(findingsBy(whole, moment));
    const own = byName(diagnose(rebuilt, prefix));
    for (const key of new Set([...then.keys(), ...own.keys()])) {
      const [a, b] = [then.get(key), own.get(key)];
      this.values++;
      if (a === undefined || b === undefined) {
        const what = a === undefined ? 'lacks' : 'has';
        this.differ(`${what} ${(a ?? b)?.severity ?? ''}`, `${name} at ${position}: ${key}`);
        continue;
      }
      for (const field of told) {
        this.values++;
        if (a[field] !== b[field])
          this.differ(
            field,
            `${name} at ${position}: ${field} of ${key}: then ${String(a[field])}, prefix ${String(b[field])}`,
          );
      }
    }
  }

  private differ(kind: string, text: string): void {
    this.differences.push({ kind, text });
  }

  get counts(): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { kind } of this.differences) counts[kind] = (counts[kind] ?? 0) + 1;
    return counts;
  }
}

/** One of a rule and object; of several the first. */
function byName(findings: readonly Finding[]): ReadonlyMap<string, Finding> {
  return new Map(
    findings.toReversed().map((one) => [`${one.id} ${one.pod ?? ''} ${one.first}`, one]),
  );
}

function cutFrom(tape: Tape, from: number): number {
  let last = -1;
  for (let position = 0; position < tape.length; position++) {
    last = Math.max(last, tape.place(position).ordinal);
    if (position >= from && last === position) return position;
  }
  return tape.length - 1;
}
