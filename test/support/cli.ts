import { vi } from 'vitest';
import { all } from '../../src/cli/commands.ts';
import { fail } from '../../src/cli/output.ts';
import { run } from '../../src/cli/run.ts';

interface Said {
  readonly out: string;
  readonly problem: string;
  readonly code: number;
}

/** The command line in this process: what it would write, and its exit code. */
export async function runCli(...args: readonly string[]): Promise<Said> {
  const said = { out: '', problem: '' };
  const hear =
    (to: keyof typeof said) =>
    (text: unknown): boolean => {
      said[to] += String(text);
      return true;
    };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(hear('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(hear('problem')),
    // The parser's way to tell help and version.
    vi.spyOn(console, 'info').mockImplementation((text) => void hear('out')(`${text}\n`)),
  ];
  const before = process.exitCode;
  process.exitCode = 0;
  try {
    await run(['node', 'kubelet-debugger', ...args], all);
  } catch (error) {
    fail(error, false);
  }
  for (const spy of spies) spy.mockRestore();
  const code = process.exitCode;
  process.exitCode = before;
  return { ...said, code };
}
