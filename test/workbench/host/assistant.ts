// Each tool of assistants in a real editor, through `vscode.lm.invokeTool`, in both hosts.
import * as vscode from 'vscode';
import manifest from '../../../package.json' with { type: 'json' };
import { equal, ok } from '../lib/hostSupport.ts';

const names = manifest.contributes.languageModelTools.map(({ name }) => name);
const asked: Readonly<Record<string, object>> = {
  kubelet_why_pod: { pod: 'default/web-1' },
  kubelet_pod_story: { pod: 'default/web-1' },
  kubelet_state_at: { at: '08:00:40' },
  kubelet_diff_states: { from: '08:00:10', to: '08:00:40' },
  kubelet_timeline_window: { from: '08:00:10', to: '08:00:40' },
  kubelet_grep: { filter: 'sev>=E' },
  kubelet_explain_line: { line: '0:0' },
  kubelet_read_lines: { line: '0:0' },
  kubelet_compare: { at: '08:00:30' },
};

async function invoke(name: string, input: object): Promise<string> {
  const { token } = new vscode.CancellationTokenSource();
  const options = { input, toolInvocationToken: undefined };
  const { content } = await vscode.lm.invokeTool(name, options, token);
  return content
    .map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ''))
    .join('');
}

suite('tools of assistants', () => {
  suiteSetup(async () => {
    const said = await invoke('kubelet_simulate', { scenario: 'cni-del-fails' });
    ok(said.includes('kubelet run: version v1.34.2'), said);
  });

  suiteTeardown(async () => {
    await vscode.commands.executeCommand('kubelet.closeLog');
  });

  test('all of them are there', () => {
    const known = vscode.lm.tools.map(({ name }) => name);
    equal(names.filter((name) => !known.includes(name)).join(), '');
  });

  for (const name of names) {
    // Those that open something, and those that need what is not there, have tests of their own.
    if (/open_logs|simulate|goroutines|whose/.test(name)) continue;
    test(name, async () => {
      const said = await invoke(name, asked[name] ?? {});
      ok(/^Between the marks (\w+) stands[^\n]*\n<<<\1\n(?:\| [^\n]*\n)+\1>>>/.test(said), said);
    });
  }

  test('a person’s own words come back, other names are pseudonyms', async () => {
    const said = await invoke('kubelet_why_pod', { pod: 'default/web-1' });
    ok(said.includes('Why is default/web-1 stuck?'), said);
    const pods = await invoke('kubelet_pods', {});
    equal(/default\/web-1/.test(pods), false);
  });

  test('what is asked wrongly gets a sentence', async () => {
    const none = await invoke('kubelet_why_pod', { pod: 'default/nope' });
    ok(none.includes('No line names a pod default/nope'), none);
    const outside = await invoke('kubelet_state_at', { at: '1999-01-01T00:00:00Z' });
    ok(outside.includes('is outside the log'), outside);
    const dump = await invoke('kubelet_goroutines', {});
    ok(dump.includes('No goroutine dump is open'), dump);
    const id = await invoke('kubelet_whose', { id: '0123456789ab' });
    ok(id.includes('No line tells whose'), id);
  });
});
