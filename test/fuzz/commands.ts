// The commands of the terminal on logs that hold secrets, with `--redact` and without: what they print, and what a case holds.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { all } from '../../src/cli/commands.ts';
import { fail } from '../../src/cli/output.ts';
import { run } from '../../src/cli/run.ts';
import { plantedSecrets } from '../support/secretForms.ts';
import { log } from './inputs.ts';

export const command = fc.constantFrom(
  ...['text', 'json', 'sarif', 'markdown'].map((format) => `findings --format ${format}`),
  'summary',
  'summary --format json',
  'grep sev>=I',
  'grep sev>=I --format json',
  'state',
  'state --overdue',
  'timeline',
  'timeline --format json',
  'workers',
  'pod default/web-1',
  'why --line 1',
  'case save',
);

/** A log in which a form of a secret stands once more, in quotes and in words. */
export const planted = fc
  .tuple(log, fc.constantFrom(...plantedSecrets))
  .map(([text, { text: form, secret }]) => ({
    secret,
    text: `${text}E1121 09:34:10.754055   26449 pod_workers.go:1324] "Error syncing pod, skipping" err=${JSON.stringify(form)} pod="default/web-1" podUID="5c0e91e5-ca33-4316-ac70-0cfb035016d4"\nE1121 09:34:11.754055   26449 kubelet.go:1] it failed: ${form}\n`,
  }));

export interface CommandInput {
  readonly command: string;
  readonly planted: { readonly text: string; readonly secret: string };
  readonly redact: boolean;
}

const takesRedact = /^(?:findings|state|timeline|workers|pod|why|case)/;

/** What it says and saves. That the secret is in it is said in place of it. */
export async function said(folder: string, input: CommandInput): Promise<string> {
  const { text, secret } = input.planted;
  const file = path.join(folder, 'kubelet.log');
  const saved = path.join(folder, 'a.kubelet-case');
  writeFileSync(file, text);
  const [name = '', ...options] = input.command.split(' ');
  const words = options[0]?.startsWith('-') === false ? options.splice(0, 1) : [];
  const isCase = name === 'case';
  const args = [
    name,
    ...(isCase ? [...words, file, '--out', saved] : [file, ...words]),
    ...options,
    ...['--year', '2026', '--no-cache'],
    ...(input.redact && takesRedact.test(name) ? ['--redact'] : []),
  ];
  const out = await heard(args);
  const all = isCase
    ? Object.entries(unzipSync(readFileSync(saved)))
        .map(([entry, bytes]) => `${entry}\n${Buffer.from(bytes).toString()}`)
        .join('\n')
        // When it was made is another each time.
        .replace(/"made":"[^"]*"/g, '')
    : out;
  return all.replaceAll('\\', '').includes(secret.replaceAll('\\', ''))
    ? `leaked: ${secret}`
    : isCase
      ? // A case has the lines as they are.
        JSON.stringify(all)
      : all;
}

/** The command in this process, its output kept. */
export async function heard(args: readonly string[]): Promise<string> {
  const streams = [process.stdout, process.stderr];
  let text = '';
  for (const stream of streams)
    stream.write = (part: Uint8Array | string): boolean => {
      text += String(part);
      return true;
    };
  try {
    await run(['node', 'kubelet-debugger', ...args], all);
  } catch (error) {
    fail(error, true);
  } finally {
    for (const stream of streams) Reflect.deleteProperty(stream, 'write');
    process.exitCode = 0;
  }
  if (/is a bug in Kubelet Debugger/.test(text)) throw new TypeError(text);
  return text;
}
