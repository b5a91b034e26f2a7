import { expect, test } from 'vitest';
import { wordsOf } from '../../../src/protocol/lineWords.ts';

const klog = 'E1121 09:34:10.840254   26449 log.go:32] "Stop \\"it\\" failed" err="no"';

test.each([
  ['bare', klog],
  ['of a journal', `Nov 21 09:34:10 worker-7 kubelet[26449]: ${klog}`],
  ['of a journal with a zone', `2026-11-21T09:34:10+0000 worker-7 kubelet[26449]: ${klog}`],
  ['of a container runtime', `2026-11-21T09:34:10.840254Z stderr F ${klog}`],
])('a klog line %s is shown without its header', (_, line) => {
  expect(wordsOf(line)).toBe('Stop \\"it\\" failed err="no"');
});

test.each([
  'Nov 21 09:34:10 worker-7 systemd[1]: Started kubelet.',
  'panic: runtime error',
  `${'x'.repeat(5000)} ${klog}`,
  'E1121 09:34:10.840254 26449 no bracket',
])('another line is shown whole', (line) => {
  expect(wordsOf(line)).toBe(line);
});
