// What a log holds, for who wants no more than that: the sources are read, and nothing is rebuilt of what they tell.
import { leastOf, mostOf } from '../base/extremes.ts';
import { DisposableStore } from '../base/disposable.ts';
import { micros, type Micros } from '../base/time.ts';
import { survey, type Survey } from '../kubelet/rebuild/survey.ts';
import type { OpenRequest, SessionInfo } from '../protocol/engineApi.ts';
import { clockProposals } from '../replay/clockProposals.ts';
import { someOf } from '../replay/someOf.ts';
import type { SessionSources } from './host/sourceHost.ts';
import { caseRow } from './present/case.ts';
import { runRow, sourceRows } from './present/sources.ts';
import { caseFileOf, gapsOf, readSources } from './readSources.ts';

export interface LogSurvey
  extends
    Pick<Survey, 'podNames' | 'understood'>,
    Pick<SessionInfo, 'from' | 'to' | 'inputs' | 'sources' | 'runs' | 'gaps' | 'openedCase'> {}

interface SurveyRequest {
  readonly host: SessionSources;
  readonly request: OpenRequest;
  /** Clocks that are apart are shifted as is proposed. */
  readonly align: boolean;
  readonly onProgress: (text: string, fraction: number | undefined) => void;
}

/** Rejects as opening does. */
export async function surveyLogs({
  host,
  request,
  align,
  onProgress,
}: SurveyRequest): Promise<LogSurvey> {
  const lifetime = new DisposableStore();
  const { signal } = new AbortController();
  const reading = { host, request, lifetime, signal, onProgress };
  try {
    const { sources, failed } = await readSources(reading);
    const proposals = clockProposals(sources.map(({ table }) => table));
    for (const [index, { offset }] of align ? proposals : []) {
      const source = sources[index];
      if (source !== undefined) source.clockOffset = offset;
    }
    const onTape = sources.map((source) => source.onTape);
    const { runs, podNames, understood } = survey(
      sources.map(({ table }) => table),
      (rows) => someOf(onTape, rows),
    );
    const file = caseFileOf(sources);
    return {
      ...spanOf(sources.map(({ row }) => row)),
      inputs: sources.reduce((sum, { table }) => sum + table.length, 0),
      sources: [...sourceRows(sources, proposals), ...failed],
      runs: runs.map(runRow),
      gaps: gapsOf(sources).map((gap) => ({ ...gap, input: gap.provedBy[0] })),
      openedCase: file && caseRow({ file, packsUsed: false }),
      podNames,
      understood,
    };
  } finally {
    lifetime.dispose();
  }
}

/** From the first to the last time on the common clock. */
function spanOf(rows: SessionInfo['sources']): Pick<LogSurvey, 'from' | 'to'> {
  const times = rows.flatMap(({ from, to, clockOffset }) =>
    [from, to].flatMap((time) => (time === undefined ? [] : [time + clockOffset])),
  );
  if (times.length === 0) return { from: undefined, to: undefined };
  const at = (time: number): Micros => micros(time);
  return { from: at(leastOf(times)), to: at(mostOf(times)) };
}
