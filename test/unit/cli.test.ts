import { build } from 'esbuild';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;
const capture = path.join(root, 'test/fixtures/captures/teardown-v2/kubelet.log.gz');
const folder = mkdtempSync(path.join(os.tmpdir(), 'kubelet-debugger-cli-'));
const bundle = path.join(folder, 'cli.cjs');

/** The oldest Node that the command line promises to run on is the machine's own, if that is older than ours. */
const node = process.env['KUBELET_DEBUGGER_OLD_NODE'] ?? process.execPath;

function cli(...args: string[]): { code: number | null; out: string; problem: string } {
  const { status, stdout, stderr } = spawnSync(node, [bundle, ...args], {
    encoding: 'utf8',
  });
  return { code: status, out: stdout, problem: stderr };
}

// A bundle of its own: other tests make dist/ anew meanwhile.
beforeAll(async () => {
  await build({
    absWorkingDir: root,
    entryPoints: ['src/cli/main.ts'],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'error',
  });
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('kubelet-debugger', () => {
  it('sums up a log', () => {
    const { code, out } = cli('summary', capture, '--year', '2026', '--format', 'json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      lines: 411,
      unparsedLines: 0,
      from: '2026-11-21T09:33:47.339739Z',
      runs: [{ version: 'v1.34.2', node: 'node-a' }],
      podNames: ['default/web-1', 'default/web-2'],
    });
  });

  it('names the fault, and fails on its severity only when asked', () => {
    const { code, out } = cli('findings', capture, '--format', 'json', '--year', '2026');
    expect(code).toBe(0);
    const { findings } = JSON.parse(out) as {
      findings: { id: string; pod: string | null; evidence: { file: string; line: number }[] }[];
    };
    const fault = findings.find((finding) => finding.id === 'cni-del-fails');
    expect(fault).toMatchObject({ pod: 'default/web-1' });
    expect(fault?.evidence[0]).toMatchObject({ file: capture.replace(/\.gz$/, '') });
    expect(cli('findings', capture, '--fail-on', 'high').code).toBe(1);
  });

  it('prints findings for other programs and for an issue', () => {
    const sarif = JSON.parse(cli('findings', capture, '--format', 'sarif').out) as {
      version: string;
      runs: { results: { ruleId: string }[] }[];
    };
    expect(sarif.version).toBe('2.1.0');
    expect(sarif.runs[0]?.results.map((result) => result.ruleId)).toContain('cni-del-fails');
    expect(cli('findings', capture, '--format', 'markdown').out).toMatch(/^# Findings\n/);
  });

  it('tries a rule pack on its samples, and says where a wrong one is wrong', () => {
    const pack = path.join(folder, 'pack.yaml');
    writeFileSync(pack, 'rules:\n  - id: NotKebab\n');
    const { code, out } = cli('test-rules', pack);
    expect(code).toBe(1);
    expect(out).toMatch(/pack\.yaml:\d+:\d+: .*kebab-case/);
  });

  it('prints one JSON line for each change of the workers', () => {
    const { code, out } = cli('workers', capture, '--year', '2026');
    expect(code).toBe(0);
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { t: string; workers: unknown[] });
    expect(lines.length).toBeGreaterThan(8);
    expect(
      lines.every((line) => /^2026-11-21T09:3[345]:/.test(line.t) && Array.isArray(line.workers)),
    ).toBe(true);
  });

  it('tells the state at a time, with how each value is known and its line', () => {
    const { code, out } = cli(
      'state',
      capture,
      '--year',
      '2026',
      '--at',
      '09:34:40',
      '--pod',
      'default/web-1',
    );
    expect(code).toBe(0);
    const state = JSON.parse(out) as {
      pods: {
        worker: Record<string, { value: unknown; known: string; provedBy: { line: number }[] }>;
      }[];
    };
    expect(state.pods[0]?.worker['state']).toMatchObject({
      value: 'terminating',
      known: 'inferred',
    });
    expect(state.pods[0]?.worker['state']?.provedBy[0]?.line).toBeGreaterThan(200);
  });

  it('tells how long each step took each pod', () => {
    const { code, out } = cli('latencies', capture, '--format', 'csv', '--sort', 'terminating');
    expect(code).toBe(0);
    const [head = '', first = '', ...rest] = out.trimEnd().split('\n');
    expect(head).toContain('terminating_seconds,terminating_known');
    expect(first).toMatch(/^default\/web-1,/);
    expect(rest.length).toBe(1);
    const { outliers } = JSON.parse(cli('latencies', capture, '--format', 'json').out) as {
      outliers: { pod: string }[];
    };
    expect(outliers.map(({ pod }) => pod)).toEqual(['default/web-1']);
    expect(cli('latencies', capture, '--sort', 'size').code).toBe(2);
  });

  it('tells the story of a pod', () => {
    const { code, out } = cli('pod', capture, 'default/web-1');
    expect(code).toBe(0);
    expect(out).toContain('CNI DEL failed: plugin type="bridge" failed (delete)');
  });

  it('answers why: of a pod, a time, a line', () => {
    const pod = cli('why', capture, 'default/web-1', '--at', '09:34:30');
    expect(pod).toMatchObject({ code: 0, problem: '' });
    expect(pod.out).toContain(
      'It has been waiting for CNI DEL of its sandbox since 09:34:10.840 (3.2 s overdue).',
    );
    expect(pod.out).toMatch(/kubelet\.log:\d+\n/);
    expect(cli('why', capture, '--at', '09:34:40').out).toContain('CNI DEL failed');
    const [line] = JSON.parse(cli('why', capture, '--line', '345', '--format', 'json').out) as {
      sentences: { text: string }[];
    }[];
    expect(line?.sentences[0]?.text).toMatch(/^No: it belongs to CNI DEL fails/);
  });

  it('finds by a person’s own rules', () => {
    const pack = path.join(folder, 'own.yaml');
    writeFileSync(
      pack,
      'rules:\n  - id: our-store-away\n    title: Our store is away\n    severity: high\n    signs: [{ text: ipam lease store }]\n    explanation: It does not answer.\n',
    );
    expect(cli('findings', capture, '--rules', pack).out).toContain('(our-store-away)');
    writeFileSync(pack, 'rules:\n  - id: NotKebab\n');
    const { code, problem } = cli('findings', capture, '--rules', pack);
    expect(code).toBe(2);
    expect(problem).toMatch(/own\.yaml:2:\d+: .*\n$/);
  });

  it('tells what changed between two moments, and what is overdue', () => {
    const state = (...args: string[]) => cli('state', capture, '--year', '2026', ...args).out;
    expect(state('--at', '09:34:09', '--diff', '09:34:30', '--pod', 'default/web-1')).toContain(
      'default/web-1 state: sync → terminating  09:34:10.754',
    );
    expect(state('--at', '09:34:20', '--overdue')).toBe('Nothing is overdue.\n');
    expect(state('--at', '09:34:52', '--overdue')).toContain('25.2 s overdue');
  });

  it.each(['findings', 'state', 'timeline', 'workers'])('takes names out of %s', (command) => {
    const { code, out } = cli(command, capture, '--redact');
    expect(code).toBe(0);
    expect(out).toContain('pod-1');
    expect(out).not.toMatch(/web-[12]|node-a|teardown-v2/);
  });

  it.each([
    [['summary', '/not/there.log'], 'kubelet-debugger: /not/there.log does not exist.\n'],
    [
      ['summary'],
      'kubelet-debugger: Name at least one log: a file, a folder, an archive, a log store, or - for standard input.\n',
    ],
    [
      ['pod', capture, 'default/nobody'],
      'kubelet-debugger: The log mentions no pod default/nobody.\n',
    ],
    [
      ['state', capture, '--at', 'noon'],
      'kubelet-debugger: --at wants a time like 2026-11-21T09:34:10Z or 09:34:10, not noon.\n',
    ],
    [
      ['why', capture, 'default/nobody'],
      'kubelet-debugger: The log mentions no pod default/nobody.\n',
    ],
    [['why', capture, '--line', '9999'], 'kubelet-debugger: The log has no line 9999.\n'],
    [
      ['why', capture],
      'kubelet-debugger: Name the logs, then what to ask: a pod as ns/name, --at TIME or --line N.\n',
    ],
    [
      ['summary', capture, '--year', 'soon'],
      'kubelet-debugger: --year wants a year like 2026, not soon.\n',
    ],
    [
      ['findings', capture, '--fail-on', 'loud'],
      'kubelet-debugger: --fail-on is one of critical, high, medium, low, never.\n',
    ],
    [['nonsense'], 'kubelet-debugger: There is no command nonsense. Try --help.\n'],
  ])('refuses %j with one line', (args, problem) => {
    expect(cli(...args)).toEqual({ code: 2, out: '', problem });
  });

  it('reads what is no log at all without falling over', () => {
    const file = path.join(folder, 'junk.log');
    writeFileSync(
      file,
      Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256),
    );
    const { code, problem } = cli('summary', file);
    expect({ code, problem }).toEqual({ code: 0, problem: '' });
    writeFileSync(file, '');
    expect(cli('summary', file)).toMatchObject({
      code: 2,
      problem: `kubelet-debugger: ${file} is empty.\n`,
    });
  });

  it('reads standard input, packed or not', () => {
    const input = readFileSync(capture);
    for (const text of [input, gunzipSync(input)]) {
      const { status, stdout } = spawnSync(node, [bundle, 'summary', '-'], { input: text });
      expect(status).toBe(0);
      expect(stdout.toString()).toContain('411 lines');
    }
  });

  it('goes on with standard input and with a file, and tells a finding when it is made', async () => {
    const log = gunzipSync(readFileSync(capture));
    const half = log.indexOf(10, log.length / 4) + 1;
    const piped = spawnSync(
      node,
      [bundle, 'findings', '-', '--follow', '--format', 'json', '--year', '2026'],
      { encoding: 'utf8', input: log },
    );
    const ids = (text: string): string[] =>
      text
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { id: string }).id);
    expect(piped.status).toBe(0);
    expect(ids(piped.stdout)).toContain('cni-del-fails');

    const file = path.join(folder, 'growing.log');
    writeFileSync(file, log.subarray(0, half));
    const child = spawn(node, [bundle, 'findings', file, '--follow', '--fail-on', 'high']);
    let out = '';
    const found = new Promise<void>((resolve) => {
      child.stdout.on('data', (data: Buffer) => {
        out += data.toString();
        if (out.includes('(cni-del-fails)')) resolve();
      });
    });
    appendFileSync(file, log.subarray(half));
    await found;
    child.kill('SIGINT');
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(1);
  });

  it('greps in what grows, and tells a record when it is whole', async () => {
    const file = path.join(folder, 'grown.log');
    writeFileSync(file, 'I1121 09:00:00.000000 1 a.go:1] "Seen" pod="a/b"\n');
    const child = spawn(node, [
      bundle,
      'grep',
      file,
      'sev>=E',
      '-C',
      '1',
      '--follow',
      '--year',
      '2026',
    ]);
    let out = '';
    child.stdout.on('data', (data: Buffer) => {
      out += data.toString();
    });
    const heard = async (text: string): Promise<void> => {
      while (!out.includes(text)) await once(child.stdout, 'data');
    };
    appendFileSync(file, 'E1121 09:00:01.000000 1 a.go:2] "Failed" err=<\n\tbecause\n');
    appendFileSync(file, ' > pod="a/b"\nI1121 09:00:02.000000 1 a.go:1] "Seen" pod="a/b"\n');
    await heard('grown.log:5-');
    appendFileSync(file, 'E1121 09:00:03.000000 1 a.go:2] "Last"\n');
    await heard('"Last"');
    child.kill('SIGINT');
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
    expect(out.replaceAll(`${file}:`, '')).toBe(
      [
        '1-I1121 09:00:00.000000 1 a.go:1] "Seen" pod="a/b"',
        '2:E1121 09:00:01.000000 1 a.go:2] "Failed" err=<',
        '\tbecause',
        ' > pod="a/b"',
        '5-I1121 09:00:02.000000 1 a.go:1] "Seen" pod="a/b"',
        '6:E1121 09:00:03.000000 1 a.go:2] "Last"',
        '',
      ].join('\n'),
    );
  });

  it('prints the timeline of what comes in as one JSON array or as rows', () => {
    const input = gunzipSync(readFileSync(capture));
    const follow = (format: string): string =>
      spawnSync(node, [bundle, 'timeline', '-', '--follow', '--format', format, '--year', '2026'], {
        encoding: 'utf8',
        input,
      }).stdout;
    const whole = JSON.parse(cli('timeline', capture, '--year', '2026').out) as {
      traceEvents: { name: string; ts?: number }[];
    };
    const events = JSON.parse(follow('perfetto')) as { name: string; ts?: number }[];
    const told = (all: { name: string; ts?: number }[]): Set<string> =>
      new Set(all.map(({ name, ts }) => `${name} ${ts ?? ''}`));
    for (const each of told(whole.traceEvents)) expect(told(events)).toContain(each);
    const rows = follow('json').trim().split('\n');
    const last = rows.map((row) => JSON.parse(row) as { kind: string; end: number });
    expect(last.some(({ kind }) => kind === 'terminating')).toBe(true);
    expect(cli('timeline', capture, '--follow', '--redact').code).toBe(2);
  });

  it('tells whose an id is', () => {
    const sandbox = '9936f76e4b93';
    expect(cli('whose', capture, sandbox, '--year', '2026')).toMatchObject({
      code: 0,
      out: 'sandbox of default/web-1\n',
    });
    const { out } = cli('whose', capture, sandbox, '--format', 'json', '--redact');
    expect(JSON.parse(out)).toMatchObject({ kind: 'sandbox' });
    expect(out).not.toContain('web-1');
    expect(cli('whose', capture, 'nobodys')).toMatchObject({ code: 2, out: '' });
  });

  it('makes evidence of what somebody saved of an endpoint', () => {
    const answer = path.join(folder, 'pods.json');
    const uid = '9af57a45-43e1-44f4-9fd6-7eae624ad432';
    const saved = {
      kind: 'PodList',
      items: [{ metadata: { name: 'x', namespace: 'default', uid } }],
    };
    writeFileSync(answer, JSON.stringify(saved));
    const at = '2026-11-21T09:34:30Z';
    const { code, out } = cli('sample', '/pods', answer, '--at', at);
    expect(code).toBe(0);
    const beside = path.join(folder, 'samples.jsonl');
    writeFileSync(beside, out);
    const state = cli('state', capture, beside, '--at', '09:34:31', '--year', '2026');
    const { disagreements } = JSON.parse(state.out) as { disagreements: { text: string }[] };
    expect(disagreements).toContainEqual(
      expect.objectContaining({
        pod: 'default/web-2',
        text: '/pods does not list it; by the log it is to run',
      }),
    );
    for (const [endpoint, file, when] of [
      ['/logs', answer, at],
      ['/pods', capture, at],
      ['/pods', path.join(folder, 'none'), at],
      ['/pods', answer, 'noon'],
    ] as const)
      expect(cli('sample', endpoint, file, '--at', when)).toMatchObject({ code: 2, out: '' });
  });

  it('groups the goroutines of a dump and names the pod whose worker hangs', () => {
    const lab = path.join(root, 'test/fixtures/lab/cni-del-hang-v2');
    const dump = path.join(lab, 'goroutines-2.txt.gz');
    const log = path.join(lab, 'kubelet.log.gz');
    const { code, out } = cli('goroutines', dump, log, '--at', '11:13:45', '--year', '2026');
    expect(code).toBe(0);
    expect(out).toContain(
      '!    1 min  SyncTerminatingPod: waits for the runtime: StopPodSandbox  v1.(*runtimeServiceClient).StopPodSandbox  (goroutine 514)\n            default/web-1, inferred: ',
    );
    expect(out).not.toContain('cAdvisor');
    expect(cli('goroutines', log)).toMatchObject({ code: 2 });
  });
});
