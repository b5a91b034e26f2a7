// The kinds of inputs, each with what is done with one. What comes back is compared with a second time and looked at by the oracles.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { ListParser } from '../../src/cluster/listParser.ts';
import { readKubeconfig, targetOf } from '../../src/cluster/kubeconfig.ts';
import {
  flagsBody,
  goroutinesBody,
  metricsBody,
  probesBody,
  statusBody,
} from '../../src/cluster/textEndpoints.ts';
import { Unframer } from '../../src/debug/framing.ts';
import { diagnose } from '../../src/diagnosis/diagnose.ts';
import { readPack } from '../../src/diagnosis/pack/readPack.ts';
import { rules } from '../../src/diagnosis/rules/index.ts';
import { parseCase } from '../../src/engine/case/caseFile.ts';
import { exportFindings } from '../../src/engine/export/findings.ts';
import { rebuild } from '../../src/kubelet/rebuild/rebuild.ts';
import { compileFilter } from '../../src/log/filter.ts';
import { findRows } from '../../src/log/findRows.ts';
import { globOf } from '../../src/log/glob.ts';
import type { SourceSpec } from '../../src/protocol/engineApi.ts';
import { tapeOf } from '../support/captures.ts';
import { captureHost, DapClient } from '../support/dapClient.ts';
import { engineHere } from '../support/engine.ts';
import { tableOf } from '../support/log.ts';
import {
  jsonWatch,
  protobufList,
  protobufWatch,
  readJsonWatch,
  readList,
  readProtobufWatch,
} from './answers.ts';
import { command, planted, said } from './commands.ts';
import { archive, changed, changes, filter, log, logWithSecret, packed } from './inputs.ts';
import { noControl, noLeak, noNaN, noSecret, type Oracle } from './oracles.ts';
import { meddlings, readElastic, readLoki } from './stores.ts';

export interface Kind {
  readonly name: string;
  /** Tries an input, and gives all that is answered as a text; what it throws must be a sentence. */
  readonly tried: fc.Arbitrary<{
    readonly input: unknown;
    readonly answer: () => Promise<string> | string;
  }>;
  readonly oracles: readonly Oracle[];
  /** Inputs at a time, of a kind that takes long. */
  readonly batch?: number;
}

function kind<T>(
  name: string,
  input: fc.Arbitrary<T>,
  answer: (input: T) => Promise<string> | string,
  ...oracles: readonly Oracle[]
): Kind {
  return {
    name,
    tried: input.map((one) => ({ input: one, answer: () => answer(one) })),
    oracles,
  };
}

/** Files of this repository, changed: YAML or JSON that nearly is right. */
function nearly(folder: string, ending: string): fc.Arbitrary<string> {
  const root = new URL(`../../${folder}/`, import.meta.url);
  const texts = readdirSync(root)
    .filter((file) => file.endsWith(ending))
    .map((file) => readFileSync(new URL(file, root), 'utf8'));
  return fc.tuple(fc.constantFrom(...texts), changes).map(([text, how]) => changed(text, how));
}

async function opened(source: SourceSpec): Promise<string> {
  const engine = await engineHere();
  try {
    const info = await engine.call('open', [{ sources: [source], year: 2026 }]);
    const pods = await engine.call('findings', [{ start: 0, count: 50 }]);
    return JSON.stringify([{ ...info, tape: 0, revision: 0 }, pods]);
  } finally {
    await engine.call('close', []);
    engine.dispose();
  }
}

function found(text: string, format: 'text' | 'json' | 'sarif' | 'markdown'): string {
  const tape = tapeOf(Buffer.from(text));
  return exportFindings(tape, diagnose(rebuild(tape), tape, rules), format, '0');
}

const someLog = tableOf(
  `E1121 10:41:00.000001   77 generic.go:256] "GenericPLEG: Unable to retrieve pods" err="${'ae'.repeat(2_000)}"\nI1121 10:41:00.000001   77 kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/web-1"]\n`,
  { year: 2026 },
);

const pack = `rules:
  - id: disk-array-gone
    title: The disk array is gone
    severity: high
    by: node
    signs:
      - text: 'array (?<array>\\w+) (a+)+ is gone'
    explanation: It is gone.
    samples:
      - log: 'E1121 10:41:00.000001   77 a.go:1] array x is gone'
        finds: true
`;
const kubeconfig = `apiVersion: v1
kind: Config
current-context: a
clusters: [{name: a, cluster: {server: 'https://127.0.0.1:1'}}]
contexts: [{name: a, context: {cluster: a, user: a}}]
users: [{name: a, user: {token: x, exec: {command: /bin/false, apiVersion: client.authentication.k8s.io/v1}}}]
`;
const caseJson = `{"kubeletCase":1,"title":"x","made":"2026-11-21T09:34:10Z","sources":[{"file":"a.log","name":"a.log","lines":1,"ofLines":1}]}`;
const list = `{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"7"},"items":[{"metadata":{"name":"a"}},{"a":[1,2,"x\\"}"]}]}`;
const endpoint = `# HELP x y\nkubelet_running_pods{a="b"} 1\ngoroutine 1 [select, 3 minutes]:\nk8s.io/x.f(0x1)\n\t/a/b.go:1 +0x1\n`;
const nearlyText = (text: string): fc.Arbitrary<string> => changes.map((how) => changed(text, how));

const folder = mkdtempSync(path.join(tmpdir(), 'fuzz-'));
process.on('exit', () => {
  rmSync(folder, { recursive: true, force: true });
});

export const kinds: readonly Kind[] = [
  kind('capture', log, (text) => found(text, 'json'), noNaN),
  kind('sarif', log, (text) => found(text, 'sarif'), noNaN),
  kind('terminal', log, (text) => found(text, 'text'), noControl),
  kind('markdown', log, (text) => found(text, 'markdown'), noControl),
  kind(
    'secrets',
    logWithSecret,
    (text) => found(text, 'text') + found(text, 'markdown') + found(text, 'json'),
    noSecret,
  ),
  {
    ...kind(
      'commands',
      fc.record({ command, planted, redact: fc.boolean() }),
      (input) => said(folder, input),
      noLeak,
      noControl,
    ),
    batch: 4,
  },
  kind('loki', meddlings, readLoki, noNaN),
  kind('elastic', meddlings, readElastic, noNaN),
  kind(
    'session',
    log,
    (text) => opened({ kind: 'bytes', name: 'kubelet.log', bytes: Buffer.from(text) }),
    noNaN,
  ),
  kind(
    'archive',
    archive,
    async (one) => opened({ kind: 'bytes', name: 'logs.zip', bytes: await packed(one) }),
    noNaN,
  ),
  kind(
    'scenario',
    nearly('media/scenarios', '.yaml'),
    (text) => opened({ kind: 'scenario', name: 'a.yaml', text }),
    noNaN,
  ),
  kind('filter', filter, (text) => {
    const made = compileFilter(text);
    return made.ok
      ? JSON.stringify([...findRows(someLog, made.value)].map(({ row }) => row))
      : `"${made.error}"`;
  }),
  kind(
    'glob',
    fc.tuple(fc.stringMatching(/^[*?ae/.-]{0,40}$/), fc.stringMatching(/^[ae/ .-]{0,400}$/)),
    ([pattern, text]) => {
      const globs = [globOf(pattern, 'any'), globOf(pattern, 'name')];
      return JSON.stringify(globs.map((glob) => [glob.isAll(text), glob.isIn(text)]));
    },
  ),
  kind(
    'pack',
    nearlyText(pack),
    (text) => {
      const read = readPack(text);
      return JSON.stringify(read.ok ? read.value : read.error);
    },
    noNaN,
  ),
  kind('case', nearlyText(caseJson), (text) => JSON.stringify(parseCase(text)), noNaN),
  kind('list', fc.tuple(nearlyText(list), fc.integer({ min: 1, max: 60 })), ([text, size]) => {
    const parser = new ListParser<unknown>();
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size)
      if (!parser.push(bytes.subarray(at, at + size))) break;
    return JSON.stringify(parser.end());
  }),
  kind('protobuf list', protobufList, readList),
  kind('protobuf watch', protobufWatch, readProtobufWatch),
  kind('watch', jsonWatch, readJsonWatch),
  kind(
    'endpoint',
    nearlyText(endpoint),
    (text) =>
      JSON.stringify(
        [metricsBody, goroutinesBody, probesBody, statusBody, flagsBody].map((read) => read(text)),
      ),
    noNaN,
  ),
  kind('kubeconfig', nearlyText(kubeconfig), (text) => {
    const file = path.join(folder, 'config');
    writeFileSync(file, text);
    const read = readKubeconfig([file]);
    if (!read.ok) return read.error;
    return JSON.stringify(
      [...read.value.contexts.keys()].map((name) => targetOf(read.value, name)),
    );
  }),
  kind(
    'frames',
    nearlyText('Content-Length: 2\r\n\r\n{}Content-Length: 12\r\n\r\n{"seq":1,"a":1}'),
    (text) => JSON.stringify([...new Unframer().push(Buffer.from(text))]),
  ),
  kind(
    'debug',
    fc.array(
      fc.tuple(
        fc.constantFrom('evaluate', 'variables', 'setBreakpoints', 'threads', 'stackTrace'),
        fc.oneof(filter, log),
      ),
      { maxLength: 3 },
    ),
    async (asked) => {
      const client = new DapClient(captureHost());
      try {
        const answers: unknown[] = [];
        for (const [command, text] of asked)
          answers.push(
            await client.raw(command, {
              expression: text,
              threadId: 1,
              source: { path: text },
              breakpoints: [{ line: 1, condition: text }],
            }),
          );
        return JSON.stringify(answers);
      } finally {
        client.adapter.dispose();
      }
    },
    noNaN,
  ),
];
