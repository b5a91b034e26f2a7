// What the page of PLEG says at its head.
import { expect, test } from 'vitest';
import type { PlegPage } from '../../src/protocol/pageApi.ts';
import type { ShownValue } from '../../src/protocol/rows.ts';
import { chartSentence, lead } from '../../webview/pleg/words.ts';

function said(relist: ShownValue): string {
  const health = { text: 'healthy', known: 'seen', provedBy: [] };
  const verbosity = { text: '4', known: 'seen', provedBy: [] };
  const none = { stalls: [], culprits: [], timeouts: 0, at: 0 };
  return lead({ ...none, health, verbosity, relist } as unknown as PlegPage);
}

// From 1.27 on each relist leaves a line at --v=4.
test('that relists are not logged is said only where no line shows one', () => {
  const seen = said({ text: '318 relists seen', known: 'seen', provedBy: [] });
  expect(seen).toContain('318 relists seen.');
  expect(seen).not.toContain('are not logged');
  expect(said({ text: 'unknown', known: 'unknown', provedBy: [] })).toContain('are not logged');
});

test('of one relist nothing is said to be not logged', () => {
  const chart = (relists: readonly object[]): string =>
    chartSentence({ relists, ages: [], stalls: [] } as unknown as PlegPage);
  expect(chart([])).toBe('Relists over time. Relists are not logged.');
  expect(chart([{ interval: undefined }])).toBe('Relists over time.');
});
