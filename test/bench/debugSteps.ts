// Steps and runs of the debugger over a tape of a million events, through the adapter and the engine's channel.
import { DapClient, hostOf, type Stopped } from '../support/dapClient.ts';

const PODS = 500;
const EVENTS = 1_000_000;
const PAUSE = 1_000;

function logOf(events: number): Uint8Array {
  const lines: string[] = [];
  const clock = (i: number): string => {
    const micros = 3_600_000_000 + i * 40_000;
    const seconds = Math.floor(micros / 1e6);
    const day = 1 + Math.floor(seconds / 86_400);
    const pad = (value: number, width = 2): string => String(value).padStart(width, '0');
    const hour = Math.floor(seconds / 3600) % 24;
    const minute = Math.floor(seconds / 60) % 60;
    return `11${pad(day)} ${pad(hour)}:${pad(minute)}:${pad(seconds % 60)}.${pad(micros % 1e6, 6)}`;
  };
  for (let i = 0; i < events; i++) {
    const pod = i % PODS;
    const turn = Math.floor(i / PODS);
    const name = `ns-${pod % 50}/pod-${pod}`;
    const uid = `00000000-0000-4000-8000-${String(pod).padStart(12, '0')}`;
    const head = `${turn % 7 === 3 ? 'E' : 'I'}${clock(i)}     100`;
    if (turn === 0)
      lines.push(`${head} kubelet.go:2515] "SyncLoop ADD" source="api" pods=["${name}"]`);
    else if (turn % 7 === 3)
      lines.push(
        `${head} pod_workers.go:1324] "Error syncing pod, skipping" err="boom" pod="${name}" podUID="${uid}"`,
      );
    else {
      const id = (pod * 1000 + turn).toString(16).padStart(64, 'a');
      const type = turn % 2 === 0 ? 'ContainerDied' : 'ContainerStarted';
      lines.push(
        `${head} kubelet.go:2546] "SyncLoop (PLEG): event for pod" pod="${name}" event={"ID":"${uid}","Type":"${type}","Data":"${id}"}`,
      );
    }
    if (i === PAUSE) lines.push(`W${clock(i)}     100 kubelet.go:1] "The only one of its kind"`);
  }
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}

/** What an editor asks at each stop. */
async function look(client: DapClient, { threadId }: Stopped): Promise<void> {
  await client.ask('threads');
  const [scope] = await client.scopes(threadId);
  await client.ask('variables', { variablesReference: scope?.['variablesReference'] });
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? NaN;
}

const events = Number(process.env['EVENTS'] ?? EVENTS);
const text = logOf(events);
const client = new DapClient(hostOf(() => text));
await client.ask('initialize', { clientID: 'vscode' });
let began = performance.now();
await client.ask('launch', { logs: ['bench.log'] });
console.log(`debug open: ${((performance.now() - began) / 1000).toFixed(1)} s (${events} events)`);
await client.move('configurationDone');
let stop = await client.move('kubelet/goto', { position: Math.floor(events / 2) });
for (const command of ['next', 'stepIn', 'stepBack']) {
  const times: number[] = [];
  const looks: number[] = [];
  for (let i = 0; i < 200; i++) {
    const from = performance.now();
    stop = await client.move(command, { threadId: stop.threadId });
    times.push(performance.now() - from);
    await look(client, stop);
    looks.push(performance.now() - from);
  }
  console.log(`debug ${command} p95: ${percentile(times, 0.95).toFixed(2)} ms`);
  console.log(
    `debug ${command} with threads, stack, values p95: ${percentile(looks, 0.95).toFixed(2)} ms`,
  );
}

async function reverse(name: string, set: string, args: object): Promise<void> {
  await client.ask(set, args);
  await client.move('kubelet/goto', {
    position: PAUSE + 2 + Math.min(500_000, events - PAUSE - 10),
  });
  const from = performance.now();
  const { reason } = await client.move('reverseContinue', { threadId: 1 });
  console.log(
    `debug reverse-continue 500,000 events, ${name}: ${(performance.now() - from).toFixed(1)} ms (${reason})`,
  );
}

const none = { source: { path: 'x.go' }, breakpoints: [] };
await reverse('Go statement', 'setBreakpoints', {
  source: { path: 'kubelet.go' },
  breakpoints: [{ line: 1 }],
});
await client.ask('setBreakpoints', { ...none, source: { path: 'kubelet.go' } });
await reverse('condition on 70,000 error lines', 'setExceptionBreakpoints', {
  filterOptions: [{ filterId: 'warning', condition: 'msg:"only one"' }],
});
await client.ask('setExceptionBreakpoints', { filters: [] });
await reverse('data', 'setDataBreakpoints', {
  breakpoints: [{ dataId: 'pod("ns-1/pod-1").worker.present' }],
});
await client.ask('setDataBreakpoints', { breakpoints: [] });
began = performance.now();
await client.ask('setFunctionBreakpoints', { breakpoints: [{ name: 'HandlePodAdditions' }] });
console.log(`debug set a function breakpoint: ${(performance.now() - began).toFixed(1)} ms`);
client.adapter.dispose();
