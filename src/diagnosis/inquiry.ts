import { micros, MILLISECOND, type Micros } from '../base/time.ts';
import type { History, PodHistory } from '../kubelet/rebuild/history.ts';
import type { Tape } from '../replay/tape.ts';
import type { Hit, Line, Questions } from './rule.ts';

/** µs between the first and the last line of a chain of wrapped errors. */
const chain = 20 * MILLISECOND;

/** How many records from the end on the kubelet's last is looked for. */
const nearEnd = 200;

/** Answers the questions of the rules from what the scan found and what the history knows. */
export class Inquiry implements Questions {
  readonly history: History;
  readonly from: Micros;
  readonly to: Micros;
  /** True when the log is a cut of a few lines, or shows no start of the kubelet. */
  readonly isFragment: boolean;
  private readonly tape: Tape;
  private readonly hits: ReadonlyMap<string, readonly Hit[]>;
  private readonly podOfId = new Map<string, string>();
  private readonly starts: readonly Line[];
  private readonly syncErrors: readonly Line[];

  constructor(history: History, tape: Tape, hits: ReadonlyMap<string, readonly Hit[]>) {
    this.history = history;
    this.tape = tape;
    this.hits = hits;
    [this.from, this.to] = spanOf(tape);
    this.starts = this.said('start').toSorted((a, b) => a.at - b.at);
    this.syncErrors = this.said('syncError').toSorted((a, b) => a.at - b.at);
    this.isFragment = this.starts.length === 0 || tape.length < 60;
    for (const list of hits.values()) for (const { line } of list) this.learn(line);
  }

  said(what: string): readonly Line[] {
    return this.hitsOf(what).map((hit) => hit.line);
  }

  hitsOf(ruleId: string): readonly Hit[] {
    return this.hits.get(ruleId) ?? [];
  }

  sinceStart(line: Line): number | undefined {
    const before = this.starts.findLast(
      (start) => start.at <= line.at && (start.pid === line.pid || start.pid === undefined),
    );
    if (before === undefined) return undefined;
    const first = this.starts.find((start) => start.pid === before.pid);
    return line.at - (first ?? before).at;
  }

  lastOfKubelet(): { readonly at: Micros; readonly file: string } | undefined {
    for (let back = 1; back <= nearEnd; back++) {
      const record = this.tape.record(this.tape.length - back);
      if (record?.file !== undefined && record.file !== '')
        return { at: record.time ?? this.to, file: record.file };
    }
    return undefined;
  }

  podOf(line: Line): string | undefined {
    const { pod, uid, ids, podName } = line.objects;
    if (pod !== undefined) return pod;
    for (const id of [uid, ...ids]) {
      const known = id === undefined ? undefined : (this.podOfId.get(id) ?? this.identified(id));
      if (known !== undefined) return known;
    }
    const named = podName === undefined ? undefined : this.podOfId.get(podName);
    return named ?? (uid === undefined ? this.podOfChain(line) : undefined);
  }

  /** The pod of the “Error syncing pod” that ends the chain in which a line stands, a few milliseconds later. */
  private podOfChain(line: Line): string | undefined {
    if (line.severity !== 'error') return undefined;
    const end = this.syncErrors.find(({ at }) => at >= line.at);
    return end !== undefined && end.at - line.at < chain && end.pid === line.pid
      ? end.objects.pod
      : undefined;
  }

  /** The life of a pod of this name that a finding of this time is about. */
  podHistory(pod: string, at: Micros): PodHistory | undefined {
    const [namespace = '', name = ''] = pod.split('/');
    const lives = this.history.podsNamed(namespace, name);
    return lives.findLast((life) => life.firstSeen <= at) ?? lives[0];
  }

  private identified(id: string): string | undefined {
    const key = this.history.identify(id)?.podKey;
    const pod = key === undefined ? undefined : this.history.pod(key);
    return pod === undefined ? undefined : `${pod.namespace}/${pod.name}`;
  }

  private learn(line: Line): void {
    const { pod, uid, ids } = line.objects;
    if (pod === undefined) return;
    for (const id of [uid, ...ids, pod.slice(pod.indexOf('/') + 1)])
      if (id !== undefined) this.podOfId.set(id, pod);
  }
}

/** First and last stamp of all lines; a reversed or mixed log has them anywhere. */
function spanOf(tape: Tape): [Micros, Micros] {
  let from = Infinity;
  let to = -Infinity;
  for (const { table, clockOffset } of tape.sources)
    for (const time of table.time.subarray(0, table.length)) {
      if (time + clockOffset < from) from = time + clockOffset;
      if (time + clockOffset > to) to = time + clockOffset;
    }
  return from <= to ? [micros(from), micros(to)] : [micros(0), micros(0)];
}
