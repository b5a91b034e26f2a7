// What the model of etcd and the watch cache answers to one list or watch of pods, in the situation that the view of the cluster knows: the
// objects as they were seen last, at the version that was seen last. What was before that it does not know, and says so.
import { MILLISECOND } from '../../base/time.ts';
import { VirtualClock } from '../../base/virtualClock.ts';
import { metaNamespaceKey, type KubeObject } from '../../informer/object.ts';
import { initialEventsAnnotation } from '../../informer/receiveEvents.ts';
import { describeRequestError, type Status } from '../../informer/requestError.ts';
import { Cacher } from '../../informer/server/cacher.ts';
import { Etcd } from '../../informer/server/etcd.ts';
import type {
  TrialAnswerRow,
  TrialDifference,
  TrialEventRow,
  TrialForm,
  TrialUnknown,
} from '../../protocol/trialApi.ts';

/** A pod as the view has it. */
export interface SeenPod extends KubeObject {
  readonly node: string;
}

export interface Situation {
  /** Of the API server: `v1.34.2`. */
  readonly version: string;
  /** Up to which the view has seen everything. */
  readonly resourceVersion: string;
  readonly pods: readonly SeenPod[];
}

/** The minor of 1.x; the newest for a server that keeps it to itself. */
export function minorOf(version: string): number {
  return Number(/^v?1\.(\d+)/.exec(version)?.[1] ?? newest);
}
const newest = 37;

export function modelAnswer(
  form: TrialForm,
  situation: Situation,
  milliseconds: number,
): TrialAnswerRow | TrialUnknown {
  const now = Number(situation.resourceVersion);
  if (!Number.isSafeInteger(now) || now === 0) return 'version';
  const unknown = lacks(form, now);
  return unknown ?? new ModelTrial(form, situation, now).run(milliseconds);
}

/** What of a request hangs on things that nobody here has seen. */
function lacks(form: TrialForm, now: number): TrialUnknown | undefined {
  const { kind, resourceVersion, resourceVersionMatch: match, limit } = form;
  if (kind === 'list' && form.continue !== '') return 'token';
  const asked = Number(resourceVersion);
  if (!(asked > 0 && asked < now)) return undefined;
  if (kind === 'watch') return form.sendInitialEvents ? undefined : 'history';
  return match === 'Exact' || (match === '' && limit > 0) ? 'history' : undefined;
}

class ModelTrial {
  private readonly clock = new VirtualClock();
  private readonly etcd: Etcd<SeenPod>;
  private readonly cacher: Cacher<SeenPod>;
  private readonly form: TrialForm;
  private readonly events: TrialEventRow[] = [];
  private answer: Partial<TrialAnswerRow> | undefined;

  constructor(form: TrialForm, { version, pods }: Situation, now: number) {
    this.form = form;
    this.etcd = filled(pods, now);
    const minor = minorOf(version);
    this.cacher = new Cacher<SeenPod>(this.etcd, {
      clock: this.clock,
      random: () => 0.5,
      watchList: minor === 32 || minor >= 34,
      consistentListFromCache: minor >= 31,
      listFromCacheSnapshot: minor >= 34,
    });
  }

  run(milliseconds: number): TrialAnswerRow {
    if (this.form.kind === 'list') this.list();
    else this.watch();
    const length = milliseconds * MILLISECOND;
    for (let at = 0; at < length && this.answer?.end === undefined; at += step)
      this.clock.advance(step);
    const answer: TrialAnswerRow = {
      code: undefined,
      reason: '',
      message: '',
      retryAfter: undefined,
      end: 'time',
      problem: '',
      took: this.now,
      bytes: 0,
      resourceVersion: '',
      continue: '',
      events: this.events,
      total: this.events.length,
      ...this.answer,
    };
    this.cacher.dispose();
    return answer;
  }

  private get now(): number {
    return Math.floor(this.clock.now() / MILLISECOND);
  }

  private readonly matches = ({ metadata, node }: SeenPod): boolean =>
    (this.form.namespace === '' || metadata?.namespace === this.form.namespace) &&
    (this.form.node === '' || node === this.form.node);

  private list(): void {
    const { resourceVersion, resourceVersionMatch, limit } = this.form;
    this.cacher.list(
      { resourceVersion, resourceVersionMatch, limit, continue: '' },
      this.matches,
      (result) => {
        if (!result.ok) {
          this.answer = refused(result.error);
          return;
        }
        for (const item of result.value.items) this.note('ITEM', item);
        const { resourceVersion: version, continue: token = '' } = result.value;
        this.answer = { code: 200, end: 'whole', resourceVersion: version, continue: token };
      },
    );
  }

  private watch(): void {
    const { resourceVersion, resourceVersionMatch, allowWatchBookmarks, sendInitialEvents } =
      this.form;
    const opened = this.cacher.watch(
      {
        resourceVersion,
        resourceVersionMatch,
        continue: '',
        sendInitialEvents: sendInitialEvents ? true : undefined,
        allowWatchBookmarks,
        timeoutSeconds: undefined,
      },
      this.matches,
      {
        send: ({ type, object }) => {
          this.answer = { code: 200 };
          this.note(type, object);
          return true;
        },
        // The watch has been accepted by then.
        fail: (status) => {
          const key = describeRequestError({ type: 'status', status });
          this.events.push({ ...noted('ERROR', {}, this.now), key });
        },
        close: () => {
          this.answer = { code: 200, ...this.answer, end: 'whole' };
        },
      },
    );
    if (!opened.ok) this.answer = refused(opened.error);
    else this.answer ??= { code: 200 };
  }

  private note(type: string, object: KubeObject): void {
    this.events.push(noted(type, object, this.now));
  }
}

function noted(type: string, object: KubeObject, after: number): TrialEventRow {
  const { metadata } = object;
  return {
    after,
    type,
    key: type === 'BOOKMARK' ? '' : (metaNamespaceKey(object) ?? ''),
    resourceVersion: metadata?.resourceVersion ?? '',
    endsInitialEvents: metadata?.annotations?.[initialEventsAnnotation] !== undefined,
  };
}

const step = 50 * MILLISECOND;

function refused({ code, reason = '', message = '', details }: Status): Partial<TrialAnswerRow> {
  return { code, reason, message, retryAfter: details?.retryAfterSeconds, end: 'whole' };
}

/** Each pod stands at the version that it has; what lies between was of others. */
function filled(pods: readonly SeenPod[], now: number): Etcd<SeenPod> {
  const versionOf = ({ metadata }: SeenPod): number => Number(metadata?.resourceVersion);
  const sorted = pods
    .filter((pod) => versionOf(pod) <= now)
    .sort((a, b) => versionOf(a) - versionOf(b));
  const etcd = new Etcd<SeenPod>(0);
  for (const pod of sorted) {
    etcd.touch(Math.max(0, versionOf(pod) - 1 - etcd.revision));
    etcd.put(pod);
  }
  etcd.touch(now - etcd.revision);
  return etcd;
}

/** In what two answers to one request differ; what came after the initial state is the cluster's own and not compared. */
export function differences(
  server: TrialAnswerRow,
  model: TrialAnswerRow | TrialUnknown,
): readonly TrialDifference[] | undefined {
  if (typeof model === 'string' || server.problem !== '') return undefined;
  const found: TrialDifference[] = [];
  if (server.code !== model.code) found.push('code');
  if (server.reason !== model.reason) found.push('reason');
  if (objectsOf(server) !== objectsOf(model)) found.push('objects');
  if (endOf(server) !== endOf(model)) found.push('bookmark');
  return found;
}

/** Those of a list, and those that a watch begins with, in order; an error counts, its words do not. */
function objectsOf({ events }: TrialAnswerRow): string {
  const end = events.findIndex((event) => event.endsInitialEvents);
  const first = end < 0 ? events : events.slice(0, end);
  return first
    .filter(({ type }) => /^(?:ITEM|ADDED|ERROR)$/.test(type))
    .map(({ type, key, resourceVersion }) =>
      type === 'ERROR' ? type : `${key}@${resourceVersion}`,
    )
    .join(' ');
}

function endOf({ events }: TrialAnswerRow): boolean {
  return events.some((event) => event.endsInitialEvents);
}
