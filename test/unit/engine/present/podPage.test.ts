// What the page of a pod is told, from the capture in which default/web-1 cannot be torn down.
import { beforeAll, expect, test } from 'vitest';
import type { EngineClient } from '../../../../src/engine/client.ts';
import type { PodPage } from '../../../../src/protocol/pageApi.ts';
import { parseRfc3339 } from '../../../../src/base/time.ts';
import { engineHere, engineOn } from '../../../support/engine.ts';

let engine: EngineClient;
let web: string;

async function pageOf(key: string): Promise<PodPage> {
  const page = await engine.call('podPage', [key]);
  if (page === undefined) throw new Error(`The engine knows no pod ${key}.`);
  return page;
}

async function seek(time: string): Promise<void> {
  const at = parseRfc3339(time);
  if (at === undefined) throw new Error(`${time} is no time.`);
  await engine.call('seek', [{ kind: 'time', time: at }]);
}

beforeAll(async () => {
  engine = await engineOn('teardown-v2');
  const { rows } = await engine.call('pods', [{ start: 0, count: 10, text: 'web-1' }]);
  web = rows[0]?.key ?? '';
});

test('the phase that hangs is open at the cursor, and held against other pods', async () => {
  await seek('2026-11-21T09:34:52Z');
  const { phases, pod } = await pageOf(web);
  expect(pod.icon).toBe('stuck');
  const hanging = phases.find(({ kind }) => kind === 'terminating');
  expect(hanging?.to).toBeUndefined();
  expect(hanging?.length).toBeGreaterThan(40_000_000);
  expect(hanging?.usual?.pods).toBe(1);
  expect(hanging?.usual?.median).toBeLessThan(2_000_000);
});

test('nothing of what comes after the cursor is there', async () => {
  await seek('2026-11-21T09:34:05.6Z');
  const { phases, network, containers, at } = await pageOf(web);
  expect(phases.map(({ kind }) => kind)).toEqual(['queue', 'sandbox']);
  expect(phases.every(({ from }) => from <= at)).toBe(true);
  expect(network).toEqual([]);
  expect(containers).toEqual([]);
});

test('a pod that the kubelet has not met yet has no page', async () => {
  await engine.call('seek', [{ kind: 'start' }]);
  expect(await engine.call('podPage', [web])).toBeUndefined();
  expect(await engine.call('podPage', ['nobody'])).toBeUndefined();
});

test('its lines are all that name it, its sandbox or its container, in order', async () => {
  await engine.call('seek', [{ kind: 'end' }]);
  const { rows, total, start } = await engine.call('podLines', [web, { start: 0, count: 250 }]);
  expect(start).toBe(0);
  expect(rows.length).toBe(total);
  const positions = rows.map(({ position }) => position);
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  expect(rows[0]?.text).toContain('SyncLoop ADD');
  expect(rows.some(({ text }) => text.includes('9936f76e4b93') && !text.includes('web-1'))).toBe(
    true,
  );
  expect(rows.filter(({ loud }) => loud === 'error').length).toBeGreaterThan(3);
});

test('lines come a page at a time: without a place, those around the cursor', async () => {
  const { total } = await engine.call('podLines', [web, { start: 0, count: 1 }]);
  await engine.call('seek', [{ kind: 'end' }]);
  const last = await engine.call('podLines', [web, { count: 10 }]);
  expect(last.start + last.rows.length).toBe(total);
  await engine.call('seek', [{ kind: 'start' }]);
  expect((await engine.call('podLines', [web, { count: 10 }])).start).toBe(0);
  expect((await engine.call('podLines', [web, { start: 1e6, count: 10 }])).rows).toEqual([]);
  await expect(engine.call('podLines', ['nobody', { count: 1 }])).rejects.toThrow(/in this log/);
});

test('volumes with their last step', async () => {
  const other = await engineOn('vol-v4');
  const { rows } = await other.call('pods', [{ start: 0, count: 50 }]);
  const pages = await Promise.all(rows.map(({ key }) => other.call('podPage', [key])));
  const volumes = pages.flatMap((page) => page?.volumes ?? []);
  expect(volumes.map(({ name, state }) => `${name} ${state.text}`)).toEqual(['v failed']);
  expect(volumes[0]?.error).toContain('not found');
});

test('a hostile log makes one message of no more than 200 KB', async () => {
  const evil = `<img src=x onerror=alert(1)>\u202e${'x'.repeat(8_000)}`;
  const header = (second: number): string =>
    `E1121 09:${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}.000000    1 pod_workers.go:1324]`;
  const lines = [
    `I1121 09:00:00.000000    1 kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/a"]`,
    ...Array.from(
      { length: 200 },
      (_, i) =>
        `${header(i + 1)} "Error syncing pod, skipping" err="failed to \\"KillPodSandbox\\" for \\"5c0e91e5-ca33-4316-ac70-0cfb035016d4\\" with KillPodSandboxError: \\"rpc error: code = Unknown desc = failed to destroy network for sandbox \\\\\\"${'9'.repeat(62)}${String(i % 90).padStart(2, '0')}\\\\\\": plugin type=\\\\\\"bridge\\\\\\" failed (delete): ${evil}\\"" pod="default/a" podUID="5c0e91e5-ca33-4316-ac70-0cfb035016d4"`,
    ),
  ];
  const other = await engineHere();
  const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);
  await other.call('open', [{ sources: [{ kind: 'bytes', name: 'evil.log', bytes }], year: 2026 }]);
  const { rows } = await other.call('pods', [{ start: 0, count: 1 }]);
  const key = rows[0]?.key ?? '';
  for (const answer of [
    await other.call('podPage', [key]),
    await other.call('podLines', [key, { count: 250 }]),
  ]) {
    const text = JSON.stringify(answer);
    expect(text.length).toBeLessThan(200_000);
    expect(text.includes('\u202e')).toBe(false);
  }
});

test('a container’s image: seen by its id, inferred by its name, unknown before a line names it', async () => {
  const other = await engineHere();
  const [uid, id] = ['5c0e91e5-ca33-4316-ac70-0cfb035016d4', 'bc22a4e349b7'.padEnd(64, '0')];
  const lines = [
    `kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/a"]`,
    `kubelet.go:2546] "SyncLoop (PLEG): event for pod" pod="default/a" event={"ID":"${uid}","Type":"ContainerStarted","Data":"${id}"}`,
    `kuberuntime_container.go:866] "Killing container with a grace period" pod="default/a" podUID="${uid}" containerName="app" containerID="containerd://${id}" gracePeriod=30`,
    `event.go:389] "Event occurred" object="default/a" fieldPath="spec.containers{app}" kind="Pod" apiVersion="v1" type="Normal" reason="Pulled" message="Container image \\"app:1\\" already present on machine"`,
    `status_manager.go:1038] "Patch status for pod" pod="default/a" podUID="${uid}" patch="{\\"status\\":{\\"containerStatuses\\":[{\\"containerID\\":\\"containerd://${id}\\",\\"image\\":\\"app:1\\",\\"imageID\\":\\"\\",\\"name\\":\\"app\\"}]}}"`,
  ].map((line, at) => `I1121 09:00:0${at}.000000       1 ${line}\n`);
  const imageAfter = async (count: number, position: number): Promise<string> => {
    const bytes = new TextEncoder().encode(lines.slice(0, count).join(''));
    await other.call('open', [{ sources: [{ kind: 'bytes', name: 'a.log', bytes }], year: 2026 }]);
    await other.call('setHindsight', ['then']);
    await other.call('seek', [{ kind: 'position', position }]);
    const { rows } = await other.call('pods', [{ start: 0, count: 1 }]);
    const page = await other.call('podPage', [rows[0]?.key ?? '']);
    const { known, text } = page?.containers[0]?.image ?? {};
    return `${known} ${text}`;
  };
  expect(await imageAfter(5, 4)).toBe('seen app:1');
  expect(await imageAfter(4, 3)).toBe('inferred app:1');
  expect(await imageAfter(4, 2)).toBe('unknown unknown: its image is not in the log');
  expect(await imageAfter(3, 2)).toBe('unknown unknown: its image is not in the log');
});
