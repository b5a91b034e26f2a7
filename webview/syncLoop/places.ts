// Where the parts of the machine stand in the drawing, and how they are joined. Numbers of a field of 1004 × 530.
import type { MachinePart } from '../../src/protocol/pageApi.ts';
import { t } from '../shared/l10n.ts';

const WIDTH = 1004;

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly shape: 'box' | 'channel' | 'ring';
  readonly name: string;
}

const box = (name: string, x: number, y: number, width = 130, height = 56): Place => ({
  x,
  y,
  width,
  height,
  shape: 'box',
  name,
});

const channel = (name: string, y: number): Place => ({
  x: 336,
  y,
  width: 184,
  height: 40,
  shape: 'channel',
  name,
});

export const places: Readonly<Record<MachinePart, Place>> = {
  api: box(t('API server'), 28, 24),
  file: box(t('manifest files'), 28, 102),
  http: box(t('manifest URL'), 28, 180),
  podConfig: box('PodConfig', 194, 102, 110),
  configCh: channel(t('config'), 24),
  plegCh: channel(t('PLEG events'), 80),
  syncCh: channel(t('sync ticks'), 136),
  probeCh: channel(t('probe results'), 192),
  housekeepingCh: channel(t('housekeeping'), 248),
  syncLoop: { x: 560, y: 98, width: 124, height: 124, shape: 'ring', name: 'syncLoop' },
  workers: box(t('pod workers'), 730, 24, 254, 280),
  cache: box(t('pod cache'), 544, 356, 144),
  pleg: box('PLEG', 336, 356, 150),
  volumes: box(t('volume manager'), 544, 440, 144),
  status: box(t('status manager'), 188, 440, 130),
  workQueue: box(t('work queue'), 194, 212, 110, 52),
  runtime: box(t('container runtime'), 730, 356, 150, 72),
  cni: box('CNI', 896, 356, 88, 72),
};

/** The middle of some parts, as a share of the drawing's width. */
export function middleOf(parts: readonly MachinePart[]): number {
  const ends = parts.flatMap((part) => [places[part].x, places[part].x + places[part].width]);
  return ends.length === 0 ? 0.5 : (Math.min(...ends) + Math.max(...ends)) / 2 / WIDTH;
}

export interface Wire {
  readonly from: MachinePart;
  readonly to: MachinePart;
  /** An SVG path. */
  readonly d: string;
}

export const wires: readonly Wire[] = [
  { from: 'api', to: 'podConfig', d: 'M158 52 C180 52 172 118 190 122' },
  { from: 'file', to: 'podConfig', d: 'M158 130 H190' },
  { from: 'http', to: 'podConfig', d: 'M158 208 C180 208 172 144 190 140' },
  { from: 'podConfig', to: 'configCh', d: 'M304 118 C326 118 314 44 332 44' },
  { from: 'configCh', to: 'syncLoop', d: 'M520 44 C550 44 544 112 566 126' },
  { from: 'plegCh', to: 'syncLoop', d: 'M520 100 C544 100 542 138 558 144' },
  { from: 'syncCh', to: 'syncLoop', d: 'M520 156 H554' },
  { from: 'probeCh', to: 'syncLoop', d: 'M520 212 C544 212 540 182 558 176' },
  { from: 'housekeepingCh', to: 'syncLoop', d: 'M520 268 C550 268 546 208 567 194' },
  { from: 'syncLoop', to: 'workers', d: 'M684 160 H726' },
  {
    from: 'workers',
    to: 'workQueue',
    d: 'M730 292 H722 Q714 292 714 300 V314 Q714 322 706 322 H257 Q249 322 249 314 V268',
  },
  { from: 'workQueue', to: 'syncCh', d: 'M304 238 C328 238 310 156 332 156' },
  { from: 'workers', to: 'runtime', d: 'M800 304 V352' },
  { from: 'runtime', to: 'cni', d: 'M880 392 H892' },
  { from: 'runtime', to: 'pleg', d: 'M730 414 C700 434 520 428 474 416' },
  { from: 'pleg', to: 'plegCh', d: 'M348 356 C312 320 308 118 332 104' },
  { from: 'pleg', to: 'cache', d: 'M486 384 H540' },
  { from: 'cache', to: 'workers', d: 'M688 374 C706 366 690 282 726 272' },
  {
    from: 'volumes',
    to: 'workers',
    d: 'M688 468 C708 468 708 430 708 390 C708 346 752 346 752 308',
  },
  {
    from: 'workers',
    to: 'status',
    d: 'M984 264 Q996 264 996 276 V508 Q996 520 984 520 H265 Q253 520 253 508 V500',
  },
  { from: 'status', to: 'api', d: 'M188 468 H24 Q12 468 12 456 V64 Q12 52 22 52' },
];
