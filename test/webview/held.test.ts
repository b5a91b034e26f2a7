/// <reference types="node" />
// The boxes of the Sync Loop page where a journal was kept: what its channels and its work queue held stands first in them.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { withHeld } from '../../webview/syncLoop/held.ts';
import { engineHere } from '../support/engine.ts';
import { instant } from '../support/log.ts';
import { root } from '../support/texts.ts';

test('what a channel holds stands in its own box, never in that of the source that fills it', async () => {
  const engine = await engineHere();
  const text = fs.readFileSync(path.join(root, 'media/scenarios/static-pod-edits.yaml'), 'utf8');
  await engine.call('open', [{ sources: [{ kind: 'scenario', name: 'static', text }] }]);
  await engine.call('seek', [{ kind: 'time', time: instant('2026-03-02T08:00:20Z') }]);
  const page = await engine.call('machinePage', []);
  const held = await engine.call('machineAt', [{ parts: ['channels', 'workQueue'] }]);
  const channels = held.parts.channels?.channels.map(({ channel }) => channel);
  expect(channels).toEqual(expect.arrayContaining(['api', 'file', 'plegCh']));
  const valuesOf = ({ parts }: typeof page, wanted: string) =>
    parts.find(({ part }) => part === wanted)?.values;
  const drawn = withHeld(page, held);
  for (const source of ['api', 'file', 'http'])
    expect(valuesOf(drawn, source)).toEqual(valuesOf(page, source));
  expect(valuesOf(drawn, 'file')?.[0]?.value.text).toMatch(/pod/);
  for (const channel of ['configCh', 'plegCh', 'syncCh', 'probeCh', 'housekeepingCh'])
    expect(valuesOf(drawn, channel)?.[0]?.name).toBe('holds');
  engine.dispose();
});
