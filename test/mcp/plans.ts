// Fixed plans of calls, one for each kind of question that is asked of a capture: no model chooses them. What a plan reads out of the answers
// was written for the kinds before the questions were read, and brought to the parts that they ask for afterwards.
import type { AssistAnswer, AssistRow } from '../../src/protocol/assistApi.ts';
import type { Answered, Params, Question, Said } from './judge.ts';

export type Ask = (tool: string, asked: Record<string, unknown>) => Promise<AssistAnswer>;
type Plan = (ask: Ask, params: Params) => Promise<Said>;

export const plans: Readonly<Record<Question['kind'], Plan>> = {
  'worker-state-at': async (ask, params) => {
    const row = await stateRow(ask, params);
    return { state: said(row, stateWord(row)) };
  },
  'was-terminating-at': async (ask, params) => {
    const row = await stateRow(ask, params);
    return { terminating: said(row, yesNo(row, /^terminating/)) };
  },
  'terminating-since': async (ask, params) => {
    const row = await stateRow(ask, params);
    return { since: said(row, row?.from) };
  },
  'pods-with-worker-at': async (ask, { time }) => {
    const { rows } = await ask('pods', { at: time, maxBytes: 6_000 });
    const [count, pods] = [find(rows, 'pods'), find(rows, 'pods there')];
    return { count: said(count), pods: said(pods, sorted(pods?.value)) };
  },
  'working-at': async (ask, { time }) => {
    const { rows } = await ask('pods', { state: 'working', at: time });
    const working = find(rows, 'working');
    return { pods: said(working, sorted(working?.value)) };
  },
  'worker-began': async (ask, params) => {
    const rows = await told(ask, params, 'worker is there');
    const began = rows.find(({ value }) => value === 'true');
    return { began: said(began, began?.from ?? 'never') };
  },
  'worker-ended': async (ask, params) => {
    const { rows } = await ask('pod_story', pod(params));
    const last = (what: string, value: string): AssistRow | undefined =>
      rows.findLast((row) => row.what === what && row.value === value);
    const finished = last('worker finished', 'true');
    const forgotten = last('worker is there', 'false');
    return {
      finished: said(finished, finished?.from ?? 'never'),
      forgotten: said(forgotten, forgotten?.from ?? 'never'),
    };
  },
  'holds-up': async (ask, params) => {
    const { rows } = await ask('why_pod', { ...pod(params), at: params.time });
    const why = rows.filter(({ what }) => what === 'stuck' || what === 'waits for');
    const since = find(rows, 'held since');
    return {
      waitsFor: { value: why[0]?.text ?? '', also: why.map(({ text }) => text), lines: lines(why) },
      since: said(since, since?.from),
    };
  },
  'cni-failed': async (ask, { operation }) => {
    const command = operation ?? undefined;
    const { rows } = await ask('network', { failed: true, ...(command && { command }) });
    const failed = rows.filter((row) => row.pod !== undefined);
    const [first] = failed.toSorted((a, b) => (a.first ?? '').localeCompare(b.first ?? ''));
    return {
      pods: { value: sorted(names(failed)), lines: lines(failed) },
      first: said(first, first?.pod),
      time: said(first, first?.first),
    };
  },
  'container-exit': async (ask, { container, ...params }) => {
    const { rows } = await ask('containers', { ...pod(params), name: container });
    const ended = rows.filter(({ value }) => value !== undefined);
    return {
      exitCode: said(ended.at(-1)),
      exits: { value: String(ended.length), lines: lines(ended) },
    };
  },
  'pleg-unhealthy': async (ask, { time }) => {
    const { rows } = await ask('pleg', time === undefined ? {} : { at: time });
    const stalls = rows.filter(({ what }) => what === 'not healthy');
    const [first] = stalls;
    const last = find(rows, 'last good relist');
    const then = stalls.find(
      ({ from = '', to = '9' }) => time === undefined || (from <= time && time <= to),
    );
    return {
      unhealthy: said(then ?? find(rows, 'PLEG'), then === undefined ? 'no' : 'yes'),
      from: said(first, first?.from),
      to: said(first, first?.to),
      lastRelist: said(last, last?.from),
    };
  },
  'kubelet-runs': async (ask, { time = '' }) => {
    const { rows } = await ask('summary', {});
    const runs = rows.filter(({ what }) => what === 'kubelet run');
    return {
      runs: { value: String(runs.length), lines: lines(runs) },
      running: {
        value: runs.some(({ from = '', to = '9' }) => from <= time && time <= to) ? 'yes' : 'no',
        lines: lines(runs),
      },
      version: said(runs.findLast(({ value }) => value !== undefined)),
      started: { value: runs.map(({ from }) => from).join(', '), lines: lines(runs) },
    };
  },
  fault: async (ask) => {
    const { rows } = await ask('findings', { severity: 'low', maxBytes: 11_000 });
    const [worst] = rows;
    const same = rows.filter(({ what }) => what === worst?.what);
    // What was said once lasted to its end, what was said again and again to the last time.
    const ends = same
      .map(
        ({ to, last, text }) =>
          (text.includes('may have ended') || (to !== undefined && !text.includes(', 1 time.'))
            ? last
            : to) ?? 'never',
      )
      .toSorted();
    const ofNode = find(rows, `pods of ${worst?.what ?? ''}`)?.value ?? '';
    const failed = (await ask('network', { failed: true, maxBytes: 4_000 })).rows;
    const begins = same.flatMap(({ from }) => from ?? []).toSorted();
    return {
      operation: {
        ...said(worst, worst?.text),
        also: failed.filter(({ pod: of }) => of === worst?.pod).map(({ text }) => text),
      },
      object: { value: sorted(names(same) || ofNode), lines: lines(same) },
      from: { value: begins[0] ?? '', lines: lines(same) },
      to: { value: ends.at(-1) ?? '', lines: lines(same) },
    };
  },
};

/** The pod as the question names it. */
function pod({ pod: name, uid }: Params): { readonly pod: string } {
  return { pod: uid ?? name ?? '' };
}

/** The row that tells the state of the worker of the life that was there then. */
async function stateRow(ask: Ask, params: Params): Promise<AssistRow | undefined> {
  const { rows } = await ask('state_at', { ...pod(params), at: params.time });
  const states = rows.filter(({ what }) => what === 'worker');
  return states.find(({ value = 'absent' }) => !/^(?:absent|gone)/.test(value)) ?? states.at(-1);
}

async function told(ask: Ask, params: Params, what: string): Promise<readonly AssistRow[]> {
  const { rows } = await ask('pod_story', pod(params));
  return rows.filter((row) => row.what === what);
}

export function stateWord(row: AssistRow | undefined): string | undefined {
  const word = row?.value?.replace(/, .*/, '');
  return word === 'gone' ? 'absent' : word;
}

function yesNo(row: AssistRow | undefined, is: RegExp): string | undefined {
  return row?.value === undefined ? undefined : is.test(row.value) ? 'yes' : 'no';
}

export function find(rows: readonly AssistRow[], what: string): AssistRow | undefined {
  return rows.find((row) => row.what === what);
}

function said(row: AssistRow | undefined, value = row?.value): Answered {
  return { value: value ?? 'unknown', lines: row?.lines ?? [] };
}

function names(rows: readonly AssistRow[]): string {
  return [...new Set(rows.flatMap((row) => row.pod ?? []))].join(', ');
}

function sorted(value = ''): string {
  return value.split(', ').toSorted().join(', ');
}

export function lines(rows: readonly AssistRow[]): readonly string[] {
  return [...new Set(rows.flatMap((row) => row.lines))];
}
