// What hostile text, odd options and bad disks do to the command line.
import fs, {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cac } from 'cac';
import { zipSync } from 'fflate';
import { afterAll, afterEach, describe, expect, it, test, vi } from 'vitest';
import { readArguments } from '../../src/cli/arguments.ts';
import { all } from '../../src/cli/commands.ts';
import { fail } from '../../src/cli/output.ts';
import { writeFile } from '../../src/cli/writeFile.ts';
import { runCli } from '../support/cli.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'kubelet-debugger-edges-'));
const file = (name: string): string => path.join(folder, name);
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Clears a screen, sets the clipboard, turns text around, as a terminal of eight bits reads it too. */
const obeyed = '\u001b[2J\u001b]52;c;ZXZpbA==\u0007\u009b31m\u202egnp.\u2066\u200b\u0000\u007f';
const isObeyed = /(?![\t\n])[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/u;
const pod = 'pod="default/web" podUID="5c0e91e5-ca33-4316-ac70-000000000001"';
const log = [
  `I1121 13:42:00.000000     298 kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/web"]`,
  `E1121 13:42:01.000000     298 kuberuntime_sandbox.go:72] "Failed to create sandbox for pod" err="plugin type=${obeyed} failed (add): ${obeyed}" ${pod}`,
  `E1121 13:42:02.000000     298 pod_workers.go:1324] "Error syncing pod, skipping" err="${obeyed}" ${pod}`,
  `E1121 13:42:03.000000     298 kubelet.go:1] ${obeyed}`,
  '',
].join('\n');
writeFileSync(file('evil.log'), log);
writeFileSync(file(`${obeyed.replace('\0', '')}.log`), log);
writeFileSync(file('evil.zip'), zipSync({ [`a${obeyed}\n.log`]: Buffer.from(log) }));

test.each([
  ...['text', 'json', 'sarif', 'markdown'].map((format) => ['findings', '--format', format]),
  ...['text', 'json'].flatMap((format) => [
    ['grep', 'sev>=I', '--format', format],
    ['pod', 'default/web', '--format', format],
    ['why', 'default/web', '--format', format],
    ['summary', '--format', format],
  ]),
  ['state'],
  ['timeline'],
  ['timeline', '--format', 'json'],
  ['workers'],
  ['compare', '--at', '13:42:02'],
])('no terminal obeys what stands in a log or the name of one: %s %s %s', async (name, ...args) => {
  for (const from of ['evil.log', `${obeyed.replace('\0', '')}.log`, 'evil.zip']) {
    const { out, problem } = await runCli(name, file(from), ...args, '--year', '2026');
    expect(out).not.toMatch(isObeyed);
    expect(problem).not.toMatch(isObeyed);
    if (/json|sarif/.test(args.join()) || name === 'state') JSON.parse(out);
  }
});

test('nor what stands in an error, a title or a missing file', async () => {
  const missing = await runCli('summary', `/nowhere/${obeyed.replace('\0', '')}`);
  expect(missing.problem).not.toMatch(isObeyed);
  const made = file('a.kubelet-case');
  await runCli(
    'case',
    'save',
    file('evil.log'),
    '--out',
    made,
    '--title',
    obeyed,
    '--notes',
    obeyed,
  );
  const { out } = await runCli('summary', made);
  expect(out).toContain('case: \\u{1b}');
  expect(out).not.toMatch(isObeyed);
});

describe('values of options are texts', () => {
  const optionsOf = (...args: readonly string[]): Record<string, unknown> => {
    const program = cac('kubelet-debugger');
    for (const add of all) add(program);
    readArguments(program, ['node', 'kubelet-debugger', ...args]);
    return program.options;
  };

  it.each(['10', '007', '1e3', '0x10', '-5', '', ' ', 'Infinity', '4711'])('%j', (value) => {
    expect(optionsOf('case', 'save', 'a', '--title', value)['title']).toBe(value);
    expect(optionsOf('case', 'save', 'a', `--title=${value}`, '--redact')['title']).toBe(value);
    expect(optionsOf('findings', '--rules', value)['rules']).toEqual([value]);
  });

  it.each([
    [['state', 'LOG', '--at', '10'], '--at wants a time like'],
    [['state', 'LOG', '--at', '13:42:00', '--at', '13:42:01'], '--at is given more than once'],
    [['state', 'LOG', '--at.x', '5'], 'no option --at with a dot'],
    [['state', 'LOG', '--pod', '5'], '--pod wants ns/name, not 5.'],
    [['state', 'LOG', '--diff', '5'], '--at wants a time like'],
    [['findings', 'LOG', '--rules', '5'], "5 can't be read: there is no such file or folder."],
    [['findings', 'LOG', '--format', '5'], '--format is one of'],
    [['findings', 'LOG', '--nope'], 'Unknown option'],
    [['findings', 'LOG', '--rules'], '--rules wants a value.'],
    [['compare', 'LOG', '--window', '5'], '--window wants FROM..TO'],
    [['why', 'LOG', '--line', 'x'], 'The log has no line x'],
    [['why', 'LOG', '--at', '3'], '--at wants a time like'],
    [['whose', 'LOG', '--lines', '1,x'], '--lines wants numbers like 10,20, not 1,x.'],
    [['grep', 'LOG', 'sev>=I', '-C', 'x'], '-C wants a number'],
    [['findings', 'LOG', '--year', 'x'], '--year wants a year'],
    [['simulate', '5'], 'There is no scenario 5'],
    [['sample', '/pods', '5'], "5 can't be read"],
    [['goroutines', '5'], '5 does not exist'],
    [['test-rules', '5'], "5 can't be read"],
    [['nonsense'], 'There is no command'],
  ])('%j is told in a sentence, and ends with 2', async (args, sentence) => {
    const { code, problem } = await runCli(
      ...args.map((arg) => (arg === 'LOG' ? file('evil.log') : arg)),
    );
    expect(problem).toContain(sentence);
    expect(problem.trimEnd()).not.toContain('\n');
    expect(problem).not.toMatch(/ENOENT|Error:/);
    expect(code).toBe(2);
  });
});

describe('a file is written whole, or stays', () => {
  it('a descriptor is no file', async () => {
    const cwd = vi.spyOn(process, 'cwd');
    cwd.mockRestore();
    const save = vi.spyOn(fs, 'openSync');
    const { code } = await runCli(
      'case',
      'save',
      file('evil.log'),
      '--out',
      path.join(folder, '7'),
    );
    expect(code).toBe(0);
    expect(save.mock.calls.every(([name]) => typeof name === 'string')).toBe(true);
    expect(readFileSync(file('7')).subarray(0, 2).toString()).toBe('PK');
  });

  it('a full disk leaves what was there', () => {
    writeFileSync(file('old'), 'old');
    vi.spyOn(fs, 'writeFileSync').mockImplementation(() => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    });
    expect(() => {
      writeFile(file('old'), 'new');
    }).toThrow(/old can't be written: the disk is full\.$/);
    vi.restoreAllMocks();
    expect(readFileSync(file('old'), 'utf8')).toBe('old');
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('a link stays a link', () => {
    writeFileSync(file('target'), 'old');
    symlinkSync('target', file('link'));
    writeFile(file('link'), 'new');
    expect(readFileSync(file('target'), 'utf8')).toBe('new');
    expect(fs.lstatSync(file('link')).isSymbolicLink()).toBe(true);
  });

  it.each([
    ['a folder', 'it is a folder'],
    ['missing/a.kubelet-case', 'there is no such file or folder'],
    ['old/a.kubelet-case', 'there is no such file or folder'],
    ['x'.repeat(300), 'its name is too long'],
  ])('%s', async (name, sentence) => {
    mkdirSync(file('a folder'), { recursive: true });
    writeFileSync(file('old'), 'old');
    const { code, problem } = await runCli('case', 'save', file('evil.log'), '--out', file(name));
    expect(problem).toContain(`can't be written: ${sentence}.`);
    expect(code).toBe(2);
  });

  it('a folder that may not be written to', () => {
    vi.spyOn(fs, 'openSync').mockImplementation(() => {
      throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' });
    });
    expect(() => {
      writeFile(file('new'), 'new');
    }).toThrow("can't be written: the disk can only be read.");
  });
});

test('a bug is told in a sentence, its stack only with --debug', () => {
  const said: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said.push(String(text));
    return true;
  });
  const before = process.exitCode;
  fail(new TypeError('x is undefined, password=hunter22'), false);
  expect(said.join('')).toBe(
    'kubelet-debugger: This is a bug in Kubelet Debugger. Run it with --debug for the stack.\n',
  );
  fail(new TypeError('x is undefined, password=hunter22'), true);
  process.exitCode = before;
  expect(said.join('')).toMatch(/TypeError: x is undefined, password=\*{8}\n +at /);
});

test('workers and states of a log without times have no date', async () => {
  writeFileSync(file('no times'), 'no time stands here\nnor here\n');
  for (const command of ['workers', 'state', 'timeline']) {
    const { out, code } = await runCli(command, file('no times'));
    expect([command, code]).toEqual([command, 0]);
    expect(out).not.toContain('NaN');
  }
});

test.each(['[', '{"a":', '- '])('what is nested too deep in %j is a sentence', async (part) => {
  const name = file('deep.yaml');
  writeFileSync(name, `rules: ${part === '- ' ? '\n' : ''}${part.repeat(20_000)}`);
  const pack = await runCli('findings', file('evil.log'), '--rules', name);
  const scenario = await runCli('simulate', name);
  for (const { problem, code } of [pack, scenario]) {
    expect(problem).toContain('nested too deep');
    expect(code).toBe(2);
  }
});
