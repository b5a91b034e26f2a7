// Shippers name fields each in their own way: which field of an index holds the line, its time, the node, and says that it is a
// kubelet's. Of Filebeat, the OpenTelemetry collector, Fluent Bit, Fluentd, Vector, Journalbeat and Logstash.
import { field, isRecord, textField } from '../cluster/json.ts';

export interface Fields {
  readonly time: string;
  readonly line: string;
  /** One that can be counted by. */
  readonly node: string | undefined;
  /** Those of `unitFields` that are there. */
  readonly units: readonly string[];
}

const lines = ['message', 'MESSAGE', 'log', 'body.text', 'body', 'event.original', 'msg'];
const times = ['@timestamp', 'timestamp', 'time', '@time'];
const nodes = [
  'kubernetes.node.name',
  'kubernetes.node_name',
  'k8s.node.name',
  'resource.attributes.k8s.node.name',
  'node_name',
  'nodename',
  'node',
  '_HOSTNAME',
  'hostname',
  'host.hostname',
  'host.name',
  'host',
  'kubernetes.host',
  'agent.hostname',
  'beat.hostname',
  'agent.name',
];
const unitFields = [
  'systemd.unit',
  'journald.systemd.unit',
  'systemd_unit',
  '_SYSTEMD_UNIT',
  'SYSTEMD_UNIT',
  'unit',
  'syslog.identifier',
  'SYSLOG_IDENTIFIER',
  'syslog_identifier',
  'process.name',
  'journald.process.name',
  '_COMM',
  'service.name',
  'app',
  'log.file.path',
  'filename',
  'tag',
];

/** All that are asked for, also the form of a text that can be counted by. */
export const askedFields: readonly string[] = [...lines, ...times, ...nodes, ...unitFields].flatMap(
  (name) => [name, `${name}.keyword`],
);

/** From an answer of `_field_caps`. @param wantedNode the node's field, where it is known */
export function fieldsIn(answer: unknown, wantedNode: string | undefined): Fields {
  const capabilities = field(answer, 'fields');
  const typesOf = (name: string): readonly unknown[] => {
    const types = field(capabilities, name);
    return isRecord(types) ? Object.values(types) : [];
  };
  const isThere = (name: string): boolean => typesOf(name).length > 0;
  /** Itself, or its form as a keyword. */
  const countable = (name: string): string | undefined =>
    [name, `${name}.keyword`].find((each) => {
      const types = typesOf(each);
      return types.length > 0 && types.every((type) => field(type, 'aggregatable') === true);
    });
  const isTime = (name: string): boolean =>
    typesOf(name).some((type) => /^date/.test(textField(type, 'type') ?? ''));
  return {
    time: times.find(isTime) ?? '@timestamp',
    line: lines.find(isThere) ?? 'message',
    node: firstOf(wantedNode === undefined ? nodes : [wantedNode], countable),
    units: unitFields.flatMap((name) => countable(name) ?? []),
  };
}

function firstOf<T>(
  items: readonly string[],
  find: (item: string) => T | undefined,
): T | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What selects a kubelet's lines by these fields. */
export function kubeletFilter(units: readonly string[]): object {
  const should = units.map((name) =>
    /path|filename|tag/.test(name)
      ? { wildcard: { [name]: { value: '*kubelet*' } } }
      : { terms: { [name]: ['kubelet.service', 'kubelet', 'kubelet.exe'] } },
  );
  return { bool: { should, minimum_should_match: 1 } };
}

/** A member of a document by its path, whether it is nested or its name has dots. */
export function memberOf(document: unknown, path: string): unknown {
  if (isRecord(document) && path in document) return document[path];
  for (let dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
    const found = memberOf(field(document, path.slice(0, dot)), path.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}
