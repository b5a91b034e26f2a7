import { ok, type Result } from '../../base/result.ts';
import type { History, PodHistory } from '../../kubelet/rebuild/history.ts';
import { compileFilter, findRows } from '../../log/filter.ts';
import type { Incident } from '../present/incident.ts';

export interface GrepLine {
  readonly source: string;
  /** The record's first line in its source, from 1. */
  readonly line: number;
  readonly text: string;
  /** False for lines of context. */
  readonly isMatch: boolean;
}

/** The records of all sources that a filter finds, source by source. The error says what is wrong with the filter. */
export function grepLines(
  incident: Incident,
  filterText: string,
  context: number,
): Result<Iterable<GrepLine>> {
  const filter = compileFilter(filterText, {
    aliases: (value) => aliasesOf(incident.history, value),
  });
  if (!filter.ok) return filter;
  return ok(
    (function* () {
      for (const { table, name } of incident.tape.sources) {
        for (const { row, isMatch } of findRows(table, filter.value, context)) {
          const record = table.record(row);
          yield { source: name, line: record.line, text: record.text, isMatch };
        }
      }
    })(),
  );
}

/** All that stands for a pod in a log: its name, UIDs and the ids of its sandboxes and containers. */
export function aliasesOf(history: History, value: string): readonly string[] {
  const [namespace = '', name] = value.split('/');
  if (name !== undefined && !/[*?]/.test(value))
    return history.podsNamed(namespace, name).flatMap(namesOf);
  const found = history.identify(value);
  const pod = found?.podKey === undefined ? undefined : history.pod(found.podKey);
  return found?.kind === 'pod' && pod !== undefined
    ? [`${pod.namespace}/${pod.name}`, ...namesOf(pod)]
    : [];
}

function namesOf(pod: PodHistory): readonly string[] {
  const uid = pod.uid.value;
  return [
    ...(uid === undefined ? [] : [uid]),
    ...pod.sandboxes.map((sandbox) => sandbox.sandboxId),
    ...pod.containers.map((container) => container.containerId),
  ];
}
