import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..', '..');
const out = mkdtempSync(path.join(os.tmpdir(), 'kubelet-debugger-bundle-'));
afterAll(() => {
  rmSync(out, { recursive: true });
});

interface Metafile {
  readonly outputs: Readonly<
    Record<
      string,
      { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }
    >
  >;
}

function jsonOf(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Packages with a byte in any bundle, by their folder. */
function inBundles({ outputs }: Metafile): readonly string[] {
  const files = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) =>
      bytesInOutput > 0 ? [file] : [],
    ),
  );
  const folders = files.flatMap((file) => {
    const at = file.lastIndexOf('node_modules/');
    if (at < 0) return [];
    const [first = '', second = ''] = file.slice(at + 'node_modules/'.length).split('/');
    return [
      `${file.slice(0, at)}node_modules/${first.startsWith('@') ? `${first}/${second}` : first}`,
    ];
  });
  return [...new Set(folders)];
}

it('packs a notice, with version and text, of each package that is in a bundle', () => {
  const { status, stderr } = spawnSync(process.execPath, ['esbuild.mjs', '--out', out], {
    cwd: root,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  const notices = readFileSync(path.join(out, 'ThirdPartyNotices.txt'), 'utf8');
  const told = new Map(
    [...notices.matchAll(/^=+\n(\S+ \S+) \(([^)]+)\)\n=+\n\n([^]*?)(?=^={80}$|$(?![^]))/gm)].map(
      ([, name = '', license, text = '']) => [name, { license, text }] as const,
    ),
  );
  const packages = inBundles(jsonOf(path.join(out, 'metafile.json')) as Metafile);
  expect(packages.length).toBeGreaterThan(25);
  for (const folder of packages) {
    const { name, version, license } = jsonOf(path.join(root, folder, 'package.json')) as Record<
      'name' | 'version' | 'license',
      string
    >;
    const notice = told.get(`${name} ${version}`);
    expect(notice?.license, name).toBe(license);
    expect(notice?.text, name).toMatch(/Permission|Redistribution|Apache License/);
    expect(notice?.text, name).toMatch(/copyright/i);
  }
  const { files } = jsonOf(path.join(root, 'package.json')) as { files: string[] };
  expect(files).toContain('dist/ThirdPartyNotices.txt');
});
