// The questions that take a filter: rows of trees and pages, and what a field for a filter shows while one types in it.
import type { Handlers } from '../../protocol/channel.ts';
import type { EngineApi, FindingQuery } from '../../protocol/engineApi.ts';
import type { Finding } from '../../diagnosis/finding.ts';
import { groupBy } from '../../diagnosis/verdict.ts';
import { rebuild } from '../../kubelet/rebuild/rebuild.ts';
import { Tape } from '../../replay/tape.ts';
import { completionsAt, findLines } from '../findLines.ts';
import {
  findingBrief,
  findingKinds,
  findingRow,
  orderedFindings,
  partOf,
  relatedFinding,
} from '../present/findings.ts';
import { findingsById } from '../present/findingGroups.ts';
import { findingsBy } from '../present/findingsBy.ts';
import type { Incident } from '../present/incident.ts';
import { networkRows } from '../present/network.ts';
import { networkPage } from '../present/networkPage.ts';
import { plegGroups, plegGroupsBy, plegRow, plegView, type PlegGroup } from '../present/pleg.ts';
import { plegPage } from '../present/plegPage.ts';
import { podRows } from '../present/pods.ts';
import { cacheWritesBy, workerQueues } from '../present/workerQueues.ts';
import type { Session } from '../session.ts';
import { compileRowFilter, type RowFilters, type Subject } from './rowFilter.ts';
import * as of from './subjects.ts';

type Some<K extends keyof EngineApi> = Pick<Handlers<EngineApi>, K>;

/** Most culprits that anyone reads. */
const MOST_CULPRITS = 20;

/** What is open, or an incident of nothing. */
export function incidentOf(session: Session): Incident {
  if (session.isOpen) return session.incident;
  const tape = new Tape([]);
  return { tape, history: rebuild(tape), findings: [] };
}

export function filterHandlers(
  session: Session,
  filters: RowFilters,
): Some<'findLines' | 'checkFilter' | 'sourcesLike' | 'lanesLike'> {
  return {
    findLines: (query, { signal }) => findLines(session.incident, query, signal),
    checkFilter(filter, caret) {
      const incident = incidentOf(session);
      const completions = completionsAt(incident, filter, caret);
      const compiled = filter.trim() === '' ? undefined : compileRowFilter(incident, filter);
      return { completions, problem: compiled?.ok === false ? compiled.error : undefined };
    },
    async sourcesLike(filter, { signal }) {
      const { incident } = session;
      const info = session.info();
      const places = async <T>(
        rows: readonly T[],
        subject: (incident: Incident, row: T) => Subject,
      ): Promise<readonly number[]> => {
        const numbered = rows.map((row, place) => ({ row, place }));
        const subjectOf = ({ row }: { row: T }): Subject => subject(incident, row);
        const kept = await filters.keep(incident, filter, numbered, subjectOf, signal);
        return kept.map(({ place }) => place);
      };
      return {
        sources: await places(info.sources, of.sourceSubject),
        runs: await places(info.runs, of.runSubject),
        gaps: await places(info.gaps, of.gapSubject),
      };
    },
    async lanesLike(filter, { signal }) {
      const { timeline } = session;
      const { incident } = session.asked;
      const lanes = timeline.lanes.filter(({ podKey }) => podKey !== undefined);
      const kept = await filters.keep(
        incident,
        filter,
        lanes,
        (lane) => of.laneSubject(incident, lane),
        signal,
      );
      return kept.map(({ id }) => id);
    },
  };
}

export function filteredRowHandlers(
  session: Session,
  filters: RowFilters,
): Some<
  | 'pods'
  | 'workerQueues'
  | 'cacheWrites'
  | 'pleg'
  | 'network'
  | 'findings'
  | 'findingBriefs'
  | 'findingKinds'
  | 'finding'
  | 'networkPage'
  | 'plegPage'
> {
  const revision = (): { revision: number } => ({ revision: session.currentRevision });
  const keptFindings = async (
    findings: readonly Finding[],
    text: string,
    signal: AbortSignal,
  ): Promise<readonly Finding[]> => {
    if (text.trim() === '') return findings;
    const { incident } = session.asked;
    const subject = (finding: Finding): Subject => of.findingSubject(incident, finding);
    return await filters.keep(incident, text, findings, subject, signal);
  };
  /** Of a kind those that a filter leaves; else all, and the keys of those. */
  const askedFindings = async (
    { text = '', kind }: FindingQuery,
    signal: AbortSignal,
  ): Promise<{ findings: readonly Finding[]; matching?: readonly string[] }> => {
    const { incident, moment } = session.asked;
    const findings = findingsBy(incident, moment);
    if (kind !== undefined) {
      const own = findings.filter(({ id }) => id === kind);
      return { findings: await keptFindings(own, text, signal) };
    }
    if (text.trim() === '') return { findings };
    const kept = await keptFindings(findings, text, signal);
    return { findings, matching: kept.map(({ key }) => key) };
  };
  return {
    async pods({ text = '', ...query }, { signal }) {
      const { incident, moment } = session.asked;
      if (text.trim() === '') return { ...revision(), ...podRows(incident, moment, query) };
      const pods = incident.history.podsBy(moment);
      const subject = (pod: (typeof pods)[number]): Subject => of.podSubject(incident, moment, pod);
      const kept = await filters.keep(incident, text, pods, subject, signal);
      return { ...revision(), ...podRows(incident, moment, query, new Set(kept)) };
    },
    async workerQueues({ text = '', ...range }, { signal }) {
      const { incident, moment } = session.asked;
      if (text.trim() === '') return workerQueues(incident, moment, range);
      const pods = incident.history.podsBy(moment);
      const subject = (pod: (typeof pods)[number]): Subject => of.podSubject(incident, moment, pod);
      const kept = await filters.keep(incident, text, pods, subject, signal);
      return workerQueues(incident, moment, range, new Set(kept));
    },
    async cacheWrites({ text = '', start, count }, { signal }) {
      const { incident, moment } = session.asked;
      const all = cacheWritesBy(incident, moment);
      const subject = (row: (typeof all)[number]): Subject => of.cacheWriteSubject(incident, row);
      const rows = await filters.keep(incident, text, all, subject, signal);
      return { total: rows.length, rows: rows.slice(start, start + count) };
    },
    async pleg({ text = '', ...range }, { signal }) {
      const { incident, moment } = session.asked;
      const groups = await keptGroups({ session, filters, text, signal });
      return plegView(incident, moment, groups, range);
    },
    async network({ text = '', start, count }, { signal }) {
      const { incident, moment } = session.asked;
      const all = networkRows(incident, moment);
      const subject = (row: (typeof all)[number]): Subject => of.networkSubject(incident, row);
      const rows = await filters.keep(incident, text, all, subject, signal);
      return { ...revision(), total: rows.length, rows: rows.slice(start, start + count) };
    },
    async findings(query, { signal }) {
      const { incident } = session.asked;
      const { findings, ...matching } = await askedFindings(query, signal);
      const part = partOf(findings, query, (finding) => findingRow(incident, finding));
      return { ...revision(), ...part, ...matching };
    },
    async findingBriefs(query, { signal }) {
      const { by, order = 'up', ...asked } = query;
      const { moment } = session.asked;
      const { findings, matching } = await askedFindings(asked, signal);
      if (by === undefined)
        return {
          ...revision(),
          ...partOf(findings, query, findingBrief),
          ...(matching && { matching }),
        };
      const left = new Set(matching);
      const kept = matching === undefined ? findings : findings.filter(({ key }) => left.has(key));
      const sorted = orderedFindings(kept, { by, order }, moment);
      return { ...revision(), ...partOf(sorted, query, findingBrief) };
    },
    async findingKinds({ text = '' }, { signal }) {
      const { incident, moment } = session.asked;
      if (text.trim() === '') return findingKinds(findingsById(incident, moment), moment);
      const kept = await keptFindings(findingsBy(incident, moment), text, signal);
      return findingKinds(
        groupBy(kept, ({ id }) => id),
        moment,
      );
    },
    finding(key, query: { readonly between?: number } = {}) {
      const { incident, moment } = session.asked;
      return relatedFinding(incident, moment, key, query.between);
    },
    async networkPage({ text = '', ...query }, { signal }) {
      const { incident, moment } = session.asked;
      const { from, to } = session.incident.history;
      if (text.trim() === '') return { ...networkPage(incident, moment, query), from, to };
      const all = networkRows(incident, moment);
      const subject = (row: (typeof all)[number]): Subject => of.networkSubject(incident, row);
      const kept = await filters.keep(incident, text, all, subject, signal);
      const keys = new Set(kept.map(({ key }) => key));
      return { ...networkPage(incident, moment, query, keys), from, to };
    },
    async plegPage({ text = '', ...query }, { signal }) {
      const { incident, moment } = session.asked;
      const groups = await keptGroups({ session, filters, text, signal });
      const page = plegPage(incident, moment, query, plegGroupsBy(incident, groups, query));
      const culprits = await filters.keep(
        incident,
        text,
        page.culprits,
        (row) => of.culpritSubject(incident, row),
        signal,
      );
      const { from, to } = session.incident.history;
      return { ...page, from, to, culprits: culprits.slice(0, MOST_CULPRITS) };
    },
  };
}

interface PlegAsked {
  readonly session: Session;
  readonly filters: RowFilters;
  readonly text: string;
  readonly signal: AbortSignal;
}

function keptGroups({ session, filters, text, signal }: PlegAsked): Promise<readonly PlegGroup[]> {
  const { incident, moment } = session.asked;
  const subject = (events: PlegGroup): Subject =>
    of.plegSubject(incident, plegRow(incident, events));
  return filters.keep(incident, text, plegGroups(incident, moment), subject, signal);
}
