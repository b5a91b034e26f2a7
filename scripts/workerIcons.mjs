// workerIcons.mjs: draws the icons of a pod worker's states and makes media/worker-icons.woff of them, the same bytes each time. Run it
// after a change; a test compares. Each icon lies in a field of 16 × 16 with y downwards; a glyph is what the outlines together fill.
import fs from 'node:fs';
import path from 'node:path';
import svg2ttf from 'svg2ttf';
import ttf2woff from 'ttf2woff';
import { root } from './lib.mjs';

const UNIT = 64;
const WIDTH = 1.3;

/** Points on a circle, as a clock goes. */
function circle(x, y, r, { from = 0, to = 2 * Math.PI, steps = 48 } = {}) {
  return Array.from({ length: steps + 1 }, (_, i) => {
    const angle = from + ((to - from) * i) / steps;
    return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
  });
}

const disc = (x, y, r) => [circle(x, y, r)];
/** Turned the other way round, an outline is a hole. */
const hole = (outlines) => outlines.map((points) => points.toReversed());
const ring = (x, y, r) => [...disc(x, y, r + WIDTH / 2), ...hole(disc(x, y, r - WIDTH / 2))];
const square = (x, y, side) => [
  [
    [x, y],
    [x + side, y],
    [x + side, y + side],
    [x, y + side],
  ],
];

/** A part of a ring, from one angle to another, in turns. */
function arc(x, y, r, from, to) {
  const span = { from: from * 2 * Math.PI, to: to * 2 * Math.PI, steps: 24 };
  return [
    [...circle(x, y, r + WIDTH / 2, span), ...circle(x, y, r - WIDTH / 2, span).toReversed()],
  ];
}

/** A line through points, with round ends and corners. */
function line(...points) {
  const half = WIDTH / 2;
  return points.flatMap(([x, y], i) => {
    const next = points[i + 1];
    if (next === undefined) return disc(x, y, half);
    const [dx, dy] = [next[0] - x, next[1] - y];
    const length = Math.hypot(dx, dy);
    const [nx, ny] = [(-dy / length) * half, (dx / length) * half];
    const bar = [
      [x - nx, y - ny],
      [next[0] - nx, next[1] - ny],
      [next[0] + nx, next[1] + ny],
      [x + nx, y + ny],
    ];
    return [...disc(x, y, half), bar];
  });
}

const icons = {
  sync: [...ring(8, 8, 5.8), ...line([5.3, 8.2], [7.2, 10.1], [10.8, 5.9])],
  working: [
    ...arc(8, 8, 5.6, 0.03, 0.42),
    ...arc(8, 8, 5.6, 0.53, 0.92),
    ...line([2.7, 13.6], [2.7, 10.4], [5.9, 10.4]),
    ...line([13.3, 2.4], [13.3, 5.6], [10.1, 5.6]),
  ],
  terminating: [...ring(8, 8, 5.8), ...line([4.2, 11.8], [11.8, 4.2])],
  stuck: [
    ...disc(8, 8, 6.5),
    ...hole([...square(7.2, 4, 1.6).flatMap(([a, b, c, d]) => [[a, b, [c[0], 9.2], [d[0], 9.2]]])]),
    ...hole(disc(8, 11.3, 1)),
  ],
  terminated: [...ring(8, 8, 5.8), ...square(5.8, 5.8, 4.4)],
  finished: [
    ...line([1.6, 8.6], [4.8, 11.8], [10.6, 4.6]),
    ...line([8, 11.2], [8.7, 11.8], [14.5, 4.6]),
  ],
  gone: Array.from({ length: 8 }, (_, i) => arc(8, 8, 5.8, i / 8, (i + 0.58) / 8)).flat(),
  unknown: [
    ...arc(8, 5.9, 3, -0.5, 0.2),
    ...line([8.93, 8.75], [8, 9.9], [8, 10.6]),
    ...line([5, 5.9]),
    ...disc(8, 13.2, 0.95),
  ],
};

const round = (value) => Math.round(value * UNIT);
const outline = (points) => `M${points.map(([x, y]) => `${round(x)} ${round(14 - y)}`).join('L')}Z`;
const glyphs = Object.entries(icons).map(
  ([name, outlines], i) =>
    `<glyph glyph-name="${name}" unicode="&#x${(0xe001 + i).toString(16)};" horiz-adv-x="${16 * UNIT}" d="${outlines.map(outline).join('')}"/>`,
);
const svg = `<svg xmlns="http://www.w3.org/2000/svg"><defs><font id="kubelet-worker" horiz-adv-x="${16 * UNIT}">
<font-face font-family="kubelet-worker" units-per-em="${16 * UNIT}" ascent="${14 * UNIT}" descent="${-2 * UNIT}"/>
<missing-glyph horiz-adv-x="${16 * UNIT}"/>
${glyphs.join('\n')}
</font></defs></svg>`;

const font = Buffer.from(ttf2woff(new Uint8Array(svg2ttf(svg, { ts: 0, version: '1.0' }).buffer)));
const file = process.argv[2] ?? path.join(root, 'media/worker-icons.woff');
fs.writeFileSync(file, font);
console.log(`${file}: ${font.length} bytes, ${Object.keys(icons).join(', ')}`);
