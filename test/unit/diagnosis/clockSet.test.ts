import { describe, expect, it } from 'vitest';
import { diagnose } from '../../../src/diagnosis/diagnose.ts';
import { rebuild } from '../../../src/kubelet/rebuild/rebuild.ts';
import { findGaps } from '../../../src/log/gaps.ts';
import { Tape } from '../../../src/replay/tape.ts';
import { tableOf } from '../../support/log.ts';

const line = (day: string, clock: string, text: string): string =>
  `Sep ${day} ${clock} node-6 kubelet[2429]: E09${day} ${clock}.100000    2429 kubelet.go:2055] ${text}`;
const unhealthy = (age: string): string =>
  `"Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active ${age} ago; threshold is 3m0s"`;

function found(lines: readonly string[]): string[] {
  const table = tableOf(lines.join('\n'), { year: 2022 });
  const tape = new Tape([{ table, name: 'kubelet.log', clockOffset: 0 }]);
  return diagnose(rebuild(tape, { gaps: findGaps(table) }), tape)
    .filter(({ severity }) => severity !== 'info')
    .map(({ id }) => id);
}

describe('a relist that is old because the clock was set', () => {
  const before = [line('12', '11:05:08', '"a"'), line('12', '11:05:09', '"b"')];
  const set = 'Sep 13 11:05:12 node-6 systemd[1]: Time has been changed';
  const after = [line('13', '11:05:13', unhealthy('24h0m4s')), line('13', '11:05:18', '"c"')];

  it('is no hanging runtime', () => {
    expect(found([...before, set, ...after])).toEqual([]);
  });

  it('is one where nothing tells that the clock was set', () => {
    expect(found([...before, ...after])).toContain('pleg-runtime-hang');
  });
});
