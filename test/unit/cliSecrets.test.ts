// Every form of a secret, through every command: nothing that goes out has one, with its names in it or taken out. Which commands, formats and
// options there are, the table of commands tells: what is new there fails until it is walked.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cac } from 'cac';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { all } from '../../src/cli/commands.ts';
import { sampledEndpoints } from '../../src/engine/export/sample.ts';
import { runCli } from '../support/cli.ts';
import { DapClient, hostOf } from '../support/dapClient.ts';
import { FakeLoki } from '../support/fakeLoki.ts';
import { callTool, mcpHere } from '../support/mcp.ts';
import { leaksIn, plantedLog } from '../support/plantedLog.ts';
import { plantedSecrets } from '../support/secretForms.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'kubelet-debugger-secrets-'));
const text = plantedLog();
const forms = plantedSecrets.map((planted) => planted.text);
const [firstForm = ''] = forms;
const start = 'E1121 13:10:00.000000     298 kubelet.go:1] ';

/** An API's pod that has a form in each text that whoever writes a manifest chooses. */
const podOf = (form: string, i: number): object => ({
  metadata: { name: `web-${i}`, namespace: 'default', uid: `u-${i}`, annotations: { note: form } },
  spec: { containers: [{ name: 'main', args: [form], env: [{ name: 'X', value: form }] }] },
  status: {
    phase: 'Pending',
    message: form,
    containerStatuses: [
      { name: 'main', state: { waiting: { reason: 'ErrImagePull', message: form } } },
    ],
  },
});

/** A rule whose sample is not as it says: it is quoted. */
const ruleOf = (form: string, i: number): object => ({
  id: `own-${i}`,
  title: form,
  severity: 'high',
  by: 'node',
  signs: [{ text: `nothing ${i}` }],
  explanation: form,
  samples: [{ log: `${start}${form}`, finds: true }],
});

/** Files by the word that stands for each in a walk. */
const files: Readonly<Record<string, string>> = {
  LOG: text,
  LATER: text.replaceAll('1121 ', '1122 '),
  PACK: JSON.stringify({ rules: forms.map(ruleOf) }),
  BAD_PACK: JSON.stringify({ rules: forms.map((form) => ({ id: form, severity: form })) }),
  SCENARIO: JSON.stringify({
    title: firstForm,
    lasts: '20s',
    pods: [{ name: 'web' }],
    faults: [
      { name: 'add', kind: 'cni', command: 'ADD', behaviour: 'error', message: forms.join('\n') },
    ],
    actions: [
      { at: '500ms', do: 'fault', fault: 'add', on: true },
      { at: '1s', do: 'create', pod: 'web' },
    ],
  }),
  BAD_SCENARIO: JSON.stringify({ title: 'x', pods: forms.map((name) => ({ name })) }),
  DUMP: forms
    .map((form, i) => `goroutine ${i} [${form}]:\nmain.f(0x1)\n\t/a/${form}/b.go:1 +0x1\n`)
    .join('\n'),
  PODS: JSON.stringify({ items: forms.map(podOf) }),
  TEXT: forms.map((form) => `# HELP x ${form}\nkubelet_running_pods{a="${form}"} 1\n`).join(''),
};

const placeOf = (word: string): string => path.join(folder, word);
const loki = new FakeLoki();
beforeAll(async () => {
  for (const [word, content] of Object.entries(files)) writeFileSync(placeOf(word), content);
  await loki.listen();
  const stamp = BigInt(Date.parse('2026-11-21T13:10:00Z')) * 1_000_000n;
  loki.push(
    'node-1',
    forms.map((form, i) => [stamp + BigInt(i), `${start}failed: ${form}`]),
  );
});
afterAll(() => {
  loki.unref();
  rmSync(folder, { recursive: true });
});

const span = '--since 2026-11-21T13:00:00Z --until 2026-11-21T14:00:00Z';
const log = '--year 2026 --no-cache';
const formats = (of: string, names: readonly string[]): readonly string[] =>
  names.map((name) => `${of} --format ${name}`);

/** What of each command is walked; `protocol`: it speaks on its standard input, and has a test of its own below. */
const walks: Readonly<Record<string, readonly string[] | 'protocol'>> = {
  summary: [...formats('LOG', ['text', 'json']), `LOKI ${span}`],
  findings: [
    ...formats('LOG', ['text', 'json', 'sarif', 'markdown']),
    'LOG --rules PACK',
    'LOG --rules BAD_PACK',
    `LOKI ${span}`,
  ],
  pod: formats('LOG default/web-3', ['text', 'json']),
  latencies: formats('LOG', ['text', 'json', 'csv']),
  why: [
    ...formats('LOG default/web-3', ['text', 'json']),
    ...formats('LOG --at 13:10:30', ['text', 'json']),
  ],
  whose: [
    ...formats('LOG 5c0e91e5-ca33-4316-ac70-000000000003', ['text', 'json']),
    ...formats('LOG --lines 1-40', ['text', 'json']),
  ],
  state: [
    'LOG',
    'LOG --at 13:10:30 --pod default/web-3',
    'LOG --at 13:10:30 --diff 13:11:30',
    'LOG --overdue',
  ],
  timeline: formats('LOG', ['perfetto', 'json']),
  workers: ['LOG'],
  grep: [...formats('LOG sev>=I', ['text', 'json']), 'LOG sev>=I --format json -C 2'],
  simulate: [...formats('SCENARIO', ['text', 'json']), 'BAD_SCENARIO'],
  'test-rules': ['PACK', 'BAD_PACK'],
  case: [
    'save LOG --out OUT',
    'save LOG --out OUT --pod default/web-3',
    'save LOG --out OUT --findings',
  ],
  compare: [
    ...formats('LOG --at 13:11:00', ['markdown', 'json']),
    ...formats('LOG LATER', ['markdown', 'json']),
  ],
  goroutines: [...formats('DUMP --all', ['text', 'json']), 'DUMP LOG --all'],
  sample: sampledEndpoints.flatMap((endpoint) => [`${endpoint} PODS`, `${endpoint} TEXT`]),
  fleet: formats(`LOKI ${span}`, ['text', 'json']),
  dap: 'protocol',
  mcp: 'protocol',
  completion: ['bash', 'zsh', 'fish'],
  help: ['', 'findings'],
};

const program = cac('kubelet-debugger');
for (const add of all) add(program);
const table = program.commands.map(({ name, options }) => ({
  name,
  redacts: options.some((option) => option.names.includes('redact') && !option.negated),
  readsLogs: options.some((option) => option.names.includes('year')),
  formats: options
    .filter((option) => option.names.includes('format'))
    .flatMap(({ rawName, description }) => {
      const [, inName] = /<(\w+(?:\|\w+)+)>/.exec(rawName) ?? [];
      return inName?.split('|') ?? description.replace(/ \(.*?\)/, '').split(/, | or /);
    }),
}));

test('each command is walked, in each of its formats', () => {
  expect(Object.keys(walks).sort()).toEqual(table.map(({ name }) => name).sort());
  expect(forms.length).toBeGreaterThanOrEqual(120);
  for (const { name, formats: those } of table) {
    const walked = String(walks[name]);
    for (const format of those)
      expect([name, format, walked.includes(`--format ${format}`)]).toEqual([name, format, true]);
  }
});

async function run(command: string, words: string): Promise<string> {
  const args = words
    .split(' ')
    .filter((word) => word !== '')
    .map((word) =>
      word === 'LOKI' ? `loki+${loki.url}` : word in files || word === 'OUT' ? placeOf(word) : word,
    );
  const { out, problem } = await runCli(command, ...args);
  // A file that it can't use is told; its words are none of a bug.
  expect(problem).not.toContain('by a bug');
  expect(out.length + problem.length).toBeGreaterThan(2);
  if (
    / --format (?:json|sarif)/.test(words) &&
    command !== 'grep' &&
    command !== 'simulate' &&
    out !== ''
  )
    expect(() => JSON.parse(out) as unknown).not.toThrow();
  return out + problem;
}

const walked = table.flatMap(({ name, redacts, readsLogs }) => {
  const those = walks[name];
  return typeof those !== 'object'
    ? []
    : those.flatMap((words) => {
        const whole = readsLogs && !words.includes('LOKI') ? `${words} ${log}` : words;
        return (redacts ? [whole, `${whole} --redact`] : [whole]).map(
          (one) => [name, one] as const,
        );
      });
});

test.each(walked)('%s %s', async (name, words) => {
  expect(leaksIn(text)).not.toEqual([]);
  expect(leaksIn(await run(name, words))).toEqual([]);
  if (name !== 'case') return;
  for (const [entry, bytes] of Object.entries(unzipSync(readFileSync(placeOf('OUT')))))
    expect([entry, leaksIn(Buffer.from(bytes).toString())]).toEqual([entry, []]);
});

test('a case whose title and notes are secrets', async () => {
  for (const form of forms.slice(0, 20)) {
    const args = ['save', placeOf('LOG'), '--out', placeOf('OUT'), '--year', '2026'];
    const { code } = await runCli('case', ...args, `--title=${form}`, `--notes=${form}`);
    expect(code).toBe(0);
    for (const [entry, bytes] of Object.entries(unzipSync(readFileSync(placeOf('OUT')))))
      expect([entry, leaksIn(Buffer.from(bytes).toString())]).toEqual([entry, []]);
  }
});

test('why, of each line', async () => {
  const count = text.split('\n').length;
  for (let line = 1; line < count; line += 211)
    expect(leaksIn(await run('why', `LOG --line ${line} ${log}`))).toEqual([]);
});

test('what fails quotes no secret either', async () => {
  for (const form of forms) {
    const { problem, code } = await runCli('summary', `${folder}/no ${form}`);
    expect(code).toBe(2);
    expect(leaksIn(problem)).toEqual([]);
  }
});

test('a store that refuses with secrets in its words', async () => {
  for (const form of forms) {
    loki.after = (answer) => ({ ...answer, code: 400, body: form });
    const { out, problem } = await runCli('fleet', `loki+${loki.url}`, ...span.split(' '));
    loki.after = (answer) => answer;
    expect(problem).not.toBe('');
    expect(leaksIn(out + problem)).toEqual([]);
  }
});

test('dap: all that an adapter says while a log is debugged', async () => {
  const client = new DapClient(hostOf(() => Buffer.from(text)));
  await client.entered(['/logs/planted.log']);
  const lines = text.split('\n').map((_, i) => ({ line: i + 1, logMessage: '{text} {err}' }));
  await client.raw('setBreakpoints', {
    source: { path: '/logs/planted.log' },
    breakpoints: lines.slice(0, 1_800),
  });
  await client.move('continue', { threadId: 1 });
  for (const expression of ['line', 'line.text', 'err', 'pod', 'pods', 'findings', firstForm])
    await client.raw('evaluate', { expression, context: 'watch' });
  await client.raw('threads', {});
  await client.raw('stackTrace', { threadId: 1 });
  await client.raw('disconnect', {});
  const said = JSON.stringify(client.messages);
  expect(said.length).toBeGreaterThan(50_000);
  expect(leaksIn(said)).toEqual([]);
});

/** What each tool is asked, so that it says much. */
const pod = 'default/web-3';
const tools: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  summary: {},
  findings: {},
  why_pod: { pod },
  pods: {},
  pod_story: { pod },
  state_at: { at: '13:10:30' },
  diff_states: { from: '13:10:30', to: '13:11:30' },
  overdue: {},
  queues: {},
  containers: {},
  network: {},
  pleg: {},
  events: {},
  latencies: {},
  timeline_window: { from: '13:10:00', to: '13:11:00' },
  grep: { filter: 'sev>=I' },
  explain_line: { line: 'LOG:2' },
  read_lines: { line: 'LOG:2' },
  whose: { id: '5c0e91e5-ca33-4316-ac70-000000000003' },
  compare: { before: { to: '13:11:00' }, after: { from: '13:11:00' } },
  goroutines: { path: placeOf('DUMP') },
  // What opens something is asked with each form below.
  simulate: {},
  open_logs: { paths: [placeOf('LOG')], year: 2026 },
};

test.each([true, false])('mcp: each tool; names taken out: %s', async (redact) => {
  const client = await mcpHere(folder, { redact });
  const opened = await callTool(client, 'open_logs', tools['open_logs']);
  expect(opened.isError).not.toBe(true);
  const { tools: those } = await client.listTools();
  expect(those.map(({ name }) => name).sort()).toEqual(Object.keys(tools).sort());
  for (const { name, inputSchema } of those.filter(
    (one) => !/^(?:open_logs|simulate)$/.test(one.name),
  )) {
    const takesBytes = 'maxBytes' in (inputSchema.properties ?? {});
    const answer = await callTool(client, name, {
      ...tools[name],
      ...(takesBytes ? { maxBytes: 200_000 } : {}),
    });
    const said = JSON.stringify(answer);
    expect([name, answer.isError === true ? said : '']).toEqual([name, '']);
    expect([name, leaksIn(said)]).toEqual([name, []]);
  }
  for (const form of forms) {
    const said = JSON.stringify([
      await callTool(client, 'simulate', { scenario: form }),
      await callTool(client, 'open_logs', { paths: [`${folder}/no ${form}`] }),
      await callTool(client, 'whose', { id: form }),
    ]);
    expect(leaksIn(said)).toEqual([]);
  }
  await client.close();
});
