// What the lab's scenarios break, as a careful reader of the log finds it.

/** Above info, as `id pod`, or `id -` for the node. */
export interface Finds {
  readonly must: readonly string[];
  readonly may: readonly string[];
}

/**
 * What each scenario of the lab broke, and whom: `id pod`, by the scenario file. A scenario may name a consequence too (`may`); nothing
 * else above `info` is reported.
 */
const faults: Record<
  string,
  { readonly must: readonly string[]; readonly may?: readonly string[] }
> = {
  'apiserver-down': { must: ['api-unreachable -'], may: ['crashloop-backoff default/crash'] },
  'churn-forty': {
    must: [
      'crashloop-backoff default/crash-1',
      'liveness-kill default/sick-1',
      'liveness-kill default/sick-2',
    ],
    may: [1, 2, 3, 4].flatMap((n) => [
      `crashloop-backoff default/crash-${n}`,
      `crashloop-backoff default/sick-${n}`,
    ]),
  },
  'cni-add-error': { must: [1, 2, 3].map((n) => `cni-add-fails default/web-${n}`) },
  'cni-del-error': { must: [1, 2].map((n) => `cni-del-fails default/web-${n}`) },
  'cni-garbage': { must: [1, 2].map((n) => `cni-add-fails default/web-${n}`) },
  'cni-del-hang': { must: ['stop-sandbox-deadline default/web-1'] },
  'disk-pressure': { must: ['eviction-disk -'] },
  'image-missing': {
    must: ['unknown', 'refused'].map((pod) => `image-pull-backoff default/${pod}`),
  },
  // Of the second pod the plug-in refuses while the namespace is still there; that it is gone later is a result.
  'netns-missing': {
    must: ['netns-missing-teardown default/web-1', 'cni-del-fails default/web-2'],
  },
  'kubelet-restart': { must: [] },
  'runtime-stopped': {
    must: ['pleg-runtime-hang -'],
    may: ['runtime-list-deadline -', 'housekeeping-slow -'],
  },
  'static-replaced': { must: [] },
  'volume-missing': { must: ['web', 'never'].map((pod) => `volume-object-missing default/${pod}`) },
};

/** By the name of a scenario, or of a capture of it without its verbosity. */
export function labFaults(name: string): Finds | undefined {
  const found = faults[name.replace(/^k\d+-/, '')];
  return found === undefined ? undefined : { must: found.must, may: found.may ?? [] };
}
