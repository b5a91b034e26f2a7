// The ids that package.json contributes. It knows names only, so that any file may import it.

/** The views of the activity-bar container, in the order on screen. */
export const viewIds = [
  'kubelet.sources',
  'kubelet.pods',
  'kubelet.pleg',
  'kubelet.network',
  'kubelet.findings',
] as const;
