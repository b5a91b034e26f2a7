/** What a restart of the runtime does to containers: docker's are its children, unless live-restore is on. */
export const runtimeRestarts =
  'Containers go on with containerd and CRI-O; with docker only with live-restore.';
