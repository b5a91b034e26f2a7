import { expect, test } from 'vitest';
import { goroutineRules } from '../../../../src/kubelet/evidence/goroutines.ts';
import { collectFacts } from '../../../../src/kubelet/rebuild/facts/facts.ts';
import { tapeOf } from '../../../support/captures.ts';
import { wrappers } from '../../../support/wrappers.ts';

const [quit] = goroutineRules.flatMap(({ id, samples }) =>
  id === 'goroutines.quit' ? samples : [],
);

test.each(Object.entries(wrappers))(
  'a dump is read whose every line has %s before it',
  (_, wrap) => {
    const klog =
      'I1121 10:00:20.000000       7 kubelet.go:2515] "SyncLoop ADD" source="api" pods=[]';
    const lines = [klog, ...(quit?.line.split('\n') ?? []), klog];
    const tape = tapeOf(new TextEncoder().encode(lines.map((line) => `${wrap(line)}\n`).join('')));
    expect(tape.length).toBe(3);
    const events = collectFacts(tape).table.list.map(({ event }) => event);
    expect(events.filter(({ kind }) => kind === 'sample.goroutines')).toEqual(quit?.events);
  },
);
