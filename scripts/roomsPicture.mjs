// roomsPicture.mjs [FILE]: draws who may import whom into ARCHITECTURE.md, or into FILE, by the allow-list of .dependency-cruiser.mjs: an arrow
// from each room to those that it may import, but for what an arrow leads to by way of another. Run it after a change; a test compares.
import fs from 'node:fs';
import path from 'node:path';
import { rooms } from '../.dependency-cruiser.mjs';
import { root } from './lib.mjs';

/** All rooms that one leads to. */
function reached(from) {
  return new Set(rooms[from].flatMap((to) => [to, ...reached(to)]));
}

function drawn() {
  const arrows = Object.entries(rooms).flatMap(([from, all]) =>
    all
      .filter((to) => !all.some((other) => reached(other).has(to)))
      .map((to) => `  ${from} --> ${to}`),
  );
  return ['```mermaid', 'flowchart TD', ...arrows, '```'].join('\n');
}

const page = path.join(root, 'ARCHITECTURE.md');
const text = fs.readFileSync(page, 'utf8').replace(/```mermaid\n.*?\n```/s, () => drawn());
fs.writeFileSync(process.argv[2] ?? page, text);
