import type { CAC } from 'cac';
import type { Micros } from '../base/time.ts';
import { lineRef } from '../engine/export/lineRef.ts';
import { exportState } from '../engine/export/state.ts';
import { diffRows, diffText } from '../engine/present/diff.ts';
import { overdueRows } from '../engine/present/overdue.ts';
import type { Session } from '../engine/session.ts';
import { momentNamed } from './moment.ts';
import { openLogs, withLogOptions, type LogOptions } from './open.ts';
import { UsageError } from './output.ts';
import { exporter, withRedact, type RedactOptions } from './redacted.ts';

interface Options extends LogOptions, RedactOptions {
  readonly at?: string;
  readonly pod?: string;
  readonly diff?: string;
  readonly overdue?: boolean;
}

/** `state LOG… --at TIME [--pod ns/name]`: what the kubelet held at that moment; what changed until another; or what was late. */
export function addState(program: CAC): void {
  withRedact(
    withLogOptions(program.command('state [...logs]', 'The rebuilt state at a moment, as JSON')),
  )
    .option(
      '--at <time>',
      'RFC 3339, or a time of day like 09:34:10.5 of the log’s last day; its end when left out',
    )
    .option('--pod <pod>', 'only this pod, ns/name')
    .option('--diff <time>', 'what is another at this time than at --at, one change a line')
    .option('--overdue', 'what is late at --at, one a line')
    .action(async (logs: string[], options: Options) => {
      const session = await openLogs(logs, options);
      if (options.at !== undefined)
        session.seek({ kind: 'time', time: momentNamed(session, options.at) });
      const { tape, history } = session.incident;
      const [namespace = '', name] = options.pod?.split('/') ?? [];
      const pods = name === undefined ? history.pods : history.podsNamed(namespace, name);
      if (options.pod !== undefined && name === undefined)
        throw new UsageError(`--pod wants ns/name, not ${options.pod}.`);
      if (options.pod !== undefined && pods.length === 0)
        throw new UsageError(`The log mentions no pod ${options.pod}.`);
      const out = exporter(session, options);
      if (options.diff !== undefined) {
        const keys = name === undefined ? undefined : new Set(pods.map(({ key }) => key));
        out.text(changesText(session, momentNamed(session, options.diff), keys));
      } else if (options.overdue === true) out.text(overdueText(session));
      else out.json(exportState(tape, history, session.moment, pods));
      session.dispose();
    });
}

function changesText(session: Session, until: Micros, keys?: ReadonlySet<string>): string {
  const { incident } = session;
  const rows = diffRows(incident, session.moment, session.momentAt(until));
  const wanted = rows.filter(({ podKey }) => keys === undefined || keys.has(podKey ?? ''));
  return diffText(wanted, ({ input }) => {
    if (input === undefined) return undefined;
    const { file, line } = lineRef(incident.tape, input);
    return `${file}:${line}`;
  });
}

function overdueText({ incident, moment }: Session): string {
  const rows = overdueRows(incident, moment);
  return rows.length === 0 ? 'Nothing is overdue.' : rows.map(({ text }) => text).join('\n');
}
