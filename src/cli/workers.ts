import type { CAC } from 'cac';
import { workersJsonl } from '../engine/export/workers.ts';
import { openLogs, withLogOptions, type LogOptions } from './open.ts';
import { exporter, withRedact, type RedactOptions } from './redacted.ts';

/** `workers LOG…`: the pod workers as JSON lines, one for each change. */
export function addWorkers(program: CAC): void {
  withRedact(
    withLogOptions(
      program.command('workers [...logs]', 'The pod workers over time, as JSON lines'),
    ),
  ).action(async (logs: string[], options: LogOptions & RedactOptions) => {
    const session = await openLogs(logs, options);
    const out = exporter(session, options);
    for (const line of workersJsonl(session.incident.history)) out.jsonText(line);
    session.dispose();
  });
}
