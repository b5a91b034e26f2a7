// What the kinds of a timeline's items are called where their slugs don't say it.

const names: Readonly<Record<string, string>> = {
  'loop.skips': 'sync loop skips',
  'pleg.unhealthy': 'PLEG not healthy',
  'kubelet.start': 'kubelet starts',
  'node.notReady': 'node not ready',
  'phase.initOrRunning': 'initializes or runs',
  'phase.teardown': 'network teardown',
  'phase.network': 'network operation',
  'phase.backoff': 'back-off',
};

/** `sandbox.stopFailed` → `sandbox stop failed`; names that are Kubernetes' own stay: `pleg.ContainerDied` → `PLEG ContainerDied`. */
export function kindWords(slug: string): string {
  return (
    names[slug] ??
    slug
      .replace(/^(phase|gap|node)\./, '')
      .split('.')
      .map(wordsOf)
      .join(' ')
  );
}

function wordsOf(part: string): string {
  if (part === 'pleg') return 'PLEG';
  return /^[A-Z]/.test(part)
    ? part
    : part.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
