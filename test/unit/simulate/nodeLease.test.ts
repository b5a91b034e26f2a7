import { describe, expect, test } from 'vitest';
import { diagnose } from '../../../src/diagnosis/diagnose.ts';
import { rebuild } from '../../../src/kubelet/rebuild/rebuild.ts';
import { tapeOf } from '../../support/captures.ts';
import { ownScenarios, runScenario } from '../../support/scenarios.ts';

function log(kubelet: number): readonly string[] {
  const scenario = ownScenarios().get('api-unreachable');
  if (scenario === undefined) throw new Error('no such scenario');
  return runScenario(scenario, { kubelet, verbosity: 2 }).lines;
}

/** What a kubelet says of its node, without header and where it asked. */
function ofNode(kubelet: number): string[] {
  return log(kubelet)
    .filter((line) => / (?:controller|kubelet_node_status)\.go:/.test(line))
    .map((line) =>
      line
        .replace(/^(.)\S+ \S+ +\d+ /, '$1 ')
        .replace(/(?<=Get|Put) \\?"?https:.*(?=: dial)/, ' URL'),
    );
}

const refused = 'dial tcp 10.99.0.1:6443: connect: connection refused';

describe('while the API server is away', () => {
  test('1.34 tries five times, then looks the lease up more and more seldom', () => {
    const waits = [
      '200ms',
      '400ms',
      '800ms',
      '1.6s',
      '3.2s',
      '6.4s',
      '7s',
      '7s',
      '7s',
      '7s',
      '7s',
      '7s',
    ];
    expect(ofNode(34)).toEqual([
      'I kubelet_node_status.go:75] "Attempting to register node" node="node-a"',
      'I kubelet_node_status.go:78] "Successfully registered node" node="node-a"',
      ...Array.from(
        { length: 5 },
        () => `E controller.go:195] "Failed to update lease" err="Put URL: ${refused}"`,
      ),
      'I controller.go:115] "failed to update lease using latest lease, fallback to ensure lease" err="failed 5 attempts to update lease"',
      ...waits.map(
        (wait) =>
          `E controller.go:145] "Failed to ensure lease exists, will retry" err="Get URL: ${refused}" interval="${wait}"`,
      ),
    ]);
  });

  test('1.23 says so of the lease in words of its own, and looks the node up as well', () => {
    const said = ofNode(23);
    expect(said).toContain(
      `E controller.go:187] failed to update lease, error: Put URL: ${refused}`,
    );
    expect(said).toContain(
      `E controller.go:144] failed to ensure lease exists, will retry in 7s, error: Get URL: ${refused}`,
    );
    expect(said).toContain(
      'E kubelet_node_status.go:447] "Unable to update node status" err="update node status exceeds retry count"',
    );
  });

  test('1.9 has no lease', () => {
    expect(log(9).filter((line) => line.includes('lease'))).toEqual([]);
  });

  test.each([9, 18, 23, 26, 30, 34])('the log of 1.%d tells that it was', (kubelet) => {
    const tape = tapeOf(new TextEncoder().encode(`${log(kubelet).join('\n')}\n`));
    const found = diagnose(rebuild(tape), tape).filter(({ severity }) => severity !== 'info');
    expect(found.map(({ id, node }) => `${id} ${node ?? '-'}`)).toEqual(['api-unreachable node-a']);
  });
});
