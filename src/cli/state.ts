import type { CAC } from 'cac';
import { exportState } from '../engine/export/state.ts';
import { momentNamed } from './moment.ts';
import { openLogs, withLogOptions, type LogOptions } from './open.ts';
import { UsageError } from './output.ts';
import { exporter, withRedact, type RedactOptions } from './redacted.ts';

interface Options extends LogOptions, RedactOptions {
  readonly at?: string;
  readonly pod?: string;
}

/** `state LOG… --at TIME [--pod ns/name]`: what the kubelet held at that moment. */
export function addState(program: CAC): void {
  withRedact(
    withLogOptions(program.command('state [...logs]', 'The rebuilt state at a moment, as JSON')),
  )
    .option(
      '--at <time>',
      'RFC 3339, or a time of day like 09:34:10.5 of the log’s last day; its end when left out',
    )
    .option('--pod <pod>', 'only this pod, ns/name')
    .action(async (logs: string[], options: Options) => {
      const session = await openLogs(logs, options);
      if (options.at !== undefined)
        session.seek({ kind: 'time', time: momentNamed(session, options.at) });
      const { tape, history } = session.incident;
      const [namespace = '', name] = options.pod?.split('/') ?? [];
      const pods = name === undefined ? history.pods : history.podsNamed(namespace, name);
      if (options.pod !== undefined && pods.length === 0)
        throw new UsageError(`No line names a pod ${options.pod}.`);
      exporter(session, options).json(exportState(tape, history, session.moment, pods));
      session.dispose();
    });
}
