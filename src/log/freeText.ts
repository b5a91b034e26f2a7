// Text that no program logged: what people paste beside a log. Only what surely is such counts: a line that is not known may be a
// program's last words.

import { commandAt } from './prompt.ts';

const shapes: readonly RegExp[] = [
  // A shell that tells what it runs; prompts; what a pager shows at its end.
  /^\++ \S/,
  /^[$#] \S/,
  /^\s*lines \d+-\d+/,
  // Members of an object in JSON: `"OOMKilled": false,`.
  /^\s*"[\w./-]+": ?(?:[\d"[{]|true|false|null)/,
  /^\s*(?:[\]}]+,?|[[{])$/,
  // The whole of it; an empty line of `minikube logs`.
  /^\{\r?\n {1,8}"|^\* *$/,
  // Flags of a command that goes over several lines; what was left out.
  /^\s*--[a-z][\w-]*(?:=\S*)?(?: [^\s-]\S*)?(?: \\)?$/,
  /^\s*(?:\.{2,4}|…)\s*$/,
  // What journalctl explains below a line, and tells of itself.
  /^░░|^-- /,
  // What `systemctl status` shows of a unit (systemctl/systemctl-show.c), and the tree of its processes.
  /^[ \t]*[●○×↻*] [\w@.:\\-]+\.(?:service|mount|socket|swap|scope|slice|target|device|timer|path)(?: - |$)/,
  /^[ \t]*(?:Loaded: (?:loaded|not-found|masked|error|bad-setting)(?: \(|$)|Active: [a-z]+ \(|Process: \d+ Exec\w+=|Main PID: \d+ \(|Tasks: \d+(?: \(|$)|Mem(?:ory| peak): [\d.]+[BKMGT](?: \(|$)|CPU: (?:[\d.]+(?:h|min|m?s|us) ?)+$|CGroup: \/|Drop-In: \/|Docs: (?:https?|man|file):|TriggeredBy: [●○×*] |Invocation: [0-9a-f]{32}$|Status: ")/,
  /^[ \t│|]*(?:[├└]─|[|`]-\d+ )/,
  // Heads of sections, and what minikube says below the last.
  /unable to fetch logs for: /,
  /^==== (?:START|END) logs for container \S+/,
  /^Defaulted container "|^Hint: You are currently not seeing messages|^No journal files were (?:opened|found)/,
  /^(?:\* +)?==> .{1,160} <==\s*$/,
  // Markdown: heads, fences, rows of a table.
  /^#{1,6} \S|^\s*(?:```|~~~)|^\|.*\|\s*$/,
  // An item of a list that is a link; what vi and less show below a text's end.
  /^\s*(?:[-*+]|\d{1,3}\.) \[.{1,1000}\]\(\S+\)|^~\s*$/,
  // What people are told to type; the first words of an object in YAML.
  /^\s*(?:sudo )?systemctl (?:--\S+ )*(?:(?:re)?start|stop|reload|enable|disable|daemon-reload)\b/,
  /^\s*apiVersion: \S+\s*$|^\s+[a-z]\w{1,40}:\s*$/,
  // `kubectl describe`: a name and, a column further, its value; of YAML only resources, which read like faults.
  /^\s*(?!FAIL:)(?:[A-Z][\w() /-]{1,30}|[a-z][\w./-]+):(?: {2,}|\t)\S/,
  /^\s*(?:hugepages-\w+|ephemeral-storage|cpu|memory|pods):\s+\S+\s*$/,
  // Rows of `kubectl get pods`.
  /^\s*(?:[a-z\d][\w.-]{0,252} +){1,2}\d+\/\d+ +[A-Z][\w:/]* +\d+ (?:\(\S{1,12} ago\))? *(?:\d+[smhdy])+(?: |$)/,
  // Heads of tables that kubectl and docker print.
  /^(?:NAMESPACE|NAME|CONTAINER ID|POD ID|IMAGE|REPOSITORY|LAST SEEN)\s{2,}[A-Z]/,
];

/** Whether a line was surely written by no program's log. */
export function isFreeText(line: string): boolean {
  return commandAt(line) !== undefined || shapes.some((shape) => shape.test(line));
}
