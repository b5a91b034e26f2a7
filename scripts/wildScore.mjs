// How well whole real files were read: the arithmetic of scoreWild.mjs. An expectation of test/wild says, for lines chosen at
// random, which component printed each and when; here that is compared with what the tool says.

/** Programs that host the kubelet or are it under another name: of a line of theirs both answers say the same. */
const host = /^(hyperkube|kubenswrapper|kubelite|microshift|localkube)$/;
/** What readers call a program for short. */
const fullNames = {
  crio: 'cri-o',
  scheduler: 'kube-scheduler',
  'controller-manager': 'kube-controller-manager',
};
const foreign = (component) =>
  component === 'text' || component === 'unknown' || component.startsWith('other');

/** The components whose lines may prove something of a node. */
export const nodeComponents = new Set(
  'kubelet k3s rke2 containerd cri-o dockerd cri-dockerd kernel systemd'.split(' '),
);

/**
 * @param {string} expected as read by eye
 * @param {string | null | undefined} said by the tool; `k3s/kubelet` is the kubelet within k3s
 * @returns {'same' | 'foreign' | 'wrong'} `foreign`: another name, but neither takes the line for a component of Kubernetes
 */
export function compareComponent(expected, said) {
  const last = String(said ?? 'unknown')
    .split('/')
    .at(-1);
  const own = host.test(last) ? 'kubelet' : last === 'crio' ? 'cri-o' : last;
  const full = fullNames[expected];
  if (full !== undefined) return compareComponent(full, said);
  // `host` is what the tool calls k3s and RKE2, where a line is not of a component within.
  if (own === 'host' && /^(?:k3s|rke2)$/.test(expected)) return 'same';
  if (own === expected || (own.startsWith('other') && expected.startsWith('other'))) return 'same';
  return foreign(own) && foreign(expected) ? 'foreign' : 'wrong';
}

/** The parts of a stamp: year (NaN where it isn't known), wall clock in ms, ms behind UTC (NaN without a zone), precision in ms. */
function parts(stamp) {
  const match = /^(\d{4}|-)-(\d\d)-(\d\d)T(\d\d:\d\d(?::\d\d)?)(\.\d+)?(Z|[+-]\d\d:\d\d)?$/.exec(
    stamp,
  );
  if (!match) throw new Error(`"${stamp}" is no time`);
  const [, year, month, day, clock, fraction = '', zone] = match;
  const known = year !== '-';
  // 2024 has every day of every year.
  const wall = Date.parse(
    `${known ? year : 2024}-${month}-${day}T${clock.length === 5 ? `${clock}:00` : clock}${fraction.slice(0, 4)}Z`,
  );
  return {
    known,
    wall,
    zone,
    precision: clock.length === 5 ? 60_000 : fraction ? 1 : 1000,
  };
}

const offset = (zone) =>
  zone === 'Z'
    ? 0
    : (zone.startsWith('-') ? -1 : 1) *
      (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4))) *
      60_000;

/** How far from UTC a clock may be, and by which steps. */
const MOST_BEHIND = 14 * 3_600_000;
const ZONE_STEP = 900_000;

const yearless = (wall) => new Date(wall).setUTCFullYear(2024);

/**
 * Whether the tool's time of a line is the expected one. What the expectation leaves open, the year or the zone, may be anything;
 * a zone that only the section tells may be used or not, and where the section says that no zone is in the file each is right.
 * @param {string | null} expected `2024-05-12T04:54:38.12Z`, without zone, or without year `--05-12T04:54:38`; null: the line tells none
 * @param {string | null | undefined} said ISO
 * @param {{ zone?: string | null, tolerance?: number }} [section] tolerance in ms: the file's own precision
 * @returns {'right' | 'wrong' | 'missing' | 'none'} none: nothing to compare with
 */
export function compareTime(expected, said, { zone = null, tolerance = 1000 } = {}) {
  if (!expected) return 'none';
  if (!said) return 'missing';
  const want = parts(expected);
  const got = parts(said);
  const allowed = Math.max(want.precision, got.precision, tolerance);
  const near = (a, b) => Math.abs(want.known ? a - b : yearless(a) - yearless(b)) <= allowed;
  const utc = got.wall - offset(got.zone ?? 'Z');
  if (zone === 'not in the file') {
    const behind = Math.round((want.wall - utc) / ZONE_STEP) * ZONE_STEP;
    return Math.abs(behind) <= MOST_BEHIND && near(want.wall - behind, utc) ? 'right' : 'wrong';
  }
  if (want.zone) return near(want.wall - offset(want.zone), utc) ? 'right' : 'wrong';
  const zones = [got.zone ?? 'Z', 'Z', ...(zone ? [zone] : [])];
  return zones.some((each) => near(want.wall - offset(each), utc)) ? 'right' : 'wrong';
}

/** The time from one stamp to the next in ms; 0 where the coarser of them does not tell it. A year that only one has counts nothing. */
function between(before, after) {
  const [a, b] = [parts(before), parts(after)];
  const apart = a.known && b.known ? b.wall - a.wall : yearless(b.wall) - yearless(a.wall);
  return Math.abs(apart) < Math.max(a.precision, b.precision) ? 0 : apart;
}

/**
 * Neighbours of the sample within one section whose expected times differ, and how many of them the tool has in the same order.
 * @param {{ line: number, time: string | null }[]} sample
 * @param {Map<number, { time?: string | null }>} said by line
 * @param {{ from: number, to: number }[]} sections
 */
export function compareOrder(sample, said, sections) {
  let kept = 0;
  let pairs = 0;
  for (const { from, to } of sections) {
    const timed = sample.filter(
      ({ line, time }) => line >= from && line <= to && time && said.get(line)?.time,
    );
    for (let at = 1; at < timed.length; at++) {
      const [before, after] = [timed[at - 1], timed[at]];
      const want = Math.sign(between(before.time, after.time));
      const got = Math.sign(
        parts(said.get(after.line).time).wall - parts(said.get(before.line).time).wall,
      );
      if (want === 0) continue;
      pairs++;
      if (got === want) kept++;
    }
  }
  return { kept, pairs };
}

/** The component whose section a line is in: the sample's own word where the line was read by eye. */
export function componentAt({ sections, sample }, line) {
  return (
    sample.find((each) => each.line === line)?.component ??
    sections.find(({ from, to }) => line >= from && line <= to)?.component ??
    'unknown'
  );
}

/** Whether a finding that cites the line of such components may be above low: `mixed`, or some of them, is for a reader to judge. */
export function weigh(components) {
  if (components === 'mixed') return 'to judge';
  const each = components.split(/,\s*/);
  if (each.every((component) => nodeComponents.has(component))) return 'node';
  return each.some((component) => nodeComponents.has(component)) ? 'to judge' : 'foreign';
}

/** A second reading of the eye that was not sure; some are times. */
function isComponent(alt) {
  return typeof alt === 'string' && /^[a-z][\w.:-]*$/i.test(alt);
}

function bestOf(expected, said) {
  const all = expected.map((each) => compareComponent(each, said));
  return all.find((each) => each === 'same') ?? all.find((each) => each === 'foreign') ?? 'wrong';
}

/**
 * @param {object} expectation of test/wild
 * @param {{ line: number, component: string, time?: string | null }[]} answers of `whose --lines`
 */
export function scoreLines({ sections, sample }, answers) {
  const said = new Map(answers.map((answer) => [answer.line, answer]));
  const result = { component: { same: 0, foreign: 0, wrong: 0 }, time: {}, misses: [] };
  result.time = { right: 0, wrong: 0, missing: 0, none: 0 };
  for (const { line, component, time, alt } of sample) {
    const answer = said.get(line);
    const zone = sections.find(({ from, to }) => line >= from && line <= to)?.zone;
    const is = bestOf([component, ...(isComponent(alt) ? [alt] : [])], answer?.component);
    const when = compareTime(time, answer?.time, { zone });
    result.component[is]++;
    result.time[when]++;
    if (is === 'wrong') result.misses.push(`${line}: ${answer?.component}, not ${component}`);
    if (when === 'wrong' || when === 'missing')
      result.misses.push(`${line}: ${answer?.time ?? 'no time'}, not ${time}`);
  }
  return { ...result, order: compareOrder(sample, said, sections) };
}

export function percent(part, whole) {
  return whole ? `${((100 * part) / whole).toFixed(1)} %` : '-';
}
