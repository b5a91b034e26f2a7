// What the five views make of the engine's rows, read as a person reads a tree.
import { expect, onTestFinished, test } from 'vitest';
import {
  copyText,
  plainRow,
  valueText,
  type Shown,
  type TreeRow,
} from '../../../../src/extension/views/row.ts';
import {
  groupingOf,
  kindOf,
  kindRows,
  showFindings,
  showKinds,
  type FindingGrouping,
} from '../../../../src/extension/views/findingsView.ts';
import { showNetwork } from '../../../../src/extension/views/networkView.ts';
import { showPleg } from '../../../../src/extension/views/plegView.ts';
import { showPods } from '../../../../src/extension/views/podsView.ts';
import { showSources } from '../../../../src/extension/views/sourcesView.ts';
import {
  findingRow,
  line,
  networkRow,
  plegView,
  podRow,
  second,
  sessionInfo,
} from '../../../support/rowSamples.ts';
import { words } from '../../../support/vscode.ts';

const now = second(52);

/** The rows as indented lines: `icon label | description -> first proof`. */
function drawn(rows: readonly TreeRow[], indent = ''): string {
  return rows
    .map((row) => {
      const proof = row.input ?? row.provedBy?.[0];
      const own = `${indent}${row.icon?.id ?? '-'} ${row.label}${row.description === undefined ? '' : ` | ${row.description}`}${proof === undefined ? '' : ` -> ${proof.offset}`}`;
      const below = row.children === undefined ? '' : drawn(row.children, `${indent}  `);
      return below === '' ? own : `${own}\n${below}`;
    })
    .join('\n');
}

function idsOf(rows: readonly TreeRow[]): string[] {
  return rows.flatMap((row) => [row.id, ...idsOf(row.children ?? [])]);
}

const page = { revision: 1, total: 1 };
const ungrouped = { grouping: 'severity' } as const;
const views: Record<string, Shown> = {
  pods: showPods({ ...page, rows: [podRow], now, grouping: 'none' }),
  network: showNetwork({ ...page, rows: [networkRow], now }),
  findings: showFindings({ ...page, rows: [findingRow], now, ...ungrouped }),
  pleg: showPleg(plegView),
  sources: showSources(sessionInfo),
};

test('a pod that is stuck, and what it waits for', () => {
  expect(drawn(views['pods']?.rows ?? [])).toMatchInlineSnapshot(`
    "error web-1 | terminating, working · waits for CNI DEL of sandbox 9936f76e4b93, 41.2 s, 11.2 s overdue -> 300
      warning Waits for CNI DEL of sandbox 9936f76e4b93, 41.2 s, 11.2 s overdue -> 313
      error Health | failing: CNI DEL fails (bridge) (inferred) -> 313
      kubelet-worker-stuck Worker | terminating, working -> 300
      question Queue | unknown
      key UID | 5c0e91e5-ca33-4316-ac70-0cfb035016d4 -> 10
      history sync failed | 09:34:51.500 -> 373
      lightbulb CNI DEL fails (bridge)"
  `);
  expect(views['pods']?.description).toBe('1 · 1 stuck');
});

test('the icon of a pod tells its health, its first words what its worker does', () => {
  const shown = (is: typeof podRow.health.is, text: string) =>
    showPods({
      ...page,
      rows: [
        {
          ...podRow,
          ...{ icon: 'sync', state: { ...podRow.state, text: 'sync, idle' }, waits: [] },
          health: { ...podRow.health, is, text },
        },
      ],
      now,
      grouping: 'none',
    }).rows[0];
  const looping = shown('failing', 'Container app is in CrashLoopBackOff');
  expect(looping?.icon?.id).toBe('error');
  expect(looping?.description).toBe('sync, idle · Container app is in CrashLoopBackOff');
  expect(looping?.tooltip?.slice(1, 4)).toEqual([
    'Health: failing: Container app is in CrashLoopBackOff.',
    'Inferred from these lines, using the kubelet’s own rules.',
    'Worker: sync, idle, since 09:34:10.750000.',
  ]);
  expect(shown('ok', 'runs')?.icon?.id).toBe('pass');
  expect(shown('ok', 'runs')?.description).toBe('sync, idle · 41.3 s');
  expect(shown('unknown', 'unknown: why')?.icon?.id).toBe('question');
});

test('a network operation that fails', () => {
  expect(drawn(views['network']?.rows ?? [])).toMatchInlineSnapshot(`
    "error DEL web-1 | bridge · failing · 5 × · 41.2 s -> 313
      quote plugin type="bridge" failed (delete): injected: ipam lease store is unreachable
      lock default/web-1 stays in Terminating
      symbol-field Outcome | failing -> 313
      watch Time | 09:34:10.840 – unknown
      package Sandbox | 9936f76e4b93f8f70d9597148674052df94aee5f64d0b7b11c993c2418d3960d
      debug-step-over failed | 09:34:10.840 · by the pod worker -> 313
      debug-step-over failed | 09:34:47.600 · by container GC -> 355"
  `);
});

test('a finding with its proof, and what to do', () => {
  expect(drawn(views['findings']?.rows ?? [])).toMatchInlineSnapshot(`
    "error CNI DEL fails (bridge) | default/web-1 · 5 × · for 41.2 s -> 313
      comment The plug-in cannot give the address back.
      target Error syncing pod, skipping err="x" | cause · 09:34:10.840 -> 313
      checklist Check on the node | 1
        terminal Is the lease store there? | ls /var/lib/cni
      tools What to do | 1
        warning Restart the store. | risk: addresses are lost
      circle-slash Ruled out | sandbox-gone
        - sandbox-gone: the runtime still knows it
      link-external containernetworking/cni#1
      link-external kubelet.go:1"
  `);
  expect(views['findings']?.badge?.value).toBe(1);
});

test('PLEG events by second, and health that nobody can know', () => {
  expect(drawn(views['pleg']?.rows ?? [])).toMatchInlineSnapshot(`
    "pulse Health | unknown
    refresh Relist | unknown
    play web-1 | 09:34:05 · 2 started -> 301
      play ContainerStarted | container app · 09:34:05.636 -> 301"
  `);
});

test('sources, runs, gaps, and what was not understood', () => {
  expect(drawn(views['sources']?.rows ?? [])).toMatchInlineSnapshot(`
    "file kubelet.log | 411 lines
      - Format | klog
      - Written by | kubelet 1 (inferred)
      - Lines | 411
      - Size | 61.1 kB
      - From | 2026-11-21T09:33:47.000000Z
      - To | 2026-11-21T09:35:27.000000Z
    eye-closed journald dropped 120 lines | 09:35:00.000 · 6 s
    question 3 lines not understood | 0.7 %"
  `);
});

test('ids are unique in each view, so that VS Code keeps what is unfolded', () => {
  for (const [name, { rows }] of Object.entries(views)) {
    const ids = idsOf(rows);
    expect(new Set(ids).size, name).toBe(ids.length);
  }
});

test('a row says how its value is known, and why not when it is unknown', () => {
  const health = views['pleg']?.rows[0];
  expect(health?.description).toBe('unknown');
  expect(health?.tooltip?.[0]).toContain('a healthy PLEG says nothing at v=2');
  const inferred = showPods({
    ...page,
    rows: [{ ...podRow, state: { text: 'sync', known: 'inferred', provedBy: [line(1)] } }],
    now,
    grouping: 'none',
  }).rows[0];
  expect(inferred?.description).toContain('sync (inferred)');
  expect(inferred?.tooltip?.join(' ')).toContain('the kubelet’s own rules');
});

test('words of the engine that have a translation are shown in it, texts of the log never', () => {
  const text = (value: string): string => valueText({ text: value, known: 'seen', provedBy: [] });
  expect(text('terminating, idle')).toBe('terminating, idle');
  words.set('terminating', '正在终止').set('idle', '空闲');
  onTestFinished(() => {
    words.clear();
  });
  expect(text('terminating, idle')).toBe('正在终止, 空闲');
  expect(text('idle')).toBe('空闲');
  expect(text('terminating, web-1')).toBe('terminating, web-1');
  expect(text('constructor')).toBe('constructor');
});

test('a finding tells at the cursor whether it is yet to come, open, over or only quiet', () => {
  const at = (time: number, ended?: number, again?: number, isQuiet = false) =>
    showFindings({
      ...page,
      rows: [
        {
          ...findingRow,
          spans: [
            {
              from: findingRow.began,
              to: ended === undefined ? undefined : second(ended),
              isQuiet,
            },
            ...(again === undefined
              ? []
              : [{ from: second(again), to: undefined, isQuiet: false }]),
          ],
        },
      ],
      now: second(time),
      ...ungrouped,
    }).rows[0]?.description;
  expect(at(5)).toContain('starts in 5.8 s');
  expect(at(20)).toContain('for 9.2 s');
  expect(at(70, 60)).toContain('ended 10 s ago');
  expect(at(70, 60, 80)).toContain('ended 10 s ago');
  expect(at(70, 60, 80, true)).toContain('last seen 10 s ago');
  expect(at(90, 60, 80)).toContain('for 10 s');
});

test('a hostile log is only ever text', () => {
  const hostile = '<img src=x>\u001b[31m\u202e$(flame) [x](command:y)\u0000';
  const { rows } = showPods({
    ...page,
    rows: [{ ...podRow, name: hostile, label: hostile, state: { ...podRow.state, text: hostile } }],
    now,
    grouping: 'none',
  });
  const all = JSON.stringify(
    rows
      .map(plainRow)
      .map(({ label, description, tooltip, spoken }) => [label, description, tooltip, spoken]),
  );
  expect(all).toContain('\\\\u{1b}[31m');
  for (const mark of ['\u001b', '\u202e', '\u0000', '\\u001b', '\\u202e'])
    expect(all).not.toContain(mark);
});

test('what tells rows apart stands first in them', () => {
  const label = (pod: string, title: string, rest: readonly (typeof findingRow)[] = []) =>
    showFindings({
      ...{ ...page, now, ...ungrouped },
      rows: [{ ...findingRow, pod, title }, ...rest],
    }).rows[0];
  const other = { ...findingRow, key: 'other', pod: 'shop/cart' };
  expect(label('shop/web-1', findingRow.title)?.label).toBe('CNI DEL fails (bridge)');
  expect(label('shop/web-1', findingRow.title, [other])).toMatchObject({
    label: 'web-1 · CNI DEL fails (bridge)',
    description: 'shop · 5 × · for 41.2 s',
  });
  expect(label('default/web-1', 'Harmless: some statistics are missing')).toMatchObject({
    label: 'Some statistics are missing',
    description: 'harmless · default/web-1 · 5 × · for 41.2 s',
  });
  const unnamed = { ...networkRow, podKey: undefined, pod: 'unknown pod' };
  expect(showNetwork({ ...page, rows: [unnamed], now }).rows[0]).toMatchObject({
    label: 'DEL 9936f76e4b93',
    description: 'bridge · failing · 5 × · 41.2 s · unknown pod',
  });
  const elsewhere = { ...networkRow, pod: 'shop/cart' };
  expect(showNetwork({ ...page, rows: [elsewhere], now }).rows[0]).toMatchObject({
    label: 'DEL cart',
    description: 'bridge · failing · 5 × · 41.2 s · shop',
  });
});

test('empty views say what is so', () => {
  expect(
    showFindings({ revision: 1, total: 0, rows: [], now, ...ungrouped }).message,
  ).toBeDefined();
  expect(showNetwork({ revision: 1, total: 0, rows: [], now }).message).toBeDefined();
});

test('of a log that tells nothing of a kubelet no one says that nothing is wrong', () => {
  const none = { revision: 1, total: 0, rows: [], now, ...ungrouped };
  expect(
    [undefined, [], ['etcd', 'kube-proxy']].map(
      (withoutKubelet) => showFindings({ ...none, withoutKubelet }).message,
    ),
  ).toEqual([
    'No problems found in this log.',
    'No line in this log tells what a kubelet did.',
    'No line in this log tells what a kubelet did: others wrote it (etcd, kube-proxy).',
  ]);
});

test('findings by cause, by severity, by pod, and those that a filter leaves', () => {
  const found = (
    key: string,
    severity: typeof findingRow.severity,
    rest: Partial<typeof findingRow> = {},
  ): typeof findingRow => ({ ...findingRow, key, title: key, severity, pod: undefined, ...rest });
  const rows = [
    found('unhealthy', 'critical', { causedBy: 'hangs' }),
    found('gone', 'high', { pod: 'shop/cart' }),
    found('hangs', 'high'),
    found('late', 'medium', { causedBy: 'unhealthy', pod: 'shop/cart' }),
  ];
  const keys = new Set(rows.map(({ key }) => key));
  const shape = (list: readonly TreeRow[]): string =>
    list
      .map(({ label, finding, children = [] }) => {
        const below = shape(children.filter((child) => keys.has(child.label)));
        return `${finding === undefined ? '#' : ''}${label}${below === '' ? '' : `(${below})`}`;
      })
      .join(' ');
  const shown = (
    grouping: Exclude<FindingGrouping, 'kind'>,
    matching?: readonly string[],
  ): string =>
    shape(
      showFindings({
        ...{ ...page, rows, total: 4, now, grouping },
        ...(matching === undefined ? {} : { matching }),
      }).rows,
    );
  expect(shown('cause')).toBe('hangs(unhealthy(late)) gone');
  expect(shown('severity')).toBe('unhealthy gone hangs late');
  expect(shown('pod')).toBe('#The node(unhealthy hangs) #shop/cart(gone late)');
  expect(shown('cause', ['late'])).toBe('hangs(unhealthy(late))');
  expect(shown('severity', [])).toBe('');
  const ids = showFindings({ ...page, rows, total: 4, now, ...ungrouped }).rows.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('many findings stand by what they are; a kind unfolds into its first ones', () => {
  const few = { critical: 0, high: 2, medium: 1, low: 0, info: 90 };
  const many = { ...few, medium: 1_976 };
  expect(groupingOf(undefined, few)).toBe('cause');
  expect(groupingOf(undefined, many)).toBe('kind');
  expect(groupingOf('pod', many)).toBe('pod');
  const kind = { title: 'Container … crashes', severity: 'high', first: 'crash 1' } as const;
  const shown = showKinds(
    [
      { ...kind, id: 'crash', total: 1_976, pods: 1_976, open: 3 },
      { ...kind, id: 'pleg', title: 'PLEG', total: 2, pods: 0, open: 0 },
    ],
    many,
  );
  expect(shown.rows.map(({ label, description }) => `${label}: ${description ?? ''}`)).toEqual([
    'Container … crashes: 1,976 pods · 3 here at the cursor',
    'PLEG: 2 ×',
  ]);
  expect(shown.description).toBe('1978 problems, 90 minor');
  expect(shown.rows.map((row) => [kindOf(row), row.asks])).toEqual([
    ['crash', true],
    ['pleg', true],
  ]);
  const below = kindRows({ revision: 1, total: 9, rows: [findingRow] }, now);
  expect(below.map(({ label }) => label)).toEqual([
    findingRow.title,
    '8 more on the Findings page',
  ]);
});

test('pods in groups: how many of each, and how many are stuck', () => {
  const calm = { ...podRow, key: 'uid-2', name: 'dns-1', namespace: 'kube-system', icon: 'sync' };
  const rows = [podRow, { ...calm, waits: [] } as typeof podRow];
  const grouped = (grouping: 'namespace' | 'state'): string[] =>
    showPods({ ...page, total: 2, rows, now, grouping }).rows.map(
      ({ label, description = '', children = [] }) =>
        `${label} ${description}: ${children.map((child) => child.label).join()}`,
    );
  expect(grouped('namespace')).toEqual(['default 1 · 1 stuck: web-1', 'kube-system 1: dns-1']);
  expect(grouped('state')).toEqual(['stuck 1: web-1', 'in sync 1: dns-1']);
});

test('a row is copied as what identifies it, else as it is shown', () => {
  expect(copyText({ label: 'web-1', description: 'sync', copy: 'default/web-1 uid' })).toBe(
    'default/web-1 uid',
  );
  expect(copyText({ label: 'Health', description: 'healthy' })).toBe('Health healthy');
});
