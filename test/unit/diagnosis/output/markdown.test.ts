import { expect, test } from 'vitest';
import { findingsMarkdown } from '../../../../src/diagnosis/output/markdown.ts';
import { diagnoseText, readCase } from '../../../support/cases.ts';

function report(name: string, text: string): string {
  const { findings } = diagnoseText(readCase(name).log);
  return findingsMarkdown(findings, () => ({ file: 'kubelet.log', line: 5, text }));
}

test('tells what is wrong, since when, and what it risks to repair it', () => {
  const text = report('unmount-busy', 'E0428 x');
  expect(text).toContain('# Findings');
  expect(text).toContain('`unmount-busy`, high');
  expect(text).toContain('kubelet.log:5 (cause)');
  expect(text).toContain('**Risk:**');
});

test('a line of the log cannot leave its fence', () => {
  const text = report('unmount-busy', '```\n<script>alert(1)</script>');
  expect(text).toContain('````text');
});

test('harmless lines stand apart', () => {
  const text = report('neg-startup-pair', 'x');
  expect(text).toContain('Nothing above info.');
  expect(text).toContain('`startup-not-ready-transient`');
});
