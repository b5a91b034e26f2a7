// Every tool once, on the log of a node whose CNI DEL fails; a client goes through them in order.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

const fixture = 'test/fixtures/lab/cni-del-error-v2';

/** Puts the files that the calls name into a folder. */
export function prepare(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, file] of [
    ['kubelet.log', 'kubelet.log.gz'],
    ['goroutines.txt', 'goroutines-1.txt.gz'],
  ] as const)
    writeFileSync(path.join(folder, name), gunzipSync(readFileSync(path.join(fixture, file))));
}

const at = '2026-11-21T11:10:40Z';

export const calls: readonly (readonly [tool: string, asked: Readonly<Record<string, unknown>>])[] =
  [
    ['open_logs', { paths: ['kubelet.log'], year: 2026 }],
    ['summary', {}],
    ['findings', { severity: 'high' }],
    ['why_pod', { pod: 'default/web-1', at }],
    ['pods', { at }],
    ['pod_story', { pod: 'default/web-1' }],
    ['state_at', { at, pod: 'default/web-1' }],
    ['diff_states', { from: '2026-11-21T11:10:20Z', to: at }],
    ['overdue', { at }],
    ['queues', { at }],
    ['containers', { pod: 'default/web-1' }],
    ['network', { failed: true }],
    ['pleg', {}],
    ['events', { kind: 'network' }],
    ['latencies', { step: 'terminating' }],
    ['timeline_window', { from: '2026-11-21T11:10:20Z', to: at }],
    ['grep', { filter: 'sev>=E' }],
    ['explain_line', { line: '0:37134' }],
    ['read_lines', { line: '0:37134', before: 2 }],
    ['whose', { id: '215cd0c11507' }],
    ['compare', { at }],
    ['goroutines', { path: 'goroutines.txt' }],
    ['simulate', { scenario: 'crash-loop' }],
  ];
