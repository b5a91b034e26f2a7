// Scripts of the differential oracle: one JSON object a line. `{"op":"kubelet","minor":34}` comes first and
// chooses the version; the Go side, which is of one version, passes over it.
import type { Pod } from '../../../src/kubelet/pod.ts';
import {
  kubeletVersion,
  newestMinor,
  type KubeletVersion,
} from '../../../src/kubelet/version/index.ts';
import { micros, SECOND, type Micros } from '../../../src/base/time.ts';

export type Op = Readonly<Record<string, unknown>>;

export function parseScript(lines: readonly string[]): { ops: Op[]; version: KubeletVersion } {
  const ops = lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as Op);
  const minor = ops.find((op) => op['op'] === 'kubelet')?.['minor'];
  return { ops, version: kubeletVersion(typeof minor === 'number' ? minor : newestMinor) };
}

export function text(op: Op, key: string): string {
  const value = op[key];
  return typeof value === 'string' ? value : '';
}

export function number(op: Op, key: string): number {
  const value = op[key];
  return typeof value === 'number' ? value : 0;
}

/** Seconds after the start; below 0 is Go's zero time. */
export function time(op: Op, key = 'time'): Micros | undefined {
  const seconds = number(op, key);
  return seconds < 0 ? undefined : micros(1000 * SECOND + Math.round(seconds * SECOND));
}

export interface PodSpecOp {
  readonly uid: string;
  readonly name: string;
  readonly image?: string;
  readonly label?: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly message?: string;
  readonly phase?: string;
  readonly deleting?: boolean;
  readonly deletionGrace?: number;
  readonly specGrace?: number;
  readonly static?: boolean;
}

/** The pod that the Go side builds from the same words. */
export function podOfSpec(spec: PodSpecOp): Pod {
  const { deletionGrace, specGrace } = spec;
  return {
    metadata: {
      uid: spec.uid,
      name: spec.name,
      namespace: 'ns',
      annotations: {
        ...spec.annotations,
        ...(spec.static === true ? { 'kubernetes.io/config.source': 'file' } : {}),
      },
      ...((spec.label ?? '') === '' ? {} : { labels: { a: spec.label ?? '' } }),
      ...(spec.deleting === true ? { deletionTimestamp: '1970-01-01T00:16:41Z' } : {}),
      ...(deletionGrace === undefined ? {} : { deletionGracePeriodSeconds: deletionGrace }),
    },
    spec: {
      containers: [{ name: 'c', image: spec.image ?? '' }],
      ...(specGrace === undefined ? {} : { terminationGracePeriodSeconds: specGrace }),
    },
    status: {
      message: spec.message ?? '',
      ...((spec.phase ?? '') === '' ? {} : { phase: spec.phase as 'Failed' }),
    },
  };
}
