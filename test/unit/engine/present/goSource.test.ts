// Every place that a captured log names has a path, and the version is that of its kubelet.
import { expect, test } from 'vitest';
import { goSourceOf, runOf } from '../../../../src/engine/present/goSource.ts';
import { rebuild } from '../../../../src/kubelet/rebuild/rebuild.ts';
import { readCapture, tapeOf } from '../../../support/captures.ts';
import { engineOn } from '../../../support/engine.ts';
import { tableOf } from '../../../support/log.ts';

test.each([
  ['churn-v4', 'v1.34.2'],
  ['churn-v3-json', 'v1.34.2'],
  ['k123-churn-v4', 'v1.23.17'],
])('%s: few places stay several files, none has no path', (name, version) => {
  const tape = tapeOf(readCapture(name).log);
  const { runs } = rebuild(tape);
  const unknown = new Set<string>();
  const several = new Set<string>();
  const places = new Set<string>();
  for (let position = 0; position < tape.length; position++) {
    const record = tape.record(position);
    if (record === undefined || record.file === '' || record.program !== 'kubelet') continue;
    const place = `${record.file}:${record.fileLine}`;
    const source = goSourceOf(record, runOf(record, runs));
    places.add(place);
    if (source === undefined) unknown.add(place);
    else {
      expect(source.version).toBe(version);
      if (source.paths.length > 1) several.add(`${place} ${source.paths.join(' ')}`);
    }
  }
  expect([...unknown]).toEqual([]);
  expect([...several].length, [...several].join('\n')).toBeLessThan(places.size * 0.05);
  expect(places.size).toBeGreaterThan(20);
});

const line = (text: string) => tableOf(`${text}\n`, { year: 2026 }).record(0);

test('a place without a run has no version', () => {
  const record = line('I1121 09:34:10.000000   26449 kubelet.go:2515] "SyncLoop ADD" source="api"');
  expect(goSourceOf(record, undefined)).toEqual({
    file: 'kubelet.go',
    line: 2515,
    message: 'SyncLoop ADD',
    paths: ['pkg/kubelet/kubelet.go'],
    version: undefined,
  });
});

test.each([
  ['k8s.io/kubernetes/pkg/kubelet/kubelet.go:1890', 'pkg/kubelet/kubelet.go'],
  ['/go/src/k8s.io/kubernetes/pkg/kubelet/pleg/generic.go:12', 'pkg/kubelet/pleg/generic.go'],
  [
    '/go/src/k8s.io/kubernetes/_output/dockerized/go/src/k8s.io/kubernetes/vendor/k8s.io/apimachinery/pkg/util/wait/wait.go:155',
    'staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go',
  ],
  [
    'k8s.io/client-go@v0.34.2/tools/cache/reflector.go:9',
    'staging/src/k8s.io/client-go/tools/cache/reflector.go',
  ],
])('a frame of a stack trace: %s', (shown, path) => {
  const record = line('panic: boom');
  expect(goSourceOf(record, undefined, shown)?.paths).toEqual([path]);
});

test.each(['/usr/local/go/src/runtime/asm_amd64.s:1', 'nothing', 'x.go:', ''])(
  'no Go file of Kubernetes: %s',
  (shown) => {
    expect(goSourceOf(line('x'), undefined, shown)).toBeUndefined();
  },
);

const climbing = [
  'k8s.io/kubernetes/../../../X/x.go',
  'k8s.io/kubernetes/../../../../etc/x.go',
  'k8s.io/kubernetes/./x.go',
  'k8s.io/kubernetes/pkg/../../../other/repo/blob/main/x.go',
  'k8s.io/api/../../../../x.go',
  'k8s.io/klog/../../../x.go',
  'k8s.io/kubernetes/vendor/k8s.io/../../x.go',
  'k8s.io/kubernetes/.../x.go',
];

test.each(climbing)('a place that leads out of the repository is none: %s', (shown) => {
  const printed = `E1121 09:34:10.000000   26449 x.go:1] panic at ${shown}:1`;
  const json = JSON.stringify({ ts: 1795253816831.5, caller: `${shown}:1`, msg: 'x', v: 2 });
  for (const row of [
    goSourceOf(line(printed), undefined, `${shown}:1`),
    goSourceOf(line(json), undefined),
  ])
    for (const path of row?.paths ?? [])
      expect(path.split('/')).not.toContainEqual(expect.stringMatching(/^\.+$/));
});

test('an engine answers for a line with and without a place', async () => {
  const engine = await engineOn('churn-v4');
  const { rows } = await engine.call('inputs', [{ start: 0, count: 2_000 }]);
  const row = rows.find(({ text }) => text.includes('"SyncLoop ADD"'));
  if (row === undefined) throw new Error('The capture has no such line.');
  const own = await engine.call('goSource', [row.input, undefined]);
  expect(own).toMatchObject({ paths: ['pkg/kubelet/kubelet.go'], version: 'v1.34.2' });
  expect(await engine.call('goSource', [row.input, row.site])).toEqual(own);
});
