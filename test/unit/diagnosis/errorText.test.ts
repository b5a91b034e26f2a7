// The error that a line tells, without what wraps it.
import { expect, test } from 'vitest';
import { innermostOf } from '../../../src/diagnosis/errorText.ts';

test('the name of a CNI network is no key of the line', () => {
  const line =
    'err="rpc error: code = Unknown desc = failed to destroy network: plugin type="multus" name="multus-cni-network" failed (delete): no such device" podSandboxID="abc"';
  expect(innermostOf(`StopPodSandbox from runtime service failed ${line}`)).toBe(
    'failed to destroy network: plugin type="multus" name="multus-cni-network" failed (delete): no such device',
  );
});

test('keys behind the error are left out', () => {
  expect(innermostOf('Failed to watch err="refused" logger="x" type="*v1.Node"')).toBe('refused');
});
