// A survey says of a log what opening it says, though it reads few of its lines.
import { expect, test } from 'vitest';
import { nodeSources } from '../../../src/engine/host/node/nodeSources.ts';
import { Live } from '../../../src/engine/live.ts';
import { liveSources } from '../../../src/engine/liveSources.ts';
import { Session } from '../../../src/engine/session.ts';
import { Stores } from '../../../src/engine/store/stores.ts';
import { surveyLogs } from '../../../src/engine/survey.ts';
import { nodeStores } from '../../../src/engine/host/node/nodeStores.ts';
import { captureNames, labCaptureNames, readCapture } from '../../support/captures.ts';
import { caseNames, readCase } from '../../support/cases.ts';

const host = liveSources(nodeSources(), new Live(undefined), new Stores(nodeStores));

/** What both say, opened together when there are several. */
async function both(...logs: readonly Uint8Array[]): Promise<readonly [object, object]> {
  const sources = logs.map((bytes, i) => ({ kind: 'bytes' as const, name: `${i}.log`, bytes }));
  const request = { sources, year: 2026 };
  const session = new Session(host);
  const {
    from,
    to,
    inputs,
    sources: rows,
    runs,
    gaps,
  } = await session.open(request, new AbortController().signal);
  const { pods, understood } = session.incident.history;
  const { unmatched, commonUnmatched } = understood;
  session.dispose();
  const {
    podNames,
    from: earliest,
    ...surveyed
  } = await surveyLogs({ host, request, align: false, onProgress: () => undefined });
  // The tape begins with the first line, which klog may have stamped after the second.
  expect(earliest ?? 0).toBeLessThanOrEqual(from ?? 0);
  return [
    { ...surveyed, podNames: podNames.toSorted() },
    {
      ...{ to, inputs, sources: rows, runs, gaps, openedCase: undefined },
      podNames: [...new Set(pods.map((pod) => `${pod.namespace}/${pod.name}`))]
        .filter((name) => name !== '/')
        .toSorted(),
      understood: { unmatched, commonUnmatched, estimated: false },
    },
  ];
}

test.each([...captureNames(), ...labCaptureNames()])('%s', async (name) => {
  const [surveyed, opened] = await both(readCapture(name).log);
  expect(surveyed).toEqual(opened);
});

test.each(caseNames())('the case %s', async (name) => {
  const [surveyed, opened] = await both(readCase(name).log);
  expect(surveyed).toEqual(opened);
});

test('the logs of two nodes', async () => {
  const [surveyed, opened] = await both(
    readCapture('churn-v4').log,
    readCapture('k123-teardown-v2').log,
  );
  expect(surveyed).toEqual(opened);
});
