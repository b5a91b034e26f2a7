// What makes a loud line none: an order to stop that stands before it, or a line behind it by which the same works again.
import { MINUTE, SECOND } from '../base/time.ts';
import type { Program } from '../log/record.ts';
import type { Hit, Line, Questions } from './rule.ts';
import { wordsOf } from './words.ts';

/** A line that tells why others are no fault, and the sentence that says so. */
export interface Calm {
  readonly by: Line;
  readonly note: string;
}

/** µs: systemd waits 90 s for a unit to end, and a machine for all of them. */
const stopWithin = 5 * MINUTE;
/** µs */
const restartWithin = MINUTE / 2;
/** µs */
const heals = 2 * MINUTE;

/** systemd stops all that runs. */
const ofMachine =
  /^(?:System is |The system (?:is going|will)|Reached target .{0,20}(?:Shutdown|[Rr]eboot|Power.?[Oo]ff|Halt|Final Step)|Shutting down\.|Stopped target )/;
/** By what its unit is called or described. */
const units: readonly (readonly [unit: RegExp, programs: readonly Program[]])[] = [
  [/kubelet/i, ['kubelet']],
  [
    /k3s|rke2|Lightweight Kubernetes|Rancher Kubernetes|k0s|microk8s|kubelite/i,
    ['host', 'kubelet', 'kube-proxy', 'containerd', 'etcd'],
  ],
  [/containerd/i, ['containerd', 'kubelet']],
  [/cri-?o\b|Container Runtime Interface/i, ['crio', 'kubelet']],
  [/docker/i, ['dockerd', 'cri-dockerd', 'kubelet', 'containerd']],
  [/etcd/i, ['etcd']],
];

/** The order to stop under which all these lines stand. */
export function orderOf(hits: readonly Hit[], ask: Questions): Calm | undefined {
  const first = hits[0]?.line;
  const last = hits.at(-1)?.line;
  const orders = [...ask.said('stopping'), ...ask.said('stoppingUnit')];
  if (first === undefined || last === undefined || orders.length === 0) return undefined;
  const isBefore = ({ position, at }: Line): boolean =>
    position < first.position && last.at - at <= stopWithin;
  const stopped = ask.said('stopped').find(({ position }) => position > last.position);
  const isEnded = (line: Line): boolean =>
    first.writer === 'systemd' && stopped !== undefined && isOfOne(line.body, stopped.body);
  const by = orders
    .sort((a, b) => a.position - b.position)
    .findLast((line) => isBefore(line) && (isFor(line, first, last) || isEnded(line)));
  if (by === undefined) return undefined;
  const isStarted = ask
    .said('starting')
    .some(({ position }) => position > by.position && position < first.position);
  return isStarted ? undefined : { by, note: 'It stands behind an order to stop.' };
}

function isFor(order: Line, line: Line, last: Line): boolean {
  if (order.writer !== 'systemd' && !ofMachine.test(order.body))
    return [line.writer, 'unknown'].includes(order.writer) || line.writer === 'unknown';
  if (ofMachine.test(order.body)) return true;
  const [, programs = []] = units.find(([unit]) => unit.test(order.body)) ?? [];
  // Who asks the program that ends finds it gone for as long as a restart takes: longer, it is missed.
  if (programs.includes(line.writer))
    return line.writer === programs[0] || last.at - order.at <= restartWithin;
  return line.writer === 'systemd' && isSameUnit(order.body, line.body);
}

/** “Stopping Reel daemon...” and “Stopped Reel daemon.”: what ends between the two is this. */
function isOfOne(stopping: string, stopped: string): boolean {
  const nameIn = (text: string): string => text.replace(/^\S+ |\.+$/g, '');
  return nameIn(stopping) === nameIn(stopped);
}

/** `Stopping reel.service - Reel…` or `Stopping Reel daemon...`, and `reel.service: …`. */
function isSameUnit(order: string, said: string): boolean {
  const unit = /([\w@.\\-]+)\.(?:service|mount|scope|socket|slice)\b/.exec(said)?.[1];
  if (unit === undefined) return false;
  const words = order.toLowerCase();
  if (words.includes(unit.toLowerCase())) return true;
  const [pattern] = units.find(([one]) => one.test(unit)) ?? [];
  return pattern?.test(order) === true;
}

/** That something was taken away without trouble says nothing of what failed to come. */
const takesDown = /\b(?:stop|remov|delet|kill|terminat|clean|t(?:ear|ore)|un-?mount|destroy)/i;
/** Names and addresses: with a digit, a slash or a colon inside, or quoted. */
const name = /"([^"\s]{2,})"|[\w.@%+~-]*(?:\/|:(?=\w)|\d)[\w./:@%+~-]*/g;
/** A part of the program that speaks. */
const ofProgram = /\b(?:subsys|logger|component|controller|module|caller)="?[\w./:-]{1,80}"?/g;
const number = /^\d*(?:[.,]\d+)?[a-z]{0,2}$|^.?$/i;
const address = /\d+\.\d+\.\d+\.\d+/;
const plain =
  /^(?:fail|erro|unab|cann|coul|with|from|this|that|time|have|been|will|when|none|into)/;

/** What a line says of itself: another way was taken. */
const otherWay =
  /\b(?:f[ae]ll(?:s|ing|en)? ?back|(?:using|read|trying|taken) [^.;]{0,80}\binstead\b(?! of)|corrected\b)|[,;] (?:trying|retrieving|using) (?!again\b)\w/i;

/** The line itself says that it went on by another way. */
export function otherWayOf(hits: readonly Hit[]): Calm | undefined {
  const last = hits.at(-1)?.line;
  if (last === undefined || !hits.every(({ line }) => otherWay.test(line.body))) return undefined;
  return { by: last, note: 'By its own words another way was taken.' };
}

/** A later line of the same program by which the same operation on the same object has worked. */
export function healOf(hits: readonly Hit[], ask: Questions): Calm | undefined {
  const last = hits.at(-1)?.line;
  // What ends a program is not healed by its next start.
  if (last === undefined || last.severity === 'fatal') return undefined;
  const other = wayBehind(hits, ask);
  if (other !== undefined) return other;
  const objects = namesOf(last.body);
  const stems = stemsOf(last.body);
  const operation = stemsOf(wordsOf(last));
  const by = ask.said('works').find((line) => {
    if (line.position <= last.position || line.at - last.at > heals) return false;
    if (line.writer !== last.writer) return false;
    if (takesDown.test(line.body) && !takesDown.test(last.body)) return false;
    const own = namesOf(line.body);
    const said = stemsOf(line.body);
    if (isDone(line, last, operation)) return true;
    // Of one that names no object all words of the operation must be there: many controllers start.
    if (objects.size === 0 || own.size === 0)
      return operation.size >= 2 && [...operation].every((stem) => said.has(stem));
    return [...said].some((stem) => stems.has(stem)) && [...own].some((one) => objects.has(one));
  });
  return by && { by, note: 'A later line shows that the same works.' };
}

/** What is up, as its program says: “Containerd is now running”. */
const subject =
  /^(?:The )?([A-Za-z][\w -]{2,40}?) (?:is|are) (?:now )?(?:up|ready|healthy|running|available)\b/;

/** What the failure was about, by its own words, is up; or the same file of the source says that it has succeeded in the same. */
function isDone(line: Line, last: Line, operation: ReadonlySet<string>): boolean {
  const [, who] = subject.exec(line.body) ?? [];
  const about = stemsOf(who ?? '');
  if (about.size > 0 && [...about].every((stem) => operation.has(stem))) return true;
  const file = fileOf(last);
  if (file === undefined || file !== fileOf(line) || !/^Success/.test(line.body)) return false;
  const [verb] = operation;
  return verb !== undefined && stemsOf(line.body).has(verb);
}

/** Of a printf line the file of its source. */
function fileOf({ statement }: Line): string | undefined {
  return /^([\w.-]+\.go):\d+$/.exec(statement)?.[1];
}

/** µs */
const atOnce = 5 * SECOND;

/** The same program goes on at once with the same object by another way. */
function wayBehind(hits: readonly Hit[], ask: Questions): Calm | undefined {
  const last = hits.at(-1)?.line;
  if (last === undefined) return undefined;
  const objects = namesOf(last.body);
  const by = ask
    .said('otherWay')
    .find(
      (line) =>
        line.position > last.position &&
        line.at - last.at <= atOnce &&
        line.writer === last.writer &&
        [...namesOf(line.body)].some((one) => objects.has(one)),
    );
  return by && { by, note: 'By a later line another way was taken.' };
}

/** What a text names: with a digit, a slash or a colon inside, or quoted. */
export function namesOf(body: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [whole, quoted] of body.replace(ofProgram, '').matchAll(name)) {
    const one = quoted ?? whole.replace(/[:.]+$/, '');
    if (!number.test(one) || address.test(one)) found.add(one);
  }
  return found;
}

/** Of each longer word its first letters: “connect” and “connected” are one. A word of a name is none. */
export function stemsOf(body: string): ReadonlySet<string> {
  const said = body.replace(ofProgram, '').replace(name, ' ');
  const words = said.toLowerCase().match(/[a-z]{4,}/g) ?? [];
  return new Set(words.map((word) => word.slice(0, 5)).filter((stem) => !plain.test(stem)));
}
