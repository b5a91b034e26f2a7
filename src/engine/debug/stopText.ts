import { findingPosition, overdue } from './triggers.ts';
import type { Armed } from './breakpoints.ts';
import { textAt } from '../present/debugEvaluate.ts';
import type { DebugContext } from '../present/debugNode.ts';
import { podName } from '../present/incident.ts';

/** What a breakpoint that is hit at a position has to say, by what is shown at a position. */
export function hitText(
  shownAt: (position: number) => DebugContext,
  { breakpoint: { on } }: Armed,
  position: number,
): string {
  if (on.kind === 'data') return changeText(shownAt, on.expression, position);
  const context = shownAt(position);
  const { index } = context;
  switch (on.kind) {
    case 'line':
    case 'go':
    case 'severity':
      return index.record(position)?.message.slice(0, 500) ?? '';
    case 'function':
      return on.name;
    case 'finding':
      return index.incident.findings
        .filter((finding) =>
          (['now', 'then'] as const).some(
            (hindsight) =>
              findingPosition({ ...context, moment: { ...context.moment, hindsight } }, finding) ===
              position,
          ),
        )
        .map(({ title, severity }) => `${severity}: ${title}`)
        .join('; ');
    case 'overdue':
      return overdue(context)
        .filter((one) => one.position === position)
        .map(({ pod, what }) => `${podName(pod)}: overdue: ${what}`)
        .join('; ');
  }
}

function changeText(
  shownAt: (position: number) => DebugContext,
  expression: string,
  position: number,
): string {
  const [before, after] = [position - 1, position].map((at) => textAt(shownAt(at), expression));
  return `${expression}: ${before ?? ''} → ${after ?? ''}`;
}
