// Each wording of a fault is found.
import { describe, expect, it } from 'vitest';
import { diagnoseText } from '../../support/cases.ts';
import { logOf, rows } from '../../support/wordings.ts';

describe('the words of a fault', () => {
  it.each(rows)('%s | %s | %s', (id, way = '', ...words) => {
    const { findings } = diagnoseText(logOf(way, words.join(' | ')));
    const loud = findings.filter(({ severity }) => severity !== 'info');
    expect(loud.map((finding) => finding.id)).toContain(id);
  });
});
