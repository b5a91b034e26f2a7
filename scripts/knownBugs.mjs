// npm run known-bugs -- KUBERNETES CONTAINERD: looks each release of `src/diagnosis/knownBugs.ts` up where it is told. KUBERNETES: a checkout of
// k8s.io/kubernetes or its folder in the module cache, not older than the releases; CONTAINERD: a git directory with the tags.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from './lib.mjs';

const { knownBugs } = await import('../src/diagnosis/knownBugs.ts');
const [kubernetes, containerd] = process.argv.slice(2);
if (containerd === undefined) fail('npm run known-bugs -- KUBERNETES CONTAINERD');

/** What a release changed, by its own changelog. */
const notes = {
  kubelet(release) {
    const minor = release.replace(/\.\d+$/, '');
    const text = readFileSync(join(kubernetes, `CHANGELOG/CHANGELOG-${minor}.md`), 'utf8');
    const from = text.indexOf(`\n# v${release}\n`);
    const to = text.indexOf('\n# v', from + 1);
    return from < 0 ? '' : text.slice(from, to < 0 ? undefined : to);
  },
  containerd(release) {
    const file = `v${release}:releases/v${release}.toml`;
    return execFileSync('git', ['-C', containerd, 'show', file], { encoding: 'utf8' });
  },
};

let checked = 0;
const wrong = [];
for (const { of, does, mended } of knownBugs)
  for (const [release, pull] of mended) {
    checked++;
    if (!new RegExp(`#${pull}\\b`).test(notes[of](release)))
      wrong.push(`${of} ${release} does not name #${pull} (“${does}”)`);
  }
console.log(
  [...wrong, `${checked} releases of ${knownBugs.length} bugs, ${wrong.length} wrong`].join('\n'),
);
if (wrong.length > 0) process.exitCode = 1;
