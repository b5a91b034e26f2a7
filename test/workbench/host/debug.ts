// A debug session through VS Code's API, its adapter within the extension host: in a browser's worker it is the same.
import * as vscode from 'vscode';
import { equal, ok } from '../lib/hostSupport.ts';

suite('debugging', () => {
  let tracker: vscode.Disposable;

  suiteSetup(() => {
    tracker = vscode.debug.registerDebugAdapterTrackerFactory('kubelet', {
      createDebugAdapterTracker: (session) => ({
        onDidSendMessage(message: { event?: string; body?: Stop }) {
          if (message.event !== 'stopped') return;
          stopped = session;
          heard(message.body ?? {});
        },
      }),
    });
  });

  suiteTeardown(async () => {
    tracker.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  teardown(async () => {
    const ended = new Promise<void>((resolve) => {
      const registered = vscode.debug.onDidTerminateDebugSession(() => {
        registered.dispose();
        resolve();
      });
    });
    await vscode.debug.stopDebugging();
    await ended;
    vscode.debug.removeBreakpoints(vscode.debug.breakpoints);
  });

  test('a row of a view starts a session where it leads', async () => {
    await vscode.commands.executeCommand('kubelet.openSample', 'teardown-containerd');
    const stop = nextStop();
    await vscode.commands.executeCommand('kubelet.debugLog', {
      label: 'a row',
      input: { source: 0, offset: 0 },
    });
    await stop;
    const line = await asked('evaluate', { expression: 'line.position', context: 'watch' });
    ok(line['result'] === '1 of 411', String(line['result']));
  });

  test('a scenario is simulated, a function breakpoint hit, and a step leads back', async () => {
    vscode.debug.addBreakpoints([new vscode.FunctionBreakpoint('SyncTerminatingPod')]);
    const entered = nextStop();
    const started = await vscode.debug.startDebugging(undefined, {
      type: 'kubelet',
      request: 'launch',
      name: 'simulated',
      scenario: 'cni-del-hangs',
      kubelet: '1.34',
    });
    equal(started, true);
    await entered;
    const hit = nextStop();
    await asked('continue', { threadId: 1 });
    const { reason } = await hit;
    equal(reason, 'function breakpoint');
    const at = await position();
    const back = nextStop();
    await asked('stepBack', { threadId: 1 });
    await back;
    ok((await position()) < at, 'a step back goes back');
  });

  test('what is open can be debugged without a launch configuration', async () => {
    const stop = nextStop();
    await vscode.commands.executeCommand('kubelet.debugLog');
    await stop;
    const { threads } = await asked('threads');
    ok(JSON.stringify(threads).includes('PLEG'), JSON.stringify(threads));
  });
});

async function asked(command: string, args: object = {}): Promise<Record<string, unknown>> {
  if (stopped === undefined) throw new Error('nothing is being debugged');
  return (await stopped.customRequest(command, args)) as Record<string, unknown>;
}

async function position(): Promise<number> {
  const { result } = await asked('evaluate', { expression: 'line.position', context: 'watch' });
  return Number.parseInt(String(result));
}

type Stop = Record<string, unknown>;
/** The session that stopped last; VS Code calls it the active one a little later. */
let stopped: vscode.DebugSession | undefined;
let heard: (stop: Stop) => void = () => undefined;

/** The body of the next stop that the adapter tells of. */
async function nextStop(): Promise<Stop> {
  return await new Promise((resolve, reject) => {
    const limit = setTimeout(() => {
      reject(new Error('nothing stopped for 20 s'));
    }, 20_000);
    heard = (stop) => {
      clearTimeout(limit);
      resolve(stop);
    };
  });
}
