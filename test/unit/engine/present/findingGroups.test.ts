// Groups of a list that goes on say what groups of the same list say that were made at once.
import { expect, test } from 'vitest';
import { micros } from '../../../../src/base/time.ts';
import { bySeverity } from '../../../../src/diagnosis/diagnose.ts';
import { findingSeverities, type Finding } from '../../../../src/diagnosis/finding.ts';
import { findingsById, openAmong } from '../../../../src/engine/present/findingGroups.ts';
import { findingCounts, findingKinds } from '../../../../src/engine/present/findings.ts';
import type { Incident } from '../../../../src/engine/present/incident.ts';

/** As far as groups ask for it. */
function incidentWith(table: object, findings: readonly Finding[]): Incident {
  return { tape: { sources: [{ table }] }, findings } as unknown as Incident;
}

function randomBy(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function findingBy(below: (most: number) => number, number: number): Finding {
  const id = `rule-${below(3)}`;
  const from = below(100);
  const isOpen = below(3) === 0;
  return {
    id,
    key: `${id}:${number}`,
    title: `Container ${below(2)} of ${below(2) === 0 ? 'a' : 'a small'} pod crashes`,
    severity: findingSeverities[below(findingSeverities.length)],
    confidence: 1,
    first: from,
    podKey: below(4) === 0 ? undefined : `pod-${below(5)}`,
    pod: below(2) === 0 ? undefined : 'default/pod',
    spans: [{ from, to: isOpen ? undefined : from + below(50), isQuiet: false }],
  } as unknown as Finding;
}

test('a list that goes on is grouped as the same list at once', () => {
  const below = randomBy(20261129);
  const table = {};
  let findings = Array.from({ length: 60 }, (_, number) => findingBy(below, number));
  findings.sort(bySeverity);
  for (let round = 0; round < 300; round++) {
    const gone = below(3);
    for (let i = 0; i < gone; i++) findings = findings.toSpliced(below(findings.length), 1);
    const come = Array.from({ length: below(4) }, (_, i) => findingBy(below, 100 + 10 * round + i));
    findings = [...findings, ...come].sort(bySeverity);
    const moment = { time: micros(below(160)), position: 0, hindsight: 'now' } as const;
    const grown = findingsById(incidentWith(table, findings), moment);
    const anew = findingsById(incidentWith({}, findings), moment);
    expect(new Map(grown)).toEqual(new Map(anew));
    // Some are not asked after each change.
    if (below(4) === 0) continue;
    const order = (kinds: ReturnType<typeof findingKinds>): typeof kinds =>
      kinds.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(order(findingKinds(grown, moment))).toEqual(order(findingKinds(anew, moment)));
    expect(findingCounts(grown)).toEqual(findingCounts(anew));
    for (const [id, group] of grown)
      expect(openAmong(group, moment)).toEqual(openAmong(anew.get(id) ?? [], moment));
  }
});
