// What assistants ask of one session. They never move its cursor: that is the person's.
import type { AssistApi } from '../../protocol/assistApi.ts';
import { ChannelError, type Handlers } from '../../protocol/channel.ts';
import type { GoroutineApi } from '../../protocol/goroutineApi.ts';
import { incidentOf } from '../filter/handlers.ts';
import type { Incident } from '../present/incident.ts';
import type { Session } from '../session.ts';
import { AskedWrongly, fitted, type Said } from './answer.ts';
import { questions, readAsked, type AskedOf, type QuestionName } from './asked.ts';
import * as ofEvents from './eventAnswers.ts';
import * as ofLines from './lineAnswers.ts';
import * as ofNode from './nodeAnswers.ts';
import * as ofPods from './podAnswers.ts';
import { pseudonyms, type Pseudonyms } from './pseudonyms.ts';

type Answers = {
  readonly [K in Exclude<QuestionName, 'goroutines'>]: (
    session: Session,
    asked: AskedOf<K>,
  ) => Said;
};

const answers: Answers = {
  summary: ofNode.summary,
  findings: ofNode.findingsAnswer,
  why_pod: ofPods.whyPod,
  pods: ofPods.podsAnswer,
  pod_story: ofPods.podStoryAnswer,
  state_at: ofNode.stateAt,
  diff_states: ofNode.diffStates,
  overdue: ofNode.overdue,
  queues: ofNode.queues,
  containers: ofPods.containersAnswer,
  network: ofNode.network,
  pleg: ofNode.pleg,
  events: ofEvents.eventsAnswer,
  latencies: ofEvents.latenciesAnswer,
  timeline_window: ofNode.timelineWindow,
  grep: ofLines.grep,
  explain_line: ofLines.explainLine,
  read_lines: ofLines.readLines,
  whose: ofLines.whose,
  compare: ofLines.comparison,
};

type Goroutines = Handlers<GoroutineApi>['goroutines'];

export function assistHandlers(session: Session, goroutines: Goroutines): Handlers<AssistApi> {
  const made = new WeakMap<Incident, Pseudonyms>();
  const pseudonymsOf = (incident: Incident): Pseudonyms => {
    const known = made.get(incident) ?? pseudonyms(incident);
    made.set(incident, known);
    return known;
  };
  return {
    async assist(tool, given, redact, context) {
      if (!isQuestion(tool)) throw new ChannelError(`There is no tool ${tool}.`, 'asked-wrongly');
      const names = redact && session.isOpen ? pseudonymsOf(session.incident) : undefined;
      const read = readAsked(questions[tool].input, names?.meant(given) ?? given);
      if (!read.ok) throw new ChannelError(read.error, 'asked-wrongly');
      const asked = read.value;
      try {
        const said =
          tool === 'goroutines'
            ? ofLines.goroutines(
                await goroutines((asked as AskedOf<'goroutines'>).filter ?? '', {}, context),
                asked,
              )
            : // Which schema read it and which answer takes it, the name tells.
              (answers[tool] as (session: Session, asked: unknown) => Said)(session, asked);
        const hide = names?.hider(asked) ?? ((text: string): string => text);
        return fitted(said, { incident: incidentOf(session), maxBytes: asked.maxBytes, hide });
      } catch (error) {
        throw error instanceof AskedWrongly
          ? new ChannelError(error.message, 'asked-wrongly')
          : error;
      }
    },
  };
}

function isQuestion(tool: string): tool is QuestionName {
  return Object.hasOwn(questions, tool);
}
