// Asks an engine all trees and pages at a moment and says which numbers differ between two of them that show the same.
import { standingAt } from '../../src/base/spans.ts';
import type { EngineClient } from '../../src/engine/client.ts';
import type { Hindsight } from '../../src/base/input.ts';
import type { FindingRow, PodRow } from '../../src/protocol/rows.ts';

const all = { start: 0, count: 10_000 };

/** What one view says of something, and what another says of the same. */
class Claims {
  readonly wrong: string[] = [];

  same(what: string, one: unknown, other: unknown): void {
    const [a, b] = [JSON.stringify(one), JSON.stringify(other)];
    if (a !== b) this.wrong.push(`${what}: ${a} and ${b}`);
  }
}

/** Goes to a position and compares; one sentence for each contradiction. */
export async function contradictionsAt(
  engine: EngineClient,
  position: number,
  hindsight: Hindsight,
): Promise<readonly string[]> {
  await engine.call('setHindsight', [hindsight]);
  const { time } = await engine.call('seek', [{ kind: 'position', position }]);
  const claims = new Claims();
  const findings = await findingsAgree(engine, claims, time);
  const pods = (await engine.call('pods', [all])).rows;
  await podsAgree(engine, claims, pods, findings, time);
  await machineAgrees(engine, claims, pods);
  await networkAgrees(engine, claims, pods, time);
  await plegAgrees(engine, claims, findings, time);
  return claims.wrong;
}

async function findingsAgree(
  engine: EngineClient,
  claims: Claims,
  time: number,
): Promise<readonly FindingRow[]> {
  const { rows, total } = await engine.call('findings', [all]);
  const { findings: counts, sources, cursor } = await engine.call('session', []);
  const harmless = rows.filter(({ severity }) => severity === 'info').length;
  claims.same('findings in the tree and in all', rows.length, total);
  claims.same('harmless in the status bar and the tree', counts.info, harmless);
  const { critical, high, medium, low } = counts;
  claims.same(
    'problems in the status bar and the tree',
    critical + high + medium + low,
    total - harmless,
  );
  const marks = [];
  for (const { source } of sources) marks.push(...(await engine.call('marks', [source])));
  const diagnostics = marks.filter(({ isFirst }) => isFirst).length;
  claims.same('problems in the Problems panel and the tree', diagnostics, total - harmless);
  const { from, to } = await engine.call('session', []);
  if (cursor.hindsight === 'now' && from !== undefined && to !== undefined) {
    const stats = await engine.call('timelineStats', [{ from, to }]);
    claims.same('problems of the timeline and the tree', stats.findings.length, total - harmless);
  }
  for (const { key, spans, began, ended, first, last, count, evidence } of rows) {
    claims.same(`${key} begins with its first span`, began, spans[0]?.from);
    claims.same(`${key} ends with its last span`, ended, spans.at(-1)?.to);
    if (!(began <= first && first <= last) || count < 1)
      claims.wrong.push(`${key}: ${began} ${first} ${last} ${count}`);
    if (cursor.hindsight === 'then' && (last > time || evidence.some(({ at = 0 }) => at > time)))
      claims.wrong.push(`${key} tells of what comes after the cursor`);
  }
  return rows;
}

function openProblems(findings: readonly FindingRow[], time: number): readonly FindingRow[] {
  return findings.filter(
    ({ severity, spans }) => severity !== 'info' && standingAt(spans, time)?.is === 'open',
  );
}

async function podsAgree(
  engine: EngineClient,
  claims: Claims,
  pods: readonly PodRow[],
  findings: readonly FindingRow[],
  time: number,
): Promise<void> {
  const overdue = await engine.call('overdue', []);
  const late = pods.flatMap((pod) =>
    pod.icon === 'gone' ? [] : pod.waits.filter((wait) => wait.overdue),
  );
  claims.same('overdue in the list and in the tree', overdue.length, late.length);
  const open = openProblems(findings, time);
  for (const pod of pods) {
    const own = open.filter(({ podKey }) => podKey === pod.key).map(({ key }) => key);
    claims.same(`open problems of ${pod.name}`, pod.findings, own);
    if (pod.icon === 'stuck' && !pod.waits.some((wait) => time - wait.since < 16e6 || wait.overdue))
      claims.wrong.push(`${pod.name} is stuck and nothing of it is overdue`);
    const page = await engine.call('podPage', [pod.key]);
    const { rows } = await engine.call('latencies', [
      { ...all, text: `pod=${pod.namespace}/${pod.name}` },
    ]);
    const cells = rows.find(({ podKey }) => podKey === pod.key)?.cells ?? {};
    for (const { kind, length } of Object.values(cells)) {
      const lengths = page?.phases
        .filter((phase) => phase.kind === kind)
        .map((phase) => phase.length ?? -1);
      if (kind !== 'startup')
        claims.same(`${kind} of ${pod.name}`, length ?? -1, Math.max(...(lengths ?? [])));
    }
    claims.same(`state of ${pod.name}`, page?.pod.state.text, pod.state.text);
    claims.same(`since of ${pod.name}`, page?.pod.since, pod.since);
    const told = findings.filter(({ podKey }) => podKey === pod.key);
    const notes = page?.findings ?? [];
    claims.same(`findings on the page of ${pod.name}`, notes.length, Math.min(60, told.length));
    for (const note of notes) {
      const row = told.find(({ key }) => key === note.key);
      claims.same(
        `${note.key} on the page of ${pod.name}`,
        [note.began, note.ended, note.count],
        [row?.began, row?.ended, row?.count],
      );
    }
  }
}

async function machineAgrees(
  engine: EngineClient,
  claims: Claims,
  pods: readonly PodRow[],
): Promise<void> {
  const page = await engine.call('machinePage', []);
  const said = (part: string, name: string): string | undefined =>
    page.parts.find((each) => each.part === part)?.values.find((each) => each.name === name)?.value
      .text;
  const count = (text: string | undefined): number => Number.parseInt(text ?? '0', 10);
  const there = pods.filter(({ icon, state }) => icon !== 'gone' && state.text !== 'gone');
  claims.same('workers of the sync loop and pods there', page.workerTotal, there.length);
  const known = page.parts.find(({ part }) => part === 'workers')?.values ?? [];
  const states = known.filter(({ name }) => /^(sync|terminating|terminated|unknown)$/.test(name));
  const sum = states.reduce((total, { value }) => total + count(value.text), 0);
  // Where a worker may have ended, how many there are is unknown.
  const total = count(said('workers', 'pods'));
  if (!Number.isNaN(total)) claims.same('pods by state and all', sum, total);
  const waiting = pods.filter(({ queue }) => queue.text === '1 update pending').length;
  if (count(said('workers', 'with an update pending')) > waiting)
    claims.wrong.push('more updates wait in the sync loop than in the tree');
  const late = there.filter(({ waits }) => waits.some((wait) => wait.overdue)).length;
  claims.same(
    'overdue pods of the sync loop and the tree',
    count(said('workers', 'overdue')),
    late,
  );
  const { health, relist } = await engine.call('pleg', [all]);
  claims.same('health of PLEG in the sync loop and the tree', said('pleg', 'health'), health.text);
  claims.same('relists in the sync loop and the tree', said('pleg', 'relists'), relist.text);
  const network = await engine.call('network', [all]);
  const failing = network.rows.filter(({ severity }) => severity === 'error').length;
  const now = said('cni', 'now') ?? '';
  claims.same('failing calls in the sync loop and the tree', count(/^\d+/.exec(now)?.[0]), failing);
}

async function networkAgrees(
  engine: EngineClient,
  claims: Claims,
  pods: readonly PodRow[],
  time: number,
): Promise<void> {
  const { rows, total } = await engine.call('network', [all]);
  const page = await engine.call('networkPage', [all]);
  const failing = rows.filter(({ severity }) => severity === 'error');
  const { adds, dels, failing: failed, failures } = page.counts;
  claims.same('calls on the page and in the tree', adds + dels, total);
  claims.same('failing calls on the page and in the tree', failed, failing.length);
  const tries = rows.reduce((sum, row) => sum + row.failures, 0);
  claims.same('failed tries on the page and in the tree', failures, tries);
  const longest = Math.max(0, ...failing.map(({ from }) => time - from));
  claims.same('the call that fails for the longest', page.worst?.length ?? 0, longest);
  for (const row of page.rows) {
    const same = rows.find(({ command, from, sandboxId, podKey }) =>
      [
        command === row.command,
        from === row.from,
        sandboxId === row.sandboxId,
        podKey === row.podKey,
      ].every(Boolean),
    );
    claims.same(`call ${row.key}`, [row.until, row.failures], [same?.until, same?.failures]);
  }
  for (const { podKey, command } of failing)
    if (command === 'DEL' && pods.some(({ key, icon }) => key === podKey && icon === 'terminating'))
      claims.wrong.push(`a teardown of ${String(podKey)} fails and the pod is not stuck`);
}

async function plegAgrees(
  engine: EngineClient,
  claims: Claims,
  findings: readonly FindingRow[],
  time: number,
): Promise<void> {
  const tree = await engine.call('pleg', [all]);
  const page = await engine.call('plegPage', [all]);
  claims.same('health of PLEG on the page and in the tree', page.health.text, tree.health.text);
  claims.same('relists on the page and in the tree', page.relist.text, tree.relist.text);
  claims.same('rows of PLEG on the page and in the tree', page.total, tree.total);
  const hangs = openProblems(findings, time).filter(({ id }) => id === 'pleg-runtime-hang');
  if (tree.health.text === 'healthy' && hangs.some(({ first }) => first <= time))
    claims.wrong.push('PLEG is healthy and unhealthy');
}
