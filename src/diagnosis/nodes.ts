// Findings of several nodes: the same fault on many of them has another cause than on one.
import type { Finding } from './finding.ts';

/** A finding of one node among several: its key tells which. */
export function ofNode(finding: Finding, node: string): Finding {
  const keyOf = (key: string): string => `${key}@${node}`;
  const { causedBy } = finding;
  return {
    ...finding,
    node,
    key: keyOf(finding.key),
    causedBy: causedBy === undefined ? undefined : keyOf(causedBy),
  };
}

/** Names beyond these are counted. */
const mostNames = 5;

/** The findings of all nodes, each told on how many of them it is. */
export function spread(byNode: readonly (readonly Finding[])[]): readonly Finding[] {
  const nodesOf = new Map<string, Set<string>>();
  for (const { id, severity, node } of byNode.flat()) {
    if (severity === 'info' || node === undefined) continue;
    nodesOf.set(id, (nodesOf.get(id) ?? new Set()).add(node));
  }
  return byNode.flat().map((finding) => {
    const nodes = [...(nodesOf.get(finding.id) ?? [])];
    if (finding.severity === 'info' || nodes.length === 0) return finding;
    const told = { nodes, of: byNode.length };
    const end = /[.!?]$/.test(finding.explanation) ? '' : '.';
    return {
      ...finding,
      spread: told,
      explanation: `${finding.explanation}${end} ${sentence(told)}`,
    };
  });
}

function sentence({ nodes, of }: NonNullable<Finding['spread']>): string {
  if (nodes.length === 1)
    return `Of ${of} nodes, only this one has it: look for the cause on the node.`;
  const named = nodes.slice(0, mostNames).join(', ');
  const rest = nodes.length > mostNames ? ` and ${nodes.length - mostNames} more` : '';
  return nodes.length === of
    ? `All ${of} nodes have it (${named}${rest}): look for a cause that they share.`
    : `${nodes.length} of ${of} nodes have it (${named}${rest}): look for what these share.`;
}
