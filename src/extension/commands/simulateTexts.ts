/** The sentence that a scenario begins with, without reading the whole of it as YAML. */
export function scenarioTitle(text: string): string | undefined {
  const title = /^title:(.+)$/m.exec(text)?.[1]?.trim();
  return title?.replace(/^(["'])(.*)\1$/, '$2').replace(/\.$/, '');
}

/** Minors whose kubelets differ in how they handle pods, or that many clusters run, newest first; 1.9 is the oldest that is simulated. */
export const kubeletMinors = [36, 34, 32, 30, 27, 26, 24, 23, 22, 20, 18, 9] as const;
