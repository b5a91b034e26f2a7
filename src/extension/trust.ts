// The one gate before networks and programs: a workspace that is not trusted may name clusters, programs and files of others. Commands
// are stopped before they ask anything of the person, and whatever else comes to be asked of the engine is stopped there.
import type { EngineApi, OpenRequest, SourceSpec } from '../protocol/engineApi.ts';
import type { CommandId } from './contributions.ts';
import { messages } from './messages.ts';

/** Commands that reach a network or run a program, whatever they are given. */
export const gatedCommands: ReadonlySet<string> = new Set<CommandId>([
  'kubelet.openStore',
  'kubelet.connectCluster',
  'kubelet.openNodeLog',
  'kubelet.debugNode',
  'kubelet.showNodeGoroutines',
  'kubelet.compareNode',
  'kubelet.raiseVerbosity',
]);

/** Questions to the engine that do. Those about a cluster that is connected have been through `connectCluster`. */
const gatedQuestions: ReadonlySet<keyof EngineApi> = new Set([
  'contexts',
  'connectCluster',
  'setVerbosity',
  'planTrial',
  'tryOnCluster',
  'store',
  'storeSignatures',
]);

/** Sources that are read from files and bytes alone. */
const freeSources: ReadonlySet<SourceSpec['kind']> = new Set([
  'path',
  'bytes',
  'scenario',
  'pushed',
]);

/** Throws a sentence in a workspace that is not trusted. */
export class TrustGate {
  private readonly isTrusted: () => boolean;

  constructor(isTrusted: () => boolean) {
    this.isTrusted = isTrusted;
  }

  get isTrusting(): boolean {
    return this.isTrusted();
  }

  command(id: string): void {
    if (gatedCommands.has(id)) this.need();
  }

  question<K extends keyof EngineApi>(method: K, args: Parameters<EngineApi[K]>): void {
    const [request] = args;
    const sources = method === 'open' ? (request as OpenRequest).sources : [];
    if (gatedQuestions.has(method) || sources.some(({ kind }) => !freeSources.has(kind)))
      this.need();
  }

  /** For what only turns out on the way. */
  need(): void {
    if (!this.isTrusted()) throw new Error(messages.untrusted());
  }
}
