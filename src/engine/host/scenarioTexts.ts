// Logs that nobody wrote: a scenario is simulated here, each of its nodes gives one, in as many files
// as it was rotated into.
import type { InformerJournal } from '../../informer/journal.ts';
import { micros } from '../../base/time.ts';
import type { SourceSpec } from '../../protocol/engineApi.ts';
import { parseScenario } from '../../simulate/parse.ts';
import { durationMicros, type Scenario } from '../../simulate/scenario.ts';
import type { KubeletJournal } from '../../simulate/journal/kubeletJournal.ts';
import { beginning, simulateInSteps, type SimulateOptions } from '../../simulate/simulate.ts';
import { oneChunk } from './archiveTexts.ts';
import { failedText, StreamedText, type GrowingBytes } from './memoryText.ts';
import type { OpenedText } from './sourceHost.ts';

type ScenarioSpec = Extract<SourceSpec, { kind: 'scenario' }>;

/** In UTF-16 units: a scenario is a page long; a log is cut when it gets longer. */
const MAX_SCENARIO = 1 << 20;
const MAX_LOGS = 128 << 20;
/** Milliseconds of work between two chances to be stopped. */
const TURN = 50;

export async function* scenarioTexts(
  spec: ScenarioSpec,
  signal: AbortSignal,
  store: () => GrowingBytes,
): AsyncGenerator<OpenedText> {
  const { name, text, seed, kubelet, verbosity } = spec;
  if (text.length > MAX_SCENARIO) {
    yield failedText(name, `${name} is too long for a scenario.`);
    return;
  }
  const parsed = parseScenario(text);
  if (!parsed.ok) {
    yield failedText(name, `${name}: ${parsed.error}`);
    return;
  }
  const scenario = parsed.value;
  const informers: InformerJournal[] = [];
  const kubelets = new Map<string, KubeletJournal>();
  const { logs, complete } = await logsOf(scenario, signal, {
    ...(seed === undefined ? {} : { seed }),
    ...(kubelet === undefined ? {} : { kubelet }),
    ...(verbosity === undefined ? {} : { verbosity }),
    onJournal: (journal) => {
      informers.push(journal);
    },
    onKubeletJournal: (journal, node) => {
      kubelets.set(node, journal);
    },
  });
  // klog writes no year: the date of the text tells it.
  const modified = micros(beginning + durationMicros(scenario.lasts));
  const title = name.replace(/\.ya?ml$/, '');
  for (const [node, files] of logs) {
    const shown = logs.size === 1 ? `${title}.log` : `${title}.${node}.log`;
    const journal = kubelets.get(node);
    let linesAbove = 0;
    for (const [i, lines] of files.entries()) {
      // As logrotate names them: the oldest has the highest number, the newest none.
      const age = files.length - 1 - i;
      const bytes = new TextEncoder().encode(lines.join(''));
      const file = age === 0 ? shown : `${shown}.${age}`;
      const log = new StreamedText(file, oneChunk(bytes), modified, store());
      if (!complete) log.problem = `The logs of ${name} get too long: the simulation was stopped.`;
      // They are of the whole cluster, and stand with the first of its logs.
      log.informers = informers.splice(0);
      if (journal !== undefined) log.inside = { journal, linesAbove };
      linesAbove += lines.length;
      yield log;
    }
  }
}

/** Of each node the files of its log, oldest first, as lines. */
type Logs = ReadonlyMap<string, readonly (readonly string[])[]>;

async function logsOf(
  scenario: Scenario,
  signal: AbortSignal,
  options: Omit<SimulateOptions, 'onLine'>,
): Promise<{ readonly logs: Logs; readonly complete: boolean }> {
  const logs = new Map(scenario.nodes.map((node): [string, string[][]] => [node, [[]]]));
  let size = 0;
  const onLine = (line: string, node: string): void => {
    size += line.length + 1;
    logs.get(node)?.at(-1)?.push(`${line}\n`);
  };
  const onRotate = (node: string): void => {
    logs.get(node)?.push([]);
  };
  const steps = simulateInSteps(scenario, { ...options, onLine, onRotate });
  let began = performance.now();
  while (steps.next().done !== true) {
    if (size > MAX_LOGS) return { logs, complete: false };
    if (performance.now() - began < TURN) continue;
    await new Promise((resolve) => setTimeout(resolve, 0));
    signal.throwIfAborted();
    began = performance.now();
  }
  return { logs, complete: true };
}
