import { findingPosition, overdue } from './triggers.ts';
import type { Armed } from './breakpoints.ts';
import { resolve } from '../present/debugEvaluate.ts';
import type { DebugContext } from '../present/debugNode.ts';
import { podName } from '../present/incident.ts';

/** The same tape, looked at from another position. */
export function contextAt({ index, moment, beside }: DebugContext, position: number): DebugContext {
  return {
    index,
    beside,
    moment: { ...moment, position, time: index.incident.tape.timeAt(position) },
  };
}

/** What a breakpoint that is hit at a position has to say. */
export function hitText(
  context: DebugContext,
  { breakpoint: { on } }: Armed,
  position: number,
): string {
  const { index } = context;
  switch (on.kind) {
    case 'line':
    case 'go':
    case 'severity':
      return index.record(position)?.message.slice(0, 500) ?? '';
    case 'function':
      return on.name;
    case 'data':
      return changeText(context, on.expression, position);
    case 'finding':
      return index.incident.findings
        .filter((finding) => findingPosition(index, finding) === position)
        .map(({ title, severity }) => `${severity}: ${title}`)
        .join('; ');
    case 'overdue':
      return overdue(context)
        .filter((one) => one.position === position)
        .map(({ pod, what }) => `${podName(pod)}: overdue: ${what}`)
        .join('; ');
  }
}

function changeText(context: DebugContext, expression: string, position: number): string {
  const text = (at: number): string => {
    const node = resolve(contextAt(context, at), expression);
    return node.ok ? node.value.text : 'not there';
  };
  return `${expression}: ${text(position - 1)} → ${text(position)}`;
}
