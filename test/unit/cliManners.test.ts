// How the command line behaves as a citizen of a terminal: version, help, completion, colour, progress.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { isColoured } from '../../src/cli/colour.ts';
import { all } from '../../src/cli/commands.ts';
import { progressOn } from '../../src/cli/progress.ts';
import { cac } from 'cac';
import packageJson from '../../package.json' with { type: 'json' };
import { runCli } from '../support/cli.ts';

const root = new URL('../../', import.meta.url).pathname;
const capture = path.join(root, 'test/fixtures/captures/teardown-v2/kubelet.log.gz');
const program = cac('kubelet-debugger');
for (const add of all) add(program);
const names = program.commands.map(({ name }) => name);

describe('version and help', () => {
  it('tells its version', async () => {
    const { code, out } = await runCli('--version');
    expect(out).toContain(`kubelet-debugger/${packageJson.version} `);
    expect(code).toBe(0);
  });

  it('helps on each command, on what several share, and says what it has no help on', async () => {
    for (const name of names)
      expect((await runCli('help', name)).out).toContain(`$ kubelet-debugger ${name}`);
    expect((await runCli('help', 'filters')).out).toContain('pod=kube-system/*');
    const { code, problem } = await runCli('help', 'constructor');
    expect(problem).toContain('There is no help on constructor.');
    expect(code).toBe(2);
  });
});

describe('completion', () => {
  it.each([
    [['fin'], ['findings']],
    [
      ['findings', '--fo'],
      ['--format', '--follow'],
    ],
    [['findings', 'a.log'], []],
  ])('bash completes %j to %j', async (words, wanted) => {
    const { out } = await runCli('completion', 'bash');
    const line = ['kubelet-debugger', ...words];
    const asked = `COMP_WORDS=(${line.join(' ')}); COMP_CWORD=${words.length}; _kubelet_debugger; echo "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', `${out}\n${asked}`], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(new Set(stdout.split(/\s+/).filter((word) => word !== ''))).toEqual(new Set(wanted));
  });

  it.each(['zsh', 'fish'])('%s gets every command', async (shell) => {
    const { out } = await runCli('completion', shell);
    for (const name of names) expect(out).toMatch(new RegExp(`\\b${name}\\b`));
  });

  it('knows no other shell', async () => {
    const { code, problem } = await runCli('completion', 'toString');
    expect(problem).toContain('completion is for bash, zsh, fish, not toString.');
    expect(code).toBe(2);
  });
});

describe('colour', () => {
  it('comes to a terminal that nobody wants plain', () => {
    expect(isColoured('auto', true, {})).toBe(true);
    expect(isColoured('auto', false, {})).toBe(false);
    expect(isColoured('auto', true, { NO_COLOR: '1' })).toBe(false);
    expect(isColoured('auto', true, { NO_COLOR: '' })).toBe(true);
    expect(isColoured('auto', true, { TERM: 'dumb' })).toBe(false);
    expect(isColoured('always', false, { NO_COLOR: '1' })).toBe(true);
    expect(isColoured('never', true, {})).toBe(false);
  });

  it('is on the heads of findings, and never in JSON', async () => {
    const coloured = await runCli('findings', capture, '--color', 'always');
    expect(coloured.out).toContain('\u001b[31mHIGH\u001b[39m ');
    const plain = await runCli('findings', capture);
    expect(plain.out).not.toContain('\u001b');
    expect(stripVTControlCharacters(coloured.out)).toBe(plain.out);
    const json = await runCli('findings', capture, '--color', 'always', '--format', 'json');
    expect(json.out).not.toContain('\u001b');
    expect((await runCli('findings', capture, '--color', 'blue')).problem).toContain(
      '--color is one of auto, always, never.',
    );
  });
});

describe('progress', () => {
  function told(isTTY: boolean, ...moments: [ms: number, text: string, fraction?: number][]) {
    let written = '';
    let now = 0;
    const stream = { isTTY, columns: 40, write: (text: string) => (written += text) };
    const progress = progressOn(stream, () => now);
    for (const [ms, text, fraction] of moments) {
      now = ms;
      progress.tell(text, fraction);
    }
    progress.end();
    return written;
  }

  it('comes after half a second, on one line, which it takes away', () => {
    expect(told(true, [400, 'Reading a.log', 0.1], [1_500, 'Reading a.log', 0.5])).toBe(
      '\r\u001b[KReading a.log 50 %, 1 s\r\u001b[K',
    );
  });

  it('is nothing in a pipe, and for what is quick', () => {
    expect(told(false, [1_500, 'Reading a.log', 0.5])).toBe('');
    expect(told(true, [490, 'Reading a.log', 0.5])).toBe('');
  });

  it('fits the width, and a name has no say in the terminal', () => {
    const [line = ''] = told(true, [2_000, `Reading \u001b[2J${'x'.repeat(80)}`, 0.5])
      .split('\r\u001b[K')
      .slice(1);
    expect(line.length).toBeLessThan(40);
    expect(line).not.toContain('\u001b');
    expect(line).toMatch(/ 50 %, 2 s$/);
  });
});
