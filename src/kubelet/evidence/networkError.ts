// What the error text of a sandbox's network says: texts of dockershim, containerd and CRI-O, quoted or not, up to 1.36.
import type { PodRef } from '../event.ts';
import { asUid, byFullName, byReverseName } from './reference.ts';

export interface NetworkError {
  readonly command: 'ADD' | 'DEL';
  readonly pod: PodRef;
  readonly sandboxId: string | undefined;
  readonly plugin: string | undefined;
  /** The innermost text: what the plug-in or the runtime itself said. */
  readonly error: string;
}

const nobody: PodRef = { uid: undefined, namespace: undefined, name: undefined };

const containerd = /failed to (set ?up|destroy) network for sandbox "([0-9a-f]{12,64})": (.*)$/s;
const dockershim =
  /[nN]etworkPlugin (\S+) failed to (set up|teardown) pod "([^"]+)" network: (.*)$/s;
const crio =
  /failed to (create pod network|destroy network for pod) sandbox (?:k8s_([^_(]+)_([^_(]+)_([0-9a-f-]{32,36})_\d+)?\(?([0-9a-f]{12,64})?\)?: (?:error (?:adding|removing) pod (\S+) (?:to|from) CNI network "([^"]*)": )?(.*)$/s;
const plugin = /^(?:plugin type="([^"]+)"(?: name="[^"]*")? failed \((?:add|delete)\): )/;

/** Undefined when the text is about something else than a network. */
export function parseNetworkError(text: string): NetworkError | undefined {
  const plain = text.replace(/(?<!\\)\\+"/g, '"').replace(/(?<!\\)\\+n/g, '\n');
  return fromContainerd(plain) ?? fromDockershim(plain) ?? fromCrio(plain);
}

function fromContainerd(text: string): NetworkError | undefined {
  const m = containerd.exec(text);
  if (m === null) return undefined;
  const error = closed(m[3] ?? '');
  return {
    command: m[1] === 'destroy' ? 'DEL' : 'ADD',
    pod: nobody,
    sandboxId: m[2],
    plugin: plugin.exec(error)?.[1],
    error,
  };
}

function fromDockershim(text: string): NetworkError | undefined {
  const m = dockershim.exec(text);
  if (m === null) return undefined;
  return {
    command: m[2] === 'teardown' ? 'DEL' : 'ADD',
    pod: byFullName(m[3] ?? ''),
    sandboxId: /sandbox container "([0-9a-f]{64})"/.exec(text)?.[1],
    plugin: undefined,
    error: closed(m[4] ?? ''),
  };
}

function fromCrio(text: string): NetworkError | undefined {
  const m = crio.exec(text);
  if (m === null) return undefined;
  const error = closed(m[8] ?? '');
  const named =
    m[2] === undefined
      ? byReverseName(m[6] ?? '')
      : { uid: asUid(m[4]), namespace: m[3], name: m[2] };
  return {
    command: m[1] === 'create pod network' ? 'ADD' : 'DEL',
    pod: named,
    sandboxId: m[5],
    plugin: plugin.exec(error)?.[1],
    error,
  };
}

/** Without the quote and bracket that ended the text around it. */
function closed(text: string): string {
  return text
    .trim()
    .replace(/(?<!["\]])["\]]+$/, (end) => (text.split('"').length % 2 === 0 ? '' : end));
}
