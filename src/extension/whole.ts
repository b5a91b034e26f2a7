// Wires all of the extension together but what stands from its start on; the same for both hosts: what they differ in comes in as `EngineHost`.
import * as vscode from 'vscode';
import { isScenario, scenarioOf } from './bytesSource.ts';
import { Asker, registerLineActions } from './commands/askCommands.ts';
import type { CaseSaver } from './commands/caseCommands.ts';
import { runnerOf, type CommandHandlers } from './commands/handlers.ts';
import type { GoroutineOpener } from './commands/goroutineCommand.ts';
import { Mover } from './commands/moveCommands.ts';
import type { ManifestCommands } from './commands/manifestCommands.ts';
import { Opener } from './commands/openCommands.ts';
import { LineFinder } from './commands/findLines.ts';
import { Follower } from './commands/followCommands.ts';
import { Simulator } from './commands/simulateCommand.ts';
import { contextKeys } from './contributions.ts';
import { debuggingOf, debugLog } from './debug/debugLogs.ts';
import { registerInlineValues } from './debug/inlineValues.ts';
import { openCase } from './editor/caseEditor.ts';
import { play, selectPlaySpeed, stepOutBack } from './debug/play.ts';
import { CursorLine } from './editor/cursorLine.ts';
import { FollowCaret, toggleFollowCaret } from './editor/followCaret.ts';
import { FollowEnd } from './editor/followEnd.ts';
import { FindingGutter } from './editor/findingGutter.ts';
import { registerFindingLenses } from './editor/findingLenses.ts';
import { FindingMarks } from './editor/findingMarks.ts';
import { registerHovers } from './editor/hovers.ts';
import { renewStates, stateText } from './editor/stateDocuments.ts';
import { GoSource } from './editor/goSource.ts';
import { LogOffer } from './editor/logOffer.ts';
import { LogDocuments } from './editor/logDocuments.ts';
import { registerManifestLenses } from './editor/manifestLenses.ts';
import { Problems } from './editor/problems.ts';
import { registerReading } from './editor/reading.ts';
import { RulePacks } from './editor/rulePacks.ts';
import { WindowFileSystem } from './editor/windowFileSystem.ts';
import { WindowLineNumbers } from './editor/windowLineNumbers.ts';
import { registerWindowNeighbours } from './editor/windowNeighbours.ts';
import { watchAttention } from './live/attention.ts';
import { LiveCluster } from './live/liveCluster.ts';
import { VerbosityRaiser } from './live/verbosity.ts';
import { NodeCommands } from './live/nodeCommands.ts';
import { messages, reasonOf } from './messages.ts';
import { Pages } from './panels/pages.ts';
import { Session, type EngineHost } from './session.ts';
import type { Standing, Whole } from './standing.ts';
import { TrustGate } from './trust.ts';
import { CursorStatus } from './views/cursorStatus.ts';
import { createViews, type Views } from './views/views.ts';

export function makeWhole(
  context: vscode.ExtensionContext,
  standing: Standing,
  host: EngineHost,
): Whole {
  const own = context.subscriptions;
  const gate = new TrustGate(() => vscode.workspace.isTrusted);
  const engine: EngineHost = {
    start: () => host.start(),
    sourceOf: (uri, simulation) =>
      isScenario(uri) ? scenarioOf(uri, simulation) : host.sourceOf(uri, simulation),
  };
  const session = new Session(engine, gate);
  const files = new WindowFileSystem(session, standing.windowsChanged);
  const documents = new LogDocuments(session, files);
  const goSource = new GoSource({
    ...{ session, documents, host, gate },
    changed: standing.goSourceChanged,
  });
  const marks = new FindingMarks(session, documents);
  const mover = new Mover(session, documents);
  const rulePacks = new RulePacks(session, context.workspaceState);
  const asker = new Asker(session, documents, mover);
  const pages = new Pages(context.extensionUri, session, documents, goSource);
  const opener = new Opener(session, documents, mover, pages, context.extensionUri);
  const follower = new Follower(session, documents, gate);
  const simulator = new Simulator(opener, context.extensionUri);
  const live = new LiveCluster(session);
  const verbosity = new VerbosityRaiser(session, live, context.globalStorageUri, host);
  void verbosity.remind();
  const offer = new LogOffer(session, host);
  const nodes = new NodeCommands({ session, live, documents, pages });
  const views = createViews(session, live, standing.trees, () => mover.broughtTo);
  own.push(
    live,
    views,
    pages,
    watchAttention(session, live, views),
    new FollowEnd(session, documents),
    new FollowCaret(session, documents),
    registerWindowNeighbours(files),
    new WindowLineNumbers(documents),
    new CursorStatus(session),
    offer,
    new CursorLine(session, documents, vscode.Uri.joinPath(context.extensionUri, 'media')),
    marks,
    new Problems(session, documents, marks),
    new FindingGutter(marks, vscode.Uri.joinPath(context.extensionUri, 'media')),
    registerFindingLenses(marks),
    registerManifestLenses(session, live),
    rulePacks,
    registerHovers(session, documents),
    registerReading(session, documents),
    goSource,
    renewStates(session, standing.stateChanged),
    registerLineActions(),
    registerInlineValues(session),
    session.onChanged((info) => {
      void vscode.commands.executeCommand('setContext', contextKeys.hasSession, info !== undefined);
      void vscode.commands.executeCommand(
        'setContext',
        contextKeys.isFollowing,
        info?.sources.some(({ state }) => state === 'following') === true,
      );
    }),
    session.onEvent((event) => {
      if (event.kind === 'problem')
        void vscode.window.showWarningMessage(messages.plainly(event.text));
    }),
  );
  opener.openWorkspaceIncident().catch((error: unknown) => {
    void vscode.window.showErrorMessage(messages.plainly(reasonOf(error)));
  });
  return {
    run: runnerOf(
      handlersOf({
        session,
        opener,
        follower,
        simulator,
        mover,
        finder: new LineFinder(session, mover),
        asker,
        rulePacks,
        cases: async () => {
          const { CaseSaver } = await import('./commands/caseCommands.ts');
          return new CaseSaver(session, versionOf(context));
        },
        pages,
        views,
        goSource,
        live,
        offer,
        nodes,
        manifests: async () => {
          const { ManifestCommands: Made } = await import('./commands/manifestCommands.ts');
          return new Made(session, live, pages);
        },
        openStore: async (address) => {
          const { StoreOpener } = await import('./commands/storeCommands.ts');
          const { globalState: memory, secrets } = context;
          await new StoreOpener({ session, documents, pages, memory, secrets }).open(address);
        },
        dumps: async () => {
          const { GoroutineOpener: Made } = await import('./commands/goroutineCommand.ts');
          return new Made(session, pages, host);
        },
        verbosity,
      }),
      gate,
    ),
    session,
    isInside: host.isInside,
    gate,
    nodes,
    caret: async () => (await documents.inputInSight())?.input,
    windows: files,
    goSourceText: (uri) => goSource.text(uri),
    stateText: (uri) => stateText(session, uri),
    debugging: debuggingOf(session, { documents, offer, simulator, live, nodes, goSource }),
    revivePage: (page, tab, state) => pages.revive(page, tab, state),
    openCase: (file, tab) => openCase({ opener, pages }, file, tab),
    async end() {
      await verbosity.end();
      session.dispose();
    },
  };
}

interface Parts {
  readonly session: Session;
  readonly opener: Opener;
  readonly follower: Follower;
  readonly simulator: Simulator;
  readonly mover: Mover;
  readonly finder: LineFinder;
  readonly asker: Asker;
  readonly rulePacks: RulePacks;
  readonly cases: () => Promise<CaseSaver>;
  readonly pages: Pages;
  readonly views: Views;
  readonly goSource: GoSource;
  readonly live: LiveCluster;
  readonly offer: LogOffer;
  readonly nodes: NodeCommands;
  readonly openStore: (address: string | undefined) => Promise<void>;
  readonly manifests: () => Promise<ManifestCommands>;
  readonly dumps: () => Promise<GoroutineOpener>;
  readonly verbosity: VerbosityRaiser;
}

function handlersOf({
  session,
  opener,
  follower,
  simulator,
  mover,
  finder,
  asker,
  rulePacks,
  cases,
  pages,
  views,
  goSource,
  live,
  offer,
  nodes,
  manifests,
  openStore,
  dumps,
  verbosity,
}: Parts): CommandHandlers {
  return {
    'kubelet.openLog': (file, files) => opener.openLog(file, files),
    'kubelet.followLog': (file) => follower.follow(file),
    'kubelet.stopFollowing': () => follower.stop(),
    'kubelet.openSample': (name) => opener.openSample(name),
    'kubelet.simulate': (scenario, options) =>
      simulator.simulate(scenario, isList(options) ? {} : options),
    'kubelet.debugLog': (from) => debugLog(session, { live, offer }, from),
    // A toolbar hands its session.
    'kubelet.play': (speed) => play(typeof speed === 'number' ? speed : undefined),
    'kubelet.selectPlaySpeed': () => selectPlaySpeed(),
    'kubelet.stepOutBack': () => stepOutBack(),
    'kubelet.closeLog': () => opener.close(),
    'kubelet.goToTime': () => mover.goToTime(),
    'kubelet.goToStart': () => mover.seek({ kind: 'start' }),
    'kubelet.goToEnd': () => mover.seek({ kind: 'end' }),
    'kubelet.goToLine': () => mover.goToCaret(),
    'kubelet.toggleFollowCaret': () => toggleFollowCaret(),
    'kubelet.findLines': () => {
      finder.find();
    },
    'kubelet.stepForward': () => mover.step('event', 1),
    'kubelet.stepBack': () => mover.step('event', -1),
    'kubelet.stepLineForward': () => mover.step('line', 1),
    'kubelet.stepLineBack': () => mover.step('line', -1),
    'kubelet.selectHindsight': () => mover.selectHindsight(),
    'kubelet.showTimeline': () => pages.show('timeline'),
    'kubelet.openInPerfetto': async () => {
      const { openInPerfetto } = await import('./commands/perfettoCommand.ts');
      await openInPerfetto(session);
    },
    'kubelet.showSyncLoop': () => pages.show('syncLoop'),
    'kubelet.showMachine': () => pages.show('machine'),
    'kubelet.showWorkerQueues': () => pages.show('machine', 'workers'),
    'kubelet.showPlegPage': () => pages.show('pleg'),
    'kubelet.showNetworkPage': () => pages.show('network'),
    'kubelet.showLatencies': () => pages.show('latencies'),
    'kubelet.showInformer': () => pages.show('informer'),
    'kubelet.showQueues': () => pages.show('queues'),
    'kubelet.showApiServer': () => pages.show('apiServer'),
    'kubelet.showFindings': (row) => pages.show('findings', row?.finding?.key),
    'kubelet.groupFindings': () => views.groupFindings(),
    'kubelet.exportFindings': async () => (await cases()).exportFindings(),
    'kubelet.compare': async () => {
      const { askWhatToCompare } = await import('./commands/compareCommand.ts');
      const request = await askWhatToCompare(session);
      if (request !== undefined) await pages.show('compare', JSON.stringify(request));
    },
    'kubelet.saveCase': async () => (await cases()).saveCase(),
    'kubelet.saveSession': async () => (await cases()).saveSession(),
    'kubelet.showPodPage': async (pod) => {
      if (pod?.podKey !== undefined) await session.ask('selectPod', [pod.podKey]);
      await pages.show('pod');
    },
    'kubelet.pick': (picked) => mover.click(picked),
    'kubelet.goToRow': (row) => mover.goToRow(row),
    'kubelet.goBack': () => mover.goAlong(-1),
    'kubelet.goForward': () => mover.goAlong(1),
    'kubelet.showPod': async (podKey) => {
      if (podKey === undefined) return;
      await session.ask('selectPod', [podKey]);
      await views.trees['kubelet.pods'].reveal(podKey);
    },
    'kubelet.showMore': (view) => {
      if (view !== undefined) views.trees[view].showMore();
    },
    ...views.filtering,
    'kubelet.groupPods': () => views.groupPods(),
    'kubelet.whyStuck': (pod) => asker.askOfPod('stuck', pod),
    'kubelet.whyKilled': (pod) => asker.askOfPod('killed', pod),
    'kubelet.whatHappened': () => asker.whatHappened(),
    'kubelet.whatIsOverdue': async () => {
      const { whatIsOverdue } = await import('./commands/stateCommands.ts');
      await whatIsOverdue(session, mover);
    },
    'kubelet.compareMoments': async () => {
      const { compareMoments } = await import('./commands/stateCommands.ts');
      await compareMoments(session, mover);
    },
    'kubelet.isLineNormal': (file, line) => asker.isLineNormal(file, line),
    'kubelet.muteFinding': (row) => rulePacks.mute(row),
    'kubelet.showMuted': () => rulePacks.showMuted(),
    'kubelet.copyRow': (row, rows) => views.copy(row, rows),
    'kubelet.openStore': (address) => openStore(address),
    'kubelet.connectCluster': (context) => live.connect(context),
    'kubelet.disconnectCluster': () => live.disconnect(),
    'kubelet.openNodeLog': (node) => nodes.openLog(node),
    'kubelet.debugNode': (node) => nodes.debug(node),
    'kubelet.showNodeGoroutines': (node) => nodes.showGoroutines(node),
    'kubelet.compareNode': (node) => nodes.compare(node),
    'kubelet.raiseVerbosity': (node) => verbosity.raise(node),
    'kubelet.showManifestPods': async (object) => (await manifests()).showPods(object),
    'kubelet.openManifest': async (pod) => (await manifests()).openManifest(pod),
    'kubelet.openGoroutines': async (file) => (await dumps()).open(file),
    'kubelet.openGoSource': (statement, frame) => goSource.open(statement, frame),
    'kubelet.getSource': (document) => goSource.get(document),
    'kubelet.stepInGo': async (span, direction) => {
      if (span === undefined || direction === undefined) return;
      const { stepInGo } = await import('./commands/goCommands.ts');
      await stepInGo(session, span, direction);
    },
    'kubelet.stopInGo': async (name) => {
      const { stopInGo } = await import('./commands/goCommands.ts');
      if (name !== undefined) stopInGo(name);
    },
    'kubelet.openLink': async (row) => {
      if (row?.link !== undefined) await vscode.env.openExternal(vscode.Uri.parse(row.link, true));
    },
  };
}

function versionOf({ extension }: vscode.ExtensionContext): string {
  const manifest: unknown = extension.packageJSON;
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : '';
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
