// A node's kubelet as the API server's proxy reaches it: `/api/v1/nodes/NAME/proxy/…`.
import type { IncomingHttpHeaders } from 'node:http';
import { ok, type Result } from '../base/result.ts';
import type { RequestError } from '../informer/requestError.ts';
import { ask, type Answer } from './ask.ts';
import type { AccessSource, Patience } from './exchange.ts';
import { field, jsonOf } from './json.ts';

const patience: Patience = { answer: 15_000, silence: 15_000 };

export interface NodeProxy {
  readonly node: string;
  /** @param path below the kubelet's root, without a leading slash, with its query */
  get(
    path: string,
    signal: AbortSignal,
    headers?: IncomingHttpHeaders,
  ): Promise<Result<Answer, RequestError>>;
  put(path: string, text: string, signal: AbortSignal): Promise<Result<Answer, RequestError>>;
  /** Whether the API server lets this user use the node's proxy; undefined where it won't say. */
  isAllowed(verb: 'get' | 'update', signal: AbortSignal): Promise<boolean | undefined>;
}

export function nodeProxy(source: AccessSource, node: string): NodeProxy {
  const root = `/api/v1/nodes/${encodeURIComponent(node)}/proxy/`;
  return {
    node,
    get: (path, signal, headers = {}) =>
      ask(source, { path: root + path, patience, headers: { Accept: '*/*', ...headers } }, signal),
    put: (path, text, signal) =>
      ask(
        source,
        { path: root + path, patience, method: 'PUT', body: { type: 'text/plain', text } },
        signal,
      ),
    isAllowed: (verb, signal) => review(source, node, verb, signal),
  };
}

async function review(
  source: AccessSource,
  node: string,
  verb: string,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const wanted = { verb, resource: 'nodes', subresource: 'proxy', name: node };
  const body = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes: wanted },
  };
  const answer = await ask(
    source,
    {
      path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
      patience,
      method: 'POST',
      body: { type: 'application/json', text: JSON.stringify(body) },
    },
    signal,
  );
  const reviewed: Result<unknown, RequestError> = answer.ok
    ? ok(jsonOf(answer.value.body.toString()))
    : answer;
  if (!reviewed.ok) return undefined;
  const allowed = field(field(reviewed.value, 'status'), 'allowed');
  return typeof allowed === 'boolean' ? allowed : undefined;
}
