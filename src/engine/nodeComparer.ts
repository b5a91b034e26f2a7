// Compares what four witnesses say of a node's pods, and remembers since when they differ.
import { micros, MILLISECOND, MINUTE, SECOND, type Micros } from '../base/time.ts';
import type { Result } from '../base/result.ts';
import type { NodeObstacle } from '../cluster/nodeObstacle.ts';
import type { PodFacts } from '../cluster/podFacts.ts';
import { nodeStatsOf } from '../kubelet/evidence/samples.ts';
import type { NodeStats } from '../kubelet/event.ts';
import { ChannelError } from '../protocol/channel.ts';
import type { NodeComparison, WitnessRow } from '../protocol/clusterApi.ts';
import type { Live } from './live.ts';
import { comparePods, type Witnesses } from './present/comparison.ts';
import { resourceRows } from './present/nodeStats.ts';
import type { Session } from './session.ts';

/** Microseconds between two questions for the same node's numbers. */
const APART = 30 * SECOND;

export class NodeComparer {
  private readonly live: Live;
  private readonly session: Session;
  private readonly firstSeen = new Map<string, Map<string, Micros>>();
  private last: string | undefined;
  private readonly asked = new Map<
    string,
    { readonly at: Micros; readonly stats: NodeStats | undefined }
  >();

  constructor(live: Live, session: Session) {
    this.live = live;
    this.session = session;
  }

  async compare(wanted: string | undefined, signal: AbortSignal): Promise<NodeComparison> {
    const { connection, view } = this.live.needed;
    const node = wanted ?? this.last ?? view.nodes()[0]?.metadata?.name;
    if (node === undefined) throw new ChannelError('The cluster has no nodes.', 'no-node');
    this.last = node;
    const [kubelet, runtime] = await Promise.all([
      connection.pods(node, 'pods', signal),
      connection.pods(node, 'runningpods/', signal),
    ]);
    const now = micros(Date.now() * MILLISECOND);
    const stats = this.sampled(node, now) ?? (await this.statsOf(node, now, signal));
    const log = this.logOf(node, now);
    const silence = view.silences.at(-1);
    const stale = silence?.to === undefined ? silence : undefined;
    const rows = comparePods(
      { now, api: view.podsOn(node), kubelet: valueOf(kubelet), runtime: valueOf(runtime), log },
      this.seenOn(`${connection.context}/${node}`),
    );
    return {
      node,
      api: { at: stale?.from ?? now, problem: stale?.why },
      kubelet: witness(kubelet, now),
      runtime: witness(runtime, now),
      log:
        log === undefined
          ? { at: undefined, problem: 'The log of this node is not open.' }
          : { at: log.moment.time, problem: undefined },
      resources: stats === undefined ? [] : resourceRows(stats),
      pods: rows,
    };
  }

  /** As the samples beside the log that is open tell it. */
  private sampled(node: string, now: Micros): NodeStats | undefined {
    if (!this.session.isOpen) return undefined;
    const { history } = this.session.incident;
    const own = history.nodes?.find(({ name }) => name === node)?.history;
    if (own === undefined && this.logOf(node, now) === undefined) return undefined;
    const last = (own ?? history).stats.changes.at(-1);
    return last === undefined || now - last.at > MINUTE ? undefined : last.value.value;
  }

  /** The kubelet measures for this, and so is asked seldom. */
  private async statsOf(
    node: string,
    now: Micros,
    signal: AbortSignal,
  ): Promise<NodeStats | undefined> {
    const key = `${this.live.needed.connection.context}/${node}`;
    const known = this.asked.get(key);
    if (known !== undefined && now - known.at < APART) return known.stats;
    const stats = nodeStatsOf(await this.live.needed.connection.stats(node, signal));
    this.asked.set(key, { at: now, stats });
    return stats;
  }

  /** The log that is open, where it is this node's: by what it was opened as, or by what it says. */
  private logOf(node: string, now: Micros): Witnesses['log'] {
    if (!this.session.isOpen) return undefined;
    const { incident, moment } = this.session;
    const source = incident.sources.find(({ text }) => text.name === node);
    const says = incident.history.runs.at(-1)?.node.value;
    if (source === undefined && says !== node) return undefined;
    if (source?.isFollowed !== true) return { incident, moment };
    const position = incident.tape.length - 1;
    return { incident, moment: { time: now, position, hindsight: 'now' } };
  }

  private seenOn(key: string): Map<string, Micros> {
    const known = this.firstSeen.get(key) ?? new Map<string, Micros>();
    this.firstSeen.set(key, known);
    return known;
  }
}

type Asked = Result<readonly PodFacts[], NodeObstacle>;

function valueOf(asked: Asked): readonly PodFacts[] | undefined {
  return asked.ok ? asked.value : undefined;
}

function witness(asked: Asked, now: Micros): WitnessRow {
  return asked.ok ? { at: now, problem: undefined } : { at: undefined, problem: asked.error.text };
}
