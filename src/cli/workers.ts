import type { CAC } from 'cac';
import { workersJsonl } from '../engine/export/workers.ts';
import { openLogs, withLogOptions, type LogOptions } from './open.ts';
import { print } from './output.ts';

/** `workers LOG…`: the pod workers as JSON lines, one for each change. */
export function addWorkers(program: CAC): void {
  withLogOptions(
    program.command('workers [...logs]', 'The pod workers over time, as JSON lines'),
  ).action(async (logs: string[], options: LogOptions) => {
    const session = await openLogs(logs, options);
    for (const line of workersJsonl(session.incident.history)) print(line);
    session.dispose();
  });
}
