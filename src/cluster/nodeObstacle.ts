// Why a kubelet does not show what it was asked for, as a sentence, and the lines that mend it.
import { describeRequestError, type RequestError } from '../informer/requestError.ts';

export interface NodeObstacle {
  readonly what: 'rbac' | 'kubelet-flag' | 'feature-gate' | 'os' | 'unreachable' | 'no-node';
  /** A sentence for a person. */
  readonly text: string;
  /** What to run or to write, line by line, and where; empty where nobody can say. */
  readonly mend: readonly string[];
}

/** The API server refuses: said before anything is sent to the node. */
export function notAllowed(verb: string): NodeObstacle {
  const role = 'kubelet-debugger-nodes';
  return {
    what: 'rbac',
    text: `You may not "${verb}" nodes/proxy. That right is not harmless: who has it reaches every endpoint of the kubelet, also those that run commands in containers.`,
    mend: [
      `kubectl create clusterrole ${role} --verb=${verb} --resource=nodes/proxy`,
      `kubectl create clusterrolebinding ${role} --clusterrole=${role} --user=YOU`,
    ],
  };
}

/** Which switch of the kubelet's configuration an endpoint hangs on. */
const switches: readonly (readonly [path: RegExp, line: string])[] = [
  [/^logs\//, 'enableSystemLogHandler: true'],
  [/^debug\/pprof/, 'enableProfilingHandler: true'],
  [/^debug\/flags/, 'enableDebugFlagsHandler: true'],
];

/**
 * An answer of the proxy that is no success.
 * @param path that was asked for, below the kubelet's root
 */
export function obstacleOf(node: string, path: string, error: RequestError): NodeObstacle {
  const said = describeRequestError(error);
  if (error.type !== 'status') return unreachable(node, said);
  const { code, reason, message = '' } = error.status;
  if (code === 405 && message.includes('Debug endpoints are disabled'))
    return flag(node, 'answers no questions of this kind', 'enableDebuggingHandlers: true');
  if (code === 404 && reason === 'NotFound' && /nodes? ".*" not found/.test(message))
    return { what: 'no-node', text: `The API server has no node ${node}.`, mend: [] };
  if (code === 404) {
    const line = switches.find(([paths]) => paths.test(path))?.[1];
    const what = `has nothing at /${path.replace(/\?.*/, '')}`;
    if (line !== undefined) return flag(node, what, line);
    return { what: 'kubelet-flag', text: `The kubelet of ${node} ${what}.`, mend: [] };
  }
  if (code === 403 && !/nodes\/proxy/.test(message)) {
    return {
      what: 'rbac',
      text: `The kubelet of ${node} refuses the API server itself: ${message.trim()}.`,
      mend: [
        'kubectl create clusterrolebinding kubelet-api-admin --clusterrole=system:kubelet-api-admin --user=kube-apiserver-kubelet-client',
      ],
    };
  }
  if (code === 403) return notAllowed('get');
  return unreachable(node, said);
}

/** The log itself cannot be had, though the kubelet answers. */
export function noLog(node: string, hasQuery: boolean): NodeObstacle {
  if (hasQuery) {
    return {
      what: 'os',
      text: `The kubelet of ${node} knows of no log of its own: its node has no journal with a unit "kubelet", and no /var/log/kubelet.log.`,
      mend: [],
    };
  }
  return {
    what: 'feature-gate',
    text: `The kubelet of ${node} does not answer log queries, and its log is no file in /var/log.`,
    mend: [
      '# in the kubelet’s configuration (/var/lib/kubelet/config.yaml), then restart it',
      'enableSystemLogQuery: true',
      'featureGates: {NodeLogQuery: true} # 1.27 to 1.35',
    ],
  };
}

function flag(node: string, what: string, line: string): NodeObstacle {
  return {
    what: 'kubelet-flag',
    text: `The kubelet of ${node} ${what}: it is switched off in its configuration.`,
    mend: [
      '# in the kubelet’s configuration (/var/lib/kubelet/config.yaml), then restart it',
      line,
    ],
  };
}

function unreachable(node: string, said: string): NodeObstacle {
  return {
    what: 'unreachable',
    text: `The kubelet of ${node} cannot be reached through the API server: ${said}.`,
    mend: [],
  };
}
