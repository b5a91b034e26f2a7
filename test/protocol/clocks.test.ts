import { describe, expect, it } from 'vitest';
import { HOUR, SECOND } from '../../src/base/time.ts';
import type { SourceSpec } from '../../src/protocol/engineApi.ts';
import { engineHere } from '../support/engine.ts';

const ids = Array.from({ length: 6 }, (_, i) => `${i}${'ab12'.repeat(16)}`.slice(0, 64));
const two = (value: number): string => String(value).padStart(2, '0');

function log(name: string, lines: readonly string[]): SourceSpec {
  return { kind: 'bytes', name, bytes: new TextEncoder().encode(`${lines.join('\n')}\n`) };
}

/** A kubelet that tells of its containers, on a clock that is `hours` ahead of UTC. */
function kubelet(hours: number, seconds = 0): SourceSpec {
  return log(
    'kubelet.log',
    ids.map(
      (id, i) =>
        `I1121 ${two(9 + hours)}:3${i}:${two(seconds + i)}.500000   26449 kubelet.go:2577] "SyncLoop (PLEG): event for pod" pod="default/web-${i}" event={"ID":"5c0e91e5-ca33-4316-ac70-0cfb03501${i}d4","Type":"ContainerStarted","Data":"${id}"}`,
    ),
  );
}

const containerd = log(
  'containerd.log',
  ids.map(
    (id, i) =>
      `time="2026-11-21T09:3${i}:0${i}.000000000Z" level=info msg="StartContainer for \\"${id}\\" returns successfully"`,
  ),
);

describe('clocks of two logs', () => {
  it('are proposed to be brought together, and are when asked', async () => {
    const engine = await engineHere();
    const sources = [kubelet(2), containerd];
    const opened = await engine.call('open', [{ sources, year: 2026 }]);
    expect(opened.sources.map((row) => row.proposedOffset)).toEqual([
      { offset: -2 * HOUR, beside: 'containerd.log', ids: 6 },
      undefined,
    ]);
    await engine.call('seek', [{ kind: 'position', position: 6 }]);
    const line = (await engine.call('cursor', [])).input;
    const shifted = await engine.call('setClockOffset', [0, -2 * HOUR]);
    expect(shifted.sources[0]).toMatchObject({ clockOffset: -2 * HOUR });
    expect(shifted.sources[0]?.proposedOffset).toBeUndefined();
    expect(shifted.cursor.input).toEqual(line);
    expect((shifted.to ?? 0) - (opened.to ?? 0)).toBe(-2 * HOUR);
    const { rows } = await engine.call('inputs', [{ start: 0, count: 20 }]);
    expect(rows.map(({ input }) => input.source)).toEqual([1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0]);
    await expect(engine.call('setClockOffset', [7, 0])).rejects.toThrow('no source 7');
    engine.dispose();
  });

  it('are told to the second where no zone explains them', async () => {
    const engine = await engineHere();
    const { sources } = await engine.call('open', [
      { sources: [containerd, kubelet(0, 40)], year: 2026 },
    ]);
    const offset = sources[1]?.proposedOffset?.offset ?? 0;
    expect(Math.abs(offset + 40 * SECOND)).toBeLessThanOrEqual(SECOND);
    engine.dispose();
  });

  it('are left alone when they agree, or share nothing', async () => {
    const engine = await engineHere();
    const stranger = log(
      'other.log',
      ids.map(
        (id, i) => `time="2026-11-21T03:3${i}:00Z" level=info msg="${id.replaceAll('b', 'c')}"`,
      ),
    );
    for (const other of [containerd, stranger]) {
      const { sources } = await engine.call('open', [{ sources: [kubelet(0), other], year: 2026 }]);
      expect(sources.map((row) => row.proposedOffset)).toEqual([undefined, undefined]);
    }
    engine.dispose();
  });
});
