// A real Loki, built once from its Go module and kept with the lab's other programs: one process on the loopback, in a folder of its own.
import { createHash } from 'node:crypto';
import { spawn, type ChildProcess } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { binariesDir, buildLock, go, removeOthers } from './build.ts';
import { until } from './program.ts';

const sources = path.join(import.meta.dirname, 'loki');

/** The program, built if it is not there yet: that takes some minutes. */
async function lokiProgram(say: (text: string) => void): Promise<string> {
  const modules = ['go.mod', 'go.sum'].map((name) => readFileSync(path.join(sources, name)));
  const version = /grafana\/loki\/v3 (v\S+)/.exec(String(modules[0]))?.[1] ?? 'v3';
  const hash = createHash('sha256').update(Buffer.concat(modules)).digest('hex').slice(0, 12);
  const target = path.join(binariesDir, `loki-${version}-${hash}`);
  if (existsSync(target)) return target;
  mkdirSync(binariesDir, { recursive: true });
  const release = await buildLock(say);
  try {
    if (!existsSync(target)) {
      say(`building Loki ${version}; the first time takes minutes`);
      const partial = `${target}.${process.pid}`;
      const flags = ['-trimpath', '-v', '-p', '2', '-ldflags', '-s -w', '-o', partial];
      await go(sources, ['build', ...flags, 'github.com/grafana/loki/v3/cmd/loki'], say);
      renameSync(partial, target);
      removeOthers(`loki-${version}-`, path.basename(target));
    }
  } finally {
    release();
  }
  return target;
}

export class RealLoki {
  readonly url: string;
  private readonly child: ChildProcess;
  private readonly folder: string;

  private constructor(url: string, child: ChildProcess, folder: string) {
    this.url = url;
    this.child = child;
    this.folder = folder;
  }

  static async start(say: (text: string) => void): Promise<RealLoki> {
    const program = await lokiProgram(say);
    const folder = mkdtempSync(path.join(os.tmpdir(), 'kubelet-debugger-loki-'));
    const [http, grpc] = [await freePort(), await freePort()];
    const config = path.join(folder, 'loki.yaml');
    writeFileSync(config, configuration(folder, http, grpc));
    const child = spawn(program, [`-config.file=${config}`], { stdio: 'ignore' });
    const loki = new RealLoki(`http://127.0.0.1:${http}`, child, folder);
    await until('Loki is ready', 120_000, async () => {
      const answer = await fetch(`${loki.url}/ready`).catch(() => undefined);
      return answer?.ok === true || undefined;
    });
    return loki;
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await ended;
    rmSync(this.folder, { recursive: true });
  }
}

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function configuration(folder: string, http: number, grpc: number): string {
  const address = { http_listen_address: '127.0.0.1', grpc_listen_address: '127.0.0.1' };
  const filesystem = { chunks_directory: `${folder}/chunks`, rules_directory: `${folder}/rules` };
  const index = { prefix: 'index_', period: '24h' };
  return JSON.stringify({
    auth_enabled: false,
    server: { ...address, http_listen_port: http, grpc_listen_port: grpc, log_level: 'error' },
    common: {
      instance_addr: '127.0.0.1',
      path_prefix: folder,
      storage: { filesystem },
      replication_factor: 1,
      ring: { kvstore: { store: 'inmemory' } },
    },
    schema_config: {
      configs: [
        { from: '2024-01-01', store: 'tsdb', object_store: 'filesystem', schema: 'v13', index },
      ],
    },
    // Pages of a few lines: reading on is what is tried here.
    limits_config: { max_entries_limit_per_query: 60 },
    analytics: { reporting_enabled: false },
  });
}
