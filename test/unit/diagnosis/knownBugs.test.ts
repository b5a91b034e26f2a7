// A known bug is named where the log tells a version that has it, and the finding has its marks.
import { describe, expect, test } from 'vitest';
import { has, knownBugs, type KnownBug } from '../../../src/diagnosis/knownBugs.ts';
import { rules } from '../../../src/diagnosis/rules/index.ts';
import { diagnoseText } from '../../support/cases.ts';

const uid = '6cc1a1b7-dccb-47ec-471d-f068acc29600';

/** Of a kubelet of this version that finds an orphan, again and again. */
function logOf(version: string, error: string): string {
  const start = `I0512 09:59:50.000000    1234 server.go:415] "Kubelet version" kubeletVersion="${version}"`;
  const orphans = [0, 2, 4, 6].map(
    (second) =>
      `E0512 10:00:0${second}.000000    1234 kubelet_volumes.go:245] "There were many similar errors. Turn up verbosity to see them." err="orphaned pod \\"${uid}\\" found, but ${error} occurred when trying to remove the volumes dir" numErrs=2`,
  );
  return `${[start, ...orphans].join('\n')}\n`;
}

const saidOf = (version: string, error = 'error not a directory'): string => {
  const { findings } = diagnoseText(logOf(version, error));
  const found = findings.find(({ id }) => id === 'orphaned-pod-volumes');
  return `${found?.explanation ?? 'nothing'} ${found?.remedy.map(({ text }) => text).join(' ') ?? ''}`;
};

describe('a finding that looks like a known bug', () => {
  test('names it with the release that mends it', () => {
    const said = saidOf('v1.27.3');
    expect(said).toContain('kubelet 1.27.3 has a known bug that looks so');
    expect(said).toContain('Upgrade kubelet to 1.27.5 or later');
  });

  test('names none in a version that has it no more, nor where the version is not told', () => {
    expect(saidOf('v1.27.5')).not.toContain('known bug');
    expect(saidOf('v1.28.1')).not.toContain('known bug');
    expect(saidOf('main')).not.toContain('known bug');
  });

  test('names none whose marks are not there', () => {
    expect(saidOf('v1.27.3', 'volume paths are still present on disk')).not.toContain('known bug');
  });
});

test('which releases have a bug', () => {
  const bug: KnownBug = {
    of: 'kubelet',
    findings: [],
    does: '',
    from: ['1.22.0', '1.27.2'],
    mended: [
      ['1.23.5', 1],
      ['1.24.0', 1],
      ['1.27.6', 1],
    ],
  };
  const affected = ['1.21.9', '1.22.3', '1.23.4', '1.23.5', '1.24.2', '1.27.1', '1.27.10'];
  expect(affected.filter((version) => has(bug, version))).toEqual(['1.22.3', '1.23.4']);
});

test('the table names findings that there are, and each bug has a release that is without it', () => {
  const ids = new Set(rules.map(({ id }) => id));
  expect(knownBugs.flatMap(({ findings }) => findings.filter((id) => !ids.has(id)))).toEqual([]);
  for (const bug of knownBugs) {
    expect(bug.from.every((release) => has(bug, release))).toBe(true);
    expect(bug.mended.some(([release]) => has(bug, release))).toBe(false);
  }
});
