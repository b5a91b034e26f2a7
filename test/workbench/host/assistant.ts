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
  kubelet_goroutines: { path: 'goroutines.txt' },
};
/** Those that open another log, and those that need one, have tests of their own. */
const ofOtherLogs = ['kubelet_open_logs', 'kubelet_simulate', 'kubelet_whose'];
const answer = /^Between the marks (\w+) stands[^\n]*\n<<<\1\n(?:\| [^\n]*\n)+\1>>>/;

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
    ok(answer.test(said) && said.includes('kubelet run: version v1.34.2'), said);
  });

  suiteTeardown(async () => {
    await vscode.commands.executeCommand('kubelet.closeLog');
  });

  test('all of them are there', () => {
    const known = vscode.lm.tools.map(({ name }) => name);
    equal(names.filter((name) => !known.includes(name)).join(), '');
  });

  test('kubelet_goroutines before a dump is open', async () => {
    const said = await invoke('kubelet_goroutines', {});
    ok(said.includes('No goroutine dump is open'), said);
  });

  for (const name of names) {
    if (ofOtherLogs.includes(name)) continue;
    test(name, async () => {
      const said = await invoke(name, asked[name] ?? {});
      ok(answer.test(said), said);
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
    ok(none.includes('The log mentions no pod default/nope'), none);
    const outside = await invoke('kubelet_state_at', { at: '1999-01-01T00:00:00Z' });
    ok(outside.includes('is outside the log'), outside);
    const id = await invoke('kubelet_whose', { id: '0123456789ab' });
    ok(id.includes('The log does not show whose'), id);
  });

  test('kubelet_open_logs and kubelet_whose, of a file of the workspace', async () => {
    const said = await invoke('kubelet_open_logs', { paths: ['hang.kubelet-case'] });
    ok(answer.test(said) && said.includes('cni-del-fails'), said);
    const whose = await invoke('kubelet_whose', { id: '9936f76e4b93' });
    ok(answer.test(whose) && whose.includes('sandbox'), whose);
    const none = await invoke('kubelet_open_logs', { paths: ['no.log'] });
    ok(none.includes('It failed'), none);
    const before = await invoke('kubelet_summary', {});
    ok(before.includes('cni-del-fails'), before);
  });
});
