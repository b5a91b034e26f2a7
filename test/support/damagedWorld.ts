// Random scenarios, and what may happen to their logs before somebody reads them.
import fc from 'fast-check';
import { randomScenario } from './randomScenario.ts';
import { runScenario } from './scenarios.ts';

const damage = fc.record({
  /** Shares of the log that are missing at its begin and end. */
  begin: fc.constantFrom(0, 0, 0.1, 0.3, 0.5),
  end: fc.constantFrom(0, 0, 0.2),
  /** Where journald drops lines, for how many, and whether it says so. */
  lost: fc.array(
    fc.record({ from: fc.integer({ min: 0, max: 999 }), lines: fc.integer({ min: 5, max: 60 }) }),
    {
      maxLength: 2,
    },
  ),
  /** A burst that a forwarder with a limit of its own drops, without a word. */
  silent: fc.option(
    fc.record({ from: fc.integer({ min: 0, max: 999 }), lines: fc.integer({ min: 5, max: 60 }) }),
    { freq: 2, nil: undefined },
  ),
});

export const damagedWorld = fc.record({
  scenario: randomScenario,
  seed: fc.nat(1_000_000),
  kubelet: fc.constantFrom(34, 34, 30, 23),
  verbosity: fc.constantFrom(2, 2, 3, 4),
  damage,
});

export type DamagedWorld = typeof damagedWorld extends fc.Arbitrary<infer T> ? T : never;

/** The kubelet's lines as journald shows them. */
export function journal(
  lines: readonly string[],
  { begin, end, lost, silent }: DamagedWorld['damage'],
): string {
  const from = Math.floor(lines.length * begin);
  const to = Math.floor(lines.length * (1 - end));
  const drops = [...lost, ...(silent === undefined ? [] : [silent])].map((drop) => {
    const first = Math.floor((drop.from * lines.length) / 1000);
    return { first, last: first + drop.lines, isTold: drop !== silent };
  });
  const out: string[] = [];
  lines.forEach((line, i) => {
    if (i < from || i >= to) return;
    const clock = line.slice(6, 14);
    const drop = drops.find(({ first, last }) => first <= i && i < last);
    if (drop === undefined) out.push(`Mar 02 ${clock} node-a kubelet[700]: ${line}`);
    else if (drop.isTold && i === drop.last - 1)
      out.push(
        `Mar 02 ${clock} node-a systemd-journald[300]: Suppressed ${drop.last - drop.first} messages from kubelet.service`,
      );
  });
  return `${out.join('\n')}\n`;
}

export function run({
  scenario,
  seed,
  kubelet,
  verbosity,
}: DamagedWorld): ReturnType<typeof runScenario> {
  return runScenario(scenario, { seed, kubelet, verbosity });
}

export function logOf(world: DamagedWorld): string {
  return journal(run(world).lines, world.damage);
}
