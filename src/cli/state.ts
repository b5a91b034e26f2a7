import type { CAC } from 'cac';
import { civilFromDays, DAY, parseRfc3339, type Micros } from '../base/time.ts';
import { exportState } from '../engine/export/state.ts';
import type { Session } from '../engine/session.ts';
import { openLogs, withLogOptions, type LogOptions } from './open.ts';
import { printJson, UsageError } from './output.ts';

interface Options extends LogOptions {
  readonly at?: string;
  readonly pod?: string;
}

/** `state LOG… --at TIME [--pod ns/name]`: what the kubelet held at that moment. */
export function addState(program: CAC): void {
  withLogOptions(program.command('state [...logs]', 'The rebuilt state at a moment, as JSON'))
    .option(
      '--at <time>',
      'RFC 3339, or a time of day like 09:34:10.5 of the log’s last day; its end when left out',
    )
    .option('--pod <pod>', 'only this pod, ns/name')
    .action(async (logs: string[], options: Options) => {
      const session = await openLogs(logs, options);
      if (options.at !== undefined)
        session.seek({ kind: 'time', time: moment(session, options.at) });
      const { tape, history } = session.incident;
      const [namespace = '', name] = options.pod?.split('/') ?? [];
      const pods = name === undefined ? history.pods : history.podsNamed(namespace, name);
      if (options.pod !== undefined && pods.length === 0)
        throw new UsageError(`No line names a pod ${options.pod}.`);
      printJson(exportState(tape, history, session.moment, pods));
      session.dispose();
    });
}

function moment(session: Session, text: string): Micros {
  const whole = parseRfc3339(text);
  if (whole !== undefined) return whole;
  const { year, month, day } = civilFromDays(Math.floor(session.incident.history.to / DAY));
  const time = parseRfc3339(
    `${date(year, month, day)}T${/^\d\d:\d\d$/.test(text) ? `${text}:00` : text}`,
  );
  if (time === undefined) {
    throw new UsageError(`--at wants a time like 2026-11-21T09:34:10Z or 09:34:10, not ${text}.`);
  }
  return time;
}

function date(year: number, month: number, day: number): string {
  return [
    String(year).padStart(4, '0'),
    String(month).padStart(2, '0'),
    String(day).padStart(2, '0'),
  ].join('-');
}
