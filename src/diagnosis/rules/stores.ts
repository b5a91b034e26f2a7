// What the store behind the API server says of itself: etcd (server/etcdserver/txn, storage/wal, etcdserver/raft.go, rafthttp, raft), and kine, the SQL store of
// k3s (pkg/drivers/generic). They tell of slowness below the level of an error; kine even below that of a warning.
import { MILLISECOND, SECOND } from '../../base/time.ts';
import { goDuration } from '../duration.ts';
import {
  check,
  remedy,
  type Hit,
  type Questions,
  type Rule,
  type Suspicion,
  type Verdict,
} from '../rule.ts';
import { aside, fault, times, tooFew, unlessBack } from '../verdict.ts';

/** µs: etcd warns from 100 ms on, which any store reaches now and then; several times that is told where the log ends with it. */
const notable = 300 * MILLISECOND;
const slow = SECOND;
const enoughShort = 10;

/** Sections of a store in a bundle are gathered from anywhere in the cluster. */
function ofNode(judge: NonNullable<Rule['judge']>): NonNullable<Rule['judge']> {
  return (suspicion, ask) =>
    suspicion.hits.some(({ line }) => ask.isAmongItsLines(line))
      ? judge(suspicion, ask)
      : undefined;
}

function lengthOf({ facts }: Hit): number {
  return goDuration(facts['took'] ?? '') ?? 0;
}

/** A slow answer is told by its time; warnings about less than a second only where there are many. */
function judgeSlow(suspicion: Suspicion, ask: Questions): Verdict {
  const { hits } = suspicion;
  const long = hits.filter((hit) => lengthOf(hit) >= slow || hit.facts['took'] === undefined);
  if (long.length === 0) {
    if (times(hits) >= enoughShort) return { severity: 'low' };
    return hits.some((hit) => lengthOf(hit) >= notable) ? tooFew(suspicion, ask) : aside;
  }
  return times(long) < 3 ? { severity: 'low' } : fault;
}

/** An election that ends is one; a member that has no leader for moments says so. */
function judgeLeader(suspicion: Suspicion, ask: Questions): Verdict {
  // Each start of a member begins with an election.
  const asked = suspicion.hits.filter(({ line }) => /new election|candidate/.test(line.body));
  if (asked.length === suspicion.hits.length && times(asked) < 2) return aside;
  const verdict = unlessBack(suspicion);
  const last = suspicion.hits.at(-1)?.line.at ?? 0;
  const isShort = last - (suspicion.hits[0]?.line.at ?? 0) < 100 * MILLISECOND;
  return verdict === fault && isShort && ask.goesOn(last, SECOND) ? { severity: 'low' } : verdict;
}

const disk = check('Disk latency', 'iostat -x 2 5');

export const storeRules: readonly Rule[] = [
  {
    id: 'store-slow',
    title: 'The store of the API server is slow ({took|})',
    severity: 'medium',
    by: 'node',
    onceIsFault: true,
    reads: ['etcd', 'host', 'other'],
    signs: [
      {
        text: /Slow SQL\s?(?:\(started: [^()]{1,80}\) ?)?\(total time: (?<took>[\d.]+(?:ms|s|m\S*))\)/,
        heads: ['Slow SQL'],
      },
      { text: /\brequest took too long\b.*?\btook="(?<took>[\d.]+[a-zµ]\w*)"/ },
      { text: /etcdserver: .{0,600}took too long \((?<took>[\d.]+[a-zµ]\w*)\) to execute/ },
      { text: /slow fdatasync\b.*?\btook="(?<took>[\d.]+[a-zµ]\w*)"/ },
      { text: /sync duration of (?<took>[\d.]+[a-zµ]\w*), expected less than/ },
      {
        text: /failed to send out heartbeat on time(?: \(exceeded the \S+ timeout for (?<took>[\d.]+[a-zµ]\w*)|.*exceeded-duration="(?<took_2>[\d.]+[a-zµ]\w*)")/,
      },
      { text: /waiting for ReadIndex response took too long/ },
    ],
    judge: ofNode(judgeSlow),
    explanation: [
      { says: 'One statement of its database took that long.', shown: { line: /Slow SQL/ } },
      {
        says: 'Writing its log to the disk took that long.',
        shown: { line: /fdatasync|sync duration/ },
      },
      {
        says: 'As leader it could not tell the other members in time that it lives.',
        shown: { line: /send out heartbeat on time/ },
      },
    ],
    checks: [
      disk,
      check('Size of the database', 'du -sh /var/lib/etcd /var/lib/rancher/*/server/db'),
    ],
    remedy: [remedy('Look at the disk that it writes to, its size, and the load of the node')],
    references: ['https://etcd.io/docs/latest/faq/', 'https://github.com/k3s-io/kine'],
  },
  {
    id: 'store-full',
    title: 'The space of etcd’s database is used up',
    severity: 'high',
    by: 'node',
    onceIsFault: true,
    reads: ['etcd', 'host', 'other', 'kubelet', 'kube-apiserver'],
    signs: [{ text: /mvcc: database space exceeded|\balarm\b.{0,40}\bNOSPACE\b/ }],
    explanation: ['It takes nothing more in until it is smaller and the alarm is taken back.'],
    checks: [check('Its size and alarms', 'etcdctl endpoint status -w table; etcdctl alarm list')],
    remedy: [
      remedy('Compact and defragment it, then: etcdctl alarm disarm', 'Take a snapshot first.'),
    ],
    references: ['https://etcd.io/docs/latest/op-guide/maintenance/#space-quota'],
  },
  {
    // server/etcdserver/server.go: publishV3, and publish of 3.4 and before.
    id: 'store-not-agreed',
    title: 'The etcd member does not make itself known through raft in time',
    severity: 'high',
    by: 'node',
    onceIsFault: true,
    reads: ['etcd', 'host', 'other'],
    signs: [
      {
        text: /failed to publish local member to cluster through raft|publish error: etcdserver: request timed out/,
      },
      {
        text: /published local member to cluster through raft|published \{Name:/,
        heads: ['published'],
        role: 'context',
      },
    ],
    judge: ofNode(unlessBack),
    explanation: ['Most members must agree to it.'],
    checks: [
      check('Its members', 'etcdctl endpoint status --cluster -w table; etcdctl member list'),
      disk,
    ],
    remedy: [remedy('Look whether the other members run and are reached (TCP port 2380)')],
    references: ['https://etcd.io/docs/latest/faq/'],
  },
  {
    id: 'store-without-leader',
    title: 'etcd has no leader',
    severity: 'high',
    by: 'node',
    onceIsFault: true,
    reads: ['etcd', 'host', 'other'],
    signs: [
      {
        text: /\b[0-9a-f]+ (?:lost leader [0-9a-f]+ at term|(?:is starting a new election|became (?:pre-)?candidate) at term|no leader at term)/,
        heads: ['raft', '{"level"'],
      },
      {
        text: /\b(?:elected leader|changed leader from|became leader at term)\b/,
        heads: ['raft', '{"level"'],
        role: 'context',
      },
    ],
    judge: ofNode(judgeLeader),
    branches: [
      {
        // A member that starts asks for votes, and need not have had a leader before.
        shown: { line: /elected leader|became leader/, without: /lost leader|no leader/ },
        told: { title: 'etcd elects a leader' },
      },
    ],
    explanation: [
      {
        says: 'It asks the other members again and again for their votes.',
        shown: { line: /starting a new election/, times: 3 },
      },
    ],
    checks: [
      check('Its members', 'etcdctl endpoint status --cluster -w table; etcdctl member list'),
    ],
    remedy: [remedy('Look whether the other members run and are reached (TCP port 2380)')],
    references: ['https://etcd.io/docs/latest/faq/'],
  },
  {
    id: 'store-peer-lost',
    title: 'etcd has no connection to its member {peer|}: {why|}',
    severity: 'medium',
    by: 'fact:peer',
    onceIsFault: true,
    reads: ['etcd', 'host', 'other'],
    signs: [
      {
        text: /prober detected unhealthy status(?:.*?error="(?<why>[^"]{1,160}))?.*?remote-peer-id="(?<peer>[0-9a-f]+)"/,
      },
      {
        text: /health check for peer (?<peer>[0-9a-f]+) could not connect: (?<why>[^()\n]{1,160})/,
      },
      {
        text: /lost (?:the )?TCP streaming connection with (?:remote )?peer(?: (?<peer>[0-9a-f]+)\b|.*?remote-peer-id="(?<peer_2>[0-9a-f]+)")/,
      },
      {
        text: /(?:established|set up) (?:the |a )?TCP streaming connection with (?:remote )?peer(?: (?<peer>[0-9a-f]+)\b|.*?remote-peer-id="(?<peer_2>[0-9a-f]+)")|peer (?<peer_3>[0-9a-f]+) became active/,
        heads: ['established TCP', 'set up the', 'peer'],
        role: 'context',
      },
    ],
    judge: ofNode(unlessBack),
    explanation: [],
    checks: [check('Its members', 'etcdctl endpoint status --cluster -w table')],
    remedy: [remedy('Look whether that member runs and is reached (TCP port 2380)')],
    references: ['https://etcd.io/docs/latest/faq/'],
  },
];
