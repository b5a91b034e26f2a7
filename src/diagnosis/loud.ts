// Which lines tell of trouble when no rule knows their words: by the level that they are printed with, or by what only a failure says.
import { MINUTE, SECOND } from '../base/time.ts';
import type { Program } from '../log/record.ts';
import { isError } from './errorText.ts';
import { speaksOfFailure } from './failureWords.ts';
import type { FindingSeverity } from './finding.ts';
import { hangingWordOf, lastWord } from './lastWords.ts';
import { brokenInKernel, failedInKernel, isFailedInKernel } from './kernelTexts.ts';
import type { Asked } from './match.ts';
import type { Hit, Line, Questions } from './rule.ts';
import { isHarmlessByItself, isOfOtherSystem, isUsual } from './usual.ts';
import { bursts, span, times } from './verdict.ts';
import { works } from './watched.ts';

/** The names under which the scan gives the loud lines that no sign fits, and the quiet ones that speak of a failure. */
export const loud = 'loud';
export const murmured = 'murmured';

/** What they print as an error is mostly a step that failed. */
export const runtimes: ReadonlySet<Program> = new Set<Program>([
  'containerd',
  'crio',
  'dockerd',
  'cri-dockerd',
]);
/** Programs that print with a level, whose errors are of this node. */
const ofNode: readonly Program[] = ['kubelet', ...runtimes, 'cni', 'host'];
/** Of these only what speaks of a failure is looked at: they say much that is no trouble of the node's. */
const besides: readonly Program[] = ['kernel', 'systemd', 'other', 'etcd', 'kube-proxy'];
/** Of which program it is nothing tells: a driver's or a plug-in's own log, say. */
const anyProgram: ReadonlySet<Program> = new Set<Program>([...ofNode, ...besides, 'unknown']);

const trouble = new RegExp(
  [speaksOfFailure.source, brokenInKernel.source, failedInKernel.source].join('|'),
  'i',
);

/** An error that a line carries though its level says that all is well: a probe's output, what a registry answered. */
const carriesError =
  /\berr(?:or)?="?(?!"|<nil>|nil\b)\S|(?:^|[\s"])(?:[Ff]ailed to|[Ff]ailure|[Ee]rror(?=: (?!<?nil\b))|[Cc]annot|[Cc]ould not|[Uu]nable to|[Uu]nauthorized|[Pp]ermission denied)\b/;

const shared = { rule: 'any', onlyCounts: true } as const;

/** What is tried on and on, below the level of a warning. */
export const retried = 'retried';
const triesOn =
  /\b(?:[Rr]etrying|[Tt]rying again|(?:will|to) (?:re)?try again)\b|^(?:[Ss]till w|[Ww])aiting (?:for|to)\b/;

/** Every loud line when nothing else knows it. */
export const askedLoud: readonly Asked[] = [
  { by: loud, sign: { text: /^/ }, reads: ofNode, ...shared },
  { by: loud, sign: { text: trouble }, reads: besides, ...shared },
  {
    by: murmured,
    sign: { text: carriesError },
    reads: [...ofNode, 'other'],
    isOfQuiet: true,
    ...shared,
  },
  {
    by: retried,
    sign: { text: triesOn },
    reads: [...runtimes, 'cni', 'host', 'other', 'etcd', 'kube-proxy'],
    isOfQuiet: true,
    ...shared,
  },
  // What works is mostly said quietly.
  { by: 'works', sign: works, reads: works.reads ?? [], isOfQuiet: true, onlyCounts: false },
];

/** µs: a trouble that is shorter may be over with its next try. */
const short = 30 * SECOND;
/** µs of quiet after which it no longer goes on; of a slow rhythm three times its wait. */
export const over = 2 * MINUTE;
/** µs between times that are of one trouble. */
const slow = 10 * MINUTE;
/** An error this often goes on; warnings are told more lightly. */
export const oftenError = 3;
const oftenWarning = 10;

/** What no further try heals: somebody has to change something. */
const permanent =
  /\bx509: |\bUnauthorized\b|\bis forbidden\b|exec format error|[Nn]o space left on device|executable file not found|fork\/exec [^\n]*: no such file|[Rr]ead-only file system|[Tt]oo many open files/;

export function isPermanent(text: string): boolean {
  return permanent.test(text);
}

export function namesOperation(line: Line): boolean {
  return /\b(?:[Ff]ail(?:ed|ure)?|[Uu]nable to|[Ee]rror|[Cc]annot|[Cc]ould not)\b/.test(
    saidBy(line),
  );
}

/** What of the node nothing gets on without. */
const blocks =
  /\b(?:[Ff]ailed|[Ff]ailure|[Uu]nable|[Ee]rror|[Cc]annot|[Cc]ould not)\b(?: (?:to|while|when))? (?:start|run|initiali[sz]|list|watch|register|bootstrap|load|boot)/;

/** Steps that a pod or the node does not get on without. */
const steps =
  /(?<![\w/-])(?:[Rr]un|[Cc]reat|[Ss]tart|[Pp]ull|(?<!un)[Mm]ount|[Mm]ap\b|[Aa]ttach|[Ss]et(?:ting)? ?up|[Aa]dd(?:ing)?\b|[Rr]egister|[Ll]ist(?!en)|[Ww]atch|[Ii]niti|[Ll]oad|[Cc]onnect|[Uu]pdat|[Rr]eserve|[Ee]nsure|[Ee]xtract|[Vv]alidat|[Ss]ync|[Pp]rocess|[Ee]xecut)/;
/** What somebody asks of it now and then, and what the runtime need not have. */
const onAsking =
  /[Cc]redential|AuthorizationToken|[Ss]tats|[Mm]etric|[Ee]xec(?!ut|: )|[Pp]robe|port-?forward|[Pp]roxying data/;
/** Of kubelet and runtimes, through which somebody asks a container; an agent of another program has its own way to its server so. */
const ofStreams = /[Pp]roxy|[Ww]ebsocket/;
const givenUp = /code = (?:Unimplemented|Canceled)/;

function isOnAsking({ writer }: Line, said: string): boolean {
  return onAsking.test(said) || (!isOfAnyNode({ writer }) && ofStreams.test(said));
}

type Level = 'fatal' | 'error' | 'warning' | undefined;

/** How a line of a form that is not known says its level: `[ERROR]`, ` ERROR `, `|WARN|`, gluster's ` E [`. */
const levelWord =
  /(?:^|[\s[(<|])(?:(FATAL?|CRITICAL|CRIT|EMERG|PANIC)|(ERROR|ERRO?|SEVERE)|(WARN|WARNING))(?=[\]):>|\s])|(?:\] E \[)|\[(?:error|err)\]|<error>/;
const headLength = 120;
/** A frame of a stack, or a line of a listing below a message. */
const isFrame = /^\s*(?:\/\S*:\d+(?: |$)|goroutine |created by |main\.|[\w./*-]+\(.*\)$|\t)/;

/** What systemd says of a unit that did not come up, or ended. */
const endOfUnit =
  /^Failed to |Failed with result|entered failed state|process exited, code=(?!exited, status=0)/;

/** Of these a line without a level is one of their own. */
const withWords: readonly Program[] = [...ofNode, 'etcd', 'kube-proxy'];
function levelOf(line: Line): Level {
  const { severity, body, writer } = line;
  if (hangingWordOf(line) !== undefined) return 'error';
  if (severity === 'fatal' || severity === 'error' || severity === 'warning') return severity;
  if (severity !== 'unknown' || isFrame.test(body)) return undefined;
  const word = levelWord.exec(body.slice(0, headLength));
  if (word !== null)
    return word[1] !== undefined ? 'fatal' : word[3] !== undefined ? 'warning' : 'error';
  if (writer === 'kernel') return isFailedInKernel(body) ? 'error' : undefined;
  if (/"error": ?"[^"]/.test(body)) return 'error';
  if (writer === 'systemd') return endOfUnit.test(body) ? 'error' : 'warning';
  if (isOfAnyNode({ writer })) return isOwnFailure(body) ? 'error' : undefined;
  // What a program prints before it logs, as its last word or not, and what a command printed that it ran.
  if (lastWord.test(body)) return 'error';
  return withWords.includes(writer) ? 'warning' : undefined;
}

/** Of any program's line without a level: it has failed in something, and names the error of the system or of a command that it got. */
const ofAnyProgram =
  /^(?:\[[\w ]{1,20}\]:? |<\w+> +(?:\[[\d.]+\] )?|[\w.:/-]{1,40}: ){0,2}(?:[\w.'/-]+ ){0,6}?(?:[Ff]ailed (?:to|while|when)|[Ff]ailure|[Ff]atal|FATAL|[Ee]rror|ERROR|[Uu]nable to|[Cc]annot|[Cc]ould not|crashed|panic)\b/;
const namedError =
  /[:=(] ?(?:[Aa]rgument list too long|[Ii]nvalid argument|[Nn]o such (?:file|device|process)|[Ii]nput\/output error|[Nn]o space left|[Pp]ermission denied|[Oo]peration not (?:permitted|supported)|[Cc]onnection (?:refused|timed out)|[Nn]o route to host|[Nn]etwork is unreachable|[Cc]annot allocate memory|[Tt]oo many open files|[Dd]evice or resource busy|[Rr]ead-only file system|[Tt]imed out|context deadline exceeded|i\/o timeout|[Pp]rotocol not (?:available|supported)|exec format error|exit (?:status|code) [1-9])/;
/** Whoever knocks at a door, or asks for what a machine need not have, is answered so on any machine. */
const ofDoors =
  /^(?:error: kex|(?:fatal|error): (?:Timeout|Connection)|pam_|Failed (?:password|publickey))|polkit|bluetooth|avahi|colord|geoclue/i;

/** An error of the operating system, or that no answer came. */
export function namesError(text: string): boolean {
  return namedError.test(text);
}

function isOwnFailure(body: string): boolean {
  if (/^Error response from daemon: /.test(body)) return true;
  const text = body.slice(0, longestLooked);
  if (ofDoors.test(body)) return false;
  if ([ofLibrary, failedBecause, grpcStatus].some((form) => form.test(text))) return true;
  const head = ofAnyProgram.exec(text)?.[0];
  return head !== undefined && namedError.test(text.slice(head.length));
}

/**
 * What libc and the linker print of any program, before or as it ends (glibc's assert/assert.c, elf/dl-lookup.c, elf/dl-load.c), OpenSSL of its
 * queue of errors (crypto/err/err_prn.c), and Python, Java and Rust of what nothing in the program has caught.
 */
const ofLibrary =
  /: symbol lookup error: |: error while loading shared libraries: |: Assertion [`'][^\n]{1,300}' failed|^terminate called after throwing|^[0-9A-F]{6,20}:error:[0-9A-F]{8}:|^(?:Exception in thread "[^"\n]{1,80}" |Caused by: )?(?:[a-z]\w*\.)*[A-Z]\w*(?:Error|Exception): \S|^thread '[^'\n]{1,60}' panicked at /;
/** It has failed to do something, and says why behind a colon. */
const failedBecause =
  /^(?:\[[\w ]{1,20}\]:? |[\w.:/-]{1,40}: ){0,2}(?:[Ff]ailed|[Uu]nable) to \w(?:[^\n:]|:(?! )){1,160}?(?:: |, ?err(?:or)?[:=] ?)(?=\S)/;
/** Status of gRPC, whoever prints it; what was called off or is not offered is none. */
const grpcStatus = /\brpc error: code = (?!Canceled|Unimplemented|OK\b)\w+ desc = \S/;

const longestLooked = 1_200;

/** It may be of this node or not: another program of the cluster may run anywhere. */
function isOfAnyNode({ writer }: Pick<Line, 'writer'>): boolean {
  return writer === 'other' || writer === 'unknown';
}

/** A section of it in a bundle says nothing of the node: that is gathered from anywhere in the cluster. */
export function isOfCluster(line: Line): boolean {
  return isOfAnyNode(line) || line.writer === 'etcd' || line.writer === 'kube-proxy';
}

/** A level alone is no trouble: some statements print what is usual as an error. */
export function isLoud(line: Line): boolean {
  const { severity, statement, body, writer } = line;
  // It ends the process, and with it the kubelet, whoever else runs there.
  if (severity === 'fatal') return true;
  if (!anyProgram.has(writer)) return false;
  if (writer === 'kernel') return isCertain(line) || isFailedInKernel(body);
  const level = levelOf(line);
  if (level === undefined || isOfOtherSystem(body) || isHarmlessByItself(body)) return false;
  if (writer !== 'kubelet' && isUsual(body)) return false;
  const own = writer === 'kubelet' && !isPlace(statement) ? statement : body;
  const said = hangingWordOf(line) ?? own;
  return isError(body) || speaksOfFailure.test(said);
}

/** The kernel says it of nothing that works. */
export function isCertain({ writer, body }: Line): boolean {
  return writer === 'kernel' && brokenInKernel.test(body);
}

/** A statement that tells only where it stands in the source. */
export function isPlace(statement: string): boolean {
  return statement === '' || statement === 'Unhandled Error' || /^[\w.-]*:\d+$/.test(statement);
}

function saidBy(line: Line): string {
  return hangingWordOf(line) ?? (isPlace(line.statement) ? line.body : line.statement);
}

/** The log is a cut: what happens after it nothing shows. */
export function isCut(ask: Questions): boolean {
  return ask.isExcerpt || !ask.goesOn(ask.from, MINUTE);
}

/** It says the same of its tries for a minute, up to the end: what it waits for does not come. */
export function triesInVain(hits: readonly Hit[], ask: Questions): boolean {
  const last = hits.at(-1)?.line.at ?? 0;
  return times(hits) > oftenError && span(hits) >= MINUTE && !ask.goesOn(last, short);
}

/** µs: the kubelet waits at most 2 min 2 s for its next try. */
const nextTry = 3 * MINUTE;

/** Whether it goes on the cut does not show: neither by another line much later, nor by its silence after the next try. */
export function breaksOff(hits: readonly Hit[], ask: Questions): boolean {
  const last = hits.at(-1)?.line.at ?? 0;
  if (!isCut(ask) || ask.goesOn(last, nextTry)) return false;
  return span(hits) < short || !ask.goesOn(ask.from, MINUTE);
}

/** May be granted a moment later, or is done without. */
const passedOver =
  /\bis forbidden\b|\b[Ss]kip(?:ping|ped)?\b(?!: rpc)|\b[Ii]gnor(?:ing|ed)\b|\b[Ii]gnore this\b/;

/** What a warning says when it is no mere remark: something was tried, or looked for, in vain. */
const inVain =
  /\brpc error: code = (?!Canceled|Unimplemented|OK\b)|\b(?:[Ff]ailed (?:to|with|for|create)|[Ff]ailure|[Uu]nable to|[Cc]annot|[Cc]ould(?: not|n't)|[Rr]eject(?:ed|ing)|[Dd]enied|timed out|timeout)\b/;

/** An error, or a warning of something that was tried in vain, after which a cut shows no progress. */
export function isAbout(hits: readonly Hit[], ask: Questions): boolean {
  const last = hits.at(-1)?.line;
  if (last === undefined) return false;
  const level = levelOf(last);
  // What kubelet and runtimes warn of they mostly do without; what is not reached may come up.
  const isInVain =
    last.severity === 'warning' &&
    (isOfCluster(last) || last.writer === 'cni') &&
    inVain.test(saidBy(last)) &&
    !/\bdial \w|connection refused|createTransport/.test(last.body);
  if (level !== 'error' && !isInVain) return false;
  const isAside = passedOver.test(last.body) || isOnAsking(last, saidBy(last));
  return (
    (breaksOff(hits, ask) || comesOften(hits, ask)) &&
    !isAside &&
    !givenUp.test(last.body) &&
    ask.startedAfter(last.at) === undefined
  );
}

/** By what it blocks, when it is certain that it goes on or that no try heals it. `isNamed`: its words name an operation. */
export function severityOf(
  hits: readonly Hit[],
  ask: Questions,
  isNamed: boolean,
): FindingSeverity {
  const last = hits.at(-1)?.line;
  if (last === undefined) return 'info';
  if (hits.some(({ line }) => line.severity === 'fatal'))
    return ofNode.includes(last.writer) ? 'high' : isOfAnyNode(last) ? 'low' : 'medium';
  if (hits.some(({ line }) => isCertain(line))) return 'medium';
  const isError = hits.some(({ line }) => levelOf(line) === 'error');
  const count = times(hits);
  const often = isError ? oftenError : oftenWarning;
  if (breaksOff(hits, ask) && (isError || count >= oftenError) && isNamed && isWaitedFor(last))
    return isError && keepsFromRunning(last) && !isBare(last) ? 'medium' : 'low';
  // What somebody has picked twice goes on where nothing shows its end.
  const isPicked =
    ask.isExcerpt &&
    isError &&
    isNamed &&
    isWaitedFor(last) &&
    steps.test(saidBy(last)) &&
    !passedOver.test(last.body);
  if (!goesOnToEnd(hits, ask) || span(hits) < short || count < (isPicked ? 2 : often))
    return 'info';
  if (bursts(hits, over).length > 3) return 'info';
  if (ask.podOf(last) !== undefined || isPermanent(last.body)) return isError ? 'medium' : 'low';
  return isPicked || blocks.test(last.body) ? 'low' : 'info';
}

/** Only its words show that it is an error, and of which program it is tells nothing. */
function isBare(line: Line): boolean {
  return line.severity === 'unknown' && isOfAnyNode(line);
}

function goesOnToEnd(hits: readonly Hit[], ask: Questions): boolean {
  const wait = span(hits) / Math.max(1, times(hits) - 1);
  return !ask.goesOn(hits.at(-1)?.line.at ?? 0, Math.max(over, 3 * wait) + 1);
}

/** The same of a pod's own again and again, up to the end of the log. */
function comesOften(hits: readonly Hit[], ask: Questions): boolean {
  const { uid, pod } = hits.at(-1)?.line.objects ?? {};
  if (uid === undefined && pod === undefined) return false;
  const count = times(hits);
  const [one, ...others] = hits.map(({ line }) => line.body.replace(/\d+/g, '#'));
  if (span(hits) < short) return false;
  const isSame = others.every((other) => other === one);
  return count >= oftenError && span(hits) < count * slow && isSame && goesOnToEnd(hits, ask);
}

/** Without it the node, a pod or a program does not come up: the line says that of the operation that fails. */
const needed =
  /\b(?:[Ff]ailed|[Ff]ailure|[Uu]nable|[Ee]rror|[Cc]annot|[Cc]ould not)\b(?:[: ]{1,2}(?:to|while|when|in))? (?:re-?)?(?:start|run|creat|boot|initiali[sz]|load|register|join|(?<!un)mount|attach|pull|set(?:ting)? ?up|listen|bind|add\b|adding|install|execute|validat|prepar)/i;

function keepsFromRunning(line: Line): boolean {
  const { body } = line;
  return needed.test(saidBy(line)) && !givenUp.test(body) && !/context cancell?ed/.test(body);
}

/** Something does not get on without it. */
export function isWaitedFor(line: Line): boolean {
  const { body, writer } = line;
  const said = saidBy(line);
  // What is forbidden may be granted a moment later: roles are made while the cluster starts.
  const isForbidden = /\bis forbidden\b/.test(body);
  if (isPermanent(body) && !isForbidden) return true;
  const isStep = (writer !== 'kubelet' && !passedOver.test(body)) || steps.test(said);
  return isStep && !isOnAsking(line, said) && !givenUp.test(body);
}
