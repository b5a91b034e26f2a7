// What the lines of the dockershim (cni.go) tell of the calls to set up and take down a pod's network.
import { expect, test } from 'vitest';
import { triesBy } from '../../../../../src/kubelet/rebuild/pod/tries.ts';
import { rebuild } from '../../../../../src/kubelet/rebuild/rebuild.ts';
import type { NetworkOperation } from '../../../../../src/kubelet/rebuild/history.ts';
import { micros } from '../../../../../src/base/time.ts';
import { readCapture, tapeOf } from '../../../../support/captures.ts';

const id = 'ab'.repeat(32);
const pod = '"default/web-0"';
const uid = '6c5a1d8e-1111-4222-8333-444455556666';
const sandbox = `pod=${pod} podSandboxID={Type:docker ID:${id}}`;
const networks = { lo: ['loopback', 'cni-loopback'], net: ['bridge', 'dockernet'] } as const;
type Network = keyof typeof networks;

/** A line of pid 100 at so many seconds after 09:00. */
function line(seconds: number, text: string, severity = 'I', pid = 100): string {
  const time = new Date(Date.UTC(2026, 10, 21, 9) + seconds * 1000).toISOString().slice(11, 23);
  return `${severity}1121 ${time}000   ${pid} ${text}`;
}

const add = `kubelet.go:2139] "SyncLoop ADD" source="api" pods=[default/web-0]`;

function begins(verb: 'Adding' | 'Deleting', which: Network): string {
  const [type, name] = networks[which];
  const to = verb === 'Adding' ? 'to' : 'from';
  return `cni.go:376] "${verb} pod ${to} network" ${sandbox} podNetnsPath="/proc/1/ns/net" networkType="${type}" networkName="${name}"`;
}

function ends(verb: 'Added' | 'Deleted', which: Network): string {
  const [type, name] = networks[which];
  return verb === 'Added'
    ? `cni.go:365] "Added pod to network" ${sandbox} networkName="${name}" response=&{CNIVersion:0.4.0}`
    : `cni.go:384] "Deleted pod from network" ${sandbox} networkType="${type}" networkName="${name}"`;
}

function fails(verb: 'adding' | 'deleting', which: Network, error: string): string {
  const [type, name] = networks[which];
  const to = verb === 'adding' ? 'to' : 'from';
  return `cni.go:381] "Error ${verb} pod ${to} network" err="${error}" ${sandbox} podNetnsPath="/proc/1/ns/net" networkType="${type}" networkName="${name}"`;
}

function operations(...lines: readonly string[]): readonly NetworkOperation[] {
  const known = line(0, add.replace('web-0]', `web-0(${uid})]`));
  return rebuild(tapeOf(new TextEncoder().encode(`${[known, ...lines].join('\n')}\n`))).network;
}

/** Seconds after 09:00. */
function clock(time: number): number {
  return (time % 3_600_000_000) / 1_000_000;
}

function told({ command, plugin, outcome, from, until, attempts }: NetworkOperation) {
  const end = until.value === undefined ? undefined : clock(until.value);
  const ok = attempts.map((one) => one.ok.value);
  return [command, plugin, outcome.value, clock(from), end, ok];
}

const setUp = [
  line(1, begins('Adding', 'lo')),
  line(1.5, ends('Added', 'lo')),
  line(2, begins('Adding', 'net')),
  line(3, ends('Added', 'net')),
];

test('a set-up that works is one call of two networks, seen from begin to end', () => {
  const [one, ...more] = operations(...setUp);
  expect(more).toEqual([]);
  if (one === undefined) throw new Error('There is no operation.');
  expect(told(one)).toEqual(['ADD', 'bridge', 'succeeded', 1, 3, [true]]);
  expect(one).toMatchObject({ podName: 'default/web-0', sandboxId: id, until: { known: 'seen' } });
  const parts = one.attempts[0]?.networks.map(({ name, type, from, until, ok }) => [
    ...[name, type, clock(from ?? NaN), clock(until ?? NaN), ok.value],
  ]);
  expect(parts).toEqual([
    ['cni-loopback', 'loopback', 1, 1.5, true],
    ['dockernet', 'bridge', 2, 3, true],
  ]);
});

test.each([1, 2, 3])('after %i lines of a set-up it runs, whatever the loopback did', (count) => {
  const [one] = operations(...setUp.slice(0, count));
  if (one === undefined) throw new Error('There is no operation.');
  const plugin = count < 3 ? undefined : 'bridge';
  expect(told(one)).toEqual(['ADD', plugin, 'running', 1, undefined, [undefined]]);
  expect(one.attempts[0]?.running).toBe(true);
});

test('of a call that has ended, an earlier moment tells what the lines up to it do', () => {
  const [one] = operations(...setUp);
  if (one === undefined) throw new Error('There is no operation.');
  const at = (seconds: number) =>
    triesBy(one, {
      time: micros(one.from + (seconds - 1) * 1_000_000),
      position: 99,
      hindsight: 'now',
    }).map(({ running, networks: parts }) => [running, parts.map(({ ok }) => ok.value)]);
  expect(at(0.9)).toEqual([]);
  expect(at(1)).toEqual([[true, [undefined]]]);
  expect(at(1.7)).toEqual([[true, [true]]]);
  expect(at(2.5)).toEqual([[true, [true, undefined]]]);
  expect(at(3)).toEqual([[false, [true, true]]]);
});

test('the call of the pod network proves that the loopback’s has ended, of an ADD also how', () => {
  const of = (...lines: readonly string[]) =>
    operations(...lines)[0]?.attempts[0]?.networks.map(({ ok, until }) => [
      ...[ok.value, ok.known, until],
    ]);
  const unended = [undefined, 'unknown', undefined];
  const adding = [line(1, begins('Adding', 'lo'))];
  expect(of(...adding)).toEqual([unended]);
  adding.push(line(2, begins('Adding', 'net')));
  expect(of(...adding)).toEqual([[true, 'inferred', undefined], unended]);
  // An end does, too, where the begin is lost.
  const [lo] = of(adding[0] ?? '', line(3, fails('adding', 'net', 'no addresses'), 'E')) ?? [];
  expect(lo).toEqual([true, 'inferred', undefined]);
  const deleting = operations(
    line(10, begins('Deleting', 'lo')),
    line(11, begins('Deleting', 'net')),
  )[0]?.attempts[0]?.networks.map(({ ok }) => ok);
  expect(deleting).toMatchObject([
    { known: 'unknown', why: 'no line tells how it ended' },
    { known: 'unknown', why: 'it had not ended' },
  ]);
});

const killed = 'netplugin failed with no error message: signal: killed';

test('the end of the loopback is not the end of a DEL that hangs and is killed', () => {
  const hanging = [
    line(10, begins('Deleting', 'lo')),
    line(10.1, ends('Deleted', 'lo')),
    line(10.2, begins('Deleting', 'net')),
  ];
  const [running] = operations(...hanging);
  expect(running && told(running)).toEqual([
    'DEL',
    'bridge',
    'running',
    10,
    undefined,
    [undefined],
  ]);
  const gaveUp = [
    ...hanging,
    line(
      130,
      `remote_runtime.go:154] "StopPodSandbox from runtime service failed" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded" podSandboxID="${id}"`,
      'E',
    ),
  ];
  const [waited] = operations(...gaveUp);
  expect(waited && told(waited)).toEqual(['DEL', 'bridge', 'failing', 10, undefined, [false]]);
  expect(waited?.attempts[0]).toMatchObject({ running: true, ok: { known: 'inferred' } });
  const [failed, ...more] = operations(
    ...gaveUp,
    line(230.2, fails('deleting', 'net', killed), 'E'),
    line(231, begins('Deleting', 'lo')),
    line(231.1, ends('Deleted', 'lo')),
    line(231.2, begins('Deleting', 'net')),
    line(231.3, ends('Deleted', 'net')),
  );
  expect(more).toEqual([]);
  expect(failed && told(failed)).toEqual(['DEL', 'bridge', 'succeeded', 10, 231.3, [false, true]]);
  expect(failed?.attempts[0]).toMatchObject({ running: false, error: killed });
});

test('a loopback that cannot be taken down is no failure of the teardown', () => {
  const lines = [
    line(10, begins('Deleting', 'lo')),
    line(10.1, fails('deleting', 'lo', 'no lo'), 'E'),
    line(10.2, begins('Deleting', 'net')),
    line(10.3, ends('Deleted', 'net')),
  ];
  const [one] = operations(...lines);
  expect(one && told(one)).toEqual(['DEL', 'bridge', 'succeeded', 10, 10.3, [true]]);
  expect(one?.attempts[0]?.networks.map(({ ok }) => ok.value)).toEqual([false, true]);
  // Below --v=4 that failure is all there is.
  expect(operations(lines[1] ?? '')).toEqual([]);
});

test('a loopback that cannot be set up is the end of the set-up', () => {
  const [one] = operations(
    line(1, begins('Adding', 'lo')),
    line(1.1, fails('adding', 'lo', 'no lo'), 'E'),
  );
  expect(one && told(one)).toEqual(['ADD', 'loopback', 'failing', 1, undefined, [false]]);
});

test('a pause container runs before it has a network', () => {
  const [one] = operations(
    ...setUp.slice(0, 3),
    line(
      2.5,
      `kubelet.go:2122] "SyncLoop (PLEG): event for pod" pod=${pod} event=&{ID:${uid} Type:ContainerStarted Data:${id}}`,
    ),
  );
  expect(one?.outcome.value).toBe('running');
});

const silent = 'rpc error: code = DeadlineExceeded desc = context deadline exceeded';

/** Container GC of 1.21 cannot stop a sandbox. */
function gcFails(seconds: number, error = silent, of = id): readonly string[] {
  return [
    line(
      seconds,
      `remote_runtime.go:144] "StopPodSandbox from runtime service failed" err="${error}" podSandboxID="${of}"`,
      'E',
    ),
    line(
      seconds + 0.001,
      `kuberuntime_gc.go:180] "Failed to stop sandbox before removing" err="${error}" sandboxID="${of}"`,
      'E',
    ),
  ];
}

test.each([
  // After an error at once the next try comes in a minute; one that hangs says so two minutes later.
  ['a refusal, 80 s', 'failed to delete network', 80, undefined],
  ['a refusal, 2 min', 'failed to delete network', 120, 160],
  ['a time-out, 3 min', silent, 180, undefined],
  ['a time-out, 4 min', silent, 240, 280],
] as const)('silence after GC failed by %s', (_, error, seconds, until) => {
  const plugin = `cni.go:387] "Error deleting pod from network" err="${error}" ${sandbox}`;
  const [one] = operations(
    ...(error === silent ? [] : [line(100, plugin, 'E')]),
    ...gcFails(100, error),
    line(100 + seconds, 'kubelet.go:1] "later"'),
  );
  expect(one?.until).toMatchObject({ known: until === undefined ? 'unknown' : 'inferred' });
  expect(one?.until.value === undefined ? undefined : clock(one.until.value)).toBe(until);
  expect(one?.outcome.value).toBe(until === undefined ? 'failing' : 'succeeded');
});

test.each([
  ['1.34', 'kuberuntime_manager.go:1351] "Created PodSandbox for pod"'],
  ['1.22', 'kuberuntime_manager.go:800] "Created PodSandbox for pod"'],
])('the sandbox that is made has its network, whatever a relist tells later (%s)', (_, made) => {
  const started = { ID: uid, Type: 'ContainerStarted', Data: id };
  const [one] = operations(
    line(300, `log.go:32] "RunPodSandbox from runtime service failed" err="${silent}"`, 'E'),
    line(
      300.001,
      `kuberuntime_sandbox.go:70] "Failed to create sandbox for pod" err="${silent}" pod=${pod}`,
      'E',
    ),
    line(354, `${made} podSandboxID="${id}" pod=${pod}`),
    line(
      355,
      `kubelet.go:2546] "SyncLoop (PLEG): event for pod" pod=${pod} event=${JSON.stringify(started)}`,
    ),
  );
  expect(one).toMatchObject({ command: 'ADD', outcome: { value: 'succeeded' } });
  expect(one?.until.known).toBe('inferred');
  expect(clock(one?.until.value ?? NaN)).toBe(354);
});

test('a time-out that GC alone tells is one more failure', () => {
  const [, lost = ''] = gcFails(340);
  const [one] = operations(...gcFails(100), lost);
  expect(one).toMatchObject({
    outcome: { value: 'failing' },
    attempts: [{ by: 'gc' }, { by: 'gc' }],
  });
});

test('of two that GC calls one after the other and that fail at once one hung', () => {
  const known = (seconds: number) =>
    operations(
      ...gcFails(99, silent, 'cd'.repeat(32)),
      ...gcFails(100),
      line(seconds, 'kubelet.go:1] "later"'),
    ).map(({ until }) => until.known);
  expect(known(310)).toEqual(['inferred', 'unknown']);
  expect(known(440)).toEqual(['inferred', 'inferred']);
});

test('what GC tries of other sandboxes may hang before it comes back to one', () => {
  const other = 'cd'.repeat(32);
  const until = (seconds: number) =>
    operations(
      ...gcFails(100),
      ...gcFails(220, silent, other),
      line(100 + seconds, 'kubelet.go:1] "later"'),
    )[0]?.until.known;
  // First of one run and last of the next: two minutes of the other, one of wait, four of both.
  expect([200, 300, 400, 480].map(until)).toEqual(['unknown', 'unknown', 'unknown', 'inferred']);
});

test('how a call ended that the end of the kubelet cut is unknown', () => {
  const again = [
    line(60, `server.go:446] "Kubelet version" kubeletVersion="v1.23.17"`, 'I', 200),
    line(61, add.replace('web-0]', `web-0(${uid})]`), 'I', 200),
  ];
  const [one] = operations(...setUp.slice(0, 3), ...again);
  expect(one?.outcome.known).toBe('unknown');
  expect(one?.attempts[0]).toMatchObject({ running: false, ok: { known: 'unknown' } });
  expect(clock(one?.until.value ?? NaN)).toBe(60);
  const next = operations(
    ...setUp.slice(0, 3),
    ...again,
    ...setUp.map((text) => text.replace('09:00:0', '09:01:1').replace(' 100 ', ' 200 ')),
  );
  expect(next.map((each) => told(each)[5])).toEqual([[undefined, true]]);
});

test('an end without its begin is a call that began before the log', () => {
  const [one] = operations(line(1.5, ends('Added', 'lo')), ...setUp.slice(2));
  expect(one && told(one)).toEqual(['ADD', 'bridge', 'succeeded', 1.5, 3, [true]]);
  expect(one?.attempts[0]?.begun.known).toBe('unknown');
  const [other] = operations(line(3, ends('Deleted', 'net')));
  expect(other && told(other)).toEqual(['DEL', 'bridge', 'succeeded', 3, 3, [true]]);
  expect(other?.attempts[0]?.begun.known).toBe('unknown');
});

test('the lines of 1.16 to 1.20 say the same in one text', () => {
  const desc = `default_web-0/${id}`;
  const [one, two, ...more] = operations(
    line(1, `cni.go:348] Adding ${desc} to network loopback/cni-loopback netns "/proc/1/ns/net"`),
    line(1.5, `cni.go:354] Added ${desc} to network cni-loopback: Interfaces:[], DNS:{}`),
    line(2, `cni.go:348] Adding ${desc} to network calico/k8s-pod-network netns "/proc/1/ns/net"`),
    line(3, `cni.go:354] Added ${desc} to network k8s-pod-network: IPs:[]`),
    line(9, `cni.go:365] Deleting ${desc} from network loopback/cni-loopback netns ""`),
    line(9.5, `cni.go:373] Deleted ${desc} from network loopback/cni-loopback`),
    line(9.6, `cni.go:365] Deleting ${desc} from network calico/k8s-pod-network netns ""`),
  );
  expect(more).toEqual([]);
  expect(one && told(one)).toEqual(['ADD', 'calico', 'succeeded', 1, 3, [true]]);
  expect(two && told(two)).toEqual(['DEL', 'calico', 'running', 9, undefined, [undefined]]);
});

test('a container that starts had its network, though the line that tells so is lost', () => {
  const started = (data: string, seconds: number) =>
    line(
      seconds,
      `kubelet.go:2122] "SyncLoop (PLEG): event for pod" pod=${pod} event=&{ID:${uid} Type:ContainerStarted Data:${data}}`,
    );
  const [one] = operations(...setUp.slice(0, 3), started('cd'.repeat(32), 4), started(id, 4));
  expect(one?.outcome).toMatchObject({ value: 'succeeded', known: 'inferred' });
});

test.each(['k123-netns-missing-v4', 'k123-churn-v4'])(
  'of %s the whole log tells of each line what the lines up to it do',
  (name) => {
    const { log: whole } = readCapture(name);
    const tape = tapeOf(whole);
    const { network } = rebuild(tape);
    const text = new TextDecoder().decode(whole).split('\n');
    const places = text.flatMap((one, index) => (one.includes(' cni.go:') ? [index] : []));
    for (const place of places.filter((_, index) => index % 5 === 0)) {
      const log = new TextEncoder().encode(`${text.slice(0, place + 1).join('\n')}\n`);
      const until = tapeOf(log);
      const line = until.input(until.length - 1);
      // A line that comes later may have an earlier time.
      const position = line === undefined ? -1 : tape.positionOfInput(line);
      const time = micros(until.time.at(-1) ?? NaN);
      const moment = { time, position, hindsight: 'then' } as const;
      const by = (list: readonly NetworkOperation[]) =>
        list
          .flatMap((one) => triesBy(one, moment).map((each) => ({ one, each })))
          .map(({ one, each }) => [
            ...[one.command, one.sandboxId, each.at, each.ok.value, each.running],
            each.networks.map(({ name: of, ok, until: end }) => [of, ok.value, end]),
          ])
          .map((each) => JSON.stringify(each))
          .sort();
      expect(by(network), text[place]).toEqual(by(rebuild(until).network));
    }
  },
);
