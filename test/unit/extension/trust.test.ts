// In a workspace that is not trusted nothing reaches a network, runs a program or takes a setting that names a file of the workspace's.
import { expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { runnerOf, type CommandHandlers } from '../../../src/extension/commands/handlers.ts';
import type { CommandId } from '../../../src/extension/contributions.ts';
import { Session } from '../../../src/extension/session.ts';
import { gatedCommands, TrustGate } from '../../../src/extension/trust.ts';
import type { SourceSpec } from '../../../src/protocol/engineApi.ts';

const sentence = 'Clusters, log stores and commands are used only in a workspace that you trust.';

/** Each command: a new one is not left out, since this would not compile. */
const commands: Readonly<Record<CommandId, 'free' | 'gated'>> = {
  'kubelet.openLog': 'free',
  'kubelet.followLog': 'free',
  'kubelet.stopFollowing': 'free',
  'kubelet.openSample': 'free',
  'kubelet.simulate': 'free',
  'kubelet.debugLog': 'free',
  'kubelet.play': 'free',
  'kubelet.selectPlaySpeed': 'free',
  'kubelet.stepOutBack': 'free',
  'kubelet.closeLog': 'free',
  'kubelet.goToTime': 'free',
  'kubelet.goToStart': 'free',
  'kubelet.goToEnd': 'free',
  'kubelet.findLines': 'free',
  'kubelet.goToLine': 'free',
  'kubelet.goToRow': 'free',
  'kubelet.goBack': 'free',
  'kubelet.goForward': 'free',
  'kubelet.toggleFollowCaret': 'free',
  'kubelet.stepForward': 'free',
  'kubelet.stepBack': 'free',
  'kubelet.stepLineForward': 'free',
  'kubelet.stepLineBack': 'free',
  'kubelet.selectHindsight': 'free',
  'kubelet.showTimeline': 'free',
  'kubelet.showSyncLoop': 'free',
  'kubelet.showMachine': 'free',
  'kubelet.showWorkerQueues': 'free',
  'kubelet.showPlegPage': 'free',
  'kubelet.showNetworkPage': 'free',
  'kubelet.showFindings': 'free',
  'kubelet.filterFindings': 'free',
  'kubelet.filterSources': 'free',
  'kubelet.filterWorkers': 'free',
  'kubelet.filterPleg': 'free',
  'kubelet.filterNetwork': 'free',
  'kubelet.clearSourcesFilter': 'free',
  'kubelet.clearPodsFilter': 'free',
  'kubelet.clearWorkersFilter': 'free',
  'kubelet.clearPlegFilter': 'free',
  'kubelet.clearNetworkFilter': 'free',
  'kubelet.clearFindingsFilter': 'free',
  'kubelet.groupFindings': 'free',
  'kubelet.exportFindings': 'free',
  'kubelet.openInPerfetto': 'free',
  'kubelet.compare': 'free',
  'kubelet.saveSession': 'free',
  'kubelet.saveCase': 'free',
  'kubelet.showLatencies': 'free',
  'kubelet.showInformer': 'free',
  'kubelet.showQueues': 'free',
  'kubelet.getSource': 'free',
  'kubelet.stepInGo': 'free',
  'kubelet.stopInGo': 'free',
  'kubelet.showApiServer': 'free',
  'kubelet.showPodPage': 'free',
  'kubelet.pick': 'free',
  'kubelet.showPod': 'free',
  'kubelet.showMore': 'free',
  'kubelet.filterPods': 'free',
  'kubelet.groupPods': 'free',
  'kubelet.whyStuck': 'free',
  'kubelet.whyKilled': 'free',
  'kubelet.whatHappened': 'free',
  'kubelet.whatIsOverdue': 'free',
  'kubelet.compareMoments': 'free',
  'kubelet.isLineNormal': 'free',
  'kubelet.muteFinding': 'free',
  'kubelet.showMuted': 'free',
  'kubelet.copyRow': 'free',
  'kubelet.openLink': 'free',
  'kubelet.openGoSource': 'free',
  'kubelet.openStore': 'gated',
  'kubelet.connectCluster': 'gated',
  'kubelet.disconnectCluster': 'free',
  'kubelet.openNodeLog': 'gated',
  'kubelet.debugNode': 'gated',
  'kubelet.showNodeGoroutines': 'gated',
  'kubelet.compareNode': 'gated',
  'kubelet.raiseVerbosity': 'gated',
  'kubelet.showManifestPods': 'free',
  'kubelet.openManifest': 'free',
  'kubelet.openGoroutines': 'free',
};

test('each command is free or gated, and a gated one refuses with a sentence before it does anything', async () => {
  const ran: string[] = [];
  const ids = Object.keys(commands);
  const handlers = Object.fromEntries(ids.map((id) => [id, () => void ran.push(id)]));
  const run = runnerOf(handlers as unknown as CommandHandlers, new TrustGate(() => false));
  const gated = ids.filter((id) => commands[id as CommandId] === 'gated');
  for (const id of ids) {
    if (!gated.includes(id)) await run(id, []);
    else await expect(run(id, [])).rejects.toThrow(sentence);
  }
  expect(ran).toEqual(ids.filter((id) => !gated.includes(id)));
  expect([...gatedCommands].toSorted()).toEqual(gated.toSorted());
});

test('the engine is not even started for what a debug configuration, a note or a page asks without trust', async () => {
  let trusted = false;
  const refusing = new Session(
    {
      start: () => Promise.reject(new Error('started')),
      sourceOf: () => Promise.reject(new Error('no file')),
    },
    new TrustGate(() => trusted),
  );
  const target = { url: 'http://127.0.0.1:1' };
  const query = { from: 0, to: 1 } as never;
  const form = { kind: 'list' } as never;
  const questions = [
    () => refusing.ask('contexts', ['/home/me/.kube/config']),
    () => refusing.ask('connectCluster', [{ context: 'x', runsPrograms: true }]),
    () => refusing.ask('setVerbosity', ['n', 4]),
    () => refusing.ask('planTrial', [form]),
    () => refusing.ask('tryOnCluster', [form, {} as never]),
    () => refusing.ask('store', [target, query]),
    () => refusing.ask('storeSignatures', [target, query, undefined]),
    ...(
      [
        { kind: 'command', argv: ['sh'] },
        { kind: 'node', node: 'n' },
        { kind: 'store', target, query, follow: false },
      ] satisfies SourceSpec[]
    ).map((source) => () => refusing.openSources([{ kind: 'path', path: '/a' }, source])),
  ];
  for (const ask of questions) await expect(ask()).rejects.toThrow(sentence);
  trusted = true;
  for (const ask of questions) await expect(ask()).rejects.toThrow('started');
  trusted = false;
  await expect(refusing.openSources([{ kind: 'path', path: '/a' }])).rejects.toThrow('started');
});

test('settings that name a file, a program or a server count from the workspace only with trust', () => {
  const properties = manifest.contributes.configuration.properties;
  // Each setting is one or the other.
  const harmless = [
    'kubelet.log.year',
    'kubelet.log.utcOffset',
    'kubelet.editor.fadeFuture',
    'kubelet.editor.followCaret',
    'kubelet.debug.playSpeed',
  ];
  const { restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
  expect([...restrictedConfigurations, ...harmless].toSorted()).toEqual(
    Object.keys(properties).toSorted(),
  );
});
