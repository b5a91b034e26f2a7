// Collectors name things each in their own way: which label of a Loki tells the node, and which lines are a kubelet's.

/** The values of a label, among the lines of a selector if there is one. */
export type LabelValues = (label: string, selector?: string) => Promise<readonly string[]>;

/** The first that is there tells the node. Of Promtail, Alloy, Fluent Bit, the OpenTelemetry collector and journald. */
const nodeLabels = [
  'node',
  'node_name',
  'nodename',
  'kubernetes_node_name',
  'k8s_node_name',
  '__journal__hostname',
  '_hostname',
  'hostname',
  'host',
  'host_name',
  'kubernetes_host',
  'instance',
  'machine',
];

/** Labels whose value may say that a line is a kubelet's. */
const unitLabels = [
  'unit',
  'systemd_unit',
  '__journal__systemd_unit',
  '_systemd_unit',
  'journald_unit',
  'syslog_identifier',
  '__journal_syslog_identifier',
  'identifier',
  'comm',
  'app',
  'app_kubernetes_io_name',
  'component',
  'program',
  'job',
  'service_name',
  'service',
  'filename',
];

const exactly = /^kubelet(?:\.service|\.exe)?$/i;
const nearly = /(?:^|[/.\s_-])kubelet(?:\.service|\.exe|\.log|$|[/.\s_-])/i;

/** `{unit="kubelet.service"}`; undefined when no label tells. */
export async function kubeletSelector(
  labels: readonly string[],
  values: LabelValues,
): Promise<string | undefined> {
  const candidates = unitLabels.filter((label) => labels.includes(label));
  let near: string | undefined;
  for (const label of candidates) {
    const all = await values(label);
    const exact = all.filter((value) => exactly.test(value));
    if (exact.length > 0) return selectorOf(label, exact);
    const some = all.filter((value) => nearly.test(value));
    if (some.length > 0) near ??= selectorOf(label, some);
  }
  return near;
}

function selectorOf(label: string, values: readonly string[]): string {
  const [first = ''] = values;
  if (values.length === 1) return `{${label}=${JSON.stringify(first)}}`;
  const any = values.map((value) => value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  return `{${label}=~${JSON.stringify(any)}}`;
}

/** The wanted label if it is there, else the first known one that the kubelets' lines have. */
export async function nodeLabelAmong(
  labels: readonly string[],
  wanted: string | undefined,
  selector: string,
  values: LabelValues,
): Promise<string | undefined> {
  if (wanted !== undefined) return labels.includes(wanted) ? wanted : undefined;
  for (const label of nodeLabels.filter((each) => labels.includes(each)))
    if ((await values(label, selector)).length > 0) return label;
  return undefined;
}
