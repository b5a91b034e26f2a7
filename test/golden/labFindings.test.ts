import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { diagnoseText } from '../support/cases.ts';

const folder = path.join(import.meta.dirname, '..', 'fixtures', 'lab');

/** What was done to the cluster, and so must be found above info; nothing else may be. */
const faults: Readonly<Record<string, readonly string[]>> = {
  'apiserver-down': ['api-unreachable', 'crashloop-backoff'],
  'churn-forty': ['crashloop-backoff', 'liveness-kill'],
  'cni-add-error': ['cni-add-fails'],
  'cni-del-error': ['cni-del-fails'],
  'cni-del-hang': ['stop-sandbox-deadline'],
  'disk-pressure': ['eviction-disk'],
  'image-missing': ['image-pull-backoff'],
  'k123-netns-missing': ['netns-missing-teardown'],
  'kubelet-restart': [],
  'runtime-stopped': ['housekeeping-slow', 'pleg-runtime-hang', 'runtime-list-deadline'],
  'static-replaced': [],
  'volume-missing': ['volume-object-missing'],
};

describe('findings of faults made on purpose', () => {
  test.each(fs.readdirSync(folder))('%s', (name) => {
    const scenario = name.replace(/-v\d(?:-json)?$/, '');
    const log = zlib.gunzipSync(fs.readFileSync(path.join(folder, name, 'kubelet.log.gz')));
    const { findings } = diagnoseText(log);
    const loud = findings.filter(({ severity }) => severity !== 'info').map(({ id }) => id);
    expect([...new Set(loud)].toSorted()).toEqual(faults[scenario]);
  });
});
