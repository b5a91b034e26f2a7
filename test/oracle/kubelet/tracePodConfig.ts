import { micros, SECOND } from '../../../src/base/time.ts';
import {
  ConfigFirstSeenAnnotationKey,
  ConfigSourceAnnotationKey,
} from '../../../src/kubelet/pod.ts';
import {
  addSource,
  mergeUpdate,
  newPodConfig,
  seenAllSources,
  type PodUpdate,
} from '../../../src/kubelet/podConfig.ts';
import { parseScript, podOfSpec, text, type PodSpecOp } from './script.ts';

function showUpdate({ op, source, pods }: PodUpdate): string {
  const shown = pods.map(({ metadata, spec, status }) => {
    const image = spec.containers[0]?.image ?? '';
    const message = typeof status?.['message'] === 'string' ? status['message'] : '';
    const { annotations = {} } = metadata;
    const from = annotations[ConfigSourceAnnotationKey] ?? '';
    const seen = annotations[ConfigFirstSeenAnnotationKey] !== undefined;
    return `${metadata.uid}/${metadata.name} image=${image} message=${message} deleting=${metadata.deletionTimestamp !== undefined} source=${from} seen=${seen}`;
  });
  return `${op} ${source} [${shown.sort().join('; ')}]`;
}

/** Traces a script of kind `podconfig`; its first line names the mode. */
export function tracePodConfig(lines: readonly string[]): string[] {
  const { ops } = parseScript(lines);
  const mode = text(ops[0] ?? {}, 'mode');
  let config = newPodConfig(
    mode === 'snapshot' || mode === 'snapshotAndUpdates' ? mode : 'incremental',
  );
  const trace: string[] = [];
  for (const op of ops) {
    const source = text(op, 'source');
    const kind = text(op, 'op');
    switch (kind) {
      case 'source':
        config = addSource(config, source);
        break;
      case 'seenAll':
        trace.push(`seenAll ${seenAllSources(config, op['seen'] as string[])}`);
        break;
      case 'SET':
      case 'ADD':
      case 'UPDATE':
      case 'DELETE':
      case 'REMOVE': {
        const pods = (op['pods'] as PodSpecOp[]).map(podOfSpec);
        const merged = mergeUpdate(
          addSource(config, source),
          { op: kind, source, pods },
          micros(1000 * SECOND),
        );
        config = merged.state;
        for (const effect of merged.effects) {
          if (effect.kind === 'podUpdate') trace.push(showUpdate(effect.update));
        }
      }
    }
  }
  return trace;
}
