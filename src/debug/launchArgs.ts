// What a launch configuration names: what to open, how, and where to stop first.
import type { SimulationOptions } from '../protocol/engineApi.ts';
import type { WantedLogs, WantedNode } from './host.ts';
import { flag, maybeNumber, maybeText, Refusal, texts, type Args } from './messages.ts';

/** The logs or the simulation that a launch names. Refuses what is neither, and both. */
export function wantedLogs(args: Args): WantedLogs {
  const saved = maybeText(args, 'case');
  const logs = [...texts(args, 'logs'), ...(saved === undefined ? [] : [saved])];
  const scenario = maybeText(args, 'scenario');
  // What an editor has open needs no name: it goes on from the cursor there.
  const isOpen = maybeText(args, 'at') === 'cursor';
  if (scenario === undefined && logs.length === 0 && !isOpen)
    throw new Refusal(
      'Name what to debug: "logs" (files, folders or archives), a "scenario" to simulate, or a "case".',
      true,
    );
  if (scenario !== undefined && logs.length > 0)
    throw new Refusal('Name logs or a scenario, not both: each has its own clock.', true);
  const year = maybeNumber(args, 'year');
  const utcOffset = maybeNumber(args, 'utcOffset');
  return {
    logs,
    scenario,
    simulation: simulationOf(args),
    ...(year === undefined ? {} : { year }),
    ...(utcOffset === undefined ? {} : { utcOffset }),
  };
}

function simulationOf(args: Args): SimulationOptions {
  const seed = maybeNumber(args, 'seed');
  const verbosity = maybeNumber(args, 'verbosity');
  const version = maybeText(args, 'kubelet');
  const minor = /^v?1\.(\d{1,3})$/.exec(version ?? '')?.[1];
  if (version !== undefined && minor === undefined)
    throw new Refusal(`"kubelet" is a version like 1.34, not ${version.slice(0, 40)}.`, true);
  return {
    ...(seed === undefined ? {} : { seed }),
    ...(verbosity === undefined ? {} : { verbosity }),
    ...(minor === undefined ? {} : { kubelet: Number(minor) }),
  };
}

/** The node that an attach names. */
export function wantedNode(args: Args): WantedNode {
  const named = (name: string): string | undefined => {
    const value = maybeText(args, name);
    return value === '' ? undefined : value;
  };
  const node = named('node');
  if (node === undefined)
    throw new Refusal(
      'Name the node to attach to: "node", and a "context" of the kubeconfig.',
      true,
    );
  return { node, context: named('context'), kubeconfig: named('kubeconfig') };
}

/** Where it stops first: `start`, `end`, `cursor`, or a time; undefined: it runs to the first breakpoint. */
export function entryOf(args: Args, usual: 'start' | 'end'): string | undefined {
  return flag(args, 'stopOnEntry', true) ? (maybeText(args, 'at') ?? usual) : undefined;
}
