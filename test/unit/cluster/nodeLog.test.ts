// A node's log through the API server's proxy: nothing lost, nothing doubled, and a sentence where there is none to be had.
import { afterEach, describe, expect, it } from 'vitest';
import { connect } from '../../../src/cluster/main.ts';
import type { LogPart } from '../../../src/cluster/logPart.ts';
import { FakeCluster } from '../../support/fakeCluster.ts';
import { FakeKubelet } from '../../support/fakeKubelet.ts';

const toEnd: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of toEnd.splice(0).reverse()) await end();
});

async function started() {
  const kubelet = new FakeKubelet();
  const cluster = await FakeCluster.start(kubelet.answer);
  toEnd.push(() => cluster.stop());
  const made = connect({ files: [cluster.kubeconfig], context: 'fake' });
  if (!made.ok) throw new Error(made.error);
  toEnd.push(() => {
    made.value.dispose();
  });
  const { signal } = new AbortController();
  return { kubelet, cluster, find: () => made.value.findLog('node-a', signal) };
}

/** Follows in the background. */
async function followed(
  find: ReturnType<Awaited<ReturnType<typeof started>>['find']>,
  interval = 5,
) {
  const found = await find;
  if (!found.ok) throw new Error(found.error.text);
  const stop = new AbortController();
  toEnd.push(() => {
    stop.abort();
  });
  const heard = { text: '', notices: [] as string[], from: found.value.from };
  const take = (part: LogPart): void => {
    if (part.kind === 'data') heard.text += Buffer.from(part.bytes).toString('latin1');
    else heard.notices.push(`${part.gap ?? 'no gap'}: ${part.text}`);
  };
  void (async () => {
    for await (const part of found.value.follow({ signal: stop.signal, interval })) take(part);
  })();
  return heard;
}

const line = (n: number): string =>
  `I1121 13:42:24.346912     298 kubelet.go:2515] "SyncLoop ADD" source="api" n=${n}\n`;
const lines = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => line(from + i)).join('');
const settled = { timeout: 20_000, interval: 20 };

describe('a log that is a file', () => {
  const name = 'kubelet.log';

  it('is not asked on and on when the kubelet logs each question', async () => {
    const { kubelet, find } = await started();
    kubelet.files.set(name, Buffer.from(lines(0, 3)));
    kubelet.logged = { file: name, line: line(7) };
    const heard = await followed(find(), 200);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const count = heard.text.split('\n').length;
    expect(count).toBeGreaterThan(4);
    expect(count).toBeLessThan(20);
  });

  it('does not swell when the kubelet prints what it answers', async () => {
    const { kubelet, find } = await started();
    kubelet.files.set(name, Buffer.from(lines(0, 300)));
    kubelet.printsInto = name;
    const heard = await followed(find(), 20);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    kubelet.files.set(
      name,
      Buffer.concat([kubelet.files.get(name) ?? Buffer.of(), Buffer.from(line(9))]),
    );
    const file = (): string => kubelet.files.get(name)?.toString() ?? '';
    await expect.poll(() => heard.text === file(), settled).toBe(true);
    expect(file().length).toBeLessThan(2 * lines(0, 300).length);
  });

  const MiB = 1 << 20;

  it('goes on over 64 MiB where lines only hold the words that a kubelet prints its answers with', async () => {
    const { kubelet, find } = await started();
    const words = 'E1121 13:42:24.346912     298 x.go:1] logging error output: "I1121 13:42"\n';
    kubelet.files.set(name, Buffer.from(words.repeat(Math.ceil((65 * MiB) / words.length))));
    const heard = await followed(find());
    await expect.poll(() => heard.text.length, settled).toBeGreaterThan(MiB);
    const more = (text: string): void => {
      kubelet.files.set(
        name,
        Buffer.concat([kubelet.files.get(name) ?? Buffer.alloc(0), Buffer.from(text)]),
      );
    };
    more(`${words}${line(1)}`);
    await expect.poll(() => heard.text.endsWith(line(1)), settled).toBe(true);
    more(`${words}${line(2)}`);
    await expect.poll(() => heard.text.endsWith(line(2)), settled).toBe(true);
    expect(heard.notices).toEqual([]);
  });

  it('of over 64 MiB that is printed into itself is not asked for as a whole again and again', async () => {
    const { kubelet, find } = await started();
    kubelet.files.set(name, Buffer.from(line(0).repeat(Math.ceil((65 * MiB) / line(0).length))));
    kubelet.printsInto = name;
    const heard = await followed(find(), 1);
    await expect.poll(() => heard.notices.length, settled).toBe(1);
    expect(heard.notices[0]).toContain('prints what it answers into its own log');
    const { sent } = kubelet;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(kubelet.sent - sent).toBeLessThan(100);
    kubelet.printsInto = undefined;
    kubelet.files.set(`${name}.1`, Buffer.alloc(10));
    kubelet.files.set(name, Buffer.from(line(7)));
    await expect.poll(() => heard.text.endsWith(line(7)), settled).toBe(true);
    expect(heard.notices.at(-1)).toContain('lines may be missing');
  });

  it('comes whole over cuts, a rename and a truncation', async () => {
    const { kubelet, cluster, find } = await started();
    const { files } = kubelet;
    const append = (text: string): void => {
      files.set(name, Buffer.concat([files.get(name) ?? Buffer.alloc(0), Buffer.from(text)]));
    };
    append(lines(0, 3000));
    const heard = await followed(find());
    expect(heard.from).toBe(name);
    await expect.poll(() => heard.text.length, settled).toBe(lines(0, 3000).length);
    cluster.server.faults.push('reset', 'reset');
    append(lines(3000, 5000).slice(0, -10));
    // The last line comes when it has ended.
    await expect.poll(() => heard.text, settled).toBe(lines(0, 4999));
    append(lines(3000, 5000).slice(-10));
    await cluster.server.stop();
    append(lines(5000, 6000));
    // Renamed before the rest was read.
    files.set('kubelet.log.1', files.get(name) ?? Buffer.alloc(0));
    files.set(name, Buffer.from(lines(6000, 8000)));
    await cluster.startAgain();
    await expect.poll(() => heard.text.length, settled).toBe(lines(0, 8000).length);
    cluster.server.faults.push({
      status: { code: 503, reason: 'ServiceUnavailable', message: '' },
    });
    // Copied and cut, and written again beyond where it was.
    files.set('kubelet.log-20261121', files.get(name) ?? Buffer.alloc(0));
    files.set(name, Buffer.from(lines(8000, 10_500)));
    await expect.poll(() => heard.text.length, settled).toBe(lines(0, 10_500).length);
    expect(heard.text).toBe(lines(0, 10_500));
    expect(heard.notices.filter((text) => !text.startsWith('no gap'))).toEqual([]);
    expect(heard.notices.join('\n')).toContain('was rotated; the rest was in kubelet.log-20261121');
  });

  it('says that lines may be missing where the old file is gone', async () => {
    const { kubelet, find } = await started();
    kubelet.files.set(name, Buffer.from(lines(0, 10)));
    const heard = await followed(find());
    await expect.poll(() => heard.text, settled).toBe(lines(0, 10));
    kubelet.files.set(name, Buffer.from(lines(50, 52)));
    await expect.poll(() => heard.text, settled).toBe(lines(0, 10) + lines(50, 52));
    expect(heard.notices).toEqual([
      'rotation: /var/log/kubelet.log is another file now, and the rest of the old one was not found: lines may be missing.',
    ]);
  });

  it('is found in a folder of its own, also where nothing is in it yet', async () => {
    const { kubelet, find } = await started();
    kubelet.files.set('kubelet/kubelet.log', Buffer.alloc(0));
    const heard = await followed(find());
    expect(heard.from).toBe('kubelet/kubelet.log');
    kubelet.files.set('kubelet/kubelet.log', Buffer.from(line(1)));
    await expect.poll(() => heard.text, settled).toBe(line(1));
  });
});

describe('a log in the journal', () => {
  it('comes whole over three cuts, with many lines in one second and the same line twice', async () => {
    const { kubelet, cluster, find } = await started();
    const journal: { micros: number; text: string }[] = (kubelet.journal = []);
    const begin = (Date.now() - 20 * 60_000) * 1000;
    let n = 0;
    const write = (count: number): void => {
      for (const end = n + count; n < end; n++)
        journal.push({ micros: begin + n * 120_000, text: `n=${n % 7 === 1 ? n - 1 : n}` });
    };
    write(4000);
    const heard = await followed(find());
    const wanted = (): string[] => journal.map(({ text }) => text);
    const got = (): string[] =>
      [...heard.text.matchAll(/kubelet\[298\]: (.*)/g)].map(([, t = '']) => t);
    await expect.poll(() => got().length, settled).toBe(4000);
    cluster.server.faults.push('reset');
    write(2000);
    await expect.poll(() => got().length, settled).toBe(6000);
    await cluster.server.stop();
    write(3000);
    await cluster.startAgain();
    await expect.poll(() => got().length, settled).toBe(9000);
    cluster.server.faults.push('reset', 'reset');
    write(1000);
    await expect.poll(() => got().length, settled).toBe(10_000);
    expect(got()).toEqual(wanted());
    expect(heard.notices.filter((text) => !text.startsWith('no gap'))).toEqual([]);
  });

  it('tells of a journal that has lost what was read last', async () => {
    const { kubelet, find } = await started();
    const now = Date.now() * 1000;
    kubelet.journal = [{ micros: now - 9_000_000, text: 'old' }];
    const heard = await followed(find());
    await expect.poll(() => heard.text, settled).toContain('old');
    kubelet.journal = [{ micros: now, text: 'new' }];
    await expect.poll(() => heard.text, settled).toContain('new');
    expect(heard.notices).toHaveLength(1);
    expect(heard.notices[0]).toMatch(/^disconnected: The journal of node-a no longer has/);
  });
});

describe('no log to be had', () => {
  const cases: [string, (kubelet: FakeKubelet) => void, string, RegExp][] = [
    ['no right', (k) => (k.allowed = false), 'rbac', /kubectl create clusterrole .*nodes\/proxy/],
    [
      'debugging handlers off',
      (k) => (k.refusal = { code: 405, text: 'Debug endpoints are disabled.' }),
      'kubelet-flag',
      /enableDebuggingHandlers: true/,
    ],
    [
      'log handler off',
      (k) => (k.refusal = { code: 404, text: '404 page not found' }),
      'kubelet-flag',
      /enableSystemLogHandler: true/,
    ],
    [
      'the kubelet refuses the API server',
      (k) =>
        (k.refusal = {
          code: 403,
          text: 'Forbidden (user=kube-apiserver, verb=get, resource=nodes, subresource(s)=[log])',
        }),
      'rbac',
      /system:kubelet-api-admin/,
    ],
    ['no gate', (k) => (k.queries = false), 'feature-gate', /NodeLogQuery: true/],
    ['neither journal nor file', () => undefined, 'os', /^$/],
    [
      'a kubelet that is away',
      (k) =>
        (k.refusal = { code: 502, text: 'dial tcp 10.0.0.1:10250: connect: no route to host' }),
      'unreachable',
      /^$/,
    ],
  ];

  it.each(cases)('%s', async (_, arrange, what, mend) => {
    const { kubelet, find } = await started();
    arrange(kubelet);
    const found = await find();
    if (found.ok) throw new Error('a log was found');
    expect(found.error.what).toBe(what);
    expect(found.error.text).toMatch(/^[A-Z].*\.$/);
    expect(found.error.mend.join('\n')).toMatch(mend);
  });
});
