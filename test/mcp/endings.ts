// What a client does to a server on standard input and output that is no question: it cancels, it vanishes, it asks for what is not there. By
// lines of JSON, so that nothing of a client's own library is between.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';

type Tell = (name: string, why?: string) => void;
type Message = Readonly<Record<string, unknown>> & {
  readonly id?: number;
  readonly result?: { readonly isError?: boolean; readonly content?: readonly { text: string }[] };
};

/** Of a log that takes seconds to open. */
const COPIES = 150;
const GONE = 5_000;
const LONG = 120_000;

class Wire {
  readonly child: ChildProcess;
  readonly heard: Message[] = [];
  private last = 0;

  constructor(args: readonly string[], cwd: string) {
    this.child = spawn(process.execPath, args, { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
    if (this.child.stdout === null) throw new Error('no output');
    createInterface(this.child.stdout).on('line', (line) => {
      this.heard.push(JSON.parse(line) as Message);
    });
  }

  send(message: Readonly<Record<string, unknown>>): void {
    this.child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  ask(method: string, params: Readonly<Record<string, unknown>> = {}): number {
    this.send({ id: ++this.last, method, params });
    return this.last;
  }

  call(name: string, asked: Readonly<Record<string, unknown>>, token?: number): number {
    const _meta = token === undefined ? {} : { progressToken: token };
    return this.ask('tools/call', { name, arguments: asked, _meta });
  }

  async begin(): Promise<void> {
    const clientInfo = { name: 'endings', version: '0' };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    await this.answer(this.ask('initialize', params));
    this.send({ method: 'notifications/initialized' });
  }

  async until(isThere: (message: Message) => boolean): Promise<Message> {
    for (const end = Date.now() + LONG; Date.now() < end;) {
      const found = this.heard.find(isThere);
      if (found !== undefined) return found;
      await sleep(10);
    }
    throw new Error('no answer');
  }

  answer(id: number): Promise<Message> {
    return this.until((message) => message.id === id);
  }

  /** Whether the process ends in time. */
  async ends(): Promise<boolean> {
    if (this.child.exitCode !== null) return true;
    const ended = once(this.child, 'exit').then(() => true);
    const isGone = await Promise.race([ended, sleep(GONE, false)]);
    this.child.kill('SIGKILL');
    return isGone;
  }
}

/** `server`: the arguments that start it; `folder`: may be written to. */
export async function endings(
  server: readonly string[],
  folder: string,
  tell: Tell,
): Promise<void> {
  const capture = 'test/fixtures/lab/cni-del-error-v4/kubelet.log.gz';
  const text = gunzipSync(readFileSync(capture)).toString();
  const copies = Array.from({ length: COPIES }, (_, copy) =>
    text.replaceAll(
      /^([IWEF])\d{4} \d\d/gm,
      `$101${String(1 + (copy % 28)).padStart(2, '0')} ${String(copy % 24).padStart(2, '0')}`,
    ),
  );
  writeFileSync(path.join(folder, 'long.log'), copies.join(''));
  writeFileSync(path.join(folder, 'bomb.log.gz'), gzipSync(Buffer.alloc(80 << 20)));
  await refusals(server, folder, tell);
  await cancelled(server, folder, tell);
  for (const [how, vanish] of [
    ['standard input ends', ({ stdin }: ChildProcess) => void stdin?.end()],
    [
      'both pipes are cut',
      ({ stdin, stdout }: ChildProcess) => {
        stdin?.destroy();
        stdout?.destroy();
      },
    ],
  ] as const) {
    const wire = new Wire(server, folder);
    await wire.begin();
    wire.call('open_logs', { paths: ['long.log'], year: 2026 }, 7);
    await wire.until(({ method }) => method === 'notifications/progress');
    vanish(wire.child);
    tell(`a client that vanishes, ${how}`, (await wire.ends()) ? undefined : 'the server stays');
  }
}

async function refusals(server: readonly string[], folder: string, tell: Tell): Promise<void> {
  const wire = new Wire(server, folder);
  await wire.begin();
  const refused = async (
    name: string,
    [tool, asked]: readonly [string, Readonly<Record<string, unknown>>],
    sentence: RegExp,
  ): Promise<void> => {
    const { result } = await wire.answer(wire.call(tool, asked));
    const said = result?.content?.[0]?.text ?? '';
    tell(name, result?.isError === true && sentence.test(said) ? undefined : said);
  };
  await refused('nothing is open', ['summary', {}], /^No log is open\.$/);
  await refused('a wrong path', ['open_logs', { paths: ['no.log'] }], /^no\.log does not exist\.$/);
  await refused(
    'a path outside',
    ['open_logs', { paths: ['/etc/passwd'] }],
    /is outside the folders/,
  );
  // What was read of it is there, with why it is not all.
  const large = await wire.answer(wire.call('open_logs', { paths: ['bomb.log.gz'] }));
  const told = large.result?.content?.[0]?.text ?? '';
  tell('a log that is too large', told.includes('more than 200 times its size') ? undefined : told);
  await wire.answer(wire.call('open_logs', { paths: ['kubelet.log'], year: 2026 }));
  await refused('an unknown pod', ['why_pod', { pod: 'default/nope' }], /^The log mentions no pod/);
  await refused(
    'a time outside',
    ['state_at', { at: '1999-01-01T00:00:00Z' }],
    /is outside the log/,
  );
  await refused(
    'a tool asked wrongly',
    ['events', { kind: 'rm' }],
    /^No event is of that kind\. There are: /,
  );
  const { result } = await wire.answer(wire.call('summary', {}));
  tell('and the server goes on', result?.isError === true ? 'it does not' : undefined);
  wire.child.stdin?.end();
  await wire.ends();
}

async function cancelled(server: readonly string[], folder: string, tell: Tell): Promise<void> {
  const wire = new Wire(server, folder);
  await wire.begin();
  const open = wire.call('open_logs', { paths: ['long.log'], year: 2026 }, 7);
  await wire.until(({ method }) => method === 'notifications/progress');
  wire.send({ method: 'notifications/cancelled', params: { requestId: open, reason: 'enough' } });
  await wire.answer(wire.ask('ping'));
  const { result } = await wire.answer(wire.call('summary', {}));
  const isAnswered = wire.heard.some(({ id }) => id === open);
  tell('a cancelled call is not answered', isAnswered ? 'it is' : undefined);
  const said = result?.content?.[0]?.text ?? '';
  tell('what was cancelled has opened nothing', said === 'No log is open.' ? undefined : said);
  const other = await wire.answer(wire.call('open_logs', { paths: ['kubelet.log'], year: 2026 }));
  tell(
    'after a cancelled call the server goes on',
    other.result?.isError === true ? 'it does not' : undefined,
  );
  wire.child.stdin?.end();
  await wire.ends();
}
