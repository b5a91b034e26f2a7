import { formatTimeOfDay } from '../base/time.ts';
import { ChannelError, type Handlers } from '../protocol/channel.ts';
import type { DebugApi } from '../protocol/debugApi.ts';
import type { History, PodHistory } from '../kubelet/rebuild/history.ts';
import type { Moment } from '../kubelet/rebuild/track.ts';
import { Debugger } from './debug/debugger.ts';
import { candidatesOf, goLines } from './debug/triggers.ts';
import { firstFrom, nearest } from './debug/breakpoints.ts';
import { answerRow } from './present/answer.ts';
import { inlineTexts } from './present/debugInline.ts';
import { complete, evaluate, podOf, resolve } from './present/debugEvaluate.ts';
import { variableOf } from './present/debugNode.ts';
import { goFileRow, hitsWithin } from './present/goHits.ts';
import { stackOf } from './present/debugStack.ts';
import { threadsAt } from './present/debugThreads.ts';
import { scopesOf } from './present/debugValues.ts';
import { eyesOf, hasEye } from './present/machine/eyes.ts';
import { machineView } from './present/machine/machineView.ts';
import type { GoroutineDumps } from './goroutineDumps.ts';
import type { Live } from './live.ts';
import type { Session } from './session.ts';

/** A page of children is never longer, whatever is asked for. */
const MAX_CHILDREN = 10_000;

/** What a debugger asks of one session. */
export function debugHandlers(
  session: Session,
  dumps: GoroutineDumps,
  live: Live,
): Handlers<DebugApi> {
  const own = new Debugger(session, {
    get inputs() {
      return session.incident.tape.length;
    },
    get dumps() {
      return dumps.all;
    },
    get journals() {
      return session.incident.sources.flatMap(({ text }) => text.informers ?? []);
    },
    get hasMachine() {
      return hasEye(session.incident);
    },
    machineAt: (moment, parts) =>
      machineView(eyesOf(session.incident), moment, { parts }, undefined),
    get stores() {
      return session.isGrowing ? (live.connected?.view.stores() ?? []) : [];
    },
  });
  return {
    debugSample: (node, { signal }) => dumps.sample(node, signal),
    debugThreads(limit, always) {
      const { shown } = own;
      return {
        ...threadsAt(shown, limit, always, session.incident.history),
        current: shown.index.threadAt(shown.moment.position),
      };
    },
    debugStack: (thread) => stackOf(own.shown, thread),
    debugScopes(thread) {
      const { shown } = own;
      return scopesOf(shown, thread).map((node) => variableOf(shown, node));
    },
    debugChildren(expression, { start, count }) {
      const { shown } = own;
      const node = resolve(shown, expression);
      if (!node.ok) throw new ChannelError(node.error, 'no-value');
      const { members } = node.value;
      const from = Math.max(0, start);
      const to = Math.min(members?.count ?? 0, from + Math.min(MAX_CHILDREN, count));
      return Array.from({ length: Math.max(0, to - from) }, (_, i) => members?.at(from + i))
        .filter((child) => child !== undefined)
        .map((child) => variableOf(shown, child));
    },
    debugEvaluate(text) {
      const { shown } = own;
      const value = evaluate(shown, text);
      if (!value.ok) throw new ChannelError(value.error, 'no-value');
      return variableOf(shown, value.value);
    },
    debugWhy(text) {
      const { shown } = own;
      const { incident } = shown.index;
      const pod = podOf(shown, text) ?? podAlone(incident.history, text, shown.moment);
      if (pod === undefined) throw new ChannelError(`The log mentions no pod ${text}.`, 'no-value');
      return answerRow(incident, shown.moment, { kind: 'stuck', podKey: pod.key });
    },
    debugComplete: (text) => complete(own.shown, text),
    debugBreakpoints: (breakpoints) => own.setBreakpoints(breakpoints),
    debugMove: (move, direction, thread, { signal }) => own.move(move, direction, thread, signal),
    debugPlay: (to, { signal }) => own.play(to, signal),
    debugInline: () => inlineTexts(own.shown),
    debugGoto: (to, reason) => own.goto(to, reason),
    debugEnter: (to, { signal }) => own.enter(to, signal),
    debugOccurrences(file, line, count) {
      const { context } = own;
      const found = candidatesOf(context, { kind: 'go', file, line });
      if (!found.ok) throw new ChannelError(found.error, 'no-statement');
      const { positions } = found.value;
      const { tape } = context.index.incident;
      const from = Math.max(0, firstFrom(positions, context.moment.position) - (count >> 1));
      return [...positions.subarray(from, from + count)].map((position) => ({
        position,
        text: `${formatTimeOfDay(tape.timeAt(position))} ${tape.record(position)?.message.slice(0, 100) ?? ''}`,
      }));
    },
    debugGoLines: (file) => goLines(own.context.index, file),
    goFile: (path) => goFileRow(own.context, path),
    goStep(path, from, to, direction) {
      const { context } = own;
      const step = direction === 'forwards' ? 1 : -1;
      return nearest(hitsWithin(context, path, from, to), context.moment.position, step);
    },
  };
}

/** A pod name without its namespace: the life at the moment. */
function podAlone(history: History, name: string, moment: Moment): PodHistory | undefined {
  const lives = history.pods.filter((pod) => pod.name === name);
  return lives.findLast((pod) => pod.firstSeen <= moment.time) ?? lives[0];
}
