// Whose a line is. A wrapper that names its program, the head of a section or a file's place say it; a bare klog line shows it by the Go
// file that printed it, or by what its neighbours are. It is decided once for each program, Go file and message, not for each line.
import type { Known } from '../../base/input.ts';
import { isFreeText } from '../../log/freeText.ts';
import { programNamed } from '../../log/program.ts';
import { programs, type LogRecord, type LogTable, type Program } from '../../log/record.ts';
import { goFileTexts } from './goSourceTable.ts';
import { ManagedContainerd } from './managedContainerd.ts';
import { otherGoFiles, sharedGoFiles } from './otherGoFiles.ts';

export interface Writer {
  readonly program: Program;
  readonly known: Known;
}

/** Rows that are looked at to tell whose a source is. */
const MOST_COUNTED = 200_000;

const nobody: Writer = { program: 'unknown', known: 'unknown' };
const seen = new Map(programs.map((program) => [program, { program, known: 'seen' } as const]));
const inferred = new Map(
  programs.map((program) => [program, { program, known: 'inferred' } as const]),
);

function seenOf(program: Program): Writer {
  return program === 'unknown' ? nobody : (seen.get(program) ?? nobody);
}

function inferredOf(program: Program): Writer {
  return program === 'unknown' ? nobody : (inferred.get(program) ?? nobody);
}

/** Folders whose files log in a kubelet alone. */
const kubeletFolders =
  /^(?:pkg\/kubelet|cmd\/kubelet|pkg\/probe|vendor\/github\.com\/google\/cadvisor)/;

/** Every name that stands in the kubelet's table, also of files that other programs have too. */
const kubeletFiles = new Set<string>();
const programsByFile = readFiles();

function readFiles(): ReadonlyMap<string, Program> {
  const files = new Map<string, Program>();
  const shared = new Set(sharedGoFiles.trim().split(/\s+/));
  for (const line of goFileTexts.trim().split('\n')) {
    const [folder = '', names = ''] = line.split(': ');
    for (const word of names.split(' ')) {
      const [name = ''] = word.split('@');
      kubeletFiles.add(name);
      if (!kubeletFolders.test(folder)) shared.add(name);
      files.set(name, 'kubelet');
    }
  }
  for (const name of shared) files.delete(name);
  for (const [program, names] of Object.entries(otherGoFiles))
    for (const name of names.trim().split(/\s+/)) files.set(name, program as Program);
  return files;
}

/** The program that alone logs from a Go file of this base name. */
export function programOfGoFile(file: string): Program | undefined {
  return programsByFile.get(file);
}

/** What in a cluster only a kubelet does or speaks of, whatever file prints it. */
const kubeletWords: readonly RegExp[] = [
  /system:node:|kube-node-lease|[Ss]yncLoop|\[-\]syncloop/,
  /\b(?:Unm|M)(?:ount|ap)(?:Volume|Device)\b|podName:[0-9a-f]|\bkubepods\b|\/etc\/kubernetes\/manifests/,
  // Its watches of what pods refer to; its lease; its events of containers.
  /object-"[^"]*"\/"|object "[^"]*"\/"[^"]*" not registered|(?:update|ensure) lease|fieldPath="?spec\./,
  /[Pp]od manifest|manifest file|[Ss]ys(?:tem)? oom|(?:in|Stop|Create|Remove)(?:Container| sandbox|PodSandbox)\b/,
];

const kubeletName = /(?<![\w./-])[Kk]ubelet(?![\w/-]|\.\w)/;

/** `isProse`: the line has no form; people and manuals speak of the kubelet, too. */
function saysKubelet(text: string, isProse = false): boolean {
  // kubeadm and rke speak of the kubelet, and minikube of every component.
  if (/(?:^|\d\]|msg=")\s*\[[\w-]+\] /.test(text)) return false;
  // What was asked of an API server, and what it answered, may be anything.
  if (/\d\] (?:Request|Response) Body: /.test(text)) return false;
  return (!isProse && kubeletName.test(text)) || kubeletWords.some((words) => words.test(text));
}

/** As what a client is known to the API server that refuses it, and the lease by which one of several leads. */
const user =
  /[Uu]ser \\*"system:(?:serviceaccount:kube-system:)?(kube-scheduler|kube-controller-manager|kube-proxy)\\*"/;
const leaderLease = /\blease,? [\w-]+\/(kube-scheduler|kube-controller-manager)\b/;
/** Whom a reflector works for: `storage/cacher.go:/pods: failed to list`, `pkg/kubelet/kubelet.go:462: Failed to watch`. */
const onBehalf =
  /(?:^|[\s"])(?:k8s\.io\/kubernetes\/)?(?:storage|pkg)\/(?:[\w.-]+\/)*([\w-]+\.go):[\d/]/;

/** Packages of etcd, as capnslog heads a line with them and zap its caller. */
const ofEtcd =
  /(?:^| [A-Z] \| |"caller":")(?:etcdserver|etcdmain|embed|rafthttp|mvcc|wal|snap|membership|v3rpc|txn|raft|traceutil|auth|pkg\/(?:flags|osutil|netutil|transport|types|fileutil))(?:\/[\w./-]{1,60})?:/;
/** Plug-ins, their daemons, and those that k3s has within: kindnet, Azure's, Cilium, Calico, Multus, flannel. */
const ofCni =
  /\] (?:Handling node with IPs?: |handling current node$|Node \S+ has CIDR )|\] (?:Changing default FORWARD chain policy to |bootstrap done$|Setting up masking rules$|Batch elem \[\d+\] is \{ ?(?:lease|subnet)\.)|\[(?:cni-(?:ipam|net)|azure-vnet\S*)\] | module="?(?:agent|operator|hubble)\.|level=\w+ msg="[^"]*".* subsys=|\bCalico CNI |"(?:Get Key: )?\/calico\/|"(?:caller|component)":"(?:cilium|calico)|\bIPAM plugin returned|^\S+Z? \[(?:verbose|debug|error)\] (?:Add|Del): |\]: \S+Z? \[(?:verbose|debug|error)\] (?:Add|Del): /;
/** k0s runs all programs of a node, each as a component. */
const ofK0s =
  /failed to (?:init(?:iali[sz]e)?|start|stop|reconcile) (?:worker |controller )?components?\b/;

/** The program that the words of a line name as its own, whatever file prints it. */
function programOfWords(text: string): Program {
  if (ofEtcd.test(text)) return 'etcd';
  if (ofCni.test(text)) return 'cni';
  if (ofK0s.test(text)) return 'host';
  const name = user.exec(text)?.[1] ?? leaderLease.exec(text)?.[1];
  if (name !== undefined) return programNamed(name);
  const file = onBehalf.exec(text)?.[1];
  return (file === 'cacher.go' ? 'kube-apiserver' : programOfGoFile(file ?? '')) ?? 'unknown';
}

/** What systemd prints on a console while a machine starts: `[  OK  ] Started …`, `         Starting …...`, and what core/main.c and core/manager.c say. */
const onConsole =
  /^\[(?: {2}OK {2}|FAILED|DEPEND)\] |^\[[ *]{6}\] (?:\(\d+ of \d+\) )?(?:A \w+ job is running for|Job \S+ running) |^ {9}(?:Starting|Stopping|Mounting|Unmounting) .*\.{3}|^systemd \d\S* running in system mode|^Detected (?:virtualization|architecture) \S+\.$|^Welcome to .+!$|^(?:Set hostname|Hostname set) to <|^Queued start job for default target |^Failed to create symlink \/sys\/fs\/cgroup\/|^bpf-[a-z-]+: |^[\w@.\\-]+\.(?:service|mount|socket|slice|scope|target|timer): (?:Deactivated|Succeeded|Consumed|Failed (?:with|to)|Main process|Scheduled restart|unit configures )/;
/** Colours, the sequences by which a console is set up, and returns to a line's start. */
const control = /(?![\t\n])\p{Cc}(?:\[[\d;:?!]*[A-Za-z]|\]\d*)?/gu;

/** kubeadm’s errors, which have no form of a log and stand among what it says of its steps. */
const ofKubeadm =
  /^\s*\[(?:ERROR|WARNING) [\w.-]+\]: |^error execution phase |The HTTP call equal to 'curl |^\s*\[(?:init|preflight|certs|kubeconfig|kubelet-(?:start|check|finalize)|control-plane(?:-check)?|etcd|wait-control-plane|apiclient|upload-(?:config|certs)|mark-control-plane|bootstrap-token|addons|join|reset|discovery|patches|upgrade(?:\/[\w-]+)?)\] |^Your Kubernetes \S+ has initialized|^This node has joined the cluster/;

/** What `minikube logs` cannot ask for (minikube's pkg/minikube/logs). */
const ofMinikube = /\d\] (?:command \/bin\/bash -c "|Failed to list containers for ")/;

/** A script that starts a service tells its steps under the service's name: `snap[7]: + return 1`. */
const shellTrace = /^[^[]{0,100}\[\d+\]: \++ \S/;
/** What only k3s and RKE2 say: at their start, of what they run within, and where they ask their server. */
const ofHost =
  /\b(?:Starting (?:k3s|rke2) |(?:k3s|rke2)(?: agent)? is up and running|Running (?:kubelet|kube-\w+|cloud-\S+) --|\/v1-(?:k3s|rke2)\/)/i;
/** Programs that log in a form of their own: a source that is called after one and has no line of any form tells nothing of it. */
const haveForm: ReadonlySet<Program> = new Set([
  'kubelet',
  'containerd',
  'crio',
  'dockerd',
  'host',
  'cri-dockerd',
  'kube-apiserver',
  'kube-scheduler',
  'kube-controller-manager',
  'kube-proxy',
]);
/** Of programs that run others, or whose name does not tell what runs in them, the lines are looked at one by one. */
const hosts: ReadonlySet<Program> = new Set(['unknown', 'host', 'dockerd', 'other']);
/** These run the plug-ins of the network, and log what they say. */
const runsPlugins: ReadonlySet<Program> = new Set(['kubelet', 'crio', 'other']);
/** Where these are told for a whole source, its lines are looked at one by one. */
const looksOn: ReadonlySet<Program> = new Set(['unknown', 'host', 'text']);
const logrus = /(?:^|\/)logrus(?:-terminal)?$/;
/** An object of the API, as kubectl prints it over many lines. */
const printedObject = /^\s*\{[^\S\n]*\n[^]*"(?:kind|metadata|apiVersion)": /;
const terminal = /logrus-terminal$/;
/** Go's own logger is none of them: libraries write by it. */
const ownLogger = /(?:^|\/)(?:zap|bracketed|redis|dated|open-vswitch)$/;
const klog = /(?:^|\/)klog(?:-json|-damaged)?$/;

/** Whose the lines of one table are. */
export class Writers {
  private readonly table: LogTable;
  /** By site: its program; `unknown` of a file that several have; undefined before it was asked for. */
  private readonly sites: (Program | undefined)[] = [];
  /** Lines by what names their program or, of those that are not klog's, by their form, and by what is told of them. */
  private readonly counts = new Map<string, Map<Program, number>>();
  private counted = 0;
  /** Of those that were counted: lines that are no log lines. */
  private formless = 0;
  /** The first rows that say so; Infinity: none of those that were counted. */
  private hostBeganAt = Infinity;
  private lastWordsAt = Infinity;
  private readonly managed = new ManagedContainerd();
  private counting = sharesBy(0);
  /** By message: the program that alone says so. */
  private readonly messages: (Program | undefined)[] = [];

  constructor(table: LogTable) {
    this.table = table;
  }

  /** `record`: of this row, when it is at hand. */
  at(ordinal: number, record?: LogRecord): Writer {
    const { table } = this;
    const named = table.programOf(ordinal);
    const format = table.formatOf(ordinal);
    // What a plug-in says is logged by who runs it.
    if (format.endsWith('calico')) return inferredOf('cni');
    if (runsPlugins.has(named) && !klog.test(format)) {
      const { text } = record ?? table.record(ordinal);
      if (ofCni.test(text) || this.isPlugins(named, format)) return inferredOf('cni');
    }
    if (!hosts.has(named) && named !== 'containerd') return seenOf(named);
    if (!klog.test(format) && shellTrace.test((record ?? table.record(ordinal)).text))
      return seenOf('text');
    if (named === 'containerd') return seenOf(named);
    // The stamps of an export stand in lines of their own, too.
    if (format.endsWith('journald-marker') || format === 'json-member') return seenOf('text');
    // What an API server keeps of what others told it: no line of a log.
    if (/(?:event|condition)-row$/.test(format)) return nobody;
    if (isFormless(format)) return this.ofText(ordinal, record);
    if (named === 'unknown' && logrus.test(format) && this.isDockers)
      return inferredOf(this.managed.programAt(ordinal, (record ?? table.record(ordinal)).text));
    // Free text may quote a log; what it quotes is known by itself.
    if (named === 'unknown' && !looksOn.has(table.writer))
      return this.isMinikubes(ordinal, record) ? inferredOf('other') : seenOf(table.writer);
    const told = named === 'unknown' ? table.writer : named;
    if (format !== 'klog' && !klog.test(format))
      return this.ofForm(told, record ?? table.record(ordinal));
    const site = this.ofSite(ordinal);
    return site === 'unknown' ? this.shared(ordinal, named, record) : inferredOf(site);
  }

  /** What of the whole table decides whose one line is, as far as that was asked: where it is another, earlier lines may be another's. */
  get traits(): string {
    if (this.counted === 0) return this.table.writer;
    this.count();
    const nearest = [...this.counts].map(([key, counts]) => {
      const [first, second] = [...counts].sort(([, a], [, b]) => b - a);
      const leads = second === undefined || (first?.[1] ?? 0) > second[1];
      return `${key}=${first?.[0] ?? ''} ${String(second === undefined)} ${String(leads)}`;
    });
    const traits = [
      this.isOfHost,
      this.isDockers,
      this.isMostlyText,
      this.isProse,
      this.hasLastWords,
    ];
    return [this.table.writer, ...nearest, ...traits].join(',');
  }

  /** How many records each program wrote, most first; of very many only some are looked at. Of a table that grows only what came is. */
  shares(): readonly (Writer & { readonly records: number })[] {
    const { length } = this.table;
    const step = Math.ceil(length / MOST_COUNTED) || 1;
    const isShorter = this.counting.row - step > length - 2;
    if (isShorter || step !== this.counting.step || !this.countShares()) {
      this.counting = sharesBy(step);
      this.countShares();
      this.counting.traits = this.traits;
    }
    const counts = new Map(this.counting.counts);
    // The last record may gain lines.
    if (this.counting.row < length) addTo(counts, this.at(this.counting.row));
    return [...counts]
      .sort(([, a], [, b]) => b - a)
      .map(([writer, count]) => ({ ...writer, records: Math.min(length, count * step) }));
  }

  /** Counts all but the last record; false when what was counted before may be another's. */
  private countShares(): boolean {
    const { counting, table } = this;
    for (; counting.row < table.length - 1; counting.row += counting.step)
      addTo(counting.counts, this.at(counting.row));
    return counting.traits === this.traits;
  }

  /** Lines that are no klog lines, and that no wrapper ascribes to a program. */
  private ofForm(told: Program, record: LogRecord): Writer {
    const format = this.table.formatOf(record.ordinal);
    if (looksOn.has(told) && told !== 'host' && printedObject.test(record.text.slice(0, 4000)))
      return seenOf('text');
    const isNotice = format.endsWith('flag-notice');
    if (told === 'host' && isNotice && saysKubelet(record.text)) return inferredOf('kubelet');
    const isOnTerminal =
      this.table.programOf(record.ordinal) === 'unknown' && terminal.test(format);
    if (told === 'host' && isOnTerminal) return inferredOf(told);
    if (told === 'host') {
      const ofWords = programOfWords(record.text);
      if (ofWords !== 'unknown') return inferredOf(ofWords);
    }
    if (told !== 'unknown' && told !== 'text') return seenOf(told);
    if (logrus.test(format) && this.isOfHost) return inferredOf('host');
    const isGuessed = record.program !== 'unknown' && record.program !== 'kubelet';
    return isGuessed ? inferredOf(record.program) : this.shared(record.ordinal, 'unknown', record);
  }

  /** A line without any form: what a program said before it logs, or what a person put there. */
  private ofText(ordinal: number, record = this.table.record(ordinal)): Writer {
    const { writer } = this.table;
    if (isFreeText(record.text)) return seenOf('text');
    if (writer !== 'unknown' && this.isProse) return nobody;
    // Below a prompt anything may stand.
    if (writer !== 'unknown') return writer === 'host' ? inferredOf(writer) : seenOf(writer);
    if (onConsole.test(record.text.replace(control, ''))) return inferredOf('systemd');
    if (ofKubeadm.test(record.text)) return nobody;
    return this.isMostlyText ? inferredOf('text') : this.shared(ordinal, 'unknown', record);
  }

  /** The kubelet logs by klog: where a plug-in shows itself to log by logrus under its name, such lines are that one's. */
  private isPlugins(named: Program, format: string): boolean {
    if (named !== 'kubelet' || !logrus.test(format)) return false;
    this.count();
    return this.counts.get(named)?.has('cni') === true;
  }

  /** k3s and RKE2 say so once, at their start. */
  private get isOfHost(): boolean {
    this.count();
    return this.hostBeganAt < Infinity;
  }

  /** Of a dockerd that runs a containerd of its own. */
  private get isDockers(): boolean {
    const { writer } = this.table;
    if (writer !== 'unknown' && writer !== 'dockerd') return false;
    this.count();
    return this.managed.isThere;
  }

  private get hasLastWords(): boolean {
    return this.lastWordsAt < Infinity;
  }

  /** Among lines of which most have no form, one more is no program's. */
  private get isMostlyText(): boolean {
    this.count();
    return this.formless > 1 && this.formless * 2 > this.counted && this.formless < this.counted;
  }

  /** A page or a listing that is called after a program, few of whose lines have the form of its log. */
  private get isProse(): boolean {
    if (!haveForm.has(this.table.writer)) return false;
    this.count();
    return this.formless > 1 && this.formless * 2 > this.counted && !this.hasLastWords;
  }

  /** Within the section of another's log: what cannot be read there, minikube says by klog. */
  private isMinikubes(ordinal: number, record?: LogRecord): boolean {
    const { table } = this;
    if (!klog.test(table.formatOf(ordinal))) return false;
    if (this.ofSite(ordinal) === 'other') return true;
    if (!table.sites.at(table.site[ordinal] ?? 0).startsWith('logs.go:')) return false;
    return ofMinikube.test((record ?? table.record(ordinal)).text);
  }

  private ofSite(ordinal: number): Program {
    const number = this.table.site[ordinal] ?? 0;
    if (number === 0) return 'unknown';
    const known = this.sites[number];
    if (known !== undefined) return known;
    const site = this.table.sites.at(number);
    return (this.sites[number] = programOfGoFile(site.replace(/:\d+$/, '')) ?? 'unknown');
  }

  /** A line that several programs may print: its words tell, or its neighbours. */
  private shared(ordinal: number, named: Program, record = this.table.record(ordinal)): Writer {
    const { text } = record;
    const ofWords = programOfWords(text);
    if (ofWords !== 'unknown') return inferredOf(ofWords);
    const format = this.table.formatOf(ordinal);
    // A line without a form among a log's may be anybody's.
    const near = isFormless(format) ? nobody : this.byNeighbours(named, format);
    // A host has more within than the kubelet: flannel, a network policy controller.
    const isOthers = named === 'host' && klog.test(format) && !kubeletFiles.has(record.file);
    if (near !== nobody && !(isOthers && near.program === 'kubelet')) return near;
    if (saysKubelet(text, isFormless(format))) return inferredOf('kubelet');
    // Of which of its components it is, nothing tells.
    const isHosts = named === 'host' || (klog.test(format) && this.isOfHost);
    return isHosts ? inferredOf('host') : nobody;
  }

  /** What most lines of the same process are, as far as their Go files or their callers tell. */
  private byNeighbours(named: Program, format: string): Writer {
    this.count();
    const own = this.counts.get(keyOf(named, format));
    // A line of a logger that no kubelet has within is not of those that have.
    const counts = own ?? (ownLogger.test(format) ? undefined : this.counts.get(named));
    const [first, second] = [...(counts ?? [])].sort(([, a], [, b]) => b - a);
    if (first === undefined) return nobody;
    // Where several components share a process, a line of theirs all is nobody's.
    const isAlone = second === undefined || (named === 'unknown' && first[1] > second[1]);
    return isAlone ? inferredOf(first[0]) : nobody;
  }

  /** What a row's Go file tells of its process, or its message. */
  private told(ordinal: number, named: Program): Program {
    const { table } = this;
    const format = table.formatOf(ordinal);
    if (isFormless(format)) return 'unknown';
    if (format.endsWith('go-crash')) this.lastWordsAt = Math.min(this.lastWordsAt, ordinal);
    const isKlog = klog.test(format);
    if (logrus.test(format)) this.readStart(ordinal, table.record(ordinal).text);
    if (named === 'kubelet' && logrus.test(format))
      return ofCni.test(table.record(ordinal).text) ? 'cni' : 'unknown';
    const program = this.ofSite(ordinal);
    if (program !== 'unknown' || (isKlog && table.site[ordinal] === 0)) return program;
    if (!isKlog && (named !== 'unknown' || table.writer !== 'unknown')) return program;
    return (this.messages[table.message[ordinal] ?? 0] ??= this.ofMessage(ordinal, isKlog));
  }

  /** What the first lines of a host or of a dockerd say of what they run within. */
  private readStart(ordinal: number, text: string): void {
    if (ordinal < this.hostBeganAt && ofHost.test(text)) this.hostBeganAt = ordinal;
    this.managed.add(ordinal, text);
  }

  private ofMessage(ordinal: number, isKlog: boolean): Program {
    const { program, text } = this.table.record(ordinal);
    const ofWords = isKlog ? 'unknown' : programOfWords(text);
    if (ofWords !== 'unknown') return ofWords;
    if (!isKlog) return program === 'kubelet' ? 'unknown' : program;
    return saysKubelet(this.message(ordinal)) ? 'kubelet' : programOfWords(text);
  }

  private message(ordinal: number): string {
    return this.table.messages.at(this.table.message[ordinal] ?? 0);
  }

  /** Up to the end of the table, which may hold fewer records than when last asked. */
  private count(): void {
    const { table } = this;
    for (; this.counted < table.length; this.counted++) this.countRow(this.counted, 1);
    while (this.counted > table.length) this.countRow(--this.counted, -1);
    this.managed.cut(this.counted);
    if (this.hostBeganAt >= this.counted) this.hostBeganAt = Infinity;
    if (this.lastWordsAt >= this.counted) this.lastWordsAt = Infinity;
  }

  private countRow(ordinal: number, by: 1 | -1): void {
    const { table } = this;
    const format = table.formatOf(ordinal);
    if (isFormless(format)) this.formless += by;
    const named = table.programOf(ordinal);
    const program = this.told(ordinal, named);
    // Of what a host has within besides, only the lines are that say so themselves.
    if (program === 'unknown' || (program === 'cni' && named === 'host')) return;
    const key = keyOf(named, format);
    const counts = this.counts.get(key) ?? new Map<Program, number>();
    const count = (counts.get(program) ?? 0) + by;
    if (count > 0) this.counts.set(key, counts.set(program, count));
    else if (counts.delete(program) && counts.size === 0) this.counts.delete(key);
  }
}

/** Of every `step`-th record up to `row`, how many each program wrote. */
interface Shares {
  readonly step: number;
  readonly counts: Map<Writer, number>;
  row: number;
  traits: string;
}

function sharesBy(step: number): Shares {
  return { step, counts: new Map(), row: 0, traits: '' };
}

function addTo(counts: Map<Writer, number>, writer: Writer): void {
  counts.set(writer, (counts.get(writer) ?? 0) + 1);
}

/** Of a line that has none, or only colours or the mark of `minikube logs`. */
function isFormless(format: string): boolean {
  return format === 'text' || format === 'minikube' || format === 'ansi';
}

/** Lines of one process: of those that nothing names, those of one form. */
function keyOf(named: Program, format: string): string {
  return named === 'unknown' && !klog.test(format) && !isFormless(format) ? format : named;
}

/** Whose the lines of a table are, for who asks now and then. */
export function writersOf(table: LogTable): Writers {
  let writers = known.get(table);
  if (writers === undefined) known.set(table, (writers = new Writers(table)));
  return writers;
}

const known = new WeakMap<LogTable, Writers>();

/** Whether a kubelet's lines may stand in a source: how long the sections of others go on says nothing of it. */
export function mayHoldKubelet({ writer }: LogTable): boolean {
  return writer === 'unknown' || writer === 'kubelet' || writer === 'host';
}

/** Whether a rule that reads these programs' lines may read a line. Of one that nobody is known to have written it may. */
export function mayRead(reads: readonly Program[], { program }: Writer): boolean {
  if (program === 'unknown') return true;
  return reads.includes(program) || (program === 'host' && reads.includes('kubelet'));
}
