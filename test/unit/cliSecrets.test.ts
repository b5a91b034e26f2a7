// Every form of a secret, through every command: nothing that goes out has one.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import { runCli } from '../support/cli.ts';
import { leaksIn, plantedLog } from '../support/plantedLog.ts';
import { plantedSecrets } from '../support/secretForms.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'kubelet-debugger-secrets-'));
const log = path.join(folder, 'kubelet.log');
const later = path.join(folder, 'later.log');
const text = plantedLog();
writeFileSync(log, text);
writeFileSync(later, text.replaceAll('1121 ', '1122 '));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const plain = ['summary', 'summary --format json', 'grep sev>=I', 'grep sev>=I --format json -C 2'];
const redactable = [
  ...['text', 'json', 'sarif', 'markdown'].map((format) => `findings --format ${format}`),
  ...['text', 'json'].flatMap((format) => [
    `pod default/web-3 --format ${format}`,
    `why default/web-3 --format ${format}`,
    `why --at 13:10:30 --format ${format}`,
    `whose 5c0e91e5-ca33-4316-ac70-000000000003 --format ${format}`,
  ]),
  'state',
  'state --at 13:10:30 --pod default/web-3',
  'state --at 13:10:30 --diff 13:11:30',
  'state --overdue',
  'timeline',
  'timeline --format json',
  'workers',
  'compare --at 13:11:00',
  'compare --at 13:11:00 --format json',
];

/** The log comes before a last argument that is none of an option. */
async function run(command: string, redact: boolean): Promise<string> {
  const [name = '', ...args] = command.split(' ');
  const first = args[0]?.startsWith('-') === false ? args.splice(0, 1) : [];
  const { out, problem } = await runCli(
    ...[name, log, ...first, ...args, '--year', '2026', '--no-cache'],
    ...(redact ? ['--redact'] : []),
  );
  expect(problem).toBe('');
  expect(out.length).toBeGreaterThan(2);
  if (/json|sarif|^state$|--pod/.test(command))
    expect(() => JSON.parse(out) as unknown).not.toThrow();
  return out;
}

test.each(plain)('%s', async (command) => {
  expect(leaksIn(text)).not.toEqual([]);
  expect(leaksIn(await run(command, false))).toEqual([]);
});

test.each(redactable)('%s', async (command) => {
  expect(leaksIn(await run(command, false))).toEqual([]);
  expect(leaksIn(await run(command, true))).toEqual([]);
});

test('compare of two logs', async () => {
  const { out } = await runCli('compare', log, later, '--year', '2026', '--no-cache');
  expect(leaksIn(out)).toEqual([]);
});

test('why, of each line', async () => {
  const count = text.split('\n').length;
  for (let line = 1; line < count; line += 211) {
    const { out } = await runCli('why', log, '--line', String(line), '--no-cache');
    expect(leaksIn(out)).toEqual([]);
  }
});

test.each([[], ['--redact'], ['--pod', 'default/web-3'], ['--findings']])(
  'case %s',
  async (...options) => {
    const file = path.join(folder, 'a.kubelet-case');
    const secret = plantedSecrets[0]?.text ?? '';
    const { code, problem } = await runCli(
      ...[
        'case',
        'save',
        log,
        '--out',
        file,
        '--year',
        '2026',
        '--title',
        secret,
        '--notes',
        secret,
      ],
      ...options,
    );
    expect([code, problem]).toEqual([0, '']);
    for (const [name, bytes] of Object.entries(unzipSync(readFileSync(file))))
      expect([name, leaksIn(Buffer.from(bytes).toString())]).toEqual([name, []]);
  },
);

test('what fails quotes no secret either', async () => {
  for (const { text: form } of plantedSecrets) {
    const { problem, code } = await runCli('summary', `${folder}/no ${form}`);
    expect(code).toBe(2);
    expect(leaksIn(problem)).toEqual([]);
  }
});
