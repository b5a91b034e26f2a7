// The first pass: every input is asked once what it proves. From here on there are facts in order, and no lines any more.
import type { InputId } from '../../base/input.ts';
import { micros, type Micros } from '../../base/time.ts';
import type { LogRecord } from '../../log/record.ts';
import type { KubeletEvent, SampleEvent } from '../event.ts';
import { isKnownHarmless } from '../evidence/known.ts';
import { read, RuleIndex } from '../evidence/rules.ts';
import type { Rule } from '../evidence/rule.ts';
import { isSampleEvent } from '../evidence/samples.ts';
import type { Inputs } from './inputs.ts';
import { Pool } from './pool.ts';

/** One thing that one input proves. */
export interface Fact<E extends KubeletEvent = KubeletEvent> {
  readonly at: Micros;
  readonly position: number;
  readonly input: InputId;
  readonly event: E;
  /** Of the kubelet; 0 when the line doesn't tell. */
  readonly pid: number;
  readonly severity: 'info' | 'warning' | 'error';
}

export interface Facts {
  readonly list: readonly Fact[];
  /** What endpoints said; they are not in `list`. */
  readonly samples: readonly Fact<SampleEvent>[];
  readonly from: Micros;
  readonly to: Micros;
  readonly understood: {
    readonly lines: number;
    readonly unmatched: number;
    readonly commonUnmatched: readonly { readonly message: string; readonly count: number }[];
  };
  /** Traits of the lines themselves, which tell the kubelet's age when it doesn't say its version. */
  readonly wording: Wording;
}

export interface Wording {
  /** `SyncLoop (ADD, "api")`: 1.20 at the newest. */
  readonly printf: boolean;
  /** `podUID=…` without quotes: 1.27 at the newest. */
  readonly bareUids: boolean;
  /** "Generic (PLEG): container finished": 1.22 at the oldest. */
  readonly finishedLines: boolean;
  /** A worker line with a number for its work: 1.22 to 1.26. */
  readonly numberedWork: boolean;
}

export function collectFacts(inputs: Inputs): Facts {
  const indexes = inputs.sources.map((source) => new RuleIndex(source.table));
  const list: Fact[] = [];
  const sink: Sink = { list, samples: [], pool: new Pool() };
  const unmatched = new Map<string, number>();
  const wording = { printf: false, bareUids: false, finishedLines: false, numberedWork: false };
  let lost = 0;
  for (let position = 0; position < inputs.length; position++) {
    const { source, ordinal } = inputs.place(position);
    const table = inputs.sources[source]?.table;
    const index = indexes[source];
    if (table === undefined || index === undefined) continue;
    const among = index.at(ordinal);
    if (among.length === 0 && index.isHarmless(ordinal)) continue;
    const record = table.record(ordinal);
    const proof = among.length === 0 ? undefined : read(record, among);
    if (proof === undefined) {
      if (isKnownHarmless(record)) continue;
      lost++;
      count(unmatched, record);
      continue;
    }
    noteWording(wording, proof.rule, record);
    push(sink, inputs, position, record, proof.events);
  }
  return {
    list,
    samples: sink.samples,
    from: micros(inputs.time[0] ?? NaN),
    to: micros(inputs.time[inputs.length - 1] ?? NaN),
    understood: { lines: inputs.length, unmatched: lost, commonUnmatched: commonest(unmatched) },
    wording,
  };
}

interface Sink {
  readonly list: Fact[];
  readonly samples: Fact<SampleEvent>[];
  readonly pool: Pool;
}

function push(
  sink: Sink,
  inputs: Inputs,
  position: number,
  record: LogRecord,
  events: readonly KubeletEvent[],
): void {
  const at = micros(inputs.time[position] ?? NaN);
  const input = record.id;
  // Lines without a Go file are those of a runtime, whose process is another.
  const pid = record.file === '' ? 0 : (record.pid ?? 0);
  const severity: Fact['severity'] =
    record.severity === 'error' || record.severity === 'fatal'
      ? 'error'
      : record.severity === 'warning'
        ? 'warning'
        : 'info';
  for (const event of events) {
    if (isSampleEvent(event)) sink.samples.push({ at, position, input, event, pid, severity });
    else sink.list.push({ at, position, input, event: sink.pool.share(event), pid, severity });
  }
}

function noteWording(
  wording: { -readonly [K in keyof Wording]: boolean },
  rule: Rule,
  record: LogRecord,
): void {
  switch (rule.id) {
    case 'syncLoop.configText':
    case 'syncLoop.plegText':
      wording.printf = true;
      break;
    case 'pleg.finished':
      wording.finishedLines = true;
      if (record.fields[0]?.raw.startsWith('"') === false && !record.text.startsWith('{'))
        wording.bareUids = true;
      break;
    case 'podWorkers.begin':
      if (/^[012]$/.test(record.field('updateType') ?? '')) wording.numberedWork = true;
      break;
  }
}

function count(map: Map<string, number>, record: LogRecord): void {
  const text = record.structured
    ? record.message
    : `${record.file}: ${record.message.replace(/[0-9a-f]{8,}|\d+|"[^"]*"/g, '…')}`;
  const key = text.length > 120 ? `${text.slice(0, 120)}…` : text;
  if (map.size < 5000 || map.has(key)) map.set(key, (map.get(key) ?? 0) + 1);
}

function commonest(map: Map<string, number>): { message: string; count: number }[] {
  return [...map]
    .map(([message, times]) => ({ message, count: times }))
    .sort((a, b) => b.count - a.count || (a.message < b.message ? -1 : 1))
    .slice(0, 20);
}
