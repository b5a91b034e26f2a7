// A pattern stands for the pods that it fits, with all their identities, as a name does.
import { expect, test } from 'vitest';
import { filterOptions } from '../../../../src/engine/filter/options.ts';
import { compileFilter } from '../../../../src/log/filter.ts';
import { rebuild } from '../../../../src/kubelet/rebuild/rebuild.ts';
import { readCapture, tapeOf } from '../../../support/captures.ts';

const tape = tapeOf(readCapture('teardown-v2').log);
const history = rebuild(tape);

function linesOf(text: string): readonly number[] {
  const filter = compileFilter(text, filterOptions(tape, history));
  if (!filter.ok) throw new Error(filter.error);
  return tape.sources.flatMap(({ table }) => {
    const test = filter.value.bind(table);
    return Array.from({ length: table.length }, (_, row) => row).filter(test);
  });
}

test.each(['*web-1*', 'web-1', 'default/web-?', 'default/*', '*/web-1'])(
  'the errors of pod=%s are those of the pods that it fits',
  (pattern) => {
    const ofName = linesOf('pod=default/web-1 sev>=E');
    expect(ofName).toHaveLength(20);
    expect(linesOf(`pod=${pattern} sev>=E`)).toEqual(expect.arrayContaining([...ofName]));
    expect(linesOf(`pod!=${pattern} sev>=E`).filter((row) => ofName.includes(row))).toEqual([]);
  },
);
