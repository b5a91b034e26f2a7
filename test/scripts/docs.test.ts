// README is a welcome, not a specification; what it and the docs point to is there.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const pages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...markdownIn('docs')];

describe('README', () => {
  const lines = read('README.md').trimEnd().split('\n');

  it('has at most 90 lines', () => {
    expect(lines.length).toBeLessThanOrEqual(90);
  });

  it('has no line over 160 characters', () => {
    expect(lines.filter((line) => line.length > 160)).toEqual([]);
  });

  it('leads to every page of the docs', () => {
    const reached = targets('README.md').map(({ file }) => file);
    expect(markdownIn('docs').filter((page) => !reached.includes(page))).toEqual([]);
  });
});

test('the picture of the rooms is the one that is drawn', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kubelet-rooms-'));
  try {
    const file = path.join(folder, 'drawn.md');
    execFileSync(process.execPath, [path.join(root, 'scripts/roomsPicture.mjs'), file]);
    expect(fs.readFileSync(file, 'utf8')).toBe(read('ARCHITECTURE.md'));
    expect(read('ARCHITECTURE.md')).toContain('  cli --> mcp\n');
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

describe.each(pages)('%s', (page) => {
  it('has links and pictures that lead to what is there', () => {
    const dead = targets(page).filter(
      ({ file, anchor }) =>
        !fs.existsSync(path.join(root, file)) ||
        (anchor !== undefined && !anchors(file).includes(anchor)),
    );
    expect(dead).toEqual([]);
  });
});

/** The files and anchors of this project that a page links to or shows, seen from the root. */
function targets(page: string): { file: string; anchor: string | undefined }[] {
  const links = [...read(page).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/gu)];
  return links
    .map(([, link, picture]) => link ?? picture ?? '')
    .filter((link) => !/^[a-z]+:/u.test(link))
    .map((link) => {
      const [file = '', anchor] = link.split('#');
      return { file: file === '' ? page : path.join(path.dirname(page), file), anchor };
    });
}

/** The anchors that the headings of a page have where it is rendered. */
function anchors(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.*)$/gmu)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function markdownIn(folder: string): string[] {
  return fs
    .readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(folder, name));
}

function read(file: string): string {
  return fs.readFileSync(path.join(root, file), 'utf8');
}
