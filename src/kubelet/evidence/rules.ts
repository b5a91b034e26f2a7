// The registry of evidence: all rules, and which of them a line may be for. A line that none claims moves nothing here.
import { programs, type LogRecord, type LogTable, type Program } from '../../log/record.ts';
import type { KubeletEvent } from '../event.ts';
import { isKnownHarmless, isQuiet } from './known.ts';
import { goroutineRules } from './goroutines.ts';
import { imagePullRules } from './imagePulls.ts';
import { kuberuntimeRules } from './kuberuntime.ts';
import { neighbourRules } from './neighbours.ts';
import { networkRules } from './network.ts';
import { nodeStatusRules } from './nodeStatus.ts';
import { plegRules } from './pleg.ts';
import { podActionRules } from './podActions.ts';
import { podWorkerRules } from './podWorkers.ts';
import { preemptionRules } from './preemption.ts';
import { processRules } from './process.ts';
import { plainRefs, type PodRefs } from './reference.ts';
import type { Rule } from './rule.ts';
import { runtimeRules } from './runtimes.ts';
import { sampleRules } from './samples.ts';
import { statusManagerRules } from './statusManager.ts';
import { syncLoopRules } from './syncLoop.ts';
import { mayRead, type Writers, writersOf } from './writers.ts';

const runtimes: readonly Program[] = ['containerd', 'crio', 'dockerd', 'cri-dockerd', 'host'];
const kubelet: readonly Program[] = ['kubelet'];

export const rules: readonly Rule[] = [
  ...processRules,
  ...syncLoopRules,
  ...podWorkerRules,
  ...plegRules,
  ...kuberuntimeRules,
  ...podActionRules,
  ...networkRules,
  ...nodeStatusRules,
  ...neighbourRules,
  ...statusManagerRules,
  ...preemptionRules,
  ...reading(runtimes, runtimeRules),
  ...reading(runtimes, imagePullRules),
  ...reading(programs, sampleRules),
  ...reading(programs, goroutineRules),
];

function reading(reads: readonly Program[], list: readonly Rule[]): readonly Rule[] {
  return list.map((rule) => ({ reads, ...rule }));
}

const byMessage = new Map<string, Rule[]>();
const byFile = new Map<string, Rule[]>();
for (const rule of rules) {
  for (const message of rule.messages ?? []) push(byMessage, message, rule);
  if (rule.pattern !== undefined) for (const file of rule.files) push(byFile, file, rule);
}

function push(map: Map<string, Rule[]>, key: string, rule: Rule): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [rule]);
  else list.push(rule);
}

/** Rules for what a process prints once, or seldom. */
const ofProcess = new Set(
  rules.filter(({ samples }) =>
    samples.some(({ events }) =>
      events.some(({ kind }) => kind.startsWith('process.') && kind !== 'process.apiFailed'),
    ),
  ),
);

const none: readonly Rule[] = [];
const noGroups: readonly string[] = [];

/** Rules that may be for lines with this message of this file; the file or a pattern still has to fit. */
function candidates(file: string, message: string, structured: boolean): readonly Rule[] {
  const exact = structured ? byMessage.get(message) : undefined;
  return exact ?? byFile.get(file) ?? none;
}

function isFrom(rule: Rule, file: string): boolean {
  return file === '' || rule.files.includes(file);
}

export interface Proof {
  readonly rule: Rule;
  readonly events: readonly KubeletEvent[];
}

/** What one record proves, with the rule that says so; undefined when no rule knows the line. */
export function read(
  record: LogRecord,
  among: readonly Rule[] = candidates(record.file, record.message, record.structured),
  refs: PodRefs = plainRefs,
): Proof | undefined {
  for (const rule of among) {
    if (!isFrom(rule, record.file)) continue;
    if (record.structured && rule.messages?.includes(record.message) === true)
      return { rule, events: rule.read(record, noGroups, refs) };
    const groups = rule.pattern?.exec(record.message);
    if (groups !== undefined && groups !== null)
      return { rule, events: rule.read(record, groups, refs) };
  }
  return undefined;
}

/** The rule for the structured lines of one message from one place. */
interface Exact {
  readonly file: string;
  readonly message: string;
  readonly rule: Rule | undefined;
  /** Whether no rule knows such a line and it is known to move nothing; undefined before somebody asks. */
  isHarmless: boolean | undefined;
}

/** For each message number of a table the rules that may be for it, found once; the rest of its lines is never decoded. */
export class RuleIndex {
  private readonly table: LogTable;
  private readonly writers: Writers;
  private readonly known: (readonly Rule[] | undefined)[] = [];
  private readonly harmless: (boolean | undefined)[] = [];
  /** By message number, of the place that was met last: nearly always the only one. */
  private readonly exact: (Exact | undefined)[] = [];

  constructor(table: LogTable) {
    this.table = table;
    this.writers = writersOf(table);
  }

  /** The candidates for a record by its place; an empty list for lines that prove nothing. */
  at(ordinal: number): readonly Rule[] {
    const message = this.table.message[ordinal] ?? 0;
    const known = this.known[message];
    if (known !== undefined) return known;
    const record = this.table.record(ordinal);
    const found = candidates(record.file, record.message, record.structured);
    this.known[message] = found;
    // A printf line's number stands for its place in the source: only its file is the same for all of them.
    this.harmless[message] = record.structured ? isKnownHarmless(record) : isQuiet(record.file);
    return found;
  }

  /** As `read` among the candidates of `at`; a line that is not of a program whose lines the rule reads proves nothing. */
  read(record: LogRecord, refs: PodRefs): Proof | undefined {
    const proof = this.readAny(record, refs);
    if (proof === undefined) return undefined;
    const writer = this.writers.at(record.ordinal, record);
    return mayRead(proof.rule.reads ?? kubelet, writer) ? proof : undefined;
  }

  private readAny(record: LogRecord, refs: PodRefs): Proof | undefined {
    const { ordinal, message, file } = record;
    const among = this.at(ordinal);
    if (!record.structured) return read(record, among, refs);
    const number = this.table.message[ordinal] ?? 0;
    let exact = this.exact[number];
    if (exact?.file !== file || exact.message !== message) {
      const rule = among.find(
        (one) => isFrom(one, file) && one.messages?.includes(message) === true,
      );
      this.exact[number] = exact = { file, message, rule, isHarmless: undefined };
    }
    const { rule } = exact;
    if (rule !== undefined) return { rule, events: rule.read(record, noGroups, refs) };
    return exact.isHarmless === undefined ? read(record, among, refs) : undefined;
  }

  /** Whether a record that no rule knows is known to move nothing: it is another program's, or its place and message tell. */
  ignores(record: LogRecord): boolean {
    if (!mayRead(kubelet, this.writers.at(record.ordinal, record))) return true;
    const { ordinal, message, file, program, structured } = record;
    const exact = this.exact[this.table.message[ordinal] ?? 0];
    const isTold = structured && program === 'kubelet' && file !== '';
    if (!isTold || exact?.file !== file || exact.message !== message)
      return isKnownHarmless(record);
    return (exact.isHarmless ??= isKnownHarmless(record));
  }

  /** Whether lines with the message of this record may tell which process writes, and when it began. */
  tellsProcess(ordinal: number): boolean {
    const { message, structured } = this.table.record(ordinal);
    return this.at(ordinal).some((rule) => {
      if (!ofProcess.has(rule)) return false;
      // One statement prints all flags.
      if (rule.id === 'process.flag') return true;
      const isExact = structured && rule.messages?.includes(message) === true;
      return isExact || rule.pattern?.test(message) === true;
    });
  }

  /** Whether all lines with the message of this record are known to move nothing; ask `at` first. */
  isHarmless(ordinal: number): boolean {
    return this.harmless[this.table.message[ordinal] ?? 0] === true;
  }
}
