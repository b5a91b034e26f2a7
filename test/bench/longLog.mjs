import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { root } from '../../scripts/lib.mjs';

/** Seconds from one round of a capture to the next. */
const ROUND = 120;

/** A log of one kubelet that goes on: a capture's lines from the start of its sync loop, each round later and with other pods; of them those to keep. */
export function longLog(name, length, keep = () => true) {
  const file = path.join(root, 'test/fixtures/captures', name, 'kubelet.log.gz');
  const lines = zlib.gunzipSync(fs.readFileSync(file)).toString().split('\n');
  const start = lines.findIndex((line) => line.includes('main sync loop')) + 1;
  const out = lines.slice(0, start);
  const kept = lines.slice(start).filter(keep);
  for (let round = 0; out.length < length; round++)
    for (const line of kept) out.push(moved(line, round));
  return out;
}

function moved(line, round) {
  return line
    .replace(/^([IEWF])1121 (\d\d):(\d\d):(\d\d)/, (_, severity, h, m, s) =>
      later(severity, h, m, s, round),
    )
    .replace(/\b([0-9a-f]{8})(-[0-9a-f]{4}-|[0-9a-f]{56}\b)/g, (_, head, rest) => {
      const other = (Number.parseInt(head, 16) + round * 7919) >>> 0;
      return other.toString(16).padStart(8, '0') + rest;
    })
    .replace(/default\/[a-z]+-\d+|\b[a-z]+-\d+(?=_default\b)/g, (pod) => `${pod}-${round}`);
}

function later(severity, h, m, s, round) {
  const seconds = Number(h) * 3600 + Number(m) * 60 + Number(s) + round * ROUND;
  const at = new Date(Date.UTC(2026, 10, 21) + seconds * 1000).toISOString();
  return `${severity}${at.slice(5, 7)}${at.slice(8, 10)} ${at.slice(11, 19)}`;
}
