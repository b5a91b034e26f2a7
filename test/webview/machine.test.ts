/// <reference types="node" />
// @vitest-environment happy-dom
// The inside of a kubelet as a page, over a real engine: of a simulated one whole, of a mere log what its lines tell.
import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { MachinePageElement } from '../../webview/machine/page.ts';
import { rooms, roomWords, type Room } from '../../webview/machine/rooms.ts';
import type { SourceSpec } from '../../src/protocol/engineApi.ts';
import { engineHere } from '../support/engine.ts';
import { instant } from '../support/log.ts';
import { root } from '../support/texts.ts';
import { atRest, clientOf, shownTexts } from './realPage.ts';

customElements.define('kd-machine', MachinePageElement);

afterEach(() => {
  document.body.replaceChildren();
});

async function opened(source: SourceSpec, at: string) {
  const engine = await engineHere();
  await engine.call('open', [{ sources: [source], year: 2026 }]);
  await engine.call('seek', [{ kind: 'time', time: instant(at) }]);
  const keep = vi.fn();
  const page = new MachinePageElement(clientOf(engine).client, undefined, keep, undefined);
  document.body.append(page);
  await page.begin();
  await atRest(page);
  const text = (): string => shownTexts(page).join('\n');
  const enter = async (room: Room): Promise<string> => {
    const button = [...page.renderRoot.querySelectorAll<HTMLElement>('.kd-rooms button')].find(
      (each) => each.textContent.includes(roomWords[room]),
    );
    button?.click();
    await vi.waitFor(() => {
      expect(page.renderRoot.querySelector('.kd-scroll')?.getAttribute('aria-label')).toBe(
        roomWords[room],
      );
    });
    await atRest(page);
    return text();
  };
  return { engine, page, text, enter, keep };
}

function simulated(name: string, verbosity: number): SourceSpec {
  const text = fs.readFileSync(path.join(root, `media/scenarios/${name}.yaml`), 'utf8');
  return { kind: 'scenario', name, text, verbosity };
}

function captured(name: string): SourceSpec {
  const file = path.join(root, `test/fixtures/captures/${name}/kubelet.log.gz`);
  return { kind: 'bytes', name: 'kubelet.log', bytes: gunzipSync(fs.readFileSync(file)) };
}

test('the pod cache lists answers at once when asked, with what became of their channels', async () => {
  const { page, text, enter } = await opened(simulated('cni-del-hangs', 4), '2026-03-02T08:01:00Z');
  const left = 'filled, left open: it was kept nowhere';
  expect(await enter('podCache')).not.toContain(left);
  page.renderRoot.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click();
  await vi.waitFor(() => {
    expect(text()).toContain(left);
  });
});

test('a simulated kubelet is shown whole, room by room', async () => {
  const { engine, text, enter } = await opened(
    simulated('cni-del-hangs', 4),
    '2026-03-02T08:01:00Z',
  );
  expect(text()).toContain('What the kubelet held');
  expect(text()).toMatch(/it replaced \d+ updates?/);
  expect(await enter('workQueue')).toMatch(/Empty: no pod is due|Pods in the work queue/);
  expect(await enter('podConfig')).toContain('Sent on');
  const channels = await enter('channels');
  expect(channels).toMatch(/of 50/);
  expect(channels).toContain('plegCh');
  expect(await enter('podCache')).toContain('Who waited, and what released them');
  expect(await enter('pleg')).toContain('The newest list');
  expect(await enter('steps')).toContain('UpdateTime');
  engine.dispose();
});

test('a step shows the kubelet right after it, and one comes back to the cursor', async () => {
  const { engine, page, text, enter } = await opened(
    simulated('cni-del-hangs', 4),
    '2026-03-02T08:00:20Z',
  );
  await enter('steps');
  const step = (): string => /step\n([\d,]+)\nof/.exec(text())?.[1] ?? '';
  const before = step();
  page.renderRoot
    .querySelector('.kd-scroll')
    ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft' }));
  await vi.waitFor(() => {
    expect(step()).not.toBe(before);
  });
  [...page.renderRoot.querySelectorAll<HTMLElement>('vscode-button')]
    .find((button) => button.textContent.includes('Back to the cursor'))
    ?.click();
  await vi.waitFor(() => {
    expect(step()).toBe(before);
  });
  engine.dispose();
});

test('of a log alone each room says why the inside is unknown, and what its lines tell', async () => {
  const { engine, text, enter, keep } = await opened(captured('churn-v4'), '2026-11-21T09:35:56Z');
  expect(text()).toContain('What the log tells');
  for (const room of rooms)
    expect(await enter(room)).toMatch(/Unknown: nobody looked inside this kubelet/);
  expect(await enter('podCache')).toContain('status written');
  expect(await enter('workQueue')).toContain('resync: 60 to 90 s after a sync that succeeded');
  expect(keep).toHaveBeenLastCalledWith('workQueue');
  engine.dispose();
});

test('before the first line there is a sentence, and no row', async () => {
  const { engine, page, text } = await opened(captured('churn-v2'), '2026-11-21T09:00:00Z');
  expect(text()).toContain('No pod worker is known at the cursor');
  expect(page.renderRoot.querySelectorAll('tbody tr').length).toBe(0);
  engine.dispose();
});
